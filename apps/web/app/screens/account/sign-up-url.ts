/** Parses the query of /signup: which form, which kind of account, and what has just happened. */
import { pathTo } from '../../lib/pages/paths.ts';
import { parseReferral } from '../../lib/pages/referral.ts';

export const accountKinds = ['individual', 'business', 'regtech'] as const;
export type AccountKind = (typeof accountKinds)[number];

export interface SignUpUrlState {
  kind: AccountKind;
  isLogin: boolean;
  isAdmin: boolean;
  isCodeStep: boolean;
  isCreated: boolean;
  isPasswordChanged: boolean;
  referral: string | undefined;
}

export function parseSignUpUrl(search: string): SignUpUrlState {
  const params = new URLSearchParams(search);
  const isAdmin = params.get('admin') === 'true';
  return {
    kind: accountKinds.find((kind) => kind === params.get('tab')) ?? 'individual',
    isLogin: isAdmin || params.get('login') === 'true',
    isAdmin,
    isCodeStep: params.get('step') === 'code',
    isCreated: params.get('created') === '1',
    isPasswordChanged: params.get('reset') === '1',
    referral: parseReferral(search),
  };
}

/** The referral code stays in the URL, for browsers without storage. */
const toSignUpPath = (params: URLSearchParams, { referral }: Pick<SignUpUrlState, 'referral'>): string => {
  if (referral) params.set('ref', referral);
  const query = params.toString();
  return pathTo(query ? `/signup?${query}` : '/signup');
};

export const registrationPath = (
  urlState: Pick<SignUpUrlState, 'referral'>,
  kind: AccountKind = 'individual',
): string => toSignUpPath(new URLSearchParams(kind === 'individual' ? {} : { tab: kind }), urlState);

export const loginPath = ({ isAdmin, ...address }: Pick<SignUpUrlState, 'isAdmin' | 'referral'>): string =>
  toSignUpPath(new URLSearchParams({ login: 'true', ...(isAdmin && { admin: 'true' }) }), address);
