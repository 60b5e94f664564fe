/** The forms of the account page, each described once for server and browser. */
import { ChangeEmail, ChangePassword, WithPassword, type Passkey } from '@hakiki/contract/account';
import type { ErrorCode } from '@hakiki/contract/errors';
import { SecondFactor } from '@hakiki/contract/sign-in';
import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/browser';
import type { FailureTexts } from '../../lib/errors/failure.ts';
import { describeForm, type Form, type Values } from '../../lib/forms/forms.ts';
import { to } from '../../lib/pages/paths.ts';
import { write, type Write } from '../../lib/api/writes.ts';
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

const backTo = (section: Changed) => () => `${to('/account')}?done=${section}#${section}`;

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
  describeForm({
    name: 'change-password',
    write: write('POST', '/api/account/password', { refreshes: [sessionsRead] }),
    schema: ChangePassword,
    failure: failure(m.password_failed),
    next: backTo('password'),
  }),
);

export const emailForm = blamingFields(
  describeForm({
    name: 'change-email',
    write: write('POST', '/api/account/email', { refreshes: [accountRead] }),
    schema: ChangeEmail,
    failure: failure(m.email_failed),
    next: backTo('email'),
  }),
);

export const startAppForm = blamingFields(
  describeForm({
    name: 'start-app',
    write: write('POST', '/api/account/authenticator-app'),
    schema: WithPassword,
    failure: failure(m.two_factor_start_failed),
    next: backTo('two-factor'),
  }),
);

export const confirmAppForm = blamingFields(
  describeForm({
    name: 'confirm-app',
    write: write('POST', '/api/account/authenticator-app/confirm', { refreshes: [accountRead] }),
    schema: SecondFactor,
    failure: failure(m.two_factor_confirm_failed),
    next: backTo('two-factor'),
  }),
);

export const removeAppForm = blamingFields(
  describeForm({
    name: 'remove-app',
    write: write('POST', '/api/account/authenticator-app/remove', { refreshes: [accountRead] }),
    schema: WithPassword,
    failure: failure(m.two_factor_remove_failed),
    next: backTo('two-factor'),
  }),
);

export const renewCodesForm = blamingFields(
  describeForm({
    name: 'renew-codes',
    write: write('POST', '/api/account/backup-codes', { refreshes: [accountRead] }),
    schema: WithPassword,
    failure: failure(m.backup_renew_failed),
    next: backTo('two-factor'),
  }),
);

const startPasskey = write('POST', '/api/account/passkeys/challenge');
const keepPasskey = write('POST', '/api/account/passkeys');

/** Adds a passkey in three requests: get a challenge, let the device sign it, store the result. */
const addPasskey: Write<{ params: { name: string }; body: { currentPassword: string } }, Passkey> = {
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
  describeForm({
    name: 'add-passkey',
    write: addPasskey,
    schema: WithPassword,
    params: ({ name }) => ({ name: name?.trim() || m.passkey_unnamed() }),
    failure: { title: m.passkey_add_failed, fallback: m.passkey_add_failed_text },
    next: backTo('passkeys'),
  }),
);

export const removePasskeyForm = blamingFields(
  describeForm({
    name: 'remove-passkey',
    write: write('POST', '/api/account/passkeys/:id/remove', { refreshes: [accountRead] }),
    schema: WithPassword,
    params: ({ id = '' }) => ({ id }),
    failure: failure(m.passkey_remove_failed),
    next: backTo('passkeys'),
  }),
);

const nothingTyped = { safeParse: () => ({ success: true, data: undefined }) as const };

export const endSessionForm = describeForm({
  name: 'end-session',
  write: write('DELETE', '/api/account/sessions/:id', { refreshes: [sessionsRead] }),
  schema: nothingTyped,
  params: ({ id = '' }) => ({ id }),
  failure: failure(m.session_end_failed),
  next: backTo('sessions'),
});

export const endOthersForm = describeForm({
  name: 'end-other-sessions',
  write: write('DELETE', '/api/account/sessions', { refreshes: [sessionsRead] }),
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
  describeForm({
    name: 'delete-account',
    write: write('POST', '/api/account/delete'),
    schema: confirmedByWord,
    failure: failure(m.delete_failed),
    next: () => to('/account-deleted'),
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
