import { generateReferralCode, getInvitation, getReferralStats, listMyReferrals } from '@hakiki/contract/referrals';
import { handle } from '../../../platform/http/route.ts';
import type { AccountsService } from '../../accounts/service.ts';
import type { ReferralsService } from './service.ts';

interface Deps {
  accounts: Pick<AccountsService, 'referralCodes'>;
  referrals: ReferralsService;
}

export const referralsRoutes = ({ accounts, referrals }: Deps) => [
  handle(getReferralStats, ({ actor }) => referrals.getStats(actor)),
  handle(listMyReferrals, ({ actor, query }) => referrals.listOwn(actor, query)),
  handle(generateReferralCode, ({ actor }) => accounts.referralCodes.getOrCreate(actor)),
  handle(getInvitation, ({ params }) => referrals.describeInvitation(params.code)),
];
