/** Approving and rejecting with one click. The toast says what happened, and takes it back for a moment. */
import { useWrite } from '../../lib/use-write.ts';
import { m } from '../../paraglide/messages.js';
import { approveAlert, rejectAlert } from './alerts-reads.ts';
import { changeFailure } from './proposal-words.ts';
import { useOutcomeToast } from './undo.ts';

export function useAlertDecisions(id: string) {
  const outcomeToast = useOutcomeToast(approveAlert);
  const approve = useWrite(approveAlert, {
    failure: changeFailure,
    success: (reply) =>
      outcomeToast(reply, { title: m.admin_alerts_approved(), description: m.admin_alerts_approved_text() }),
  });
  const reject = useWrite(rejectAlert, {
    failure: changeFailure,
    success: (reply) => outcomeToast(reply, { title: m.admin_alerts_rejected() }),
  });
  return {
    isDeciding: approve.isRunning || reject.isRunning,
    /** Whether it was decided. */
    decide: async (decision: 'approve' | 'reject'): Promise<boolean> =>
      (await (decision === 'approve' ? approve : reject).run({ params: { id } })) !== undefined,
  };
}
