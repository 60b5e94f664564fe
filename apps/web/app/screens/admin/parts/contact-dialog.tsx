/** Opens the contact data of a reporter for a few minutes; requires a reason and the second factor. */
import type { CaseFiling } from '@hakiki/contract/triage-admin';
import type { ContactRefusal } from '@hakiki/contract/admin-values';
import { lifetimes, textLimits } from '@hakiki/contract/limits';
import { useEffect, useRef, useState } from 'react';
import { LengthNote } from '../../../components/forms/length-note.tsx';
import { buttonClass } from '../../../components/ui/button.ts';
import { TextAreaField, TextField } from '../../../components/ui/field.tsx';
import { Icon } from '../../../components/ui/icon.tsx';
import { Spinner } from '../../../components/ui/spinner.tsx';
import { browserApi, failureOf } from '../../../lib/api/api.ts';
import { useAuth } from '../../../lib/api/auth.ts';
import { NotOpened, NotOpenedYet, openContact, type OpenedContact } from './contact-opening.ts';
import { sentenceOf } from '../../../lib/errors/failure.ts';
import { inWords } from '../../../lib/errors/server-words.ts';
import { useInBrowser } from '../../../lib/browser/use-in-browser.ts';
import { m } from '../../../paraglide/messages.js';
import { AdminDialog, DialogForm } from '../../../components/staff/dialog.tsx';
import { sendByKey, textIn, useFieldFocus } from '../../../components/staff/dialog-field.ts';
import { timeOfDay } from './time-of-day.ts';

const CONTACT_MINUTES = 5;

type Opening =
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
  const [opening, setOpening] = useState<Opening>({ step: 'reason' });
  const closing = useRef<AbortController>(undefined);
  const field = useFieldFocus<HTMLTextAreaElement>();
  const codeField = useRef<HTMLInputElement>(null);
  const auth = useAuth();
  const hasPasskeys = useInBrowser(() => typeof PublicKeyCredential === 'function');
  useEffect(() => () => closing.current?.abort(), []);
  useEffect(() => {
    if (opening.step !== 'shown') return;
    const timer = setTimeout(() => setOpening({ step: 'over' }), opening.until - Date.now());
    return () => clearTimeout(timer);
  }, [opening]);

  async function open(code?: string) {
    const reason = field.current?.value.trim() ?? '';
    if (auth.status !== 'signed-in') return;
    if (!reason) {
      field.current?.focus();
      return setOpening({ step: 'reason', error: m.triage_reason_required() });
    }
    if (code === '') {
      codeField.current?.focus();
      return setOpening({ step: 'reason', codeError: m.triage_contact_factor_required() });
    }
    const control = new AbortController();
    closing.current = control;
    setOpening({ step: 'waiting' });
    try {
      const { signal } = control;
      const asking = { filingId: filing.id, userId: auth.user.id, reason, code, signal };
      const contact = await openContact({ api: browserApi, ...asking });
      if (control.signal.aborted) return;
      setOpening({ step: 'shown', contact, until: Date.now() + CONTACT_MINUTES * 60_000 });
    } catch (error) {
      if (control.signal.aborted) return;
      setOpening({ step: 'reason', ...toldBy(error) });
      if (error instanceof NotOpened && codeField.current) {
        codeField.current.value = '';
        codeField.current.focus();
      }
    }
  }

  return (
    <AdminDialog title={m.triage_contact_title()} onClose={onClose}>
      <p className="text-muted">{filing.reference}</p>
      {(opening.step === 'reason' || opening.step === 'waiting') && (
        <>
          <p>{m.triage_contact_text({ minutes: CONTACT_MINUTES })}</p>
          <DialogForm
            onSubmit={(given) => void open(textIn(given, 'code'))}
            isSaving={opening.step === 'waiting'}
            saveLabel={m.triage_contact_open()}
            savingLabel={m.triage_contact_opening()}
          >
            <TextAreaField
              id="triage-contact-reason"
              ref={field}
              name="reason"
              label={m.triage_contact_reason()}
              error={opening.step === 'reason' ? opening.error : undefined}
              rows={3}
              note={<LengthNote id="triage-contact-reason" max={textLimits.text} />}
              onKeyDown={sendByKey}
              readOnly={opening.step === 'waiting'}
            />
            <TextField
              id="triage-contact-code"
              ref={codeField}
              name="code"
              label={m.triage_contact_code()}
              hint={m.triage_contact_factor_hint()}
              error={opening.step === 'reason' ? opening.codeError : undefined}
              autoComplete="one-time-code"
              onKeyDown={sendByKey}
              readOnly={opening.step === 'waiting'}
            />
            {hasPasskeys && (
              <div>
                <button
                  type="button"
                  disabled={opening.step === 'waiting'}
                  onClick={() => void open()}
                  className={buttonClass('secondary')}
                >
                  <Icon name="lock" className="size-4" />
                  {m.triage_contact_open_passkey()}
                </button>
              </div>
            )}
            {opening.step === 'waiting' && (
              <p role="status" className="flex items-center gap-2">
                <Spinner label={m.triage_contact_opening()} className="size-4" /> {m.triage_contact_wait()}
              </p>
            )}
          </DialogForm>
        </>
      )}
      {opening.step === 'shown' && <Contact contact={opening.contact} until={opening.until} />}
      {opening.step === 'over' && <p role="status">{m.triage_contact_over()}</p>}
    </AdminDialog>
  );
}

const refusalWords: Record<ContactRefusal, () => string> = {
  factor: m.triage_contact_refused_factor,
  late: m.triage_contact_refused_late,
  'new-factor': () => m.triage_contact_refused_new_factor({ hours: lifetimes.newFactorHours }),
  quota: m.triage_contact_refused_quota,
  role: m.triage_contact_refused_role,
  unrecorded: m.triage_contact_refused_unrecorded,
};

/** Assigns the error to its field. */
function toldBy(error: unknown): { error?: string; codeError?: string } {
  if (error instanceof NotOpened && (error.why === 'factor' || error.why === 'new-factor'))
    return { codeError: refusalWords[error.why]() };
  const codeRefusal = inWords(failureOf(error).fieldErrors?.['code']?.code);
  if (codeRefusal) return { codeError: codeRefusal };
  if (error instanceof NotOpened) return { error: refusalWords[error.why]() };
  // The browser's passkey dialog was closed, or found no passkey.
  if (error instanceof DOMException || (error instanceof Error && error.name === 'NotAllowedError'))
    return { codeError: m.admin_ask_factor_passkey_failed() };
  const late = error instanceof NotOpenedYet;
  const sentence = late ? m.triage_contact_late() : sentenceOf(error, m.triage_failed_text());
  return { error: `${m.triage_contact_failed()}. ${sentence}` };
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

export const Contact = ({ contact, until }: { contact: OpenedContact; until: number }) => (
  <div role="status" className="flex flex-col gap-3">
    <dl className="grid grid-cols-[max-content_minmax(0,1fr)] gap-x-4 gap-y-2 rounded-card border-2 border-brand p-4">
      {Object.entries(contact).map(([name, value]) => (
        <div key={name} className="col-span-2 grid grid-cols-subgrid">
          <dt className="text-muted">{contactLabels[name]?.() ?? name}</dt>
          <dd className="font-semibold wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
    <p className="text-sm text-muted">{m.triage_contact_shown({ time: timeOfDay(until) })}</p>
  </div>
);
