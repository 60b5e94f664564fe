import {
  getBusinessAccount,
  getBusinessAnalytics,
  getBusinessProfile,
  getOwnProposedLogo,
  listBusinessInvoices,
  listOwnDocuments,
  proposeLogo,
  saveBusinessAccount,
  saveBusinessProfile,
  sendDocuments,
} from '@hakiki/contract/business';
import {
  acceptInvitation,
  inviteColleague,
  listBusinessMembers,
  removeColleague,
  setColleagueRole,
  withdrawInvitation,
} from '@hakiki/contract/business-members';
import {
  checkListingClaim,
  getListingClaim,
  startListingClaim,
  withdrawListingClaim,
} from '@hakiki/contract/listing-claims';
import { readFormFiles } from '../../platform/http/form-files.ts';
import { handle, withHeaders } from '../../platform/http/route.ts';
import { logoHeaders } from '../directory/service.ts';
import type { BusinessService } from './service.ts';

export const businessRoutes = ({ business }: { business: BusinessService }) => [
  handle(getBusinessAccount, ({ actor }) => business.account.getAccount(actor)),
  handle(saveBusinessAccount, ({ actor, body }) => business.account.saveAccount(actor, body)),
  handle(getBusinessProfile, ({ actor }) => business.account.getProfile(actor)),
  handle(saveBusinessProfile, ({ actor, body }) => business.account.saveProfile(actor, body)),
  handle(
    proposeLogo,
    ({ actor, body }) => business.account.proposeLogo(actor, body),
    ({ actor }) => business.account.assertMayProposeLogo(actor),
  ),
  handle(getOwnProposedLogo, async ({ actor, params }) =>
    withHeaders(await business.account.readProposedLogo(actor, params.id), logoHeaders),
  ),
  handle(listOwnDocuments, ({ actor }) => business.documents.list(actor)),
  handle(
    sendDocuments,
    async ({ actor, body, query, request }) =>
      business.documents.send(actor, await readFormFiles(body, request.headers.get('content-type')), query.kind),
    ({ actor }) => business.documents.assertMaySend(actor),
  ),
  handle(getListingClaim, ({ actor }) => business.claims.getOwnClaim(actor)),
  handle(startListingClaim, ({ actor, body }) => business.claims.start(actor, body)),
  handle(checkListingClaim, ({ actor, body }) => business.claims.check(actor, body.code)),
  handle(withdrawListingClaim, ({ actor }) => business.claims.withdraw(actor)),
  handle(listBusinessMembers, ({ actor }) => business.colleagues.list(actor)),
  handle(inviteColleague, ({ actor, body }) => business.colleagues.invite(actor, body)),
  handle(withdrawInvitation, ({ actor, params }) => business.colleagues.withdraw(actor, params.id)),
  handle(acceptInvitation, ({ actor, body }) => business.colleagues.accept(actor, body.token)),
  handle(setColleagueRole, ({ actor, params, body }) => business.colleagues.setRole(actor, params.id, body.role)),
  handle(removeColleague, ({ actor, params }) => business.colleagues.remove(actor, params.id)),
  handle(getBusinessAnalytics, ({ actor }) => business.analytics.get(actor)),
  handle(listBusinessInvoices, ({ actor }) => business.listInvoices(actor)),
];
