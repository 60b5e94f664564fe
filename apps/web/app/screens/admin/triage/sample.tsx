/** For a case that is too large to read: after reading a sample, the other reports are decided like one of it. */
import type { Task } from '@hakiki/contract/tasks-admin';
import { useEffect } from 'react';
import { buttonClass } from '../../../components/ui/button.ts';
import { formatNumber } from '../../../lib/language/format.ts';
import { useReadStore } from '../../../lib/api/use-read.ts';
import type { Write } from '../../../lib/api/writes.ts';
import { m } from '../../../paraglide/messages.js';
import { TaskProgress, useTask } from '../parts/task-progress.tsx';
import type { SampleReading, CaseDecision } from './case-state.ts';
import { outdatedByDecisions } from './reads.ts';
import { Key } from './words.tsx';

interface Props {
  sample: SampleReading | undefined;
  unread: number;
  decision: CaseDecision['decision'] | undefined;
  /** True if the moderator tried to decide before the sample was read. */
  isMissed: boolean;
  isBusy: boolean;
  /** True if the current report is undecided. */
  canDraw: boolean;
  onDraw: () => void;
  onNext: () => void;
  onLeave: () => void;
}

export function SamplePanel({ sample, unread, decision, isMissed, isBusy, canDraw, onDraw, onNext, onLeave }: Props) {
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
          <p>{whatHappens(sample.restCount, decision)}</p>
          {isMissed && sample.read < sample.size && (
            <p role="alert" className="font-semibold text-flagged">
              {m.triage_like_unread()}
            </p>
          )}
          <div className="flex flex-wrap gap-2">
            {sample.read < sample.size && (
              <button type="button" onClick={onNext} aria-disabled={isBusy} className={buttonClass('secondary')}>
                {m.triage_like_next()} <Key>m</Key>
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
            {m.triage_like_draw({ count: formatNumber(unread) })}
          </button>
        </>
      )}
    </section>
  );
}

function whatHappens(restCount: number, decision: CaseDecision['decision'] | undefined): string {
  const rest = { count: restCount, shown: formatNumber(restCount) };
  if (decision === undefined) return m.triage_like_choose();
  return decision === 'approve' ? m.triage_like_approve(rest) : m.triage_like_reject(rest);
}

/** Invalidates the case queries after the job on the server. */
const afterwards: Write<object, void> = {
  send: () => Promise.resolve(),
  refreshes: [],
  outdates: outdatedByDecisions,
};

export function RestProgress({ started }: { started: Task }) {
  const store = useReadStore();
  const task = useTask(started) ?? started;
  const hasEnded = task.state === 'done' || task.state === 'failed';
  useEffect(() => {
    if (hasEnded) void store.send(afterwards, {});
  }, [store, hasEnded]);
  return (
    <section
      aria-label={m.triage_rest()}
      className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-card border border-line bg-surface p-3 text-sm"
    >
      <h3 className="font-semibold">{m.triage_rest()}</h3>
      {!hasEnded && <TaskProgress task={task} label={m.triage_rest()} />}
      <p role="status">
        {task.state === 'waiting' && m.triage_rest_waiting()}
        {task.state === 'done' && m.triage_rest_done({ count: task.done, shown: formatNumber(task.done) })}
        {task.state === 'failed' && m.triage_rest_stopped()}
      </p>
    </section>
  );
}
