/** A recent decision can be undone from its toast, if the reply says so. */
import type { Proposal } from '@hakiki/contract/proposals-admin';
import { undoSeconds } from '@hakiki/contract/admin-values';
import type { ReadPath } from '@hakiki/contract/endpoints';
import { showFailure } from '../../../lib/errors/failure.ts';
import { showToast, type ToastOptions } from '../../../lib/browser/toast.ts';
import { useQueryStore } from '../../../lib/api/use-query.ts';
import { defineMutation } from '../../../lib/api/mutations.ts';
import { m } from '../../../paraglide/messages.js';
import { createPendingToast } from './proposal-labels.ts';

/** The part of a reply that all changes share. */
export interface ChangeReply {
  decisionId?: string | undefined;
  canUndo?: boolean | undefined;
  proposal?: Proposal | undefined;
}

const createUndoAction = (run: () => Promise<unknown>): Partial<ToastOptions> => ({
  durationMs: undoSeconds.shown * 1000,
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
export function useOutcomeToast({ invalidates = [] }: { invalidates?: readonly ReadPath[] }) {
  const store = useQueryStore();
  return ({ decisionId, canUndo, proposal }: ChangeReply, successToast: ToastOptions): ToastOptions => {
    if (proposal) return createPendingToast(proposal);
    if (!canUndo || decisionId === undefined) return successToast;
    const undo = defineMutation('POST', '/api/admin/decisions/:id/undo', {
      invalidates: [...invalidates, '/api/admin/decisions'],
    });
    return { ...successToast, ...createUndoAction(() => store.send(undo, { params: { id: decisionId } })) };
  };
}
