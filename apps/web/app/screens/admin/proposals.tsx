import type { Proposal } from '@hakiki/contract/admin';
import { ReadFailure } from '../../components/read-failure.tsx';
import { buttonClass } from '../../components/ui/button.ts';
import { formatDate } from '../../lib/format.ts';
import { useRead } from '../../lib/use-read.ts';
import { useWrite } from '../../lib/use-write.ts';
import { m } from '../../paraglide/messages.js';
import { AdminSection } from './admin-section.tsx';
import { changeFailure } from './proposal-words.ts';
import { confirmProposal, proposalsRead, withdrawProposal } from './proposals-reads.ts';
import { Change } from './timeline.tsx';

/** Changes that take a warning away. Another administrator confirms them. */
export const Proposals = () => (
  <AdminSection title={m.proposals_title()}>
    <ProposalList />
  </AdminSection>
);

function ProposalList() {
  const proposals = useRead(proposalsRead);
  if (proposals.status === 'loading') {
    return <div role="status" aria-label={m.proposals_loading()} className="skeleton h-24" />;
  }
  if (proposals.status === 'failed') return <ReadFailure sentence={m.proposals_failed()} read={proposals} />;
  if (proposals.data.length === 0) return <p className="text-muted">{m.proposals_none()}</p>;
  return (
    <>
      <p className="max-w-[68ch] text-muted">{m.proposals_text()}</p>
      <ul className="grid gap-4 lg:grid-cols-2">
        {proposals.data.map((proposal) => (
          <li key={proposal.id} className="flex min-w-0 flex-col gap-2 rounded-card border border-line bg-surface p-4">
            <ProposalCard proposal={proposal} />
          </li>
        ))}
      </ul>
    </>
  );
}

function ProposalCard({ proposal }: { proposal: Proposal }) {
  const { subject, subjectTitle, from, to, reason, proposedBy, isOwn, createdAt, takesEffectAt, expiresAt } = proposal;
  return (
    <>
      <p className="text-sm text-muted">
        {subject === 'alert' ? m.proposals_subject_alert() : m.proposals_subject_provider()}
      </p>
      <p className="font-semibold">{subjectTitle}</p>
      <p className="flex flex-wrap items-center gap-2">
        <Change from={from} to={to} />
      </p>
      <p className={`whitespace-pre-line ${reason ? '' : 'text-muted'}`}>{reason ?? m.proposals_no_reason()}</p>
      <p className="text-sm text-muted">
        {m.proposals_by({ name: proposedBy ?? m.admin_timeline_nobody(), date: formatDate(createdAt) })}
        <br />
        {takesEffectAt === null
          ? m.proposals_until({ date: formatDate(expiresAt) })
          : m.proposals_effect({ date: formatDate(takesEffectAt) })}
      </p>
      {isOwn && <p className="text-sm font-semibold">{m.proposals_own()}</p>}
      <ProposalActs proposal={proposal} />
    </>
  );
}

/** Nobody confirms what they proposed themselves; the server refuses it too. */
function ProposalActs({ proposal: { id, isOwn } }: { proposal: Proposal }) {
  const confirm = useWrite(confirmProposal, {
    success: () => ({ title: m.proposals_confirmed() }),
    failure: changeFailure,
  });
  const withdraw = useWrite(withdrawProposal, {
    success: () => ({ title: m.proposals_withdrawn() }),
    failure: changeFailure,
  });
  const isBusy = confirm.isRunning || withdraw.isRunning;
  return (
    <div className="mt-auto flex flex-wrap gap-3 pt-2">
      {!isOwn && (
        <button
          type="button"
          disabled={isBusy}
          onClick={() => void confirm.run({ params: { id } })}
          className={buttonClass('primary')}
        >
          {m.proposals_confirm()}
        </button>
      )}
      <button
        type="button"
        disabled={isBusy}
        onClick={() => void withdraw.run({ params: { id } })}
        className={buttonClass('secondary')}
      >
        {m.proposals_withdraw()}
      </button>
    </div>
  );
}
