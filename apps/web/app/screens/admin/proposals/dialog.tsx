/** What the second person sees before confirming: changed fields, reason, evidence, and a page preview. */
import type { ProposalDetail } from '@hakiki/contract/proposals-admin';
import { useEffect, useRef, useState } from 'react';
import { FieldChanges } from '../../../components/history/field-changes.tsx';
import { ReadFailure } from '../../../components/read-failure.tsx';
import { buttonClass } from '../../../components/ui/button.ts';
import { Icon } from '../../../components/ui/icon.tsx';
import { failureOf } from '../../../lib/api/api.ts';
import { sentenceOf } from '../../../lib/errors/failure.ts';
import { useRead, useReadStore } from '../../../lib/api/use-read.ts';
import { useWrite } from '../../../lib/api/use-write.ts';
import { m } from '../../../paraglide/messages.js';
import { AdminDialog } from '../../../components/staff/dialog.tsx';
import { Part } from '../parts/part.tsx';
import { ProposalFacts } from './facts.tsx';
import { PagePreview } from '../parts/page-preview.tsx';
import { changeFailure } from '../parts/proposal-words.ts';
import { confirmProposal, proposalRead, proposalsRead } from './reads.ts';

interface Props {
  id: string;
  onClose: () => void;
}

export const ProposalDialog = ({ id, onClose }: Props) => (
  <AdminDialog title={m.proposals_dialog()} onClose={onClose} isWide>
    <Looking id={id} onClose={onClose} />
  </AdminDialog>
);

function Looking({ id, onClose }: Props) {
  const store = useReadStore();
  // A cached proposal may be outdated.
  useEffect(() => {
    if (store.outcomeOf(proposalRead(id)).status !== 'loading') void store.reload(proposalRead(id));
  }, [store, id]);
  const proposal = useRead(proposalRead(id));
  if (proposal.status === 'loading') {
    return <div role="status" aria-label={m.proposals_detail_loading()} className="skeleton h-80" />;
  }
  if (proposal.status === 'failed') {
    return <ReadFailure sentence={sentenceOf(proposal.error, m.proposals_detail_failed())} read={proposal} />;
  }
  return <Detail proposal={proposal.data} onClose={onClose} />;
}

function Detail({ proposal, onClose }: { proposal: ProposalDetail; onClose: () => void }) {
  const { confirm, isRunning, conflictCount } = useConfirmation(proposal, onClose);
  return (
    <>
      {conflictCount > 0 && (
        <Overtaken key={conflictCount} title={m.proposals_changed()} text={m.proposals_changed_text()} takesFocus />
      )}
      {conflictCount === 0 && proposal.isOvertaken && (
        <Overtaken title={m.proposals_overtaken()} text={m.proposals_overtaken_text()} />
      )}
      <div className="flex flex-col gap-3">
        <ProposalFacts proposal={proposal} />
      </div>
      <Part title={m.proposals_changes()}>
        {proposal.changes.length > 0 ? (
          <FieldChanges
            changes={proposal.changes}
            after={m.change_proposed}
            language={proposal.alert?.alert?.language}
          />
        ) : (
          <p className="text-muted">{m.proposals_changes_none()}</p>
        )}
      </Part>
      <Part title={m.proposals_page()}>
        <PagePreview proposal={proposal} />
      </Part>
      {!proposal.isOwn && (
        <div className="flex flex-wrap justify-end gap-3 border-t border-line pt-4">
          <button type="button" disabled={isRunning} onClick={confirm} className={buttonClass('primary')}>
            {isRunning ? m.proposals_confirming() : m.proposals_confirm()}
          </button>
        </div>
      )}
    </>
  );
}

/** Confirms the shown version. If it has changed meanwhile, the new version is shown and nothing is confirmed. */
export function useConfirmation({ id, seen }: Pick<ProposalDetail, 'id' | 'seen'>, onDone: () => void) {
  const store = useReadStore();
  const [conflictCount, setConflictCount] = useState(0);
  const [isReading, setReading] = useState(false);
  const lookAgain = async () => {
    setReading(true);
    await store.reload(proposalRead(id));
    setConflictCount((count) => count + 1);
    setReading(false);
  };
  const { run, isRunning } = useWrite(confirmProposal, {
    success: () => ({ title: m.proposals_confirmed() }),
    failure: changeFailure,
    isTold(error) {
      if (failureOf(error).code !== 'PROPOSAL_OVERTAKEN') {
        // Another administrator was faster, or it no longer exists.
        void store.reload(proposalsRead);
        return false;
      }
      void lookAgain();
      return true;
    },
  });
  const confirm = () => void run({ params: { id }, body: { seen } }).then((confirmed) => confirmed && onDone());
  return { confirm, isRunning: isRunning || isReading, conflictCount };
}

/** Shown first. If it appears while the dialog is open, it takes the focus. */
function Overtaken({ title, text, takesFocus = false }: { title: string; text: string; takesFocus?: boolean }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (takesFocus) place.current?.focus();
  }, [takesFocus]);
  return (
    <div
      ref={place}
      role={takesFocus ? 'alert' : 'status'}
      tabIndex={-1}
      className="flex gap-3 rounded-card bg-accent-soft p-4 text-accent"
    >
      <Icon name="warning" className="mt-0.5" />
      <div className="min-w-0">
        <p className="font-semibold">{title}</p>
        <p>{text}</p>
      </div>
    </div>
  );
}
