import {
  decideCase,
  deleteTemplate,
  deleteView,
  drawSample,
  listCases,
  listTemplates,
  listViews,
  openCase,
  releaseCase,
  saveTemplate,
  saveView,
  showMoreOfCase,
  showSampled,
  takeNextCase,
} from '@hakiki/contract/admin';
import { handle, page } from '../../platform/http/route.ts';
import type { TriageService } from './service.ts';

export const triageAdminRoutes = ({ triage }: { triage: TriageService }) => [
  handle(listCases, async ({ actor, query }) => {
    const { rows, total } = await triage.list(actor, query);
    return page(rows, total);
  }),
  handle(takeNextCase, ({ actor, body }) => triage.takeNext(actor, body)),
  handle(openCase, ({ actor, params }) => triage.open(actor, params.id)),
  handle(releaseCase, async ({ actor, params }) => {
    await triage.release(actor, params.id);
    return { message: 'The case is free for somebody else.' };
  }),
  handle(showMoreOfCase, ({ actor, params, body }) => triage.showMore(actor, params.id, body)),
  handle(drawSample, ({ actor, params, body }) => triage.drawSample(actor, params.id, body.like)),
  handle(showSampled, ({ actor, params, body }) => triage.showSampled(actor, params.id, body.place)),
  handle(decideCase, ({ actor, params, body }) => triage.decide(actor, params.id, body)),

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
