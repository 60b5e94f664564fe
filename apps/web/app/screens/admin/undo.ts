/** What was decided a moment ago can be taken back from its toast. */
import { undoSeconds } from '@hakiki/contract/admin-values';
import type { ReadPath } from '@hakiki/contract/endpoints';
import { showFailure } from '../../lib/failure.ts';
import { showToast, type Shown } from '../../lib/toast.ts';
import { useReadStore } from '../../lib/use-read.ts';
import { write } from '../../lib/writes.ts';
import { m } from '../../paraglide/messages.js';

/**
 * Gives the part of a success toast that undoes it: `success: ({ decisionId }) => ({ title, ...undo(decisionId) })`. The named
 * lists are read again afterwards.
 */
export function useUndo(outdates: readonly ReadPath[]): (decisionId: string | undefined) => Partial<Shown> {
  const store = useReadStore();
  const undoDecision = write('POST', '/api/admin/decisions/:id/undo', {
    outdates: [...outdates, '/api/admin/decisions'],
  });

  async function undo(id: string) {
    try {
      await store.send(undoDecision, { params: { id } });
      showToast({ title: m.admin_undone() });
    } catch (error) {
      showFailure(m.admin_undo_failed(), error, m.admin_undo_failed_text());
    }
  }
  return (decisionId) =>
    decisionId === undefined
      ? {}
      : {
          durationMs: undoSeconds.offered * 1000,
          action: { label: m.admin_undo(), run: () => void undo(decisionId) },
        };
}
