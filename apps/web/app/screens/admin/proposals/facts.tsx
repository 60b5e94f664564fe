import type { Proposal } from '@hakiki/contract/proposals-admin';
import { useTimestampFormat } from '../../../lib/language/use-timestamp-format.ts';
import { m } from '../../../paraglide/messages.js';
import { casePath, ConsoleLink, NewTabLink, getPublicPath, getRowPath } from '../parts/links.tsx';
import { stateLabel } from '../parts/decision-labels.ts';
import { subjectLabel } from '../parts/proposal-labels.ts';
import { StateChange } from '../parts/timeline.tsx';

/** Subject, proposer, reason, evidence, and dates. */
export function ProposalFacts({ proposal }: { proposal: Proposal }) {
  const { subject, subjectTitle, from, to, reason, evidence, isOwn } = proposal;
  return (
    <>
      <div>
        <p className="text-sm text-muted">{subjectLabel(subject)}</p>
        <p className="font-semibold wrap-anywhere">{subjectTitle}</p>
        <p className="flex flex-wrap items-center gap-2">
          {from === to ? m.admin_timeline_edited({ state: stateLabel(to) }) : <StateChange from={from} to={to} />}
        </p>
      </div>
      <dl className="flex flex-col gap-2">
        <LabelledText name={m.proposals_reason()} text={reason} fallback={m.proposals_no_reason()} />
        {/* The evidence of a provider is kept with the provider. */}
        {(evidence !== null || subject !== 'provider') && (
          <LabelledText name={m.proposals_evidence()} text={evidence} fallback={m.proposals_no_evidence()} />
        )}
      </dl>
      <p className="text-sm text-muted">
        <ProposalDates proposal={proposal} />
      </p>
      <ProposalLinks proposal={proposal} />
      {isOwn && <p className="text-sm font-semibold">{m.proposals_own()}</p>}
    </>
  );
}

const LabelledText = ({ name, text, fallback }: { name: string; text: string | null; fallback: string }) => (
  <div>
    <dt className="text-sm text-muted">{name}</dt>
    <dd className={`whitespace-pre-line wrap-anywhere ${text ? '' : 'text-muted'}`}>{text ?? fallback}</dd>
  </div>
);

function ProposalDates({ proposal: { proposedBy, createdAt, takesEffectAt, expiresAt } }: { proposal: Proposal }) {
  const { moment, zone } = useTimestampFormat();
  return (
    <span title={zone(createdAt)}>
      {m.proposals_by({ name: proposedBy ?? m.admin_timeline_nobody(), date: moment(createdAt) })}
      <br />
      {takesEffectAt === null
        ? m.proposals_until({ date: moment(expiresAt) })
        : m.proposals_effect({ date: moment(takesEffectAt) })}
    </span>
  );
}

/** Links to the public page, the row in the console, and the case. */
function ProposalLinks({ proposal: { subject, subjectId, subjectTitle, caseId } }: { proposal: Proposal }) {
  const page = getPublicPath({ subject, subjectId });
  const row = getRowPath({ subject, subjectId, searchText: subjectTitle });
  return (
    <p className="flex flex-wrap gap-x-4">
      {page && <NewTabLink href={page}>{m.console_link_public()}</NewTabLink>}
      {row && <ConsoleLink href={row}>{m.console_link_row()}</ConsoleLink>}
      {caseId && <ConsoleLink href={casePath(caseId)}>{m.console_link_case()}</ConsoleLink>}
    </p>
  );
}
