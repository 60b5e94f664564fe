import { getOpenData } from '@hakiki/contract/open-data';
import { handle } from '../../platform/http/route.ts';
import type { OpenDataService } from './service.ts';

export const openDataRoutes = ({ openData }: { openData: OpenDataService }) => [
  handle(getOpenData, () => openData.getOverview()),
];
