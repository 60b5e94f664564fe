import type { FilingState } from '@hakiki/contract/filings';
import type { ReactNode } from 'react';
import { Link, useActionData } from 'react-router';
import { Callout } from '../../components/ui/callout.tsx';
import { formatFilingTitle } from '../../lib/alerts/labels.ts';
import type { FilingRef } from '../../lib/evidence/upload.ts';
import { indicatorLabels } from '../../lib/alerts/indicator-labels.ts';
import { verdictPath } from '../../lib/pages/paths.ts';
import { useQueryStore } from '../../lib/api/use-query.ts';
import { m } from '../../paraglide/messages.js';
import { EvidenceFiles } from './filing-files.tsx';
import { lookUp } from './filing-forms.ts';
import { FILE_FIELD } from './filing-ref.ts';
import { Questions } from './filing-questions.tsx';
import { AlertLink, Timeline } from './filing-status.tsx';
import { filingKindTexts } from '../../lib/filings/filing-kinds.ts';
import { isDecided, getNextStepText } from './filing-labels.ts';
import type { FollowActionData } from './follow-action.ts';

interface Props {
  state: FilingState;
  filing: FilingRef;
  onChange: (state: FilingState) => void;
}

/** Everything a reporter can see and do about a report they sent: its status, questions and files. */
export function FilingDetails({ state, filing, onChange }: Props) {
  const store = useQueryStore();
  const actionData = useActionData<FollowActionData | undefined>();

  async function reload() {
    // The files have arrived; only this list is stale.
    const newState = await store.send(lookUp, { body: filing }).catch(() => undefined);
    if (newState) onChange(newState);
  }

  return (
    <div className="flex flex-col gap-6">
      <Timeline state={state} />
      <DetailSection id={`next-${state.id}`} heading={m.follow_next()}>
        <p>{getNextStepText(state)}</p>
        {state.dispute?.reason && <DecisionReason reason={state.dispute.reason} />}
        {state.appeal && <AppealDetails state={state} appeal={state.appeal} />}
        {state.alertId && <AlertLink id={state.alertId} />}
        {state.hasContact && !isDecided(state.status) && <p className="text-muted">{m.follow_mailed()}</p>}
      </DetailSection>
      {state.questions.length > 0 && (
        <DetailSection id={`questions-${state.id}`} heading={m.follow_questions()}>
          {actionData?.done === 'answered' && (
            <Callout icon="check-circle" title={m.follow_answer_sent()}>
              <p>{m.follow_answer_sent_text()}</p>
            </Callout>
          )}
          <Questions questions={state.questions} filing={filing} onAnswered={onChange} />
        </DetailSection>
      )}
      <DetailSection id={`files-${state.id}`} heading={m.follow_files()}>
        {actionData?.done === 'added' && (
          <Callout icon="check-circle" title={m.files_sent()}>
            <p>{m.files_sent_text()}</p>
          </Callout>
        )}
        <EvidenceFiles
          reference={state.reference}
          files={state.evidence}
          filing={filing}
          refused={actionData?.fields?.[FILE_FIELD]}
          onSent={reload}
        />
      </DetailSection>
      <SentReport state={state} />
    </div>
  );
}

/** Shows the reason of the decision and a link to the appealed page. */
function AppealDetails({
  state: { status },
  appeal,
}: {
  state: FilingState;
  appeal: NonNullable<FilingState['appeal']>;
}) {
  const { subject, subjectId, isNoticed, reason } = appeal;
  return (
    <>
      {reason && <DecisionReason reason={reason} />}
      {!isNoticed && !isDecided(status) && <p className="max-w-[68ch]">{m.follow_appeal_quiet()}</p>}
      <Link
        to={verdictPath(subject, subjectId)}
        className="inline-flex min-h-11 items-center self-start font-semibold text-brand underline underline-offset-4"
      >
        {m.follow_appeal_page()}
      </Link>
    </>
  );
}

const DecisionReason = ({ reason }: { reason: string }) => (
  <div>
    <p className="text-sm text-muted">{m.follow_appeal_reason()}</p>
    <p className="max-w-[68ch] whitespace-pre-line wrap-anywhere">{reason}</p>
  </div>
);

function DetailSection({ id, heading, children }: { id: string; heading: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id} className="flex flex-col gap-3">
      <h3 id={id} className="title-card">
        {heading}
      </h3>
      {children}
    </section>
  );
}

function SentReport({ state }: { state: FilingState }) {
  const facts: [string, string | null][] = [
    [m.follow_reference(), state.reference],
    [m.follow_kind(), filingKindTexts[state.kind].label()],
    [m.follow_what(), formatFilingTitle(state)],
    [m.follow_text(), state.description],
    [m.follow_amount(), state.amountLost],
    [m.follow_evidence_text(), state.evidenceDescription],
    [m.follow_details(), state.additionalDetails],
    [m.follow_contact(), state.hasContact ? m.follow_contact_sealed() : m.follow_contact_none()],
    [m.follow_indicators(), formatIndicators(state)],
  ];
  return (
    <details className="rounded-control border border-line px-4">
      <summary className="flex min-h-11 cursor-pointer items-center font-semibold">{m.follow_sent()}</summary>
      {state.isEdited && <p className="max-w-[68ch] pt-2">{m.follow_edited()}</p>}
      <dl className="flex flex-col gap-3 pt-2 pb-4">
        {facts
          .filter(([, value]) => Boolean(value))
          .map(([term, value]) => (
            <div key={term}>
              <dt className="text-sm text-muted">{term}</dt>
              <dd className="whitespace-pre-line wrap-break-word">{value}</dd>
            </div>
          ))}
      </dl>
    </details>
  );
}

/** One indicator per line. */
const formatIndicators = ({ indicators }: FilingState): string =>
  indicators.map(({ kind, value }) => `${indicatorLabels[kind]()}: ${value ?? m.follow_indicator_hidden()}`).join('\n');
