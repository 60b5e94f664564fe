import {
  approveDocument,
  approveProfileChange,
  getDocumentFile,
  listDocuments,
  listProfileChanges,
  rejectDocument,
  rejectProfileChange,
} from '@hakiki/contract/business-admin';
import { approveListingClaim, listListingClaims, rejectListingClaim } from '@hakiki/contract/listing-claims';
import { contentDisposition } from '../../platform/http/disposition.ts';
import { handle, page, withHeaders } from '../../platform/http/route.ts';
import type { BusinessService } from './service.ts';

export const businessAdminRoutes = ({ business }: { business: BusinessService }) => [
  handle(listProfileChanges, async ({ query }) => {
    const { rows, total } = await business.listPendingChanges(query);
    return page(rows, total);
  }),
  handle(approveProfileChange, ({ actor, params }) => business.decideChange(actor, params.id, 'approved')),
  handle(rejectProfileChange, ({ actor, params }) => business.decideChange(actor, params.id, 'rejected')),
  handle(listListingClaims, async ({ query }) => {
    const { rows, total } = await business.claims.listPending(query);
    return page(rows, total);
  }),
  handle(approveListingClaim, ({ actor, params }) => business.claims.decide(actor, params.id, 'approved')),
  handle(rejectListingClaim, ({ actor, params }) => business.claims.decide(actor, params.id, 'rejected')),
  handle(listDocuments, async ({ query }) => {
    const { rows, total } = await business.listDocuments(query);
    return page(rows, total);
  }),
  handle(getDocumentFile, async ({ params }) => {
    const { name, type, bytes } = await business.documents.read(params.id);
    return withHeaders(bytes, [
      ['Content-Type', type],
      ['Content-Disposition', contentDisposition(type, name)],
    ]);
  }),
  handle(approveDocument, ({ actor, params, body }) =>
    business.decideDocument(actor, params.id, { ...body, status: 'approved' }),
  ),
  handle(rejectDocument, ({ actor, params, body }) =>
    business.decideDocument(actor, params.id, { ...body, status: 'rejected' }),
  ),
];
