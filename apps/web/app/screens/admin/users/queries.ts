/** Queries and mutations of the users tab: `?tab=users&search=amina&tier=free&page=2`. */
import { staffRoles } from '@hakiki/contract/admin-values';
import type { ReadPath } from '@hakiki/contract/endpoints';
import { tiers, userTypes } from '@hakiki/contract/entitlements';
import { listLimits, textLimits } from '@hakiki/contract/limits';
import { invoiceStates } from '@hakiki/contract/payment-values';
import { defineQuery, type Query } from '../../../lib/api/queries.ts';
import { defineMutation } from '../../../lib/api/mutations.ts';
import { parseSearch } from '../../../lib/pages/search-text.ts';
import { parseChoice, parseWorkList, toPageQuery, parsePage, oldestFirst } from '../parts/console-url.ts';

/** The filters of the list without the page; an export uses the same. */
export const toUserFilter = (params: URLSearchParams) => ({
  search: parseSearch(params).text,
  userType: parseChoice(params, 'userType', userTypes),
  subscriptionTier: parseChoice(params, 'tier', tiers),
  role: parseChoice(params, 'role', staffRoles),
});

export const usersQuery = (params: URLSearchParams) =>
  defineQuery('/api/admin/users', { query: { ...toPageQuery(params), ...toUserFilter(params) } });
export const paymentsQuery = defineQuery('/api/admin/payments', { query: oldestFirst });
export const depositMatchesQuery = (line: string) => defineQuery('/api/admin/payments/matches', { query: { line } });
export const refundsQuery = defineQuery('/api/admin/refunds', { query: oldestFirst });
export const referralChecksQuery = defineQuery('/api/admin/referral-reviews', { query: oldestFirst });
export const differencesQuery = defineQuery('/api/admin/differences', { query: oldestFirst });

/** URL parameters of the invoices, beside those of the users. */
export const invoiceParams = { search: 'invoice', status: 'status', page: 'invoices' } as const;

export const invoicesQuery = (params: URLSearchParams) =>
  defineQuery('/api/admin/invoices', {
    query: {
      search: (params.get(invoiceParams.search) ?? '').trim().slice(0, textLimits.search),
      status: parseChoice(params, invoiceParams.status, invoiceStates),
      limit: listLimits.adminPage,
      offset: (parsePage(params, invoiceParams.page) - 1) * listLimits.adminPage,
    },
  });

/** The invoices were below the users before; their old URLs have no `list`. */
export const parseUsersList = (params: URLSearchParams) =>
  parseWorkList('users', params) ??
  (Object.values(invoiceParams).some((name) => params.has(name)) ? 'invoices' : undefined);

export const usersTabQueries = (params: URLSearchParams): Query<unknown>[] => {
  const list = parseUsersList(params);
  const queries = {
    payments: paymentsQuery,
    refunds: refundsQuery,
    invoices: invoicesQuery(params),
    differences: differencesQuery,
    referrals: referralChecksQuery,
  };
  return [list ? queries[list] : usersQuery(params)];
};

/** Includes the own account, whose plan may have changed. */
const planPaths: readonly ReadPath[] = [
  '/api/admin/users',
  '/api/admin/stats',
  '/api/admin/decisions',
  '/api/auth/user',
];

export const updateUser = defineMutation('PUT', '/api/admin/users/:userId', { invalidates: planPaths });

export const setUserRole = defineMutation('PUT', '/api/admin/users/:userId/role', {
  invalidates: ['/api/admin/users'],
});

const paymentPaths: readonly ReadPath[] = [
  '/api/admin/work',
  '/api/admin/payments',
  '/api/admin/payments/matches',
  '/api/admin/money',
  '/api/subscription',
  ...planPaths,
];
export const confirmPayment = defineMutation('PUT', '/api/admin/payments/:id/confirm', { invalidates: paymentPaths });
export const declinePayment = defineMutation('PUT', '/api/admin/payments/:id/decline', { invalidates: paymentPaths });

const refundPaths: readonly ReadPath[] = [
  '/api/admin/work',
  '/api/admin/refunds',
  '/api/admin/money',
  '/api/subscription',
  ...planPaths,
];
export const payRefund = defineMutation('PUT', '/api/admin/refunds/:id/pay', { invalidates: refundPaths });
export const declineRefund = defineMutation('PUT', '/api/admin/refunds/:id/decline', { invalidates: refundPaths });

const referralCheckInvalidation = { invalidates: ['/api/admin/referral-reviews', '/api/admin/work'] } as const;
export const acceptReferrals = defineMutation(
  'PUT',
  '/api/admin/referral-reviews/:id/count',
  referralCheckInvalidation,
);
export const rejectReferrals = defineMutation(
  'PUT',
  '/api/admin/referral-reviews/:id/refuse',
  referralCheckInvalidation,
);

export const settleDifference = defineMutation('PUT', '/api/admin/differences/:id/settle', {
  invalidates: ['/api/admin/differences', '/api/admin/money', '/api/admin/work'],
});

const invoicePaths: readonly ReadPath[] = [
  '/api/admin/work',
  '/api/admin/invoices',
  '/api/admin/money',
  '/api/account/invoices',
];
export const issueInvoice = defineMutation('POST', '/api/admin/invoices', { invalidates: invoicePaths });
export const payInvoice = defineMutation('PUT', '/api/admin/invoices/:id/pay', { invalidates: invoicePaths });
