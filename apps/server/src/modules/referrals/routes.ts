import { generateReferralCode, getReferralStats, listMyReferrals } from '@hakiki/contract/referrals';
import { handle } from '../../platform/http/route.ts';
import type { ReferralsService } from './service.ts';

export const referralsRoutes = ({ referrals }: { referrals: ReferralsService }) => [
  handle(getReferralStats, ({ actor }) => referrals.getStats(actor)),
  handle(listMyReferrals, ({ actor, query }) => referrals.listOwn(actor, query)),
  handle(generateReferralCode, ({ actor }) => referrals.generateCode(actor)),
];
