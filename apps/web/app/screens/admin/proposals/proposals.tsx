import type { Proposal } from '@hakiki/contract/proposals-admin';
import { lazy } from 'react';
import { LazyPart } from '../../../components/lazy-part.tsx';
import { MutationButton } from '../../../components/mutation-button.tsx';
import { buttonClass } from '../../../components/ui/button.ts';
import { m } from '../../../paraglide/messages.js';
import { ModeratedSection } from '../parts/section.tsx';
import { useCloseDialog, useConsoleUrl } from '../parts/console-url.ts';
import { DialogOpener } from '../parts/dialog-opener.tsx';
import { ProposalFacts } from './facts.tsx';
import { changeFailure } from '../parts/proposal-labels.ts';
import { proposalsQuery, withdrawProposal } from './queries.ts';

/** Lazy, because it includes the public pages. */
const ProposalDialog = lazy(async () => ({ default: (await import('./dialog.tsx')).ProposalDialog }));

/** Changes that weaken a warning. Another administrator must confirm them. */
export function Proposals() {
  const id = useConsoleUrl().params.get('proposal');
  const close = useCloseDialog('proposal');
  return (
    <ModeratedSection
      title={m.proposals_title()}
      query={proposalsQuery}
      texts={{ loading: m.proposals_loading(), failed: m.proposals_failed(), none: m.proposals_none() }}
      lead={<p className="max-w-[68ch] text-muted">{m.proposals_text()}</p>}
      gap="gap-3"
      renderItem={(proposal) => (
        <>
          <ProposalFacts proposal={proposal} />
          <ProposalActions proposal={proposal} />
        </>
      )}
    >
      {id && (
        <LazyPart fallback={null}>
          <ProposalDialog key={id} id={id} onClose={close} />
        </LazyPart>
      )}
    </ModeratedSection>
  );
}

/** A proposal can be confirmed only in its dialog, after viewing it. */
const ProposalActions = ({ proposal: { id, subjectTitle, isOwn } }: { proposal: Proposal }) => (
  <div className="mt-auto flex flex-wrap gap-3 pt-2">
    <DialogOpener
      urlChanges={{ proposal: id }}
      aria-label={m.proposals_look_label({ title: subjectTitle })}
      className={buttonClass('primary')}
    >
      {m.proposals_look()}
    </DialogOpener>
    <MutationButton
      mutation={withdrawProposal}
      getInput={() => ({ params: { id } })}
      success={() => ({ title: isOwn ? m.proposals_withdrawn() : m.proposals_rejected() })}
      failure={changeFailure}
    >
      {isOwn ? m.proposals_withdraw() : m.proposals_reject()}
    </MutationButton>
  </div>
);
