import { Credentials, SecondFactor } from '@hakiki/contract/sign-in';
import { authUser } from '../../lib/api/auth.ts';
import { defineForm } from '../../lib/forms/forms.ts';
import { codeStepPath, pathTo } from '../../lib/pages/paths.ts';
import { defineMutation } from '../../lib/api/mutations.ts';
import { m } from '../../paraglide/messages.js';
import { parseSignUpAddress } from './sign-up-address.ts';

export const afterLogin = (isAdmin: boolean): string => pathTo(isAdmin ? '/admin' : '/dashboard');

const isAdminAt = (at: URL): boolean => parseSignUpAddress(at.search).isAdmin;
const next = (_reply: unknown, at: URL): string => afterLogin(isAdminAt(at));

export const loginForm = defineForm({
  name: 'login',
  mutation: defineMutation('POST', '/api/auth/login', { refreshes: [authUser] }),
  schema: Credentials,
  failure: { title: m.login_failed, fallback: m.server_wrong_credentials },
  next,
  steps: { SECOND_FACTOR_REQUIRED: (at) => codeStepPath(isAdminAt(at)) },
});

export const codeForm = defineForm({
  name: 'code',
  mutation: defineMutation('POST', '/api/auth/login/second-factor', { refreshes: [authUser] }),
  schema: SecondFactor,
  failure: { title: m.login_failed, fallback: m.server_wrong_code },
  next,
});
