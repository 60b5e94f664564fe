/** What the second person sees before confirming: changed fields, reason, evidence, and a page preview. */
import type { ProposalDetail } from '@hakiki/contract/proposals-admin';
import { useEffect, useRef, useState } from 'react';
import { FieldChanges } from '../../../components/history/field-changes.tsx';
import { MutationButton } from '../../../components/mutation-button.tsx';
import { QueryFailure, Skeleton } from '../../../components/query-states.tsx';
import { buttonClass } from '../../../components/ui/button.ts';
import { Icon } from '../../../components/ui/icon.tsx';
import { parseFailure } from '../../../lib/api/api.ts';
import { getFailureText } from '../../../lib/errors/failure.ts';
import { useQuery, useQueryStore } from '../../../lib/api/use-query.ts';
import { useMutation } from '../../../lib/api/use-mutation.ts';
import { m } from '../../../paraglide/messages.js';
import { AdminDialog } from '../../../components/staff/dialog.tsx';
import { TitledSection } from '../parts/titled-section.tsx';
import { ProposalFacts } from './facts.tsx';
import { EvidenceItem } from '../parts/evidence-item.tsx';
import { PagePreview } from '../parts/page-preview.tsx';
import { changeFailure } from '../parts/proposal-labels.ts';
import { evidenceQuery } from '../providers/queries.ts';
import { confirmProposal, proposalQuery, proposalsQuery, withdrawProposal } from './queries.ts';

interface Props {
  id: string;
  onClose: () => void;
}

export const ProposalDialog = ({ id, onClose }: Props) => (
  <AdminDialog title={m.proposals_dialog()} onClose={onClose} isWide>
    <ProposalLoader id={id} onClose={onClose} />
  </AdminDialog>
);

function ProposalLoader({ id, onClose }: Props) {
  const store = useQueryStore();
  // A cached proposal may be outdated.
  useEffect(() => {
    if (store.getOutcome(proposalQuery(id)).status !== 'loading') void store.reload(proposalQuery(id));
  }, [store, id]);
  const proposal = useQuery(proposalQuery(id));
  if (proposal.status === 'loading') return <Skeleton label={m.proposals_detail_loading()} className="h-80" />;
  if (proposal.status === 'failed') {
    return <QueryFailure message={getFailureText(proposal.error, m.proposals_detail_failed())} query={proposal} />;
  }
  return <Detail proposal={proposal.data} onClose={onClose} />;
}

function Detail({ proposal, onClose }: { proposal: ProposalDetail; onClose: () => void }) {
  const { confirm, isRunning, conflictCount } = useProposalConfirmation(proposal, onClose);
  return (
    <>
      {conflictCount > 0 && (
        <OutdatedNotice
          key={conflictCount}
          title={m.proposals_changed()}
          text={m.proposals_changed_text()}
          takesFocus
        />
      )}
      {conflictCount === 0 && proposal.isOvertaken && (
        <OutdatedNotice title={m.proposals_overtaken()} text={m.proposals_overtaken_text()} />
      )}
      <div className="flex flex-col gap-3">
        <ProposalFacts proposal={proposal} />
      </div>
      <TitledSection title={m.proposals_changes()}>
        {proposal.changes.length > 0 ? (
          <FieldChanges
            changes={proposal.changes}
            after={m.change_proposed}
            language={proposal.alert?.alert?.language}
          />
        ) : (
          <p className="text-muted">{m.proposals_changes_none()}</p>
        )}
      </TitledSection>
      {proposal.subject === 'provider' && <StoredEvidence providerId={proposal.subjectId} />}
      <TitledSection title={m.proposals_page()}>
        {proposal.subject === 'dispute' ? <p>{m.disputes_effect()}</p> : <PagePreview proposal={proposal} />}
      </TitledSection>
      {!proposal.isOwn && (
        <div className="flex flex-wrap justify-end gap-3 border-t border-line pt-4">
          <MutationButton
            mutation={withdrawProposal}
            getInput={() => ({ params: { id: proposal.id } })}
            success={() => ({ title: m.proposals_rejected() })}
            failure={changeFailure}
            onSettled={(reply) => reply && onClose()}
          >
            {m.proposals_reject()}
          </MutationButton>
          <button type="button" disabled={isRunning} onClick={confirm} className={buttonClass('primary')}>
            {isRunning ? m.proposals_confirming() : m.proposals_confirm()}
          </button>
        </div>
      )}
    </>
  );
}

/** The preview does not open links, and the second administrator has to look at the sources. */
function StoredEvidence({ providerId }: { providerId: string }) {
  const evidence = useQuery(evidenceQuery(providerId));
  return (
    <TitledSection title={m.proposals_stored_evidence()}>
      {evidence.status === 'loading' && <Skeleton label={m.evidence_loading()} className="h-24" />}
      {evidence.status === 'failed' && <QueryFailure message={m.evidence_failed()} query={evidence} />}
      {evidence.status === 'ready' && evidence.data.length === 0 && <p className="text-muted">{m.evidence_empty()}</p>}
      {evidence.status === 'ready' && evidence.data.length > 0 && (
        <ul className="flex flex-col gap-3">
          {evidence.data.map((item) => (
            <li key={item.id}>
              <EvidenceItem item={item} />
            </li>
          ))}
        </ul>
      )}
    </TitledSection>
  );
}

/** Confirms the shown version. If it has changed meanwhile, the new version is shown and nothing is confirmed. */
export function useProposalConfirmation({ id, seen }: Pick<ProposalDetail, 'id' | 'seen'>, onDone: () => void) {
  const store = useQueryStore();
  const [conflictCount, setConflictCount] = useState(0);
  const [isReloading, setReading] = useState(false);
  const reloadProposal = async () => {
    setReading(true);
    await store.reload(proposalQuery(id));
    setConflictCount((count) => count + 1);
    setReading(false);
  };
  const { run, isRunning } = useMutation(confirmProposal, {
    success: () => ({ title: m.proposals_confirmed() }),
    failure: changeFailure,
    isFailureShown(error) {
      if (parseFailure(error).code !== 'PROPOSAL_OVERTAKEN') {
        // Another administrator was faster, or it no longer exists.
        void store.reload(proposalsQuery);
        return false;
      }
      void reloadProposal();
      return true;
    },
  });
  const confirm = () => void run({ params: { id }, body: { seen } }).then((confirmed) => confirmed && onDone());
  return { confirm, isRunning: isRunning || isReloading, conflictCount };
}

/** Shown first. If it appears while the dialog is open, it takes the focus. */
function OutdatedNotice({ title, text, takesFocus = false }: { title: string; text: string; takesFocus?: boolean }) {
  const container = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (takesFocus) container.current?.focus();
  }, [takesFocus]);
  return (
    <div
      ref={container}
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
