/** Long work runs as a job on the server; the console polls its progress. */
import type { Task } from '@hakiki/contract/tasks-admin';
import type { TaskRemark } from '@hakiki/contract/admin-values';
import { useEffect } from 'react';
import { formatNumber } from '../../../lib/language/format.ts';
import { read } from '../../../lib/api/reads.ts';
import { useRead, useReadStore } from '../../../lib/api/use-read.ts';
import { m } from '../../../paraglide/messages.js';

const ASK_EVERY_MS = 1000;

const taskRead = (id: string) => read('/api/admin/tasks/:id', { params: { id } });
const isUnderWay = ({ state }: Task): boolean => state === 'waiting' || state === 'running';

/** The newest known state of a job that was started here. */
export function useTask(started: Task | undefined): Task | undefined {
  const store = useReadStore();
  const id = started?.id ?? '';
  const asked = useRead(taskRead(id), { enabled: id !== '' });
  const task = asked.status === 'ready' ? asked.data : started;
  const isWaiting = task !== undefined && isUnderWay(task);
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setInterval(() => store.refresh(taskRead(id), ASK_EVERY_MS / 2), ASK_EVERY_MS);
    return () => clearInterval(timer);
  }, [store, id, isWaiting]);
  return task;
}

/** Progress as a bar and as text. */
export function TaskProgress({ task, label }: { task: Task; label: string }) {
  const done = formatNumber(task.done);
  const words =
    task.total === null
      ? m.admin_task_progress({ done })
      : m.admin_task_progress_of({ done, total: formatNumber(task.total) });
  return (
    <span className="inline-flex items-center gap-2 text-sm">
      <progress
        aria-label={label}
        {...(task.total !== null && { value: task.done, max: Math.max(1, task.total) })}
        className="h-2 w-28 appearance-none overflow-hidden rounded-full bg-line [&::-moz-progress-bar]:bg-brand [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-brand"
      />
      <span aria-live="polite">{words}</span>
    </span>
  );
}

const remarks: Record<Exclude<TaskRemark, 'CUT_SHORT'>, () => string> = {
  ALREADY_DECIDED: m.admin_task_already_decided,
  ALERT_NOT_FOUND: m.admin_task_alert_not_found,
  CASE_CLAIMED: m.admin_task_case_claimed,
  FILING_NOT_SHOWN: m.admin_task_filing_not_shown,
  OWN_REPORT: m.admin_task_own_report,
  PRIVATE_DATA_FOUND: m.admin_task_private_data_found,
  JOINED: m.admin_task_joined,
};

/** Items that failed or had another result, with the reason. */
export const Remarks = ({ problems }: Pick<Task, 'problems'>) => (
  <ul className="list-disc ps-6 wrap-anywhere">
    {problems.flatMap(({ title, why }, place) =>
      why === 'CUT_SHORT' ? [] : [<li key={place}>{m.admin_task_remark({ title, why: remarks[why]() })}</li>],
    )}
  </ul>
);
