import type { Task } from '@hakiki/contract/tasks-admin';
import type { ExportedList } from '@hakiki/contract/admin-values';
import { useState } from 'react';
import { buttonClass } from '../../../components/ui/button.ts';
import { formatNumber } from '../../../lib/language/format.ts';
import { useMutation } from '../../../lib/api/use-mutation.ts';
import { defineMutation } from '../../../lib/api/mutations.ts';
import { m } from '../../../paraglide/messages.js';
import { TaskProgress, useTask } from './task-progress.tsx';

const startExport = defineMutation('POST', '/api/admin/exports');

interface Props {
  list: ExportedList;
  /** The filters of the list, as query parameters of its API. */
  query: Record<string, string | undefined>;
}

/** Starts a job that exports the filtered list, and offers the file when it is ready. */
export function ExportButton({ list, query }: Props) {
  const searchParams = new URLSearchParams(
    Object.entries(query).filter((entry): entry is [string, string] => !!entry[1]),
  );
  // Restarts with other filters.
  return <ExportWithQuery key={searchParams.toString()} list={list} query={searchParams.toString()} />;
}

function ExportWithQuery({ list, query }: { list: ExportedList; query: string }) {
  const [started, setStarted] = useState<Task>();
  const start = useMutation(startExport, {
    failure: { title: m.admin_export_failed, fallback: m.admin_export_failed_text },
  });
  const task = useTask(started);
  if (task?.state === 'done') {
    return (
      <>
        {task.problems.length > 0 && (
          <p role="status" className="text-sm text-flagged">
            {m.admin_export_cut({ count: formatNumber(task.done) })}
          </p>
        )}
        <a href={`/api/admin/tasks/${task.id}/file`} download className={buttonClass('primary')}>
          {m.admin_export_ready()}
        </a>
      </>
    );
  }
  const isBusy = start.isRunning || (task !== undefined && task.state !== 'failed');
  return (
    <>
      {task && isBusy && <TaskProgress task={task} label={m.admin_exporting()} />}
      {task?.state === 'failed' && (
        <p role="alert" className="text-sm text-flagged">
          {m.admin_export_failed_text()}
        </p>
      )}
      <button
        type="button"
        disabled={isBusy}
        onClick={() => void start.run({ body: { list, query } }).then(setStarted)}
        className={buttonClass('secondary', 'needs-scripts')}
      >
        {isBusy ? m.admin_exporting() : m.admin_export()}
      </button>
    </>
  );
}
