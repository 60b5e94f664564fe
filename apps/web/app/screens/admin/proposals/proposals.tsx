import type { Proposal } from '@hakiki/contract/proposals-admin';
import { lazy } from 'react';
import { useNavigate } from 'react-router';
import { LazyPart } from '../../../components/lazy-part.tsx';
import { ReadFailure } from '../../../components/read-failure.tsx';
import { buttonClass } from '../../../components/ui/button.ts';
import { useRead } from '../../../lib/api/use-read.ts';
import { useWrite } from '../../../lib/api/use-write.ts';
import { m } from '../../../paraglide/messages.js';
import { AdminSection } from '../parts/section.tsx';
import { useConsoleAddress } from '../parts/address.ts';
import { DialogOpener } from '../parts/dialog-opener.tsx';
import { ProposalFacts } from './facts.tsx';
import { changeFailure } from '../parts/proposal-words.ts';
import { proposalsRead, withdrawProposal } from './reads.ts';

/** Lazy, because it includes the public pages. */
const ProposalDialog = lazy(async () => ({ default: (await import('./dialog.tsx')).ProposalDialog }));

/** Changes that weaken a warning. Another administrator must confirm them. */
export function Proposals() {
  const { params, withChanges } = useConsoleAddress();
  const navigate = useNavigate();
  const id = params.get('proposal');
  return (
    <AdminSection title={m.proposals_title()}>
      <ProposalList />
      {id && (
        <LazyPart waiting={null}>
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
          <li key={proposal.id} className="flex min-w-0 flex-col gap-3 rounded-card border border-line bg-surface p-4">
            <ProposalFacts proposal={proposal} />
            <ProposalActs proposal={proposal} />
          </li>
        ))}
      </ul>
    </>
  );
}

/** A proposal can be confirmed only in its dialog, after viewing it. */
function ProposalActs({ proposal: { id, subjectTitle } }: { proposal: Proposal }) {
  const withdraw = useWrite(withdrawProposal, {
    success: () => ({ title: m.proposals_withdrawn() }),
    failure: changeFailure,
  });
  return (
    <div className="mt-auto flex flex-wrap gap-3 pt-2">
      <DialogOpener
        opens={{ proposal: id }}
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
