/** Long work runs as a job on the server; the console polls its progress. */
import type { Task } from '@hakiki/contract/tasks-admin';
import type { TaskRemark } from '@hakiki/contract/admin-values';
import { useEffect } from 'react';
import { formatNumber } from '../../../lib/language/format.ts';
import { defineQuery } from '../../../lib/api/queries.ts';
import { useQuery, useQueryStore } from '../../../lib/api/use-query.ts';
import { m } from '../../../paraglide/messages.js';

const POLL_INTERVAL_MS = 1000;

const taskQuery = (id: string) => defineQuery('/api/admin/tasks/:id', { params: { id } });
const isUnfinished = ({ state }: Task): boolean => state === 'waiting' || state === 'running';

/** The newest known state of a job that was started here. */
export function useTask(started: Task | undefined): Task | undefined {
  const store = useQueryStore();
  const id = started?.id ?? '';
  const polled = useQuery(taskQuery(id), { enabled: id !== '' });
  const task = polled.status === 'ready' ? polled.data : started;
  const isRunning = task !== undefined && isUnfinished(task);
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => store.refresh(taskQuery(id), POLL_INTERVAL_MS / 2), POLL_INTERVAL_MS);
    return () => clearInterval(timer);
  }, [store, id, isRunning]);
  return task;
}

/** Progress as a bar and as text. */
export function TaskProgress({ task, label }: { task: Task; label: string }) {
  const done = formatNumber(task.done);
  const progressText =
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
      <span aria-live="polite">{progressText}</span>
    </span>
  );
}

const remarkTexts: Record<Exclude<TaskRemark, 'CUT_SHORT'>, () => string> = {
  ALREADY_DECIDED: m.admin_task_already_decided,
  ALERT_NOT_FOUND: m.admin_task_alert_not_found,
  CASE_CLAIMED: m.admin_task_case_claimed,
  FILING_NOT_SHOWN: m.admin_task_filing_not_shown,
  OWN_REPORT: m.admin_task_own_report,
  PRIVATE_DATA_FOUND: m.admin_task_private_data_found,
  JOINED: m.admin_task_joined,
};

/** Items that failed or had another result, with the reason. */
export const TaskRemarks = ({ problems }: Pick<Task, 'problems'>) => (
  <ul className="list-disc ps-6 wrap-anywhere">
    {problems.flatMap(({ title, why }, index) =>
      why === 'CUT_SHORT' ? [] : [<li key={index}>{m.admin_task_remark({ title, why: remarkTexts[why]() })}</li>],
    )}
  </ul>
);
