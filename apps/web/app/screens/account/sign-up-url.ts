/** Parses the query of /signup: which form, which kind of account, and what has just happened. */
import { parseReturnPath } from '@hakiki/contract/return-path';
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
  /** The page that asked for the login. */
  returnPath: string | undefined;
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
    returnPath: parseReturnPath(params.get('next')),
  };
}

type PreservedState = Partial<Pick<SignUpUrlState, 'referral' | 'returnPath'>>;

/** The referral code and the page to return to stay in the URL, for browsers without storage or scripts. */
const toSignUpPath = (params: Record<string, string>, { referral, returnPath }: PreservedState): string => {
  const query = new URLSearchParams({
    ...params,
    ...(referral && { ref: referral }),
    ...(returnPath && { next: returnPath }),
  }).toString();
  return pathTo(query ? `/signup?${query}` : '/signup');
};

export const registrationPath = (urlState: PreservedState, kind: AccountKind = 'individual'): string =>
  toSignUpPath(kind === 'individual' ? {} : { tab: kind }, urlState);

type LoginState = PreservedState & Partial<Pick<SignUpUrlState, 'isAdmin'>>;

const loginParams = ({ isAdmin }: LoginState) => ({ login: 'true', ...(isAdmin && { admin: 'true' }) });

export const loginPath = (urlState: LoginState): string => toSignUpPath(loginParams(urlState), urlState);

/** The login step for the second factor. */
export const codeStepPath = (urlState: LoginState): string =>
  toSignUpPath({ ...loginParams(urlState), step: 'code' }, urlState);

/** The login of an account that was just created. */
export const createdPath = (urlState: PreservedState): string =>
  toSignUpPath({ login: 'true', created: '1' }, urlState);

/** Administrators continue to the console, others to the page that asked for the login. */
export const pathAfterLogin = ({ isAdmin, returnPath }: LoginState): string =>
  isAdmin ? pathTo('/admin') : (returnPath ?? pathTo('/dashboard'));
