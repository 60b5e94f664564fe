import { downloadEvidence, uploadEvidence } from '@hakiki/contract/filings';
import { contentDisposition } from '../../platform/http/disposition.ts';
import { handle, type Route, withHeaders } from '../../platform/http/route.ts';
import type { EvidenceService } from './service.ts';

export const evidenceRoutes = ({ evidence }: { evidence: EvidenceService }): Route[] => [
  handle(
    uploadEvidence,
    ({ actor, params, query, body }) => evidence.store(actor, params.id, query.ticket, body),
    ({ params, query }) => evidence.checkUploadTicket(params.id, query.ticket),
  ),

  handle(downloadEvidence, async ({ params, query }) => {
    const { name, type, bytes } = await evidence.read(params.id, query.ticket);
    return withHeaders(bytes, [
      ['Content-Type', type],
      ['Content-Disposition', contentDisposition(type, name)],
    ]);
  }),
];
