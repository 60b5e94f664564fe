/** The forms of the account page, each described once for server and browser. */
import { ChangeEmail, ChangePassword, WithPassword, type Passkey } from '@hakiki/contract/account';
import type { ErrorCode } from '@hakiki/contract/errors';
import { SecondFactor } from '@hakiki/contract/sign-in';
import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/browser';
import type { FailureTexts } from '../../lib/errors/failure.ts';
import { defineForm, type Form, type Values } from '../../lib/forms/forms.ts';
import { pathTo } from '../../lib/pages/paths.ts';
import { defineMutation, type Mutation } from '../../lib/api/mutations.ts';
import { m } from '../../paraglide/messages.js';
import { accountRead, sessionsRead } from './account-reads.ts';

const failure = (title: () => string): FailureTexts => ({ title, fallback: m.account_not_changed });

/** Without scripts, the page reloads at the changed section and shows this text there. */
const doneTexts = {
  password: m.password_done,
  email: m.email_done,
  'two-factor': m.two_factor_removed,
  passkeys: m.passkey_removed,
  sessions: m.session_ended,
} as const;
type Changed = keyof typeof doneTexts;

export const doneText = (section: string): string | undefined =>
  Object.hasOwn(doneTexts, section) ? doneTexts[section as Changed]() : undefined;

const backTo = (section: Changed) => () => `${pathTo('/account')}?done=${section}#${section}`;

/** Shows these errors at the field that caused them, and not a second time above the form. */
const culprits: Partial<Record<ErrorCode, string>> = { WRONG_PASSWORD: 'currentPassword', WRONG_CODE: 'code' };

const blamingFields = <Reply>(form: Form<Reply>): Form<Reply> => ({
  ...form,
  async submit(...given) {
    const submission = await form.submit(...given);
    if (submission.status !== 'refused') return submission;
    const { notice, fields, ...refusal } = submission.refusal;
    const field = refusal.code && culprits[refusal.code];
    if (!field || !notice) return submission;
    return { ...submission, refusal: { ...refusal, fields: { [field]: notice.text, ...fields } } };
  },
});

export const passwordForm = blamingFields(
  defineForm({
    name: 'change-password',
    mutation: defineMutation('POST', '/api/account/password', { refreshes: [sessionsRead] }),
    schema: ChangePassword,
    failure: failure(m.password_failed),
    next: backTo('password'),
  }),
);

export const emailForm = blamingFields(
  defineForm({
    name: 'change-email',
    mutation: defineMutation('POST', '/api/account/email', { refreshes: [accountRead] }),
    schema: ChangeEmail,
    failure: failure(m.email_failed),
    next: backTo('email'),
  }),
);

export const startAppForm = blamingFields(
  defineForm({
    name: 'start-app',
    mutation: defineMutation('POST', '/api/account/authenticator-app'),
    schema: WithPassword,
    failure: failure(m.two_factor_start_failed),
    next: backTo('two-factor'),
  }),
);

export const confirmAppForm = blamingFields(
  defineForm({
    name: 'confirm-app',
    mutation: defineMutation('POST', '/api/account/authenticator-app/confirm', { refreshes: [accountRead] }),
    schema: SecondFactor,
    failure: failure(m.two_factor_confirm_failed),
    next: backTo('two-factor'),
  }),
);

export const removeAppForm = blamingFields(
  defineForm({
    name: 'remove-app',
    mutation: defineMutation('POST', '/api/account/authenticator-app/remove', { refreshes: [accountRead] }),
    schema: WithPassword,
    failure: failure(m.two_factor_remove_failed),
    next: backTo('two-factor'),
  }),
);

export const renewCodesForm = blamingFields(
  defineForm({
    name: 'renew-codes',
    mutation: defineMutation('POST', '/api/account/backup-codes', { refreshes: [accountRead] }),
    schema: WithPassword,
    failure: failure(m.backup_renew_failed),
    next: backTo('two-factor'),
  }),
);

const startPasskey = defineMutation('POST', '/api/account/passkeys/challenge');
const keepPasskey = defineMutation('POST', '/api/account/passkeys');

/** Adds a passkey in three requests: get a challenge, let the device sign it, store the result. */
const addPasskey: Mutation<{ params: { name: string }; body: { currentPassword: string } }, Passkey> = {
  refreshes: [accountRead],
  async send(api, { params: { name }, body }) {
    const { options } = await startPasskey.send(api, { body });
    const { startRegistration } = await import('@simplewebauthn/browser');
    const optionsJSON = options as PublicKeyCredentialCreationOptionsJSON;
    const response = await startRegistration({ optionsJSON });
    return keepPasskey.send(api, { body: { name, response: { ...response } } });
  },
};

export const addPasskeyForm = blamingFields(
  defineForm({
    name: 'add-passkey',
    mutation: addPasskey,
    schema: WithPassword,
    params: ({ name }) => ({ name: name?.trim() || m.passkey_unnamed() }),
    failure: { title: m.passkey_add_failed, fallback: m.passkey_add_failed_text },
    next: backTo('passkeys'),
  }),
);

export const removePasskeyForm = blamingFields(
  defineForm({
    name: 'remove-passkey',
    mutation: defineMutation('POST', '/api/account/passkeys/:id/remove', { refreshes: [accountRead] }),
    schema: WithPassword,
    params: ({ id = '' }) => ({ id }),
    failure: failure(m.passkey_remove_failed),
    next: backTo('passkeys'),
  }),
);

const nothingTyped = { safeParse: () => ({ success: true, data: undefined }) as const };

export const endSessionForm = defineForm({
  name: 'end-session',
  mutation: defineMutation('DELETE', '/api/account/sessions/:id', { refreshes: [sessionsRead] }),
  schema: nothingTyped,
  params: ({ id = '' }) => ({ id }),
  failure: failure(m.session_end_failed),
  next: backTo('sessions'),
});

export const endOthersForm = defineForm({
  name: 'end-other-sessions',
  mutation: defineMutation('DELETE', '/api/account/sessions', { refreshes: [sessionsRead] }),
  schema: nothingTyped,
  failure: failure(m.session_end_failed),
  next: backTo('sessions'),
});

/** Requires the confirmation word, which prevents accidental deletion. The server does not receive it. */
const confirmedByWord = {
  safeParse(value: unknown) {
    const checked = WithPassword.safeParse(value);
    const word = m.delete_word();
    if ((value as Values)['confirmation']?.trim().toUpperCase() === word) return checked;
    const missing = { path: ['confirmation'], words: m.delete_confirm_missing({ word }) };
    return { success: false, error: { issues: [missing, ...(checked.error?.issues ?? [])] } } as const;
  },
};

export const deleteForm = blamingFields(
  defineForm({
    name: 'delete-account',
    mutation: defineMutation('POST', '/api/account/delete'),
    schema: confirmedByWord,
    failure: failure(m.delete_failed),
    next: () => pathTo('/account-deleted'),
  }),
);

/** Forms that also work without scripts. The others show a secret once or need the device. */
export const plainForms: readonly Form<unknown>[] = [
  passwordForm,
  emailForm,
  removeAppForm,
  removePasskeyForm,
  endSessionForm,
  endOthersForm,
  deleteForm,
];
