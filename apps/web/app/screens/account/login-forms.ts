import { Credentials, SecondFactor } from '@hakiki/contract/sign-in';
import { authUser } from '../../lib/api/auth.ts';
import { describeForm } from '../../lib/forms/forms.ts';
import { codeStepPath, to } from '../../lib/pages/paths.ts';
import { write } from '../../lib/api/writes.ts';
import { m } from '../../paraglide/messages.js';
import { parseSignUpAddress } from './sign-up-address.ts';

export const afterLogin = (isAdmin: boolean): string => to(isAdmin ? '/admin' : '/dashboard');

const isAdminAt = (at: URL): boolean => parseSignUpAddress(at.search).isAdmin;
const next = (_reply: unknown, at: URL): string => afterLogin(isAdminAt(at));

export const loginForm = describeForm({
  name: 'login',
  write: write('POST', '/api/auth/login', { refreshes: [authUser] }),
  schema: Credentials,
  failure: { title: m.login_failed, fallback: m.server_wrong_credentials },
  next,
  steps: { SECOND_FACTOR_REQUIRED: (at) => codeStepPath(isAdminAt(at)) },
});

export const codeForm = describeForm({
  name: 'code',
  write: write('POST', '/api/auth/login/second-factor', { refreshes: [authUser] }),
  schema: SecondFactor,
  failure: { title: m.login_failed, fallback: m.server_wrong_code },
  next,
});
