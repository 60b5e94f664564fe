/** Queries and mutations of the users tab: `?tab=users&search=amina&tier=free&page=2`. */
import { staffRoles } from '@hakiki/contract/admin-values';
import type { ReadPath } from '@hakiki/contract/endpoints';
import { tiers, userTypes } from '@hakiki/contract/entitlements';
import { listLimits, textLimits } from '@hakiki/contract/limits';
import { invoiceStates } from '@hakiki/contract/payment-values';
import { read } from '../../../lib/api/reads.ts';
import { write } from '../../../lib/api/writes.ts';
import { searchedIn } from '../../../lib/pages/search-text.ts';
import { chosenIn, pagedQuery, parsePage, workedOff } from '../parts/address.ts';

/** The filters of the list without the page; an export uses the same. */
export const userFilter = (params: URLSearchParams) => ({
  search: searchedIn(params).text,
  userType: chosenIn(params, 'userType', userTypes),
  subscriptionTier: chosenIn(params, 'tier', tiers),
  role: chosenIn(params, 'role', staffRoles),
});

export const usersRead = (params: URLSearchParams) =>
  read('/api/admin/users', { query: { ...pagedQuery(params), ...userFilter(params) } });
export const paymentsRead = read('/api/admin/payments', { query: workedOff });
export const matchesRead = (line: string) => read('/api/admin/payments/matches', { query: { line } });
export const refundsRead = read('/api/admin/refunds', { query: workedOff });
export const referralLooksRead = read('/api/admin/referral-looks', { query: workedOff });
export const differencesRead = read('/api/admin/differences', { query: workedOff });

/** URL parameters of the invoices, beside those of the users. */
export const invoiceParameters = { search: 'invoice', standing: 'standing', page: 'invoices' } as const;

export const invoicesRead = (params: URLSearchParams) =>
  read('/api/admin/invoices', {
    query: {
      search: (params.get(invoiceParameters.search) ?? '').trim().slice(0, textLimits.search),
      status: chosenIn(params, invoiceParameters.standing, invoiceStates),
      limit: listLimits.adminPage,
      offset: (parsePage(params, invoiceParameters.page) - 1) * listLimits.adminPage,
    },
  });

export const usersReads = (params: URLSearchParams) => [
  usersRead(params),
  paymentsRead,
  refundsRead,
  referralLooksRead,
  differencesRead,
  invoicesRead(params),
];

/** Includes the own account, whose plan may have changed. */
const plans: readonly ReadPath[] = ['/api/admin/users', '/api/admin/stats', '/api/admin/decisions', '/api/auth/user'];

export const updateUser = write('PUT', '/api/admin/users/:userId', { outdates: plans });

export const setUserRole = write('PUT', '/api/admin/users/:userId/role', { outdates: ['/api/admin/users'] });

const payments: readonly ReadPath[] = [
  '/api/admin/payments',
  '/api/admin/payments/matches',
  '/api/admin/money',
  '/api/subscription',
  ...plans,
];
export const confirmPayment = write('PUT', '/api/admin/payments/:id/confirm', { outdates: payments });
export const declinePayment = write('PUT', '/api/admin/payments/:id/decline', { outdates: payments });

const refunds: readonly ReadPath[] = ['/api/admin/refunds', '/api/admin/money', '/api/subscription', ...plans];
export const payRefund = write('PUT', '/api/admin/refunds/:id/pay', { outdates: refunds });
export const declineRefund = write('PUT', '/api/admin/refunds/:id/decline', { outdates: refunds });

const looks = { outdates: ['/api/admin/referral-looks'] } as const;
export const countReferrals = write('PUT', '/api/admin/referral-looks/:id/count', looks);
export const refuseReferrals = write('PUT', '/api/admin/referral-looks/:id/refuse', looks);

export const settleDifference = write('PUT', '/api/admin/differences/:id/settle', {
  outdates: ['/api/admin/differences', '/api/admin/money'],
});

const invoices: readonly ReadPath[] = ['/api/admin/invoices', '/api/admin/money', '/api/account/invoices'];
export const issueInvoice = write('POST', '/api/admin/invoices', { outdates: invoices });
export const payInvoice = write('PUT', '/api/admin/invoices/:id/pay', { outdates: invoices });
