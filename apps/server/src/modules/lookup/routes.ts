import { lookUp } from '@hakiki/contract/lookup';
import { handle } from '../../platform/http/route.ts';
import type { LookupService } from './service.ts';

export const lookupRoutes = ({ lookup }: { lookup: LookupService }) => [
  handle(lookUp, ({ query }) => lookup.lookUp(query)),
];
