import {
  approveDocument,
  approveProfileChange,
  listDocuments,
  listProfileChanges,
  rejectDocument,
  rejectProfileChange,
} from '@hakiki/contract/business-admin';
import { handle, page } from '../../platform/http/route.ts';
import type { BusinessService } from './service.ts';

export const businessAdminRoutes = ({ business }: { business: BusinessService }) => [
  handle(listProfileChanges, async ({ query }) => {
    const { rows, total } = await business.listPendingChanges(query);
    return page(rows, total);
  }),
  handle(approveProfileChange, ({ actor, params }) => business.settleChange(actor, params.id, 'approved')),
  handle(rejectProfileChange, ({ actor, params }) => business.settleChange(actor, params.id, 'rejected')),
  handle(listDocuments, async ({ query }) => {
    const { rows, total } = await business.listPendingDocuments(query);
    return page(rows, total);
  }),
  handle(approveDocument, ({ actor, params }) => business.settleDocument(actor, params.id, 'approved')),
  handle(rejectDocument, ({ actor, params }) => business.settleDocument(actor, params.id, 'rejected')),
];
