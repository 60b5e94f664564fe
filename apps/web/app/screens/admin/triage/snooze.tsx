/** Snoozes a case until a day or an answer; any moderator can end the snooze. */
import type { CaseDetail, CaseSummary } from '@hakiki/contract/triage-admin';
import { snoozeDays, type QuestionState } from '@hakiki/contract/admin-values';
import { useState } from 'react';
import { LengthNote } from '../../../components/forms/length-note.tsx';
import { TextAreaField, TextField } from '../../../components/ui/field.tsx';
import type { IconName } from '../../../components/ui/icon.tsx';
import { formatDate } from '../../../lib/language/format.ts';
import type { Values } from '../../../lib/forms/forms.ts';
import { useMutation } from '../../../lib/api/use-mutation.ts';
import { Badge } from '../../../components/ui/badge.tsx';
import { m } from '../../../paraglide/messages.js';
import { AdminDialog, DialogForm } from '../../../components/staff/dialog.tsx';
import { rowButtonClass } from '../parts/table.tsx';
import { useFieldFocus } from '../../../components/staff/dialog-field.ts';
import { snoozeCase, unsnoozeCase } from './queries.ts';

const questionStyles: Record<QuestionState, { label: () => string; icon: IconName; className: string }> = {
  asked: { label: m.triage_asked, icon: 'clock', className: 'bg-limited-soft text-limited' },
  answered: { label: m.triage_answered, icon: 'check-circle', className: 'bg-verified-soft text-verified' },
};

/** Shows whether a question to a reporter is open or answered. */
export function QuestionBadge({ question }: { question: QuestionState | null }) {
  if (!question) return null;
  const { label, icon, className } = questionStyles[question];
  return (
    <Badge data-question={question} icon={icon} className={`w-fit shrink-0 whitespace-nowrap ${className}`}>
      {label()}
    </Badge>
  );
}

/** The report was not searched for indicators and similar cases. */
export const UnexaminedBadge = () => (
  <Badge icon="warning" className="w-fit shrink-0 whitespace-nowrap bg-limited-soft text-limited">
    {m.triage_unexamined()}
  </Badge>
);

/** Replaces the age of a decided case, which no longer matters. */
export const DecidedBadge = () => (
  <Badge icon="check-circle" className="w-fit bg-verified-soft text-verified">
    {m.triage_decided()}
  </Badge>
);

interface SnoozeNoteProps {
  caseId: string;
  snooze: NonNullable<CaseSummary['snooze']>;
  onUnsnoozed?: () => void;
}

export function SnoozeNote({ caseId, snooze: { until, isForAnswer, by, note, times }, onUnsnoozed }: SnoozeNoteProps) {
  const unsnooze = useMutation(unsnoozeCase, {
    failure: { title: m.triage_unsnooze_failed, fallback: m.triage_failed_text },
    success: () => ({ title: m.triage_unsnoozed() }),
  });
  const date = formatDate(until);
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
      <p className="min-w-0">
        <span className="font-semibold">
          {isForAnswer ? m.triage_snoozed_for_answer({ date }) : m.triage_snoozed_until({ date })}
        </span>{' '}
        <span className="wrap-anywhere text-muted">
          {by && `${m.triage_snoozed_by({ who: by })} · `}
          {m.triage_snoozed_times({ count: times })}
        </span>
        {note && <span className="block wrap-break-word">{note}</span>}
      </p>
      <button
        type="button"
        aria-disabled={unsnooze.isRunning}
        onClick={() => void unsnooze.run({ params: { id: caseId } }).then((done) => done && onUnsnoozed?.())}
        className={rowButtonClass()}
      >
        {m.triage_unsnooze()}
      </button>
    </div>
  );
}

/** A day in the company's time zone, in which the snooze ends. */
export const getDayAfter = (days: number, now = Date.now()): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'Africa/Johannesburg' }).format(now + days * 86_400_000);

type SnoozeChoice = 'tomorrow' | 'three-days' | 'week' | 'day' | 'answer';

const snoozeChoices: readonly { value: SnoozeChoice; label: () => string; days?: number }[] = [
  { value: 'tomorrow', label: m.triage_snooze_tomorrow, days: 1 },
  { value: 'three-days', label: m.triage_snooze_three_days, days: 3 },
  { value: 'week', label: m.triage_snooze_week, days: 7 },
  { value: 'day', label: m.triage_snooze_day },
  { value: 'answer', label: () => m.triage_snooze_answer({ days: snoozeDays.forAnswer }) },
];

const NOTE_ID = 'triage-snooze-note';
const DAY_ID = 'triage-snooze-day';
const MAX_NOTE_LENGTH = 500;

interface SnoozeDialogProps {
  detail: CaseDetail;
  onClose: () => void;
  onDone: () => void;
}

export function SnoozeDialog({ detail, onClose, onDone }: SnoozeDialogProps) {
  const canWaitForAnswer = detail.question === 'asked';
  const [choice, setChoice] = useState<SnoozeChoice>(canWaitForAnswer ? 'answer' : 'tomorrow');
  const [error, setError] = useState<string>();
  const firstField = useFieldFocus<HTMLInputElement>();
  const snooze = useMutation(snoozeCase, {
    failure: { title: m.triage_snooze_failed, fallback: m.triage_failed_text },
    success: ({ until }) => ({ title: m.triage_snoozed({ date: formatDate(until) }) }),
  });
  const send = async (values: Values) => {
    const days = snoozeChoices.find(({ value }) => value === choice)?.days;
    const day = choice === 'day' ? values['day'] : days && getDayAfter(days);
    if (choice === 'day' && !day) return setError(m.error_snooze_day());
    const note = values['note']?.trim();
    const body = { ...(day && { until: day }), ...(note && { note }) };
    if (!(await snooze.run({ params: { id: detail.id }, body }))) return;
    onClose();
    onDone();
  };
  return (
    <AdminDialog title={m.triage_snooze_title()} onClose={onClose}>
      <p className="text-muted">{m.triage_snooze_text()}</p>
      <DialogForm
        onSubmit={(values) => void send(values)}
        isSaving={snooze.isRunning}
        saveLabel={m.triage_snooze()}
        savingLabel={m.triage_snooze_saving()}
      >
        <fieldset className="flex flex-col">
          <legend className="font-semibold">{m.triage_snooze_until()}</legend>
          {snoozeChoices.map(({ value, label }) => {
            const isDisabled = value === 'answer' && !canWaitForAnswer;
            return (
              <label key={value} className={`flex min-h-11 items-center gap-2 ${isDisabled ? 'text-muted' : ''}`}>
                <input
                  ref={value === choice ? firstField : undefined}
                  type="radio"
                  name="choice"
                  value={value}
                  checked={value === choice}
                  disabled={isDisabled}
                  onChange={() => setChoice(value)}
                  className="size-5 shrink-0 accent-brand"
                />
                <span className="min-w-0">
                  {label()}
                  {isDisabled && <span className="block text-sm">{m.triage_snooze_not_asked()}</span>}
                </span>
              </label>
            );
          })}
        </fieldset>
        {choice === 'day' && (
          <TextField
            id={DAY_ID}
            type="date"
            name="day"
            label={m.triage_snooze_day_label()}
            min={getDayAfter(1)}
            max={getDayAfter(snoozeDays.max)}
            error={error}
          />
        )}
        <TextAreaField
          id={NOTE_ID}
          name="note"
          rows={2}
          label={m.triage_snooze_note()}
          note={<LengthNote id={NOTE_ID} max={MAX_NOTE_LENGTH} />}
        />
      </DialogForm>
    </AdminDialog>
  );
}
