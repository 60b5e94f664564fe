/** The decision on a case, with its reason. The panel does not move, and its submit button is always visible. */
import type { AnswerTemplate, CaseDetail, CaseFiling } from '@hakiki/contract/triage-admin';
import { LengthNote } from '../../../components/forms/length-note.tsx';
import { textLimits } from '@hakiki/contract/limits';
import { alertPath } from '@hakiki/contract/site';
import type { RefObject } from 'react';
import { buttonClass } from '../../../components/ui/button.ts';
import { SelectField, TextAreaField } from '../../../components/ui/field.tsx';
import { pathTo } from '../../../lib/pages/paths.ts';
import { useStaffRole } from '../parts/staff-role.ts';
import { NewTabAnchor } from '../../../components/new-tab-anchor.tsx';
import { m } from '../../../paraglide/messages.js';
import { rowButtonClass } from '../parts/table.tsx';
import type { MissingPart } from './case-draft.ts';
import type { CaseDecision } from './case-state.ts';
import { KeyHint } from './labels.tsx';

const REASON_ID = 'triage-reason';

export interface PublicationPreview {
  /** Reports to approve that can become the alert. */
  alerts: readonly CaseFiling[];
  /** All shown reports, for their numbers. */
  shownFilings: readonly CaseFiling[];
  lead: string | undefined;
  /** Number of other reports that are merged into it. */
  mergedCount: number;
  publicAlert: CaseDetail['publicAlert'];
  /** The public alert of a similar earlier case. */
  earlier: CaseDetail['publicAlert'];
  /** True if the reports are merged into that alert. */
  isMerging: boolean;
}

export interface DecisionProps {
  decision: CaseDecision['decision'] | undefined;
  reason: string;
  /** Undefined if no new alert becomes public. */
  advice: string | undefined;
  reasonField: RefObject<HTMLTextAreaElement | null>;
  firstChoice: RefObject<HTMLInputElement | null>;
  templates: readonly AnswerTemplate[];
  /** Number of undecided reports that are shown. */
  undecidedCount: number;
  unreadCount: number;
  selectedCount: number;
  /** Number of reports that the decision applies to: those that were on the screen. */
  decidedCount: number;
  /** What becomes public, if anything. */
  published: PublicationPreview | undefined;
  /** True if unread reports are decided by the sample. */
  includesUnread: boolean;
  isBusy: boolean;
  /** True if the claim is lost: nothing can be sent. */
  isDisabled: boolean;
  /** Missing fields of the last attempt to submit. */
  missing: MissingPart | undefined;
  onDecision: (decision: CaseDecision['decision']) => void;
  onReason: (reason: string) => void;
  onAdvice: (advice: string) => void;
  onLead: (id: string) => void;
  onMerge: (isJoining: boolean) => void;
  onSubmit: () => void;
  onManageTemplates: () => void;
}

const decisionChoices = [
  { value: 'approve', label: m.triage_approve, letter: 'a' },
  { value: 'reject', label: m.triage_reject, letter: 'r' },
] as const;

export function DecisionPanel(props: DecisionProps) {
  const { decision, reason, reasonField, undecidedCount, selectedCount, published, isBusy, isDisabled, missing } =
    props;
  const isPart = selectedCount > 0 && selectedCount < undecidedCount;
  const getSubmitLabel = () => {
    if (props.includesUnread) return m.triage_like_submit();
    return isPart ? m.triage_submit_some() : m.triage_submit();
  };
  return (
    <form
      aria-labelledby="triage-decision"
      onSubmit={(event) => {
        event.preventDefault();
        props.onSubmit();
      }}
      className="flex flex-col gap-3 rounded-card border border-line bg-surface px-3 pt-3 max-lg:pb-3 lg:h-[min(100dvh-5rem,44rem)]"
    >
      <h3 id="triage-decision" className="font-semibold">
        {m.triage_decision()}
      </h3>
      <p className="text-sm text-muted">{getScopeText(props)}</p>
      <fieldset className="flex flex-wrap gap-2">
        <legend className="sr-only">{m.triage_decision()}</legend>
        {decisionChoices.map(({ value, label, letter }) => (
          <label
            key={value}
            className="flex min-h-11 grow cursor-pointer items-center gap-1.5 rounded-control border border-line-strong px-1.5 font-semibold has-checked:border-brand has-checked:bg-brand-soft has-focus-visible:outline-3 has-focus-visible:outline-brand"
          >
            <input
              type="radio"
              ref={value === 'approve' ? props.firstChoice : undefined}
              name="decision"
              value={value}
              checked={decision === value}
              onChange={() => props.onDecision(value)}
              className="size-4 accent-brand"
            />
            {label()} <KeyHint>{letter}</KeyHint>
          </label>
        ))}
      </fieldset>
      {missing === 'decision' && (
        <p role="alert" className="text-sm font-semibold text-flagged">
          {m.triage_choose_decision()}
        </p>
      )}
      {missing === 'seen' && (
        <p role="alert" className="text-sm font-semibold text-flagged">
          {m.triage_see_first()}
        </p>
      )}
      <TextAreaField
        id={REASON_ID}
        ref={reasonField}
        label={
          <>
            {m.triage_reason()} <KeyHint>w</KeyHint>
          </>
        }
        hint={m.triage_reason_hint()}
        error={missing === 'reason' ? m.triage_reason_required() : undefined}
        rows={3}
        note={<LengthNote id={REASON_ID} max={textLimits.text} value={reason} />}
        value={reason}
        onChange={(event) => props.onReason(event.target.value)}
      />
      {/* Only this part scrolls on a low screen: choice, reason and submit button stay visible. */}
      <div className="-mx-3 flex min-h-0 flex-col gap-3 px-3 lg:flex-1 lg:overflow-y-auto">
        <Templates {...props} />
        {published && <PublicationNote {...published} onLead={props.onLead} onMerge={props.onMerge} />}
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
      </div>
      {/* Fixed at the bottom of a small screen, at the bottom of the panel otherwise. */}
      <div className="z-10 flex bg-surface max-lg:fixed max-lg:inset-x-0 max-lg:bottom-0 max-lg:border-t max-lg:border-line max-lg:px-4 max-lg:py-2 lg:rounded-b-card lg:pb-3">
        <button
          type="submit"
          aria-disabled={isBusy || isDisabled}
          className={buttonClass('primary', 'grow aria-disabled:cursor-not-allowed aria-disabled:opacity-60')}
        >
          {isBusy ? m.triage_submitting() : getSubmitLabel()} <KeyHint>Ctrl+Enter</KeyHint>
        </button>
      </div>
    </form>
  );
}

/** The reports that the decision applies to. */
function getScopeText({ undecidedCount, unreadCount, selectedCount, decidedCount }: DecisionProps): string {
  const unseenCount = (selectedCount || undecidedCount) - decidedCount;
  if (unseenCount > 0) return m.triage_about_seen({ seen: decidedCount, count: unseenCount });
  if (selectedCount > 0) return m.triage_about_selected({ count: selectedCount });
  return (unreadCount > 0 ? m.triage_about_shown : m.triage_about_all)({ count: undecidedCount });
}

/** The alert that becomes public, and how the other reports are merged. */
function PublicationNote({
  alerts,
  shownFilings,
  lead,
  mergedCount,
  publicAlert,
  earlier,
  isMerging,
  onLead,
  onMerge,
}: PublicationPreview & Pick<DecisionProps, 'onLead' | 'onMerge'>) {
  if (publicAlert) {
    return (
      <p className="text-sm">
        {m.triage_joins()} <AlertLink {...publicAlert} />
      </p>
    );
  }
  const mergeChoice = earlier && (
    <div className="flex flex-col gap-1 text-sm">
      <label className="flex min-h-8 cursor-pointer items-center gap-2 max-md:min-h-11">
        <input
          type="checkbox"
          checked={isMerging}
          onChange={({ currentTarget }) => onMerge(currentTarget.checked)}
          className="size-4 shrink-0 accent-brand"
        />
        {m.triage_joins_earlier()}
      </label>
      <AlertLink {...earlier} />
    </div>
  );
  if (mergedCount === 0 || isMerging) return mergeChoice;
  const getFilingNumber = (filing: CaseFiling) => m.triage_report_number({ number: shownFilings.indexOf(filing) + 1 });
  return (
    <div className="flex flex-col gap-2 text-sm">
      {mergeChoice}
      <p>{m.triage_publishes_one({ count: mergedCount })}</p>
      {alerts.length > 1 && (
        <SelectField
          id="triage-lead"
          label={m.triage_lead_choice()}
          value={alerts.some(({ id }) => id === lead) ? lead : alerts[0]?.id}
          onChange={(event) => onLead(event.target.value)}
          options={alerts.map((filing) => ({
            value: filing.id,
            label: m.triage_lead_option({ number: getFilingNumber(filing), title: filing.title }),
          }))}
        />
      )}
    </div>
  );
}

const AlertLink = ({ id, title }: NonNullable<CaseDetail['publicAlert']>) => (
  <NewTabAnchor
    href={pathTo(alertPath(id))}

    className="font-semibold wrap-break-word text-brand underline"
  >
    {title}
  </NewTabAnchor>
);

const MAX_NUMBERED_TEMPLATES = 9;

function Templates({ templates, onReason, onManageTemplates }: DecisionProps) {
  const mayManage = useStaffRole() !== 'moderator';
  // Only administrators save templates.
  if (templates.length === 0 && !mayManage) return null;
  return (
    <div className="flex flex-col gap-1.5">
      <div className="flex items-center justify-between gap-2">
        <h4 className="text-sm font-semibold">{m.triage_templates()}</h4>
        {mayManage && (
          <button
            type="button"
            onClick={onManageTemplates}
            className="inline-flex min-h-8 items-center text-sm text-brand underline max-md:min-h-11"
          >
            {m.triage_templates_manage()}
          </button>
        )}
      </div>
      {templates.length === 0 ? (
        <p className="text-sm text-muted">{m.triage_templates_none()}</p>
      ) : (
        <ul className="flex max-h-40 flex-wrap gap-1.5 overflow-y-auto p-0.5">
          {templates.map(({ id, title, text }, index) => (
            <li key={id}>
              <button type="button" title={text} onClick={() => onReason(text)} className={rowButtonClass()}>
                {index < MAX_NUMBERED_TEMPLATES && <KeyHint>{String(index + 1)}</KeyHint>} {title}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
