/** Decides an appeal, and with it the verdict. An administrator who decided the verdict before sees why they cannot. */
import { editableStatuses } from '@hakiki/contract/admin-values';
import { editableAlertStatuses, severities } from '@hakiki/contract/alert-values';
import { editableReportStatuses } from '@hakiki/contract/report-values';
import { appealOutcomes, type AppealOutcome } from '@hakiki/contract/appeal-values';
import type { AdminAppealDetail } from '@hakiki/contract/appeals-admin';
import type { BodyIn } from '@hakiki/contract/endpoint';
import type { Call } from '@hakiki/contract/endpoints';
import { textLimits } from '@hakiki/contract/limits';
import { riskLevels } from '@hakiki/contract/risk';
import { useState, type FormEvent, type ReactNode } from 'react';
import { Link } from 'react-router';
import { LengthNote } from '../../../components/forms/length-note.tsx';
import { riskLabel } from '../../../components/providers/risk-indicator.tsx';
import { buttonClass } from '../../../components/ui/button.ts';
import { RadiosField } from '../../../components/ui/choice-field.tsx';
import { SelectField, TextAreaField, TextField } from '../../../components/ui/field.tsx';
import { Icon } from '../../../components/ui/icon.tsx';
import { statusLabel } from '../../../components/providers/verdict-badge.tsx';
import { severityLabel } from '../../../lib/alerts/labels.ts';
import { toOptions } from '../../../lib/forms/options.ts';
import { toValues } from '../../../lib/forms/values.ts';
import { formatDate } from '../../../lib/language/format.ts';
import type { Values } from '../../../lib/forms/forms.ts';
import { useQueryStore } from '../../../lib/api/use-query.ts';
import { useMutation } from '../../../lib/api/use-mutation.ts';
import { m } from '../../../paraglide/messages.js';
import { appealQuery, decideAppeal } from './queries.ts';
import { pickChangedValues, splitLines } from '../parts/changed-values.ts';
import { consolePath } from '../parts/console-url.ts';
import { stateLabel } from '../parts/decision-labels.ts';
import { changeFailure, createPendingToast } from '../parts/proposal-labels.ts';

type Decision = BodyIn<Call<'POST', '/api/admin/appeals/:id/decision'>>;

export function AppealDecision({ appeal }: { appeal: AdminAppealDetail }) {
  return (
    <section aria-label={m.appeals_decide()} className="rounded-card border border-line bg-surface p-4">
      <h3 className="mb-3 text-lg font-semibold">{m.appeals_decide()}</h3>
      <DecisionState appeal={appeal} />
    </section>
  );
}

function DecisionState({ appeal }: { appeal: AdminAppealDetail }) {
  if (appeal.status !== 'pending') {
    return (
      <div className="flex flex-col gap-1">
        <p className="font-semibold">{stateLabel(appeal.status)}</p>
        {appeal.decidedAt && <p className="text-sm text-muted">{formatDate(appeal.decidedAt)}</p>}
        <p className="whitespace-pre-line wrap-anywhere">{appeal.reason}</p>
      </div>
    );
  }
  if (appeal.proposalId) {
    return (
      <div className="flex flex-col items-start gap-3">
        <p>{m.appeals_waiting()}</p>
        <Link to={consolePath('overview', { proposal: appeal.proposalId })} className={buttonClass('secondary')}>
          {m.appeals_see_proposal()}
        </Link>
      </div>
    );
  }
  return (
    <div className="flex flex-col gap-4">
      {appeal.isStuck && <DecisionNote isWarning>{m.appeals_stuck()}</DecisionNote>}
      {appeal.isOwnVerdict && !appeal.isStuck && <DecisionNote>{m.appeals_own_verdict()}</DecisionNote>}
      {!appeal.isOwnVerdict && <DecisionForm appeal={appeal} />}
    </div>
  );
}

const DecisionNote = ({ isWarning = false, children }: { isWarning?: boolean; children: ReactNode }) => (
  <p
    role="status"
    className={`flex items-start gap-2 rounded-control p-3 ${isWarning ? 'bg-flagged-soft text-flagged' : 'bg-accent-soft text-accent'}`}
  >
    <Icon name={isWarning ? 'warning' : 'lock'} className="mt-0.5 shrink-0" />
    <span>{children}</span>
  </p>
);

const outcomeTexts: Record<AppealOutcome, { label: () => string; hint: () => string }> = {
  upheld: { label: m.appeals_outcome_upheld, hint: m.appeals_outcome_upheld_hint },
  partly: { label: m.appeals_outcome_partly, hint: m.appeals_outcome_partly_hint },
  dismissed: { label: m.appeals_outcome_dismissed, hint: m.appeals_outcome_dismissed_hint },
};

function useDecision({ id }: AdminAppealDetail) {
  const store = useQueryStore();
  const { run, isRunning } = useMutation(decideAppeal, {
    success: ({ proposal }) => (proposal ? createPendingToast(proposal) : { title: m.appeals_done() }),
    failure: changeFailure,
  });
  const decide = async (body: Decision) => {
    const reply = await run({ params: { id }, body });
    // Reloads after success and after a conflict.
    await store.reload(appealQuery(id));
    return reply;
  };
  return { decide, isRunning };
}

function DecisionForm({ appeal }: { appeal: AdminAppealDetail }) {
  const { decide, isRunning } = useDecision(appeal);
  const [outcome, setOutcome] = useState<AppealOutcome>();
  const [errors, setErrors] = useState<{ outcome?: string; reason?: string }>({});
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const values = toValues(new FormData(event.currentTarget));
    const reason = values['reason']?.trim() ?? '';
    setErrors({
      ...(!outcome && { outcome: m.appeals_choose_outcome() }),
      ...(!reason && { reason: m.error_reason_required() }),
    });
    if (!outcome || !reason || isRunning) return;
    void decide({ outcome, reason, ...(outcome !== 'dismissed' && toChange(appeal, values)) });
  };
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-5">
      <div
        onChange={({ target }) =>
          setOutcome(appealOutcomes.find((option) => option === (target as HTMLInputElement).value))
        }
      >
        <RadiosField
          id="appeal-outcome"
          name="outcome"
          label={m.appeals_outcome()}
          error={errors.outcome}
          choices={appealOutcomes.map((value) => ({
            value,
            label: outcomeTexts[value].label(),
            hint: outcomeTexts[value].hint(),
          }))}
        />
      </div>
      {outcome && outcome !== 'dismissed' && <ChangeFields appeal={appeal} />}
      <TextAreaField
        id="appeal-reason"
        name="reason"
        label={m.appeals_reason()}
        hint={m.appeals_reason_hint()}
        error={errors.reason}
        rows={4}
        note={<LengthNote id="appeal-reason" max={textLimits.text} />}
        required
      />
      <button
        type="submit"
        aria-disabled={isRunning}
        className={buttonClass('primary', 'aria-disabled:cursor-not-allowed aria-disabled:opacity-60')}
      >
        {isRunning ? m.appeals_submitting() : m.appeals_submit()}
      </button>
    </form>
  );
}

/** The current values of the fields that can be changed here. */
function getCurrentValues({ alert, provider, report }: AdminAppealDetail): Values {
  if (alert?.alert) {
    const { status, severity, title, description, advice } = alert.alert;
    return { status, severity, title, description, advice: advice ?? '' };
  }
  if (report) return { status: report.status, severity: report.severity, description: report.description };
  if (!provider) return {};
  const { verificationStatus, riskScore, flaggedReasons } = provider;
  return { verificationStatus, riskScore, flaggedReasons: flaggedReasons.join('\n') };
}

/** Only the changed fields; empty if the verdict stays as it is. */
export function toChange(appeal: AdminAppealDetail, { reason: _, outcome: __, ...given }: Values): Partial<Decision> {
  const { flaggedReasons, ...changed } = pickChangedValues(given, getCurrentValues(appeal));
  const change = { ...changed, ...(flaggedReasons !== undefined && { flaggedReasons: splitLines(flaggedReasons) }) };
  return Object.keys(change).length > 0 ? { [appeal.subject]: change } : {};
}

function ChangeFields({ appeal }: { appeal: AdminAppealDetail }) {
  const { alert, provider, report, hasChanged } = appeal;
  const isShown = Boolean(alert?.alert ?? provider ?? report);
  return (
    <fieldset className="flex min-w-0 flex-col gap-4 rounded-control border border-line p-3">
      <legend className="px-1 font-semibold">{m.appeals_change()}</legend>
      {hasChanged && <p className="text-sm">{m.appeals_has_changed()}</p>}
      {isShown && <p className="text-sm text-muted">{m.appeals_change_hint()}</p>}
      {alert?.alert && (
        <>
          <Status options={editableAlertStatuses} value={alert.alert.status} />
          <SeverityChoice value={alert.alert.severity} />
          <TextField
            id="appeal-title"
            name="title"
            label={m.admin_alerts_title()}
            defaultValue={alert.alert.title}
            note={<LengthNote id="appeal-title" max={textLimits.title} />}
          />
          <Description value={alert.alert.description} />
          <TextAreaField
            id="appeal-advice"
            name="advice"
            label={m.admin_alerts_advice()}
            defaultValue={alert.alert.advice ?? ''}
            rows={2}
            note={<LengthNote id="appeal-advice" max={textLimits.advice} />}
          />
        </>
      )}
      {report && (
        <>
          <Status options={editableReportStatuses} value={report.status} />
          <SeverityChoice value={report.severity} />
          <Description value={report.description} />
        </>
      )}
      {provider && (
        <>
          <SelectField
            id="appeal-verdict"
            name="verificationStatus"
            label={m.providers_admin_column_status()}
            defaultValue={provider.verificationStatus}
            options={toOptions(editableStatuses, statusLabel)}
          />
          <SelectField
            id="appeal-risk"
            name="riskScore"
            label={m.providers_admin_column_risk()}
            defaultValue={provider.riskScore}
            options={toOptions(riskLevels, riskLabel)}
          />
          <TextAreaField
            id="appeal-flag-reasons"
            name="flaggedReasons"
            label={m.providers_admin_flag_reasons()}
            hint={m.providers_admin_flag_reasons_hint()}
            defaultValue={provider.flaggedReasons.join('\n')}
            rows={3}
            note={<LengthNote id="appeal-flag-reasons" max={textLimits.text} />}
          />
        </>
      )}
    </fieldset>
  );
}

const Status = ({ options: among, value }: { options: readonly string[]; value: string }) => (
  <SelectField
    id="appeal-status"
    name="status"
    label={m.admin_field_status()}
    defaultValue={value}
    options={toOptions(among, stateLabel)}
  />
);

const SeverityChoice = ({ value }: { value: string }) => (
  <SelectField
    id="appeal-severity"
    name="severity"
    label={m.admin_field_severity()}
    defaultValue={value}
    options={toOptions(severities, severityLabel)}
  />
);

const Description = ({ value }: { value: string }) => (
  <TextAreaField
    id="appeal-description"
    name="description"
    label={m.admin_field_description()}
    defaultValue={value}
    rows={6}
    note={<LengthNote id="appeal-description" max={textLimits.text} />}
  />
);
