import type { Route } from '../../platform/http/route.ts';
import type { FilingsService } from './service.ts';

export const filingsRoutes = (_services: { filings: FilingsService }): Route[] => [];
