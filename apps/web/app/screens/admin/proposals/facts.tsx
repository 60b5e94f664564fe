import type { Proposal } from '@hakiki/contract/proposals-admin';
import { useMoment } from '../../../lib/language/use-moment.ts';
import { m } from '../../../paraglide/messages.js';
import { casePath, ConsoleLink, LinkBeside, publicPath, rowPath } from '../parts/links.tsx';
import { stateLabel } from '../parts/decision-words.ts';
import { subjectLabel } from '../parts/proposal-words.ts';
import { Change } from '../parts/timeline.tsx';

/** Subject, proposer, reason, evidence, and dates. */
export function ProposalFacts({ proposal }: { proposal: Proposal }) {
  const { subject, subjectTitle, from, to, reason, evidence, isOwn } = proposal;
  return (
    <>
      <div>
        <p className="text-sm text-muted">{subjectLabel(subject)}</p>
        <p className="font-semibold wrap-anywhere">{subjectTitle}</p>
        <p className="flex flex-wrap items-center gap-2">
          {from === to ? m.admin_timeline_edited({ state: stateLabel(to) }) : <Change from={from} to={to} />}
        </p>
      </div>
      <dl className="flex flex-col gap-2">
        <Ground name={m.proposals_reason()} text={reason} otherwise={m.proposals_no_reason()} />
        <Ground name={m.proposals_evidence()} text={evidence} otherwise={m.proposals_no_evidence()} />
      </dl>
      <p className="text-sm text-muted">
        <Times proposal={proposal} />
      </p>
      <Links proposal={proposal} />
      {isOwn && <p className="text-sm font-semibold">{m.proposals_own()}</p>}
    </>
  );
}

const Ground = ({ name, text, otherwise }: { name: string; text: string | null; otherwise: string }) => (
  <div>
    <dt className="text-sm text-muted">{name}</dt>
    <dd className={`whitespace-pre-line wrap-anywhere ${text ? '' : 'text-muted'}`}>{text ?? otherwise}</dd>
  </div>
);

function Times({ proposal: { proposedBy, createdAt, takesEffectAt, expiresAt } }: { proposal: Proposal }) {
  const { moment, zone } = useMoment();
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
function Links({ proposal: { subject, subjectId, subjectTitle, caseId } }: { proposal: Proposal }) {
  const page = publicPath({ subject, subjectId });
  const row = rowPath({ subject, subjectId, words: subjectTitle });
  return (
    <p className="flex flex-wrap gap-x-4">
      {page && <LinkBeside href={page}>{m.console_link_public()}</LinkBeside>}
      {row && <ConsoleLink href={row}>{m.console_link_row()}</ConsoleLink>}
      {caseId && <ConsoleLink href={casePath(caseId)}>{m.console_link_case()}</ConsoleLink>}
    </p>
  );
}
