/** For a case that is too large to read: after reading a sample, the other reports are decided like one of it. */
import type { Task } from '@hakiki/contract/tasks-admin';
import { useEffect } from 'react';
import { buttonClass } from '../../../components/ui/button.ts';
import { formatNumber } from '../../../lib/language/format.ts';
import { useQueryStore } from '../../../lib/api/use-query.ts';
import type { Mutation } from '../../../lib/api/mutations.ts';
import { m } from '../../../paraglide/messages.js';
import { TaskProgress, useTask } from '../parts/task-progress.tsx';
import type { SampleReading, CaseDecision } from './case-state.ts';
import { decisionPaths } from './queries.ts';
import { KeyHint } from './labels.tsx';

interface Props {
  sample: SampleReading | undefined;
  unreadCount: number;
  decision: CaseDecision['decision'] | undefined;
  /** True if the moderator tried to decide before the sample was read. */
  isSampleUnread: boolean;
  isBusy: boolean;
  /** True if the current report is undecided. */
  canDraw: boolean;
  onDraw: () => void;
  onNext: () => void;
  onLeave: () => void;
}

export function SamplePanel({
  sample,
  unreadCount,
  decision,
  isSampleUnread,
  isBusy,
  canDraw,
  onDraw,
  onNext,
  onLeave,
}: Props) {
  return (
    <section
      aria-labelledby="triage-like"
      className="flex flex-col gap-2 rounded-card border border-line bg-surface p-3 text-sm"
    >
      <h3 id="triage-like" className="text-base font-semibold">
        {m.triage_like()}
      </h3>
      {sample ? (
        <>
          <p className="text-muted">{m.triage_like_of({ reference: sample.like.reference })}</p>
          <p role="status" className="font-semibold">
            {m.triage_like_progress({ read: formatNumber(sample.read), size: formatNumber(sample.size) })}
          </p>
          <progress
            aria-hidden="true"
            value={sample.read}
            max={sample.size}
            className="h-2 w-full appearance-none overflow-hidden rounded-full bg-line [&::-moz-progress-bar]:bg-brand [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-brand"
          />
          <p>{getConsequenceText(sample.restCount, decision)}</p>
          {isSampleUnread && sample.read < sample.size && (
            <p role="alert" className="font-semibold text-flagged">
              {m.triage_like_unread()}
            </p>
          )}
          <div className="flex flex-wrap gap-2">
            {sample.read < sample.size && (
              <button type="button" onClick={onNext} aria-disabled={isBusy} className={buttonClass('secondary')}>
                {m.triage_like_next()} <KeyHint>m</KeyHint>
              </button>
            )}
            <button type="button" onClick={onLeave} className={buttonClass('quiet')}>
              {m.triage_like_leave()}
            </button>
          </div>
        </>
      ) : (
        <>
          <p className="text-muted">{m.triage_like_text()}</p>
          <button
            type="button"
            onClick={() => canDraw && onDraw()}
            aria-disabled={isBusy || !canDraw}
            className={buttonClass('secondary', 'aria-disabled:cursor-not-allowed aria-disabled:opacity-60')}
          >
            {m.triage_like_draw({ count: formatNumber(unreadCount) })}
          </button>
        </>
      )}
    </section>
  );
}

function getConsequenceText(unreadCount: number, decision: CaseDecision['decision'] | undefined): string {
  const unreadParams = { count: unreadCount, shown: formatNumber(unreadCount) };
  if (decision === undefined) return m.triage_like_choose();
  return decision === 'approve' ? m.triage_like_approve(unreadParams) : m.triage_like_reject(unreadParams);
}

/** Invalidates the case queries after the job on the server. */
const invalidateCases: Mutation<object, void> = {
  send: () => Promise.resolve(),
  refreshes: [],
  invalidates: decisionPaths,
};

export function UnreadTaskProgress({ started }: { started: Task }) {
  const store = useQueryStore();
  const task = useTask(started) ?? started;
  const isFinished = task.state === 'done' || task.state === 'failed';
  useEffect(() => {
    if (isFinished) void store.send(invalidateCases, {});
  }, [store, isFinished]);
  return (
    <section
      aria-label={m.triage_rest()}
      className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-card border border-line bg-surface p-3 text-sm"
    >
      <h3 className="font-semibold">{m.triage_rest()}</h3>
      {!isFinished && <TaskProgress task={task} label={m.triage_rest()} />}
      <p role="status">
        {task.state === 'waiting' && m.triage_rest_waiting()}
        {task.state === 'done' && m.triage_rest_done({ count: task.done, shown: formatNumber(task.done) })}
        {task.state === 'failed' && m.triage_rest_stopped()}
      </p>
    </section>
  );
}
