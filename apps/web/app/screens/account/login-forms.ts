import { Credentials, SecondFactor } from '@hakiki/contract/sign-in';
import { authUser } from '../../lib/api/auth.ts';
import { defineForm } from '../../lib/forms/forms.ts';
import { codeStepPath, pathTo } from '../../lib/pages/paths.ts';
import { defineMutation } from '../../lib/api/mutations.ts';
import { m } from '../../paraglide/messages.js';
import { parseSignUpUrl } from './sign-up-url.ts';

export const pathAfterLogin = (isAdmin: boolean): string => pathTo(isAdmin ? '/admin' : '/dashboard');

const isAdminLogin = (at: URL): boolean => parseSignUpUrl(at.search).isAdmin;
const next = (_reply: unknown, at: URL): string => pathAfterLogin(isAdminLogin(at));

export const loginForm = defineForm({
  name: 'login',
  mutation: defineMutation('POST', '/api/auth/login', { refreshes: [authUser] }),
  schema: Credentials,
  failure: { title: m.login_failed, fallback: m.error_wrong_credentials },
  next,
  steps: { SECOND_FACTOR_REQUIRED: (at) => codeStepPath(isAdminLogin(at)) },
});

export const codeForm = defineForm({
  name: 'code',
  mutation: defineMutation('POST', '/api/auth/login/second-factor', { refreshes: [authUser] }),
  schema: SecondFactor,
  failure: { title: m.login_failed, fallback: m.error_wrong_code },
  next,
});
