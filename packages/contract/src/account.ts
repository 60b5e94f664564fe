/** The account page: what users can see and change about their own account. */
import * as z from 'zod/mini';
import { User } from './accounts.ts';
import { ApiKey } from './api-keys.ts';
import { apiKeyLimits } from './api-key-values.ts';
import { Invoice } from './billing.ts';
import { businessRoles, documentLimits } from './business-values.ts';
import { type EndpointDefinition, endpoint } from './endpoint.ts';
import { listLimits, textLimits } from './limits.ts';
import { NewsPreferences } from './news-readers.ts';
import { Referral } from './referrals.ts';
import { email, id, integer, IsoTime, list, required, text } from './schema.ts';
import { PasskeyAssertion, PasskeyCredential, PasskeyRegistration, SecondFactor } from './sign-in.ts';
import { passwordConfirmation, Message, newPassword, organizationTypes, requireSamePasswords } from './sign-up.ts';
import { WatchedProvider } from './watches.ts';
import { webhookLimits } from './webhook-values.ts';
import { Webhook } from './webhooks.ts';
import { fieldError } from './field-error.ts';

export const accountListLimits = {
  sessions: 50,
  passkeys: 20,
  backupCodes: 10,
  activity: 1000,
  filings: 1000,
  visits: 1000,
  referrals: 1000,
  invoices: 1000,
  claims: 100,
  replies: 1000,
} as const;

export const SessionId = id<'SessionId'>();
export type SessionId = z.infer<typeof SessionId>;
export const PasskeyId = id<'PasskeyId'>();
export type PasskeyId = z.infer<typeof PasskeyId>;

export const Session = z.object({
  id: SessionId,
  /** Browser and system, such as 'Chrome on Android'. */
  device: text(100),
  createdAt: IsoTime,
  lastSeenAt: IsoTime,
  isCurrent: z.boolean(),
});
export type Session = z.infer<typeof Session>;

export const Passkey = z.object({
  id: PasskeyId,
  name: text(100),
  createdAt: IsoTime,
  lastUsedAt: z.nullable(IsoTime),
});
export type Passkey = z.infer<typeof Passkey>;

export const Account = z.object({
  email: text(254),
  /** A new address that is not confirmed yet, and which side has confirmed. */
  emailChange: z.nullable(
    z.object({ email: text(254), isConfirmedByOld: z.boolean(), isConfirmedByNew: z.boolean(), expiresAt: IsoTime }),
  ),
  hasAuthenticatorApp: z.boolean(),
  backupCodesLeft: integer(0, accountListLimits.backupCodes),
  passkeys: list(Passkey, accountListLimits.passkeys),
});
export type Account = z.infer<typeof Account>;

const readDefaults = {
  method: 'GET',
  access: 'signed-in',
  cache: 'personal',
  rateLimit: 'read',
  errors: ['NOT_SIGNED_IN'],
} as const;
const writeDefaults = { method: 'POST', access: 'signed-in', cache: 'never', rateLimit: 'account' } as const;
/** Changes of credentials. An open browser with a saved password must not be enough to take over a staff account. */
const credentialWriteDefaults = { ...writeDefaults, stepUp: 'staff' } as const;
const credentialErrors = [
  'INVALID_INPUT',
  'NOT_SIGNED_IN',
  'ADMIN_SECOND_FACTOR_REQUIRED',
  'STEP_UP_REQUIRED',
] as const;

/** Required for actions with which somebody could take over an account. */
const currentPassword = z
  .string(fieldError('PASSWORD_REQUIRED'))
  .check(z.minLength(1, fieldError('PASSWORD_REQUIRED')), z.maxLength(200, fieldError('PASSWORD_TOO_LONG')));
export const WithPassword = z.object({ currentPassword: currentPassword });

export const getAccount = endpoint({
  ...readDefaults,
  path: '/api/account',
  summary: 'Address and sign-in methods of the signed-in person.',
  reply: Account,
});

export const ChangePassword = z
  .object({ currentPassword: currentPassword, password: newPassword(), confirmPassword: passwordConfirmation() })
  .check(requireSamePasswords());

export const changePassword = endpoint({
  ...credentialWriteDefaults,
  path: '/api/account/password',
  summary: 'Changes the password and ends all other sessions.',
  body: ChangePassword,
  reply: Message,
  errors: [...credentialErrors, 'WRONG_PASSWORD', 'RATE_LIMITED'],
});

export const ChangeEmail = z.object({ email: email(), currentPassword: currentPassword });

export const changeEmail = endpoint({
  ...credentialWriteDefaults,
  path: '/api/account/email',
  summary: 'Emails both addresses to confirm a change; nothing changes before both have confirmed.',
  body: ChangeEmail,
  reply: Message,
  errors: [...credentialErrors, 'WRONG_PASSWORD', 'RATE_LIMITED'],
});

export const listSessions = endpoint({
  ...readDefaults,
  path: '/api/account/sessions',
  summary: 'Where the person is signed in, newest first.',
  reply: list(Session, accountListLimits.sessions),
});

export const endSession = endpoint({
  ...writeDefaults,
  method: 'DELETE',
  path: '/api/account/sessions/:id',
  summary: 'Ends one session of the signed-in person.',
  params: z.object({ id: SessionId }),
  reply: Message,
  errors: ['NOT_SIGNED_IN', 'SESSION_NOT_FOUND', 'RATE_LIMITED'],
});

export const endOtherSessions = endpoint({
  ...writeDefaults,
  method: 'DELETE',
  path: '/api/account/sessions',
  summary: 'Ends every session but this one.',
  reply: Message,
  errors: ['NOT_SIGNED_IN', 'RATE_LIMITED'],
});

export const startAuthenticatorApp = endpoint({
  ...credentialWriteDefaults,
  path: '/api/account/authenticator-app',
  summary: 'A new secret for an authenticator app; it counts once a code has confirmed it.',
  body: WithPassword,
  reply: z.object({ secret: text(100), uri: text(500), qrSvg: text(50_000) }),
  errors: [...credentialErrors, 'FORBIDDEN', 'WRONG_PASSWORD', 'RATE_LIMITED'],
});

const BackupCodes = z.object({ backupCodes: list(text(20), accountListLimits.backupCodes) });

export const confirmAuthenticatorApp = endpoint({
  ...credentialWriteDefaults,
  path: '/api/account/authenticator-app/confirm',
  summary: 'Turns on the authenticator app and returns backup codes, shown only once.',
  body: SecondFactor,
  reply: BackupCodes,
  errors: [...credentialErrors, 'WRONG_CODE', 'RATE_LIMITED'],
});

export const removeAuthenticatorApp = endpoint({
  ...credentialWriteDefaults,
  path: '/api/account/authenticator-app/remove',
  summary: 'Turns off the authenticator app and deletes its backup codes.',
  body: WithPassword,
  reply: Message,
  errors: [...credentialErrors, 'WRONG_PASSWORD', 'RATE_LIMITED'],
});

export const renewBackupCodes = endpoint({
  ...credentialWriteDefaults,
  path: '/api/account/backup-codes',
  summary: 'Replaces the backup codes; the new ones are shown only once.',
  body: WithPassword,
  reply: BackupCodes,
  errors: [...credentialErrors, 'FORBIDDEN', 'WRONG_PASSWORD', 'WRONG_CODE', 'RATE_LIMITED'],
});

/** The WebAuthn options with which a browser creates a passkey. */
const PasskeyCreation = z.object({
  options: z.object({
    challenge: text(200),
    rp: z.object({ name: text(100), id: z.optional(text(253)) }),
    user: z.object({ id: text(200), name: text(254), displayName: text(254) }),
    pubKeyCredParams: list(z.object({ alg: z.int(), type: text(50) }), 10),
    timeout: z.optional(z.int()),
    excludeCredentials: z.optional(list(PasskeyCredential, accountListLimits.passkeys)),
    authenticatorSelection: z.optional(
      z.object({
        residentKey: z.optional(text(20)),
        requireResidentKey: z.optional(z.boolean()),
        userVerification: z.optional(text(20)),
      }),
    ),
    attestation: z.optional(text(20)),
    extensions: z.optional(z.object({ credProps: z.optional(z.boolean()) })),
    hints: z.optional(list(text(20), 5)),
  }),
});

export const startPasskey = endpoint({
  ...credentialWriteDefaults,
  path: '/api/account/passkeys/challenge',
  summary: 'What the browser needs to make a passkey.',
  body: WithPassword,
  reply: PasskeyCreation,
  errors: [...credentialErrors, 'WRONG_PASSWORD', 'RATE_LIMITED'],
});

export const addPasskey = endpoint({
  ...credentialWriteDefaults,
  path: '/api/account/passkeys',
  summary: 'Saves a passkey for signing in.',
  body: z.object({ name: required('PASSKEY_NAME_REQUIRED'), response: PasskeyRegistration }),
  reply: Passkey,
  status: 201,
  errors: [...credentialErrors, 'PASSKEY_REFUSED', 'RATE_LIMITED'],
});

export const removePasskey = endpoint({
  ...credentialWriteDefaults,
  path: '/api/account/passkeys/:id/remove',
  summary: 'Removes a passkey.',
  params: z.object({ id: PasskeyId }),
  body: WithPassword,
  reply: Message,
  errors: [...credentialErrors, 'WRONG_PASSWORD', 'PASSKEY_NOT_FOUND', 'RATE_LIMITED'],
});

/** Everything stored about the user, in a machine-readable form. */
export const AccountData = z.object({
  exportedAt: IsoTime,
  user: z.extend(User, {
    cellphoneNumber: z.nullable(text(30)),
    businessName: z.nullable(text(200)),
    organizationName: z.nullable(text(200)),
    regulatoryLicense: z.nullable(text(100)),
    organizationType: z.nullable(z.enum(organizationTypes)),
    language: text(10),
    emailVerifiedAt: z.nullable(IsoTime),
  }),
  account: Account,
  sessions: list(Session, accountListLimits.sessions),
  /** Audit entries about the account, newest first. */
  activity: list(z.object({ action: text(100), at: IsoTime }), accountListLimits.activity),
  /** The user's reports and proposals, newest first, without the encrypted contact data. */
  filings: list(
    z.object({
      id: text(40),
      kind: text(20),
      title: text(textLimits.title),
      /** Only for reports. */
      reportType: z.nullable(text(40)),
      description: text(textLimits.text),
      status: text(20),
      createdAt: IsoTime,
      amountLost: z.nullable(text(100)),
      evidenceDescription: z.nullable(text(textLimits.text)),
      additionalDetails: z.nullable(text(textLimits.text)),
      /** The original text, if we edited it; title and description are the public text. */
      asSent: z.nullable(
        z.object({
          title: z.nullable(text(textLimits.title)),
          description: text(textLimits.text),
          providerName: z.nullable(text(textLimits.title)),
        }),
      ),
    }),
    accountListLimits.filings,
  ),
  /** Viewed providers, newest first; stored only for plans with analysis. */
  visits: list(z.object({ providerId: text(40), at: IsoTime }), accountListLimits.visits),
  watches: list(WatchedProvider, listLimits.watchedProviders),
  alertPreferences: z.object({ severities: list(text(20), 4), countries: list(text(60), 60), getsEmail: z.boolean() }),
  newsPreferences: NewsPreferences,
  /** The user's referrals, newest first. */
  referrals: list(Referral, accountListLimits.referrals),
  /** Invoices and credit notes, newest first. The law requires them to outlive the account. */
  invoices: list(Invoice, accountListLimits.invoices),
  /** The user's business with what was sent in its name, newest first; of documents only the names. */
  business: z.nullable(
    z.object({
      companyName: text(textLimits.title),
      contactEmail: text(254),
      role: z.enum(businessRoles),
      since: IsoTime,
      claims: list(
        z.object({ providerId: text(40), domain: text(253), method: text(20), status: text(20), createdAt: IsoTime }),
        accountListLimits.claims,
      ),
      replies: list(
        z.object({
          kind: text(20),
          subjectId: text(40),
          text: text(textLimits.text),
          status: text(20),
          createdAt: IsoTime,
        }),
        accountListLimits.replies,
      ),
      documents: list(
        z.object({ name: text(textLimits.title), version: z.int(), status: text(20), createdAt: IsoTime }),
        documentLimits.filesPerBusiness,
      ),
    }),
  ),
  /** With their first characters only, since full keys are not stored. */
  apiKeys: list(ApiKey, apiKeyLimits.listed),
  webhooks: list(Webhook, webhookLimits.perAccount),
});
export type AccountData = z.infer<typeof AccountData>;

export const downloadAccountData = endpoint({
  ...readDefaults,
  path: '/api/account/data',
  summary: 'All data stored about the signed-in person, as a file.',
  reply: AccountData,
  rateLimit: 'account',
  cache: 'never',
  errors: ['NOT_SIGNED_IN', 'RATE_LIMITED'],
});

export const deleteAccount = endpoint({
  ...credentialWriteDefaults,
  path: '/api/account/delete',
  summary: 'Deletes the account. Published content stays without a name.',
  body: WithPassword,
  reply: Message,
  errors: [...credentialErrors, 'WRONG_PASSWORD', 'RATE_LIMITED'],
});

export const getAdminAccess = endpoint({
  ...readDefaults,
  path: '/api/admin/access',
  summary: 'Whether this session may use the console; the error says what is missing.',
  access: 'moderator',
  cache: 'never',
  reply: z.object({ isOpen: z.literal(true) }),
  errors: ['NOT_SIGNED_IN', 'FORBIDDEN', 'ADMIN_SECOND_FACTOR_REQUIRED'],
});

const stepUpDefaults = { ...writeDefaults, access: 'moderator' } as const;

export const stepUpWithCode = endpoint({
  ...stepUpDefaults,
  path: '/api/account/step-up',
  summary: 'Confirms the second factor again with a code, for actions that require it.',
  body: SecondFactor,
  reply: Message,
  errors: [
    'INVALID_INPUT',
    'NOT_SIGNED_IN',
    'FORBIDDEN',
    'ADMIN_SECOND_FACTOR_REQUIRED',
    'WRONG_CODE',
    'TOO_MANY_WRONG_CODES',
    'RATE_LIMITED',
  ],
});

export const stepUpWithPasskey = endpoint({
  ...stepUpDefaults,
  path: '/api/account/step-up/passkey',
  summary: 'Confirms the second factor again with a passkey, for actions that require it.',
  body: z.object({ response: PasskeyAssertion }),
  reply: Message,
  errors: [
    'INVALID_INPUT',
    'NOT_SIGNED_IN',
    'FORBIDDEN',
    'ADMIN_SECOND_FACTOR_REQUIRED',
    'PASSKEY_REFUSED',
    'RATE_LIMITED',
  ],
});

export const accountEndpoints = [
  getAccount,
  changePassword,
  changeEmail,
  listSessions,
  endSession,
  endOtherSessions,
  startAuthenticatorApp,
  confirmAuthenticatorApp,
  removeAuthenticatorApp,
  renewBackupCodes,
  startPasskey,
  addPasskey,
  removePasskey,
  downloadAccountData,
  deleteAccount,
  getAdminAccess,
  stepUpWithCode,
  stepUpWithPasskey,
] as const satisfies readonly EndpointDefinition[];
