/** The forms of the account page, each described once for server and browser. */
import { ChangeEmail, ChangePassword, WithPassword, type Passkey } from '@hakiki/contract/account';
import type { ErrorCode } from '@hakiki/contract/errors';
import { SecondFactor } from '@hakiki/contract/sign-in';
import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/browser';
import type { FailureTexts } from '../../lib/errors/failure.ts';
import { defineForm, emptySchema, type Form, type FormDescription, type Values } from '../../lib/forms/forms.ts';
import { pathTo } from '../../lib/pages/paths.ts';
import { defineMutation, type Mutation } from '../../lib/api/mutations.ts';
import { m } from '../../paraglide/messages.js';
import { accountQuery, sessionsQuery } from './account-queries.ts';

const createFailureTexts = (title: () => string): FailureTexts => ({ title, fallback: m.account_not_changed });

/** Without scripts, the page reloads at the changed section and shows this text there. */
const doneTexts = {
  password: m.password_done,
  email: m.email_done,
  'two-factor': m.two_factor_removed,
  passkeys: m.passkey_removed,
  sessions: m.session_ended,
} as const;
type SectionId = keyof typeof doneTexts;

export const getDoneText = (section: string): string | undefined =>
  Object.hasOwn(doneTexts, section) ? doneTexts[section as SectionId]() : undefined;

const toSectionUrl = (section: SectionId) => () => `${pathTo('/account')}?done=${section}#${section}`;

/** Shows these errors at the field that caused them, and not a second time above the form. */
const fieldByErrorCode: Partial<Record<ErrorCode, string>> = { WRONG_PASSWORD: 'currentPassword', WRONG_CODE: 'code' };

function defineAccountForm<Body, Reply, Params = undefined>(
  description: FormDescription<Body, Params, Reply>,
): Form<Reply> {
  const form = defineForm(description);
  return {
    ...form,
    async submit(...args) {
      const submission = await form.submit(...args);
      if (submission.status !== 'refused') return submission;
      const { notice, fields, ...refusal } = submission.refusal;
      const field = refusal.code && fieldByErrorCode[refusal.code];
      if (!field || !notice) return submission;
      return { ...submission, refusal: { ...refusal, fields: { [field]: notice.text, ...fields } } };
    },
  };
}

export const passwordForm = defineAccountForm({
  name: 'change-password',
  mutation: defineMutation('POST', '/api/account/password', { refreshes: [sessionsQuery] }),
  schema: ChangePassword,
  failure: createFailureTexts(m.password_failed),
  next: toSectionUrl('password'),
});

export const emailForm = defineAccountForm({
  name: 'change-email',
  mutation: defineMutation('POST', '/api/account/email', { refreshes: [accountQuery] }),
  schema: ChangeEmail,
  failure: createFailureTexts(m.email_failed),
  next: toSectionUrl('email'),
});

export const startAppForm = defineAccountForm({
  name: 'start-app',
  mutation: defineMutation('POST', '/api/account/authenticator-app'),
  schema: WithPassword,
  failure: createFailureTexts(m.two_factor_start_failed),
  next: toSectionUrl('two-factor'),
});

export const confirmAppForm = defineAccountForm({
  name: 'confirm-app',
  mutation: defineMutation('POST', '/api/account/authenticator-app/confirm', { refreshes: [accountQuery] }),
  schema: SecondFactor,
  failure: createFailureTexts(m.two_factor_confirm_failed),
  next: toSectionUrl('two-factor'),
});

export const removeAppForm = defineAccountForm({
  name: 'remove-app',
  mutation: defineMutation('POST', '/api/account/authenticator-app/remove', { refreshes: [accountQuery] }),
  schema: WithPassword,
  failure: createFailureTexts(m.two_factor_remove_failed),
  next: toSectionUrl('two-factor'),
});

export const renewCodesForm = defineAccountForm({
  name: 'renew-codes',
  mutation: defineMutation('POST', '/api/account/backup-codes', { refreshes: [accountQuery] }),
  schema: WithPassword,
  failure: createFailureTexts(m.backup_renew_failed),
  next: toSectionUrl('two-factor'),
});

const startPasskey = defineMutation('POST', '/api/account/passkeys/challenge');
const storePasskey = defineMutation('POST', '/api/account/passkeys');

/** Adds a passkey in three requests: get a challenge, let the device sign it, store the result. */
const addPasskey: Mutation<{ params: { name: string }; body: { currentPassword: string } }, Passkey> = {
  refreshes: [accountQuery],
  async send(api, { params: { name }, body }) {
    const { options } = await startPasskey.send(api, { body });
    const { startRegistration } = await import('@simplewebauthn/browser');
    const optionsJSON = options as PublicKeyCredentialCreationOptionsJSON;
    const response = await startRegistration({ optionsJSON });
    return storePasskey.send(api, { body: { name, response: { ...response } } });
  },
};

export const addPasskeyForm = defineAccountForm({
  name: 'add-passkey',
  mutation: addPasskey,
  schema: WithPassword,
  params: ({ name }) => ({ name: name?.trim() || m.passkey_unnamed() }),
  failure: { title: m.passkey_add_failed, fallback: m.passkey_add_failed_text },
  next: toSectionUrl('passkeys'),
});

export const removePasskeyForm = defineAccountForm({
  name: 'remove-passkey',
  mutation: defineMutation('POST', '/api/account/passkeys/:id/remove', { refreshes: [accountQuery] }),
  schema: WithPassword,
  params: ({ id = '' }) => ({ id }),
  failure: createFailureTexts(m.passkey_remove_failed),
  next: toSectionUrl('passkeys'),
});

export const endSessionForm = defineForm({
  name: 'end-session',
  mutation: defineMutation('DELETE', '/api/account/sessions/:id', { refreshes: [sessionsQuery] }),
  schema: emptySchema,
  params: ({ id = '' }) => ({ id }),
  failure: createFailureTexts(m.session_end_failed),
  next: toSectionUrl('sessions'),
});

export const endOtherSessionsForm = defineForm({
  name: 'end-other-sessions',
  mutation: defineMutation('DELETE', '/api/account/sessions', { refreshes: [sessionsQuery] }),
  schema: emptySchema,
  failure: createFailureTexts(m.session_end_failed),
  next: toSectionUrl('sessions'),
});

/** Requires the confirmation word, which prevents accidental deletion. The server does not receive it. */
const confirmationWordSchema = {
  safeParse(value: unknown) {
    const parsed = WithPassword.safeParse(value);
    const word = m.delete_word();
    if ((value as Values)['confirmation']?.trim().toUpperCase() === word) return parsed;
    const missing = { path: ['confirmation'], words: m.delete_confirm_missing({ word }) };
    return { success: false, error: { issues: [missing, ...(parsed.error?.issues ?? [])] } } as const;
  },
};

export const deleteForm = defineAccountForm({
  name: 'delete-account',
  mutation: defineMutation('POST', '/api/account/delete'),
  schema: confirmationWordSchema,
  failure: createFailureTexts(m.delete_failed),
  next: () => pathTo('/account-deleted'),
});

/** Forms that also work without scripts. The others show a secret once or need the device. */
export const formsWithoutScripts: readonly Form<unknown>[] = [
  passwordForm,
  emailForm,
  removeAppForm,
  removePasskeyForm,
  endSessionForm,
  endOtherSessionsForm,
  deleteForm,
];
