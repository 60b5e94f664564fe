/** What was decided a moment ago can be taken back from its toast, where the answer says so. */
import type { Proposal } from '@hakiki/contract/proposals-admin';
import { undoSeconds } from '@hakiki/contract/admin-values';
import type { ReadPath } from '@hakiki/contract/endpoints';
import { showFailure } from '../../../lib/errors/failure.ts';
import { showToast, type Shown } from '../../../lib/browser/toast.ts';
import { useReadStore } from '../../../lib/api/use-read.ts';
import { write } from '../../../lib/api/writes.ts';
import { m } from '../../../paraglide/messages.js';
import { waitingToast } from './proposal-words.ts';

/** What every answer to a change says about it. */
export interface Answered {
  decisionId?: string | undefined;
  canUndo?: boolean | undefined;
  proposal?: Proposal | undefined;
}

const offered = (run: () => Promise<unknown>): Partial<Shown> => ({
  durationMs: undoSeconds.offered * 1000,
  action: {
    label: m.admin_undo(),
    run: () =>
      void run().then(
        () => showToast({ title: m.admin_undone() }),
        (error: unknown) => showFailure(m.admin_undo_failed(), error, m.admin_undo_failed_text()),
      ),
  },
});

/**
 * The toast after a change: that it was made, with the way back while there is one, or that it waits for a second administrator.
 * What the change made stale is stale again when it is undone.
 */
export function useOutcomeToast({ outdates = [] }: { outdates?: readonly ReadPath[] }) {
  const store = useReadStore();
  return ({ decisionId, canUndo, proposal }: Answered, done: Shown): Shown => {
    if (proposal) return waitingToast(proposal);
    if (!canUndo || decisionId === undefined) return done;
    const undo = write('POST', '/api/admin/decisions/:id/undo', { outdates: [...outdates, '/api/admin/decisions'] });
    return { ...done, ...offered(() => store.send(undo, { params: { id: decisionId } })) };
  };
}
