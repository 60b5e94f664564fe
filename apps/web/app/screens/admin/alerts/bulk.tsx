/** Bulk decision of alerts: first a preview, then the reason, then the progress. */
import { startBulk as startBulkCall, type Task } from '@hakiki/contract/tasks-admin';
import { useEffect, useState } from 'react';
import { ReadFailure } from '../../../components/read-failure.tsx';
import { formatNumber } from '../../../lib/language/format.ts';
import { describeForm } from '../../../lib/forms/forms.ts';
import type { Read } from '../../../lib/api/reads.ts';
import { useRead, useReadStore } from '../../../lib/api/use-read.ts';
import { underKey, write, type Write } from '../../../lib/api/writes.ts';
import { m } from '../../../paraglide/messages.js';
import { AdminDialog } from '../../../components/staff/dialog.tsx';
import { alertLists } from './reads.ts';
import { consolePath } from '../parts/address.ts';
import { EditForm } from '../parts/edit-form.tsx';
import { ReasonField } from '../parts/reason-field.tsx';
import { Remarks, TaskProgress, useTask } from '../parts/task-progress.tsx';

export type BulkDecision = 'approve' | 'reject';

export interface BulkAct {
  decision: BulkDecision;
  alerts: readonly string[];
  /** Unique per opening of the dialog. */
  key: string;
}

const previewBulk = write('POST', '/api/admin/bulk/preview');
const startBulk = write('POST', '/api/admin/bulk');
type Preview = Awaited<ReturnType<typeof previewBulk.send>>;

const previewRead = ({ decision, alerts, key }: BulkAct): Read<Preview> => ({
  key: ['/api/admin/bulk/preview', key],
  load: (api) => previewBulk.send(api, { body: { decision, alerts: [...alerts] } }),
});

const bulkForm = ({ decision, alerts, key }: BulkAct) =>
  describeForm({
    name: 'bulk',
    write: underKey(startBulk, key),
    schema: { safeParse: (given) => startBulkCall.body.safeParse({ ...(given as object), decision, alerts }) },
    failure: { title: m.admin_alerts_bulk_failed, fallback: m.admin_alerts_bulk_failed_text },
    next: () => consolePath('alerts'),
  });

const titles = { approve: m.admin_alerts_bulk_approve_title, reject: m.admin_alerts_bulk_reject_title };
const labels = { approve: m.admin_alerts_bulk_approve, reject: m.admin_alerts_bulk_reject };

/** Invalidates the alert queries after the job on the server. */
const afterwards: Write<object, void> = { send: () => Promise.resolve(), refreshes: [], outdates: alertLists };

export function BulkDialog({ act, onClose }: { act: BulkAct; onClose: () => void }) {
  const store = useReadStore();
  const [started, setStarted] = useState<Task>();
  const task = useTask(started);
  const hasEnded = task?.state === 'done' || task?.state === 'failed';
  useEffect(() => {
    if (hasEnded) void store.send(afterwards, {});
  }, [store, hasEnded]);
  const close = () => {
    if (started && !hasEnded) void store.send(afterwards, {});
    onClose();
  };
  return (
    <AdminDialog title={titles[act.decision]()} onClose={close}>
      {task ? <BulkProgress task={task} /> : <BulkStart act={act} onStart={setStarted} />}
    </AdminDialog>
  );
}

function BulkStart({ act, onStart }: { act: BulkAct; onStart: (task: Task) => void }) {
  const preview = useRead(previewRead(act));
  if (preview.status === 'loading') {
    return <div role="status" aria-label={m.admin_alerts_bulk_loading()} className="skeleton h-32" />;
  }
  if (preview.status === 'failed') {
    return <ReadFailure sentence={m.admin_alerts_bulk_failed_preview()} read={preview} />;
  }
  return (
    <>
      <WhatChanges preview={preview.data} />
      {preview.data.affected > 0 && (
        <EditForm
          form={bulkForm(act)}
          saveLabel={labels[act.decision]()}
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

function WhatChanges({ preview: { affected, skipped, titles: named, left } }: { preview: Preview }) {
  const unnamed = affected - named.length;
  return (
    <div className="flex flex-col gap-2">
      <p className="font-semibold">{m.admin_alerts_bulk_affected({ count: formatNumber(affected) })}</p>
      <ul className="list-disc ps-6 wrap-anywhere">
        {named.map((title, place) => (
          <li key={place}>{title}</li>
        ))}
        {unnamed > 0 && <li>{m.admin_alerts_bulk_more({ count: formatNumber(unnamed) })}</li>}
      </ul>
      {left.length > 0 && (
        <div>
          <p className="font-semibold">{m.admin_alerts_bulk_left()}</p>
          <Remarks problems={left} />
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
        <Remarks problems={task.problems} />
      </div>
    )}
  </div>
);
