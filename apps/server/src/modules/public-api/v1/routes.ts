import {
  checkV1Inputs,
  getV1Alert,
  getV1Compliance,
  getV1Provider,
  listV1Alerts,
  listV1Providers,
  listV1Reviews,
  submitV1Report,
} from '@hakiki/contract/v1';
import { handle } from '../../../platform/http/route.ts';
import type { V1Service } from './service.ts';

export const v1Routes = ({ v1 }: { v1: V1Service }) => [
  handle(listV1Providers, ({ actor, query }) => v1.listProviders(actor, query)),
  handle(getV1Provider, ({ actor, params }) => v1.getProvider(actor, params.id)),
  handle(getV1Compliance, ({ actor, params }) => v1.getCompliance(actor, params.id)),
  handle(listV1Reviews, ({ actor, params, query }) => v1.listReviews(actor, params.id, query)),
  handle(listV1Alerts, ({ actor, query }) => v1.listAlerts(actor, query)),
  handle(getV1Alert, ({ actor, params }) => v1.getAlert(actor, params.id)),
  handle(checkV1Inputs, ({ actor, body }) => v1.checkAll(actor, body)),
  handle(submitV1Report, ({ actor, body, idempotency }) => v1.submitReport(actor, body, idempotency)),
];
