/** What the queue asks for in dialogs: a question to a reporter, why contact data is opened, templates, views, and the keys. */
import type { AnswerTemplate, CaseFiling, SavedView } from '@hakiki/contract/admin';
import type { ContactRefusal } from '@hakiki/contract/admin-values';
import { LengthNote } from '../../components/length-note.tsx';
import { textLimits } from '@hakiki/contract/limits';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { buttonClass } from '../../components/ui/button.ts';
import { TextAreaField, TextField } from '../../components/ui/field.tsx';
import { Icon } from '../../components/ui/icon.tsx';
import { Spinner } from '../../components/ui/spinner.tsx';
import { browserApi } from '../../lib/api.ts';
import { useAuth } from '../../lib/auth.ts';
import { NotOpened, NotOpenedYet, openContact, type OpenedContact } from '../../lib/contact-opening.ts';
import { sentenceOf } from '../../lib/failure.ts';
import type { Values } from '../../lib/forms.ts';
import { useInBrowser } from '../../lib/use-in-browser.ts';
import { useWrite } from '../../lib/use-write.ts';
import { useStaffRole } from '../../lib/staff-role.ts';
import { m } from '../../paraglide/messages.js';
import { AdminDialog, DialogForm } from './admin-dialog.tsx';
import { rowButtonClass } from './admin-table.tsx';
import { keyRows } from './triage-keys.ts';
import { askReporter, deleteTemplate, deleteView, saveTemplate, saveView } from './triage-reads.ts';
import { timeOfDay } from './triage-words.tsx';

const changeFailure = { title: m.triage_change_failed, fallback: m.triage_failed_text };

/** What the dialog was opened for comes first; by itself it would offer its close button. */
export function useFieldFocus<Field extends HTMLElement>() {
  const field = useRef<Field>(null);
  useEffect(() => field.current?.focus(), []);
  return field;
}

/** Sends the form around it without leaving the field. */
export function sendByKey(event: KeyboardEvent<HTMLElement>) {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  event.currentTarget.closest('form')?.requestSubmit();
}

const textIn = (given: Values, name: string): string => given[name]?.trim() ?? '';

export function KeysDialog({ onClose }: { onClose: () => void }) {
  const mayOpenContact = useStaffRole() !== 'moderator';
  const rows = keyRows.filter(({ act }) => act !== 'contact' || mayOpenContact);
  return (
    <AdminDialog title={m.triage_keys_title()} onClose={onClose}>
      <p className="text-muted">{m.triage_keys_text()}</p>
      <dl className="grid grid-cols-[max-content_minmax(0,1fr)] items-center gap-x-4 gap-y-2">
        {rows.map(({ act, shown, label }) => (
          <div key={act} className="col-span-2 grid grid-cols-subgrid">
            <dt>
              <kbd className="rounded border border-line-strong px-1.5 py-0.5 font-mono text-sm">{shown}</kbd>
            </dt>
            <dd>{label()}</dd>
          </div>
        ))}
      </dl>
    </AdminDialog>
  );
}

interface QuestionProps {
  filing: Pick<CaseFiling, 'id'>;
  templates: readonly AnswerTemplate[];
  onClose: () => void;
  onSent: () => void;
}

export function QuestionDialog({ filing, templates, onClose, onSent }: QuestionProps) {
  const field = useFieldFocus<HTMLTextAreaElement>();
  const [question, setQuestion] = useState('');
  const [error, setError] = useState<string>();
  const ask = useWrite(askReporter, {
    failure: { title: m.triage_question_failed, fallback: m.triage_failed_text },
    success: () => ({ title: m.triage_question_sent() }),
  });
  const send = async () => {
    if (!question.trim()) {
      setError(m.triage_question_required());
      field.current?.focus();
      return;
    }
    const sent = await ask.run({ params: { id: filing.id }, body: { question: question.trim() } });
    if (!sent) return;
    onSent();
    onClose();
  };
  return (
    <AdminDialog title={m.triage_question_title()} onClose={onClose}>
      <p className="text-muted">{m.triage_question_text()}</p>
      <DialogForm
        onSubmit={() => void send()}
        isSaving={ask.isRunning}
        saveLabel={m.triage_question_send()}
        savingLabel={m.triage_question_sending()}
      >
        <TemplateButtons
          templates={templates}
          onChoose={(text) => {
            setQuestion(text);
            field.current?.focus();
          }}
        />
        <TextAreaField
          id="triage-question"
          ref={field}
          value={question}
          onChange={(event) => setQuestion(event.target.value)}
          label={m.triage_question_label()}
          error={error}
          note={<LengthNote id="triage-question" max={textLimits.text} value={question} />}
          onKeyDown={sendByKey}
        />
      </DialogForm>
    </AdminDialog>
  );
}

const TemplateButtons = ({
  templates,
  onChoose,
}: {
  templates: readonly AnswerTemplate[];
  onChoose: (text: string) => void;
}) =>
  templates.length > 0 && (
    <ul aria-label={m.triage_templates()} className="flex flex-wrap gap-1.5">
      {templates.map(({ id, title, text }) => (
        <li key={id}>
          <button type="button" title={text} onClick={() => onChoose(text)} className={rowButtonClass()}>
            {title}
          </button>
        </li>
      ))}
    </ul>
  );

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

/** What is opened lives in this dialog and nowhere else: closing it, or five minutes, forgets it. */
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
              label={m.admin_ask_factor_code()}
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
  quota: m.triage_contact_refused_quota,
  role: m.triage_contact_refused_role,
  unrecorded: m.triage_contact_refused_unrecorded,
};

/** Beside the field that it is about. */
function toldBy(error: unknown): { error?: string; codeError?: string } {
  if (error instanceof NotOpened && error.why === 'factor') return { codeError: refusalWords.factor() };
  if (error instanceof NotOpened) return { error: refusalWords[error.why]() };
  // The browser's own dialog for passkeys was closed, or found none.
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

export function TemplatesDialog({ templates, onClose }: { templates: readonly AnswerTemplate[]; onClose: () => void }) {
  const save = useWrite(saveTemplate, {
    failure: changeFailure,
    success: ({ title }) => ({ title: m.triage_template_saved(), description: title }),
  });
  const remove = useWrite(deleteTemplate, {
    failure: changeFailure,
    success: () => ({ title: m.triage_template_deleted() }),
  });
  const [saved, setSaved] = useState(0);
  const add = async (given: Values) => {
    const reply = await save.run({ body: { title: textIn(given, 'title'), text: textIn(given, 'text') } });
    if (reply) setSaved((count) => count + 1);
  };
  return (
    <AdminDialog title={m.triage_templates()} onClose={onClose}>
      <ul className="flex flex-col divide-y divide-line">
        {templates.map(({ id, title, text }) => (
          <li key={id} className="flex items-start gap-3 py-2">
            <div className="min-w-0 flex-1">
              <p className="font-semibold wrap-break-word">{title}</p>
              <p className="line-clamp-2 text-sm text-muted">{text}</p>
            </div>
            <button
              type="button"
              aria-label={m.triage_template_delete({ title })}
              onClick={() => void remove.run({ params: { id } })}
              className={rowButtonClass('danger')}
            >
              {m.triage_delete()}
            </button>
          </li>
        ))}
      </ul>
      {/* A saved text leaves the fields empty for the next. */}
      <DialogForm
        key={saved}
        onSubmit={(given) => void add(given)}
        isSaving={save.isRunning}
        saveLabel={m.triage_template_save()}
      >
        <TextField
          id="triage-template-title"
          name="title"
          label={m.triage_template_title()}
          note={<LengthNote id="triage-template-title" max={100} />}
          required
        />
        <TextAreaField
          id="triage-template-text"
          name="text"
          label={m.triage_template_text()}
          note={<LengthNote id="triage-template-text" max={textLimits.text} />}
          onKeyDown={sendByKey}
          required
        />
      </DialogForm>
    </AdminDialog>
  );
}

interface ViewsProps {
  views: readonly SavedView[];
  /** Of the list that is shown now; empty for all cases. */
  query: string;
  onClose: () => void;
}

export function ViewsDialog({ views, query, onClose }: ViewsProps) {
  const field = useFieldFocus<HTMLInputElement>();
  const save = useWrite(saveView, {
    failure: changeFailure,
    success: ({ name }) => ({ title: m.triage_view_saved(), description: name }),
  });
  const remove = useWrite(deleteView, {
    failure: changeFailure,
    success: () => ({ title: m.triage_view_deleted() }),
  });
  const add = async (given: Values) => {
    if (await save.run({ body: { name: textIn(given, 'name'), query } })) onClose();
  };
  return (
    <AdminDialog title={m.triage_views()} onClose={onClose}>
      {views.length > 0 && (
        <ul className="flex flex-col divide-y divide-line">
          {views.map(({ id, name }) => (
            <li key={id} className="flex items-center gap-3 py-2">
              <p className="min-w-0 flex-1 font-semibold wrap-break-word">{name}</p>
              <button
                type="button"
                aria-label={m.triage_view_delete({ name })}
                onClick={() => void remove.run({ params: { id } })}
                className={rowButtonClass('danger')}
              >
                {m.triage_delete()}
              </button>
            </li>
          ))}
        </ul>
      )}
      <DialogForm onSubmit={(given) => void add(given)} isSaving={save.isRunning} saveLabel={m.triage_view_save()}>
        <TextField
          id="triage-view-name"
          ref={field}
          name="name"
          label={m.triage_view_name()}
          note={<LengthNote id="triage-view-name" max={100} />}
          required
        />
      </DialogForm>
    </AdminDialog>
  );
}
