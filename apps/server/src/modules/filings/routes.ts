import {
  announceEvidence,
  answerQuestion,
  downloadEvidence,
  listMyFilings,
  lookUpFiling,
  uploadEvidence,
} from '@hakiki/contract/filings';
import { contentDisposition } from '../../platform/http/disposition.ts';
import { handle, page, type Route, withHeaders } from '../../platform/http/route.ts';
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

  handle(
    uploadEvidence,
    ({ actor, params, query, body }) => filings.storeEvidence(actor, params.id, query.ticket, body),
    ({ params, query }) => filings.checkUploadTicket(params.id, query.ticket),
  ),

  handle(downloadEvidence, async ({ params, query }) => {
    const { name, type, bytes } = await filings.readEvidence(params.id, query.ticket);
    return withHeaders(bytes, [
      ['Content-Type', type],
      ['Content-Disposition', contentDisposition(type, name)],
    ]);
  }),
];
