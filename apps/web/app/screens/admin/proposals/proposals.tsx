import type { Proposal } from '@hakiki/contract/proposals-admin';
import { lazy } from 'react';
import { useNavigate } from 'react-router';
import { LazyPart } from '../../../components/lazy-part.tsx';
import { QueryFailure } from '../../../components/query-failure.tsx';
import { buttonClass } from '../../../components/ui/button.ts';
import { useQuery } from '../../../lib/api/use-query.ts';
import { useMutation } from '../../../lib/api/use-mutation.ts';
import { m } from '../../../paraglide/messages.js';
import { AdminSection } from '../parts/section.tsx';
import { useConsoleUrl } from '../parts/console-url.ts';
import { DialogOpener } from '../parts/dialog-opener.tsx';
import { ProposalFacts } from './facts.tsx';
import { changeFailure } from '../parts/proposal-labels.ts';
import { proposalsQuery, withdrawProposal } from './queries.ts';

/** Lazy, because it includes the public pages. */
const ProposalDialog = lazy(async () => ({ default: (await import('./dialog.tsx')).ProposalDialog }));

/** Changes that weaken a warning. Another administrator must confirm them. */
export function Proposals() {
  const { params, withChanges } = useConsoleUrl();
  const navigate = useNavigate();
  const id = params.get('proposal');
  return (
    <AdminSection title={m.proposals_title()}>
      <ProposalList />
      {id && (
        <LazyPart fallback={null}>
          <ProposalDialog
            key={id}
            id={id}
            onClose={() =>
              void navigate(withChanges({ proposal: undefined }), { replace: true, preventScrollReset: true })
            }
          />
        </LazyPart>
      )}
    </AdminSection>
  );
}

function ProposalList() {
  const proposals = useQuery(proposalsQuery);
  if (proposals.status === 'loading') {
    return <div role="status" aria-label={m.proposals_loading()} className="skeleton h-24" />;
  }
  if (proposals.status === 'failed') return <QueryFailure message={m.proposals_failed()} query={proposals} />;
  if (proposals.data.length === 0) return <p className="text-muted">{m.proposals_none()}</p>;
  return (
    <>
      <p className="max-w-[68ch] text-muted">{m.proposals_text()}</p>
      <ul className="grid gap-4 lg:grid-cols-2">
        {proposals.data.map((proposal) => (
          <li key={proposal.id} className="flex min-w-0 flex-col gap-3 rounded-card border border-line bg-surface p-4">
            <ProposalFacts proposal={proposal} />
            <ProposalActions proposal={proposal} />
          </li>
        ))}
      </ul>
    </>
  );
}

/** A proposal can be confirmed only in its dialog, after viewing it. */
function ProposalActions({ proposal: { id, subjectTitle } }: { proposal: Proposal }) {
  const withdraw = useMutation(withdrawProposal, {
    success: () => ({ title: m.proposals_withdrawn() }),
    failure: changeFailure,
  });
  return (
    <div className="mt-auto flex flex-wrap gap-3 pt-2">
      <DialogOpener
        urlChanges={{ proposal: id }}
        aria-label={m.proposals_look_label({ title: subjectTitle })}
        className={buttonClass('primary')}
      >
        {m.proposals_look()}
      </DialogOpener>
      <button
        type="button"
        disabled={withdraw.isRunning}
        onClick={() => void withdraw.run({ params: { id } })}
        className={buttonClass('secondary')}
      >
        {m.proposals_withdraw()}
      </button>
    </div>
  );
}
