/**
 * Monitors problems that people would notice too late, and notifies the operator: by Prometheus metrics of the worker
 * and by email, one per kind and day, and another when the problem is over.
 */
import { toDay } from '../../platform/clock/clock.ts';
import type { Database, Db } from '../../platform/db/database.ts';
import type { Queue } from '../../platform/jobs/jobs.ts';
import { startPollingLoop } from '../../platform/jobs/polling-loop.ts';
import type { Log } from '../../platform/log/log.ts';
import { alarmEmail } from './emails.ts';
import type { Measurements } from './measurements.ts';
import * as store from './store.ts';
import { type AlarmKind, alarmKinds, isExceeded } from './thresholds.ts';

const INTERVAL_MS = 60_000;

interface Deps {
  database: Database;
  queue: Pick<Queue, 'enqueue'>;
  measurements: Measurements;
  log: Log;
}

type MeasuredValues = Partial<Record<AlarmKind, number>>;

export function createAlarms({ database, queue, measurements, log }: Deps) {
  /** A kind that cannot be measured is left out: its alarm neither starts nor ends. */
  async function measureAll(): Promise<MeasuredValues> {
    const values: MeasuredValues = {};
    for (const kind of alarmKinds) {
      const figure = await measurements[kind]().catch((error: unknown) => {
        log.error({ err: error, alarm: kind }, 'could not be measured');
        return undefined;
      });
      if (figure !== undefined) values[kind] = figure;
    }
    return values;
  }

  async function updateAlarm(tx: Db, kind: AlarmKind, figure: number, now: Date): Promise<void> {
    const before = await store.findAlarm(tx, kind);
    const isRaised = isExceeded(kind, figure);
    const today = toDay(now);
    const notifies = isRaised && before?.toldOn !== today;
    const isOver = !isRaised && before?.isNotified === true;
    if (notifies || isOver) await queue.enqueue(tx, alarmEmail.job, { kind, isOver, figure });
    if (isRaised && !before?.raisedAt) log.error({ alarm: kind, figure }, 'alarm raised');
    if (!isRaised && before?.raisedAt) log.warn({ alarm: kind, figure }, 'alarm over');
    await store.upsertAlarm(tx, {
      kind,
      figure,
      raisedAt: isRaised ? (before?.raisedAt ?? now) : null,
      toldOn: notifies ? today : (before?.toldOn ?? null),
      isNotified: isRaised && (notifies || before?.isNotified === true),
    });
  }

  async function checkAlarms(now = new Date()): Promise<void> {
    const values = await measureAll();
    await database.transaction(async (tx) => {
      if (!(await store.tryLock(tx))) return;
      for (const kind of alarmKinds) {
        const figure = values[kind];
        if (figure !== undefined) await updateAlarm(tx, kind, figure, now);
      }
    });
  }

  return {
    checkAlarms,

    start: () => {
      // Skips the first tick: a worker that was down for an hour has a backlog, and finishes it within a minute.
      let isFirst = true;
      return startPollingLoop({ intervalMs: INTERVAL_MS, log, errorMessage: 'looking for alarms failed' }, async () => {
        if (!isFirst) await checkAlarms();
        isFirst = false;
      });
    },

    /** In the text format of Prometheus. */
    renderMetrics: async (): Promise<string> => {
      const rows = await store.listAlarms(database.db);
      const lines = rows.flatMap(({ kind, figure, raisedAt }) => [
        `hakiki_alarm{kind="${kind}"} ${raisedAt ? 1 : 0}`,
        `hakiki_alarm_figure{kind="${kind}"} ${figure}`,
      ]);
      return [
        '# HELP hakiki_alarm 1 while the alarm is raised; see docs/runbooks/alarms.md.',
        '# TYPE hakiki_alarm gauge',
        ...lines.filter((line) => line.startsWith('hakiki_alarm{')),
        '# HELP hakiki_alarm_figure Last measured value.',
        '# TYPE hakiki_alarm_figure gauge',
        ...lines.filter((line) => line.startsWith('hakiki_alarm_figure{')),
        '',
      ].join('\n');
    },
  };
}
