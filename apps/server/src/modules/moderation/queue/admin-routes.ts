import {
  decideCase,
  deleteTemplate,
  deleteView,
  drawSample,
  getSorting,
  listCases,
  listDecidedCases,
  listNeighbours,
  listTemplates,
  listViews,
  mergeCases,
  moveFiling,
  openCase,
  snoozeCase,
  releaseCase,
  reopenCase,
  rewordFiling,
  saveTemplate,
  saveView,
  showMoreOfCase,
  showSampled,
  splitCase,
  unsnoozeCase,
  takeNextCase,
} from '@hakiki/contract/triage-admin';
import { handle, page } from '../../../platform/http/route.ts';
import type { TriageService } from './service.ts';

export const triageAdminRoutes = ({ triage }: { triage: TriageService }) => [
  handle(listCases, async ({ actor, query }) => {
    const { rows, total } = await triage.list(actor, query);
    return page(rows, total);
  }),
  handle(listDecidedCases, async ({ actor, query }) => {
    const { rows, total } = await triage.listDecided(actor, query);
    return page(rows, total);
  }),
  handle(reopenCase, ({ actor, params, body }) => triage.reopen(actor, params.id, body)),
  handle(takeNextCase, ({ actor, body }) => triage.takeNext(actor, body)),
  handle(openCase, ({ actor, params }) => triage.open(actor, params.id)),
  handle(releaseCase, async ({ actor, params }) => {
    await triage.release(actor, params.id);
    return { message: 'The case is free for somebody else.' };
  }),
  handle(showMoreOfCase, ({ actor, params, body }) => triage.showMore(actor, params.id, body)),
  handle(rewordFiling, ({ actor, params, body }) => triage.reword(actor, params.id, body)),
  handle(drawSample, ({ actor, params, body }) => triage.drawSample(actor, params.id, body)),
  handle(showSampled, ({ actor, params, body }) => triage.showSampled(actor, params.id, body.place)),
  handle(decideCase, ({ actor, params, body }) => triage.decide(actor, params.id, body)),

  handle(snoozeCase, ({ actor, params, body }) => triage.snooze(actor, params.id, body)),
  handle(unsnoozeCase, async ({ actor, params }) => {
    await triage.unsnooze(actor, params.id);
    return { message: 'The case is back in the queue.' };
  }),
  handle(listNeighbours, ({ actor, params, query }) => triage.listSimilarOpen(actor, params.id, query)),
  handle(mergeCases, ({ actor, params, body }) => triage.merge(actor, params.id, body)),
  handle(splitCase, ({ actor, params, body }) => triage.split(actor, params.id, body)),
  handle(moveFiling, ({ actor, params, body }) => triage.move(actor, params.id, body)),
  handle(getSorting, () => triage.getSortingStatus()),

  handle(listTemplates, () => triage.listTemplates()),
  handle(saveTemplate, ({ body }) => triage.saveTemplate(body)),
  handle(deleteTemplate, async ({ params }) => {
    await triage.deleteTemplate(params.id);
    return { message: 'The text was removed.' };
  }),

  handle(listViews, ({ actor }) => triage.listViews(actor)),
  handle(saveView, ({ actor, body }) => triage.saveView(actor, body)),
  handle(deleteView, async ({ actor, params }) => {
    await triage.deleteView(actor, params.id);
    return { message: 'The view was removed.' };
  }),
];
