/** The decision on a case, with its reason. It stands in one place and does not move. */
import type { AnswerTemplate } from '@hakiki/contract/admin';
import { LengthNote } from '../../components/length-note.tsx';
import { textLimits } from '@hakiki/contract/limits';
import type { RefObject } from 'react';
import { buttonClass } from '../../components/ui/button.ts';
import { TextAreaField } from '../../components/ui/field.tsx';
import { m } from '../../paraglide/messages.js';
import { rowButtonClass } from './admin-table.tsx';
import type { Verdict } from './triage-case-state.ts';
import { Key } from './triage-words.tsx';

const REASON_ID = 'triage-reason';

export interface DecisionProps {
  decision: Verdict['decision'] | undefined;
  reason: string;
  /** Undefined where nothing becomes a public alert. */
  advice: string | undefined;
  reasonField: RefObject<HTMLTextAreaElement | null>;
  templates: readonly AnswerTemplate[];
  undecided: number;
  selected: number;
  isBusy: boolean;
  /** The claim is lost: nothing can be sent. */
  isShut: boolean;
  /** What is still missing, once it was tried. */
  missing: 'decision' | 'reason' | undefined;
  onDecision: (decision: Verdict['decision']) => void;
  onReason: (reason: string) => void;
  onAdvice: (advice: string) => void;
  onSubmit: () => void;
  onManageTemplates: () => void;
}

const choices = [
  { value: 'approve', label: m.triage_approve, letter: 'a' },
  { value: 'reject', label: m.triage_reject, letter: 'r' },
] as const;

export function DecisionPanel(props: DecisionProps) {
  const { decision, reason, reasonField, undecided, selected, isBusy, isShut, missing } = props;
  const isPart = selected > 0 && selected < undecided;
  return (
    <form
      aria-labelledby="triage-decision"
      onSubmit={(event) => {
        event.preventDefault();
        props.onSubmit();
      }}
      className="flex flex-col gap-3 rounded-card border border-line bg-surface p-3"
    >
      <h3 id="triage-decision" className="font-semibold">
        {m.triage_decision()}
      </h3>
      <p className="text-sm text-muted">
        {selected > 0 ? m.triage_about_selected({ count: selected }) : m.triage_about_all({ count: undecided })}
      </p>
      <fieldset className="grid grid-cols-2 gap-2">
        <legend className="sr-only">{m.triage_decision()}</legend>
        {choices.map(({ value, label, letter }) => (
          <label
            key={value}
            className="flex min-h-11 cursor-pointer items-center gap-2 rounded-control border border-line-strong px-2 font-semibold has-checked:border-brand has-checked:bg-brand-soft has-focus-visible:outline-3 has-focus-visible:outline-brand"
          >
            <input
              type="radio"
              name="decision"
              value={value}
              checked={decision === value}
              onChange={() => props.onDecision(value)}
              className="size-4 accent-brand"
            />
            {label()} <Key>{letter}</Key>
          </label>
        ))}
      </fieldset>
      {missing === 'decision' && (
        <p role="alert" className="text-sm font-semibold text-flagged">
          {m.triage_choose_decision()}
        </p>
      )}
      <Templates {...props} />
      <TextAreaField
        id={REASON_ID}
        ref={reasonField}
        label={
          <>
            {m.triage_reason()} <Key>w</Key>
          </>
        }
        hint={m.triage_reason_hint()}
        error={missing === 'reason' ? m.triage_reason_required() : undefined}
        rows={4}
        note={<LengthNote id={REASON_ID} max={textLimits.text} value={reason} />}
        value={reason}
        onChange={(event) => props.onReason(event.target.value)}
      />
      {props.advice !== undefined && (
        <TextAreaField
          id="triage-advice"
          label={m.triage_advice()}
          hint={m.triage_advice_hint()}
          rows={2}
          note={<LengthNote id="triage-advice" max={textLimits.advice} value={props.advice} />}
          value={props.advice}
          onChange={(event) => props.onAdvice(event.target.value)}
        />
      )}
      <button
        type="submit"
        aria-disabled={isBusy || isShut}
        className={buttonClass('primary', 'aria-disabled:cursor-not-allowed aria-disabled:opacity-60')}
      >
        {isBusy ? m.triage_submitting() : isPart ? m.triage_submit_some() : m.triage_submit()} <Key>Ctrl+Enter</Key>
      </button>
    </form>
  );
}

const BY_NUMBER = 9;

function Templates({ templates, onReason, onManageTemplates }: DecisionProps) {
  return (
    <div className="flex flex-col gap-1.5">
      <div className="flex items-center justify-between gap-2">
        <h4 className="text-sm font-semibold">{m.triage_templates()}</h4>
        <button
          type="button"
          onClick={onManageTemplates}
          className="inline-flex min-h-8 items-center text-sm text-brand underline max-md:min-h-11"
        >
          {m.triage_templates_manage()}
        </button>
      </div>
      {templates.length === 0 ? (
        <p className="text-sm text-muted">{m.triage_templates_none()}</p>
      ) : (
        <ul className="flex max-h-40 flex-wrap gap-1.5 overflow-y-auto p-0.5">
          {templates.map(({ id, title, text }, place) => (
            <li key={id}>
              <button type="button" title={text} onClick={() => onReason(text)} className={rowButtonClass()}>
                {place < BY_NUMBER && <Key>{String(place + 1)}</Key>} {title}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
