import { listProviderTraces } from '@hakiki/contract/families';
import { handle } from '../../platform/http/route.ts';
import type { FamiliesService } from './service.ts';

export const familiesRoutes = ({ families }: { families: FamiliesService }) => [
  handle(listProviderTraces, ({ params }) => families.listOfProvider(params.id)),
];
