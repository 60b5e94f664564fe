import {
  getBusinessAccount,
  getBusinessAnalytics,
  getBusinessProfile,
  listBusinessInvoices,
  listOwnDocuments,
  saveBusinessAccount,
  saveBusinessProfile,
  sendDocuments,
} from '@hakiki/contract/business';
import {
  checkListingClaim,
  getListingClaim,
  startListingClaim,
  withdrawListingClaim,
} from '@hakiki/contract/listing-claims';
import { filesIn } from '../../platform/http/form-files.ts';
import { handle } from '../../platform/http/route.ts';
import type { BusinessService } from './service.ts';

export const businessRoutes = ({ business }: { business: BusinessService }) => [
  handle(getBusinessAccount, ({ actor }) => business.account.getAccount(actor)),
  handle(saveBusinessAccount, ({ actor, body }) => business.account.saveAccount(actor, body)),
  handle(getBusinessProfile, ({ actor }) => business.account.getProfile(actor)),
  handle(saveBusinessProfile, ({ actor, body }) => business.account.saveProfile(actor, body)),
  handle(listOwnDocuments, ({ actor }) => business.documents.list(actor)),
  handle(sendDocuments, async ({ actor, body, request }) =>
    business.documents.send(actor, await filesIn(body, request.headers.get('content-type'))),
  ),
  handle(getListingClaim, ({ actor }) => business.claims.own(actor)),
  handle(startListingClaim, ({ actor, body }) => business.claims.start(actor, body)),
  handle(checkListingClaim, ({ actor, body }) => business.claims.check(actor, body.code)),
  handle(withdrawListingClaim, ({ actor }) => business.claims.withdraw(actor)),
  handle(getBusinessAnalytics, ({ actor }) => business.analytics.get(actor)),
  handle(listBusinessInvoices, ({ actor }) => business.listInvoices(actor)),
];
