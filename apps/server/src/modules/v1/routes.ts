import { getV1Compliance, getV1Provider, listV1Providers, listV1Reviews, submitV1Report } from '@hakiki/contract/v1';
import { handle } from '../../platform/http/route.ts';
import type { V1Service } from './service.ts';

export const v1Routes = ({ v1 }: { v1: V1Service }) => [
  handle(listV1Providers, ({ actor, query, request }) => v1.listProviders(actor, query, request.url)),
  handle(getV1Provider, ({ actor, params }) => v1.getProvider(actor, params.id)),
  handle(getV1Compliance, ({ actor, params }) => v1.getCompliance(actor, params.id)),
  handle(listV1Reviews, ({ actor, params, query, request }) => v1.listReviews(actor, params.id, query, request.url)),
  handle(submitV1Report, ({ actor, body, repeat }) => v1.submitReport(actor, body, repeat)),
];
