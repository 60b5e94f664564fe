import { announceEvidence, answerQuestion, listMyFilings, lookUpFiling } from '@hakiki/contract/filings';
import { handle, page, type Route } from '../../platform/http/route.ts';
import type { FilingsService } from './service.ts';

export const filingsRoutes = ({ filings }: { filings: FilingsService }): Route[] => [
  handle(lookUpFiling, ({ actor, body }) => filings.lookUp(actor, body)),

  handle(listMyFilings, async ({ actor, query }) => {
    const { rows, total } = await filings.listMine(actor, query);
    return page(rows, total);
  }),

  handle(answerQuestion, ({ actor, body: { questionId, answer, ...key } }) =>
    filings.answer(actor, key, questionId, answer),
  ),

  handle(announceEvidence, ({ actor, body: { name, bytes, ...key } }) =>
    filings.announceEvidence(actor, key, { name, bytes }),
  ),
];
