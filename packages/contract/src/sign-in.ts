/** Authentication by password, code, passkey or Google, and logout. */
import * as z from 'zod/mini';
import { User } from './accounts.ts';
import { type EndpointDefinition, endpoint } from './endpoint.ts';
import { limitLength, email, list, optionalText, text } from './schema.ts';
import { passwordConfirmation, MailedToken, Message, newPassword, requireSamePasswords } from './sign-up.ts';
import { fieldError } from './field-error.ts';

export const Credentials = z.object({
  email: email(),
  password: z
    .string(fieldError('PASSWORD_REQUIRED'))
    .check(z.minLength(1, fieldError('PASSWORD_REQUIRED')), z.maxLength(200, fieldError('PASSWORD_TOO_LONG'))),
});
export type Credentials = z.infer<typeof Credentials>;

const SignedIn = z.object({ user: User });

const base64url = text(20_000);
export const PasskeyCredential = z.object({
  id: text(2000),
  type: text(50),
  transports: z.optional(list(text(20), 10)),
});

/** The WebAuthn options with which a browser asks for a passkey. */
const PasskeyRequest = z.object({
  options: z.object({
    challenge: text(200),
    rpId: z.optional(text(253)),
    timeout: z.optional(z.int()),
    /** Empty: the device offers every passkey that it has for this site. */
    allowCredentials: z.optional(list(PasskeyCredential, 0)),
    userVerification: z.optional(text(20)),
  }),
});

const passkeyResponseFields = { id: text(2000), rawId: text(2000), type: text(50) } as const;

export const PasskeyAssertion = z.object({
  ...passkeyResponseFields,
  response: z.object({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
    userHandle: z.optional(z.nullable(text(200))),
  }),
});
export const PasskeyRegistration = z.object({
  ...passkeyResponseFields,
  response: z.object({
    clientDataJSON: base64url,
    attestationObject: base64url,
    transports: z.optional(list(text(20), 10)),
  }),
});

const writeDefaults = { method: 'POST', access: 'public', cache: 'never' } as const;

export const login = endpoint({
  ...writeDefaults,
  path: '/api/auth/login',
  summary: 'Starts a session. With a second factor, the session is complete only after that factor is confirmed.',
  body: Credentials,
  reply: SignedIn,
  errors: [
    'INVALID_INPUT',
    'NOT_SIGNED_IN',
    'WRONG_CREDENTIALS',
    'EMAIL_NOT_VERIFIED',
    'SECOND_FACTOR_REQUIRED',
    'RATE_LIMITED',
  ],
  rateLimit: 'signIn',
});

export const SecondFactor = z.object({
  code: z
    .string(fieldError('CODE_REQUIRED'))
    .check(z.trim(), z.minLength(1, fieldError('CODE_REQUIRED')), limitLength(40)),
});

export const loginSecondFactor = endpoint({
  ...writeDefaults,
  path: '/api/auth/login/second-factor',
  summary: 'Finishes a session with a code of the authenticator app or a backup code.',
  body: SecondFactor,
  reply: SignedIn,
  errors: ['INVALID_INPUT', 'NOT_SIGNED_IN', 'WRONG_CODE', 'TOO_MANY_WRONG_CODES', 'RATE_LIMITED'],
  rateLimit: 'signIn',
});

export const passkeyChallenge = endpoint({
  ...writeDefaults,
  path: '/api/auth/passkey/challenge',
  summary: 'What the browser needs to ask for a passkey.',
  reply: PasskeyRequest,
  errors: ['RATE_LIMITED'],
  rateLimit: 'signIn',
});

export const passkeyLogin = endpoint({
  ...writeDefaults,
  path: '/api/auth/passkey/login',
  summary: 'Opens a session with a passkey, which counts as both factors.',
  body: z.object({ response: PasskeyAssertion }),
  reply: SignedIn,
  errors: ['INVALID_INPUT', 'NOT_SIGNED_IN', 'PASSKEY_REFUSED', 'EMAIL_NOT_VERIFIED', 'RATE_LIMITED'],
  rateLimit: 'signIn',
});

export const forgotPassword = endpoint({
  ...writeDefaults,
  path: '/api/auth/forgot-password',
  summary: 'Emails a link for a new password. The response is the same whether or not the address has an account.',
  body: z.object({ email: email() }),
  reply: Message,
  errors: ['INVALID_INPUT', 'RATE_LIMITED'],
  rateLimit: 'mailRequest',
});

export const ResetPassword = z
  .object({ token: MailedToken, password: newPassword(), confirmPassword: passwordConfirmation() })
  .check(requireSamePasswords());

export const resetPassword = endpoint({
  ...writeDefaults,
  path: '/api/auth/reset-password',
  summary: 'Sets a new password with an emailed token and ends every session.',
  body: ResetPassword,
  /** Staff have their own login. */
  reply: z.object({ message: text(500), isStaff: z.boolean() }),
  errors: ['INVALID_INPUT', 'LINK_INVALID', 'RATE_LIMITED'],
  rateLimit: 'mailedLink',
});

export const confirmEmailChange = endpoint({
  ...writeDefaults,
  path: '/api/auth/confirm-email-change',
  summary: 'Confirms a change of email address, from the old or the new address; both must confirm.',
  body: z.object({ token: MailedToken }),
  reply: z.object({ message: text(500), isComplete: z.boolean() }),
  errors: ['INVALID_INPUT', 'LINK_INVALID', 'EMAIL_TAKEN', 'RATE_LIMITED'],
  rateLimit: 'mailedLink',
});

export const keepFactor = endpoint({
  ...writeDefaults,
  path: '/api/auth/keep-factor',
  summary: 'Stops an unwanted reset of the second factor, with the link from its email.',
  body: z.object({ token: MailedToken }),
  reply: Message,
  errors: ['INVALID_INPUT', 'LINK_INVALID', 'RATE_LIMITED'],
  rateLimit: 'mailedLink',
});

export const adminLogin = endpoint({
  ...writeDefaults,
  path: '/api/admin/login',
  summary: 'Opens a session for an administrator.',
  body: Credentials,
  reply: SignedIn,
  errors: ['INVALID_INPUT', 'NOT_SIGNED_IN', 'WRONG_ADMIN_CREDENTIALS', 'SECOND_FACTOR_REQUIRED', 'RATE_LIMITED'],
  rateLimit: 'signIn',
});

/** URLs that the browser navigates to; they respond with a redirect. */
const redirectDefaults = {
  method: 'GET',
  access: 'public',
  reply: z.void(),
  status: 302,
  errors: [],
  cache: 'never',
} as const;

export const goToLogin = endpoint({
  ...redirectDefaults,
  path: '/api/login',
  summary: 'Leads to the login, and from there back to the page in next.',
  query: z.object({ next: optionalText(1000) }),
  rateLimit: 'read',
});
export const logout = endpoint({
  ...redirectDefaults,
  path: '/api/logout',
  summary: 'Ends the session and redirects to the start page. Has no effect from a link on another site.',
  rateLimit: 'read',
});
export const googleLogin = endpoint({
  ...redirectDefaults,
  path: '/api/admin/login/google',
  summary: 'Leads an administrator to Google, or back when Google sign-in is not set up.',
  rateLimit: 'signIn',
});
export const googleCallback = endpoint({
  ...redirectDefaults,
  path: '/api/admin/login/google/callback',
  summary: 'Where Google sends the administrator back to.',
  rateLimit: 'signIn',
});

export const signInEndpoints = [
  login,
  loginSecondFactor,
  passkeyChallenge,
  passkeyLogin,
  forgotPassword,
  resetPassword,
  confirmEmailChange,
  keepFactor,
  adminLogin,
  goToLogin,
  logout,
  googleLogin,
  googleCallback,
] as const satisfies readonly EndpointDefinition[];
