import { Credentials, SecondFactor } from '@hakiki/contract/sign-in';
import { authUser } from '../../lib/api/auth.ts';
import { defineForm } from '../../lib/forms/forms.ts';
import { defineMutation } from '../../lib/api/mutations.ts';
import { m } from '../../paraglide/messages.js';
import { codeStepPath, loginPath, parseSignUpUrl, pathAfterLogin } from './sign-up-url.ts';

const next = (_reply: unknown, at: URL): string => pathAfterLogin(parseSignUpUrl(at.search));

export const loginForm = defineForm({
  name: 'login',
  mutation: defineMutation('POST', '/api/auth/login', { refreshes: [authUser] }),
  schema: Credentials,
  failure: { title: m.login_failed, fallback: m.error_wrong_credentials },
  next,
  steps: { SECOND_FACTOR_REQUIRED: (at) => codeStepPath(parseSignUpUrl(at.search)) },
});

export const codeForm = defineForm({
  name: 'code',
  mutation: defineMutation('POST', '/api/auth/login/second-factor', { refreshes: [authUser] }),
  schema: SecondFactor,
  failure: { title: m.login_failed, fallback: m.error_wrong_code },
  next,
  // The time to enter a code is over; the password comes first again.
  steps: { NOT_SIGNED_IN: (at) => loginPath(parseSignUpUrl(at.search)) },
});
