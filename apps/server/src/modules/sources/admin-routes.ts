import {
  applySnapshot,
  getWaitingSnapshot,
  listSources,
  refuseSnapshot,
  runSource,
  strikeSource,
  turnSourceOff,
  turnSourceOn,
} from '@hakiki/contract/sources-admin';
import { handle } from '../../platform/http/route.ts';
import type { SourcesService } from './service.ts';

export const sourcesAdminRoutes = ({ sources }: { sources: SourcesService }) => [
  handle(listSources, () => sources.list()),
  handle(turnSourceOn, ({ actor, params }) => sources.turnOn(actor, params.id)),
  handle(turnSourceOff, ({ actor, params, body }) => sources.turnOff(actor, params.id, body.reason)),
  handle(runSource, ({ actor, params }) => sources.run(actor, params.id)),
  handle(strikeSource, ({ actor, params, body }) => sources.strike(actor, params.id, body.reason)),
  handle(getWaitingSnapshot, ({ actor, params }) => sources.getWaiting(actor, params.id)),
  handle(applySnapshot, ({ actor, params, body }) => sources.apply(actor, params.id, body)),
  handle(refuseSnapshot, ({ actor, params, body }) => sources.refuse(actor, params.id, body)),
];
