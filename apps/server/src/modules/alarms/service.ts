/**
 * Monitors problems that people would notice too late, and notifies the operator: by Prometheus metrics of the worker
 * and by email, one per kind and day, and another when the problem is over.
 */
import type { Database, Db } from '../../platform/db/database.ts';
import type { Queue } from '../../platform/jobs/jobs.ts';
import { startPollingLoop } from '../../platform/jobs/polling-loop.ts';
import type { Log } from '../../platform/log/log.ts';
import { alarmLetter } from './letters.ts';
import type { Measures } from './measures.ts';
import * as store from './store.ts';
import { type AlarmKind, alarmKinds, isBeyond } from './thresholds.ts';

const PAUSE_MS = 60_000;

interface Needs {
  database: Database;
  queue: Pick<Queue, 'enqueue'>;
  measures: Measures;
  log: Log;
}

type Known = Partial<Record<AlarmKind, number>>;

const dayOf = (time: Date): string => time.toISOString().slice(0, 10);

export function createAlarms({ database, queue, measures, log }: Needs) {
  /** A kind that cannot be measured is left out: its alarm neither starts nor ends. */
  async function measure(): Promise<Known> {
    const known: Known = {};
    for (const kind of alarmKinds) {
      const figure = await measures[kind]().catch((error: unknown) => {
        log.error({ err: error, alarm: kind }, 'could not be measured');
        return undefined;
      });
      if (figure !== undefined) known[kind] = figure;
    }
    return known;
  }

  async function updateAlarm(tx: Db, kind: AlarmKind, figure: number, now: Date): Promise<void> {
    const before = await store.findAlarm(tx, kind);
    const isRaised = isBeyond(kind, figure);
    const today = dayOf(now);
    const tells = isRaised && before?.toldOn !== today;
    const isOver = !isRaised && before?.isTold === true;
    if (tells || isOver) await queue.enqueue(tx, alarmLetter.job, { kind, isOver, figure });
    if (isRaised && !before?.raisedAt) log.error({ alarm: kind, figure }, 'alarm raised');
    if (!isRaised && before?.raisedAt) log.warn({ alarm: kind, figure }, 'alarm over');
    await store.keepAlarm(tx, {
      kind,
      figure,
      raisedAt: isRaised ? (before?.raisedAt ?? now) : null,
      toldOn: tells ? today : (before?.toldOn ?? null),
      isTold: isRaised && (tells || before?.isTold === true),
    });
  }

  async function checkAlarms(now = new Date()): Promise<void> {
    const known = await measure();
    await database.transaction(async (tx) => {
      if (!(await store.tryLock(tx))) return;
      for (const kind of alarmKinds) {
        const figure = known[kind];
        if (figure !== undefined) await updateAlarm(tx, kind, figure, now);
      }
    });
  }

  return {
    checkAlarms,

    start: () => {
      // Skips the first tick: a worker that was down for an hour has a backlog, and finishes it within a minute.
      let isFirst = true;
      return startPollingLoop({ intervalMs: PAUSE_MS, log, errorMessage: 'looking for alarms failed' }, async () => {
        if (!isFirst) await checkAlarms();
        isFirst = false;
      });
    },

    /** In the text format of Prometheus. */
    figures: async (): Promise<string> => {
      const rows = await store.listAlarms(database.db);
      const lines = rows.flatMap(({ kind, figure, raisedAt }) => [
        `hakiki_alarm{kind="${kind}"} ${raisedAt ? 1 : 0}`,
        `hakiki_alarm_figure{kind="${kind}"} ${figure}`,
      ]);
      return [
        '# HELP hakiki_alarm 1 while the operator should look; see docs/runbooks/alarms.md.',
        '# TYPE hakiki_alarm gauge',
        ...lines.filter((line) => line.startsWith('hakiki_alarm{')),
        '# HELP hakiki_alarm_figure What was measured last.',
        '# TYPE hakiki_alarm_figure gauge',
        ...lines.filter((line) => line.startsWith('hakiki_alarm_figure{')),
        '',
      ].join('\n');
    },
  };
}
