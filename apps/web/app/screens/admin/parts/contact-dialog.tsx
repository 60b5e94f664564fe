/** Opens the contact data of a reporter for a few minutes; requires a reason and the second factor. */
import type { CaseFiling } from '@hakiki/contract/triage-admin';
import type { ContactDenialReason } from '@hakiki/contract/admin-values';
import { lifetimes, textLimits } from '@hakiki/contract/limits';
import { useEffect, useRef, useState } from 'react';
import { LengthNote } from '../../../components/forms/length-note.tsx';
import { buttonClass } from '../../../components/ui/button.ts';
import { TextAreaField, TextField } from '../../../components/ui/field.tsx';
import { Icon } from '../../../components/ui/icon.tsx';
import { Spinner } from '../../../components/ui/spinner.tsx';
import { browserApi, parseFailure } from '../../../lib/api/api.ts';
import { useAuth } from '../../../lib/api/auth.ts';
import { OpeningRejectedError, OpeningTimeoutError, openContact, type OpenedContact } from './contact-opening.ts';
import { getFailureText } from '../../../lib/errors/failure.ts';
import { getErrorText } from '../../../lib/errors/server-error-texts.ts';
import { useBrowserValue } from '../../../lib/browser/use-browser-value.ts';
import { m } from '../../../paraglide/messages.js';
import { AdminDialog, DialogForm } from '../../../components/staff/dialog.tsx';
import { submitOnCtrlEnter, getTrimmed, useFieldFocus } from '../../../components/staff/dialog-field.ts';
import { formatTimeOfDay } from './time-of-day.ts';

const CONTACT_MINUTES = 5;

type DialogState =
  | { step: 'reason'; error?: string; codeError?: string }
  | { step: 'waiting' }
  | { step: 'shown'; contact: OpenedContact; until: number }
  | { step: 'over' };

interface ContactProps {
  filing: Pick<CaseFiling, 'id' | 'reference'>;
  onClose: () => void;
}

/** The contact data exists only in this dialog: it is dropped when the dialog closes or after five minutes. */
export function ContactDialog({ filing, onClose }: ContactProps) {
  const [dialogState, setDialogState] = useState<DialogState>({ step: 'reason' });
  const abortController = useRef<AbortController>(undefined);
  const field = useFieldFocus<HTMLTextAreaElement>();
  const codeField = useRef<HTMLInputElement>(null);
  const auth = useAuth();
  const hasPasskeys = useBrowserValue(() => typeof PublicKeyCredential === 'function');
  useEffect(() => () => abortController.current?.abort(), []);
  useEffect(() => {
    if (dialogState.step !== 'shown') return;
    const timer = setTimeout(() => setDialogState({ step: 'over' }), dialogState.until - Date.now());
    return () => clearTimeout(timer);
  }, [dialogState]);

  async function open(code?: string) {
    const reason = field.current?.value.trim() ?? '';
    if (auth.status !== 'signed-in') return;
    if (!reason) {
      field.current?.focus();
      return setDialogState({ step: 'reason', error: m.triage_reason_required() });
    }
    if (code === '') {
      codeField.current?.focus();
      return setDialogState({ step: 'reason', codeError: m.triage_contact_factor_required() });
    }
    const control = new AbortController();
    abortController.current = control;
    setDialogState({ step: 'waiting' });
    try {
      const { signal } = control;
      const request = { filingId: filing.id, userId: auth.user.id, reason, code, signal };
      const contact = await openContact({ api: browserApi, ...request });
      if (control.signal.aborted) return;
      setDialogState({ step: 'shown', contact, until: Date.now() + CONTACT_MINUTES * 60_000 });
    } catch (error) {
      if (control.signal.aborted) return;
      setDialogState({ step: 'reason', ...toFieldErrors(error) });
      if (error instanceof OpeningRejectedError && codeField.current) {
        codeField.current.value = '';
        codeField.current.focus();
      }
    }
  }

  return (
    <AdminDialog title={m.triage_contact_title()} onClose={onClose}>
      <p className="text-muted">{filing.reference}</p>
      {(dialogState.step === 'reason' || dialogState.step === 'waiting') && (
        <>
          <p>{m.triage_contact_text({ minutes: CONTACT_MINUTES })}</p>
          <DialogForm
            onSubmit={(values) => void open(getTrimmed(values, 'code'))}
            isSaving={dialogState.step === 'waiting'}
            saveLabel={m.triage_contact_open()}
            savingLabel={m.triage_contact_opening()}
          >
            <TextAreaField
              id="triage-contact-reason"
              ref={field}
              name="reason"
              label={m.triage_contact_reason()}
              error={dialogState.step === 'reason' ? dialogState.error : undefined}
              rows={3}
              note={<LengthNote id="triage-contact-reason" max={textLimits.text} />}
              onKeyDown={submitOnCtrlEnter}
              readOnly={dialogState.step === 'waiting'}
            />
            <TextField
              id="triage-contact-code"
              ref={codeField}
              name="code"
              label={m.triage_contact_code()}
              hint={m.triage_contact_factor_hint()}
              error={dialogState.step === 'reason' ? dialogState.codeError : undefined}
              autoComplete="one-time-code"
              onKeyDown={submitOnCtrlEnter}
              readOnly={dialogState.step === 'waiting'}
            />
            {hasPasskeys && (
              <div>
                <button
                  type="button"
                  disabled={dialogState.step === 'waiting'}
                  onClick={() => void open()}
                  className={buttonClass('secondary')}
                >
                  <Icon name="lock" className="size-4" />
                  {m.triage_contact_open_passkey()}
                </button>
              </div>
            )}
            {dialogState.step === 'waiting' && (
              <p role="status" className="flex items-center gap-2">
                <Spinner label={m.triage_contact_opening()} className="size-4" /> {m.triage_contact_wait()}
              </p>
            )}
          </DialogForm>
        </>
      )}
      {dialogState.step === 'shown' && <ContactFacts contact={dialogState.contact} until={dialogState.until} />}
      {dialogState.step === 'over' && <p role="status">{m.triage_contact_over()}</p>}
    </AdminDialog>
  );
}

const rejectionTexts: Record<ContactDenialReason, () => string> = {
  factor: m.triage_contact_refused_factor,
  late: m.triage_contact_refused_late,
  'new-factor': () => m.triage_contact_refused_new_factor({ hours: lifetimes.newFactorHours }),
  quota: m.triage_contact_refused_quota,
  role: m.triage_contact_refused_role,
  unrecorded: m.triage_contact_refused_unrecorded,
};

/** Assigns the error to its field. */
function toFieldErrors(error: unknown): { error?: string; codeError?: string } {
  if (error instanceof OpeningRejectedError && (error.reason === 'factor' || error.reason === 'new-factor'))
    return { codeError: rejectionTexts[error.reason]() };
  const codeErrorText = getErrorText(parseFailure(error).fieldErrors?.['code']?.code);
  if (codeErrorText) return { codeError: codeErrorText };
  if (error instanceof OpeningRejectedError) return { error: rejectionTexts[error.reason]() };
  // The browser's passkey dialog was closed, or found no passkey.
  if (error instanceof DOMException || (error instanceof Error && error.name === 'NotAllowedError'))
    return { codeError: m.admin_ask_factor_passkey_failed() };
  const late = error instanceof OpeningTimeoutError;
  const message = late ? m.triage_contact_late() : getFailureText(error, m.triage_failed_text());
  return { error: `${m.triage_contact_failed()}. ${message}` };
}

const contactLabels: Record<string, () => string> = {
  email: m.triage_contact_email,
  phone: m.triage_contact_phone,
  name: m.triage_contact_name,
  relationship: m.triage_contact_relationship,
  providerEmail: m.triage_contact_provider_email,
  providerPhone: m.triage_contact_provider_phone,
  accountEmail: m.triage_contact_account_email,
  account: m.triage_contact_account,
};

export const ContactFacts = ({ contact, until }: { contact: OpenedContact; until: number }) => (
  <div role="status" className="flex flex-col gap-3">
    <dl className="grid grid-cols-[max-content_minmax(0,1fr)] gap-x-4 gap-y-2 rounded-card border-2 border-brand p-4">
      {Object.entries(contact).map(([name, value]) => (
        <div key={name} className="col-span-2 grid grid-cols-subgrid">
          <dt className="text-muted">{contactLabels[name]?.() ?? name}</dt>
          <dd className="font-semibold wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
    <p className="text-sm text-muted">{m.triage_contact_shown({ time: formatTimeOfDay(until) })}</p>
  </div>
);
