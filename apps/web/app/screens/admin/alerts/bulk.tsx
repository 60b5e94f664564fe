/** Bulk decision of alerts: first a preview, then the reason, then the progress. */
import { startBulk as startBulkCall, type Task } from '@hakiki/contract/tasks-admin';
import { useEffect, useState } from 'react';
import { QueryFailure, Skeleton } from '../../../components/query-states.tsx';
import { formatNumber } from '../../../lib/language/format.ts';
import { defineForm } from '../../../lib/forms/forms.ts';
import type { Query } from '../../../lib/api/queries.ts';
import { useQuery, useQueryStore } from '../../../lib/api/use-query.ts';
import { withIdempotencyKey, defineMutation, type Mutation } from '../../../lib/api/mutations.ts';
import { m } from '../../../paraglide/messages.js';
import { AdminDialog } from '../../../components/staff/dialog.tsx';
import { alertPaths } from './queries.ts';
import { consolePath } from '../parts/console-url.ts';
import { EditForm } from '../parts/edit-form.tsx';
import { ReasonField } from '../parts/reason-field.tsx';
import { TaskRemarks, TaskProgress, useTask } from '../parts/task-progress.tsx';

export type BulkDecision = 'approve' | 'reject';

export interface BulkAction {
  decision: BulkDecision;
  alerts: readonly string[];
  /** Unique per opening of the dialog. */
  key: string;
}

const previewBulk = defineMutation('POST', '/api/admin/bulk/preview');
const startBulk = defineMutation('POST', '/api/admin/bulk');
type Preview = Awaited<ReturnType<typeof previewBulk.send>>;

const previewQuery = ({ decision, alerts, key }: BulkAction): Query<Preview> => ({
  key: ['/api/admin/bulk/preview', key],
  load: (api) => previewBulk.send(api, { body: { decision, alerts: [...alerts] } }),
});

const createBulkForm = ({ decision, alerts, key }: BulkAction) =>
  defineForm({
    name: 'bulk',
    mutation: withIdempotencyKey(startBulk, key),
    schema: { safeParse: (values) => startBulkCall.body.safeParse({ ...(values as object), decision, alerts }) },
    failure: { title: m.admin_alerts_bulk_failed, fallback: m.admin_alerts_bulk_failed_text },
    next: () => consolePath('alerts'),
  });

const dialogTitles = { approve: m.admin_alerts_bulk_approve_title, reject: m.admin_alerts_bulk_reject_title };
const submitLabels = { approve: m.admin_alerts_bulk_approve, reject: m.admin_alerts_bulk_reject };

/** Invalidates the alert queries after the job on the server. */
const invalidateAlerts: Mutation<object, void> = {
  send: () => Promise.resolve(),
  refreshes: [],
  invalidates: alertPaths,
};

export function BulkDialog({ action, onClose }: { action: BulkAction; onClose: () => void }) {
  const store = useQueryStore();
  const [started, setStarted] = useState<Task>();
  const task = useTask(started);
  const isFinished = task?.state === 'done' || task?.state === 'failed';
  useEffect(() => {
    if (isFinished) void store.send(invalidateAlerts, {});
  }, [store, isFinished]);
  const close = () => {
    if (started && !isFinished) void store.send(invalidateAlerts, {});
    onClose();
  };
  return (
    <AdminDialog title={dialogTitles[action.decision]()} onClose={close}>
      {task ? <BulkProgress task={task} /> : <BulkStart action={action} onStart={setStarted} />}
    </AdminDialog>
  );
}

function BulkStart({ action, onStart }: { action: BulkAction; onStart: (task: Task) => void }) {
  const preview = useQuery(previewQuery(action));
  if (preview.status === 'loading') return <Skeleton label={m.admin_alerts_bulk_loading()} className="h-32" />;
  if (preview.status === 'failed') {
    return <QueryFailure message={m.admin_alerts_bulk_failed_preview()} query={preview} />;
  }
  return (
    <>
      <BulkPreview preview={preview.data} />
      {preview.data.affected > 0 && (
        <EditForm
          form={createBulkForm(action)}
          saveLabel={submitLabels[action.decision]()}
          done={(task) => {
            onStart(task);
            return undefined;
          }}
        >
          <ReasonField hint={m.admin_alerts_bulk_reason_hint()} />
        </EditForm>
      )}
    </>
  );
}

function BulkPreview({ preview: { affected, skipped, titles: listedTitles, left } }: { preview: Preview }) {
  const unlistedCount = affected - listedTitles.length;
  return (
    <div className="flex flex-col gap-2">
      <p className="font-semibold">{m.admin_alerts_bulk_affected({ count: formatNumber(affected) })}</p>
      <ul className="list-disc ps-6 wrap-anywhere">
        {listedTitles.map((title, index) => (
          <li key={index}>{title}</li>
        ))}
        {unlistedCount > 0 && <li>{m.admin_alerts_bulk_more({ count: formatNumber(unlistedCount) })}</li>}
      </ul>
      {left.length > 0 && (
        <div>
          <p className="font-semibold">{m.admin_alerts_bulk_left()}</p>
          <TaskRemarks problems={left} />
        </div>
      )}
      {skipped > 0 && <p className="text-muted">{m.admin_alerts_bulk_skipped({ count: formatNumber(skipped) })}</p>}
    </div>
  );
}

const BulkProgress = ({ task }: { task: Task }) => (
  <div className="flex flex-col gap-3">
    <TaskProgress task={task} label={m.admin_alerts_bulk_running()} />
    <div role="status" className="font-semibold">
      {task.state === 'done' && m.admin_alerts_bulk_done({ count: formatNumber(task.done) })}
      {task.state === 'failed' && m.admin_alerts_bulk_stopped()}
    </div>
    {task.problems.length > 0 && (
      <div>
        <p className="font-semibold">{m.admin_alerts_bulk_problems()}</p>
        <TaskRemarks problems={task.problems} />
      </div>
    )}
  </div>
);
