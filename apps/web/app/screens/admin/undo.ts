/** What was decided a moment ago can be taken back from its toast. */
import { undoSeconds } from '@hakiki/contract/admin-values';
import type { ReadPath } from '@hakiki/contract/endpoints';
import { showFailure } from '../../lib/failure.ts';
import { showToast, type Shown } from '../../lib/toast.ts';
import { useReadStore } from '../../lib/use-read.ts';
import { write } from '../../lib/writes.ts';
import { m } from '../../paraglide/messages.js';
import { timelineOf } from './timeline-read.ts';

const offered = (run: () => Promise<void>): Partial<Shown> => ({
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

const undoing = (outdates: readonly ReadPath[]) =>
  write('POST', '/api/admin/decisions/:id/undo', { outdates: [...outdates, '/api/admin/decisions'] });

/**
 * Gives the part of a success toast that undoes it: `success: ({ decisionId }) => ({ title, ...undo(decisionId) })`. The named
 * lists are read again afterwards.
 */
export function useUndo(outdates: readonly ReadPath[]): (decisionId: string | undefined) => Partial<Shown> {
  const store = useReadStore();
  return (id) =>
    id === undefined
      ? {}
      : offered(async () => {
          await store.send(undoing(outdates), { params: { id } });
        });
}

/** The same where the answer does not name the decision: the last one about the item is looked up. */
export function useUndoNewest(outdates: readonly ReadPath[]): (subjectId: string) => Partial<Shown> {
  const store = useReadStore();
  return (subjectId) =>
    offered(async () => {
      const timeline = timelineOf(subjectId);
      await store.reload(timeline);
      const known = store.outcomeOf(timeline);
      if (known.status === 'failed') throw known.error;
      const [newest] = known.status === 'ready' ? known.data : [];
      if (!newest) throw new Error('Nothing was decided.');
      await store.send(undoing(outdates), { params: { id: newest.id } });
    });
}
