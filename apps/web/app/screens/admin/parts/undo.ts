/** A recent decision can be undone from its toast, if the reply says so. */
import type { Proposal } from '@hakiki/contract/proposals-admin';
import { undoSeconds } from '@hakiki/contract/admin-values';
import type { ReadPath } from '@hakiki/contract/endpoints';
import { showFailure } from '../../../lib/errors/failure.ts';
import { showToast, type Shown } from '../../../lib/browser/toast.ts';
import { useReadStore } from '../../../lib/api/use-read.ts';
import { write } from '../../../lib/api/writes.ts';
import { m } from '../../../paraglide/messages.js';
import { waitingToast } from './proposal-words.ts';

/** The part of a reply that all changes share. */
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
 * The toast after a change: that it was made, with an undo button if possible, or that it needs a second administrator.
 * An undo invalidates the same queries as the change.
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
