/**
 * Appends decisions to the public log every second, in small batches. A decision takes no lock for it: a trigger queues
 * the decision, and its line gets its number here, in the order in which transactions become visible.
 *
 * A decision about something that was never public is appended when its day is over, together with the others of that
 * day and in an order unrelated to time. A line within the minute would reveal to a named scammer when somebody
 * reported them.
 */
import type { LoggedSubject } from '@hakiki/contract/decision-log-values';
import { alertPath, providerPath } from '@hakiki/contract/site';
import type { Database, Db } from '../../platform/db/database.ts';
import { startPollingLoop } from '../../platform/jobs/polling-loop.ts';
import type { Log } from '../../platform/log/log.ts';
import { type Draft, draft, lineAfter, logBeginning, type LogHead } from './line.ts';
import * as store from './store.ts';

const BATCH = 500;
/** Transactions that started before midnight are finished by then. */
const GRACE_MS = 10 * 60_000;
const PAUSE_MS = 1000;

type Entered = { content: Draft; sourceId: string | null };

/** The page that shows the subject. Experiences have no page of their own. */
function pathOf(subject: LoggedSubject, id: string): string | null {
  if (subject === 'alert') return alertPath(id);
  if (subject === 'provider') return providerPath(id);
  if (subject === 'news') return '/news';
  return subject === 'report' ? '/reports' : null;
}

/** For an appeal, the public subject is the decision that it is about. */
function placeOf({ subject, decidedId, standsOn, about, aboutId }: store.WaitingDecision) {
  if (about && aboutId) return { subjectId: aboutId, path: pathOf(about, aboutId) };
  return { subjectId: decidedId, path: standsOn ? providerPath(standsOn) : pathOf(subject, decidedId) };
}

/** Finds the number of the line that this decision reverses, in the log or in the same batch. */
type Find = (decision: store.WaitingDecision) => number | null;

const reversalOf = ({ reverses, isReversal }: store.WaitingDecision) =>
  reverses ? 'undone' : isReversal ? 'reversed' : null;

function tellOf(decision: store.WaitingDecision, find: Find): Draft {
  const { day, subject, from, to, people, waitedHours, before, after, isPublic } = decision;
  const reversal = reversalOf(decision);
  return draft({
    day,
    kind: 'decision',
    subject,
    from,
    to,
    people,
    waitedHours,
    reversal,
    ...(isPublic && {
      ...placeOf(decision),
      reverses: reversal && find(decision),
      before,
      after,
      wants: decision.wants,
      askedBy: decision.askedBy,
    }),
  });
}

/** Whether a decision on a never-public subject is logged: no edits, no undone decisions and no undoing. */
const settles = ({ from, to, reverses, isTakenBack }: store.WaitingDecision): boolean =>
  from !== to && !reverses && !isTakenBack;

async function append(tx: Db, before: LogHead, entered: readonly Entered[]): Promise<void> {
  let head = before;
  const lines = entered.map(({ content, sourceId }) => {
    const line = lineAfter(head, content);
    head = line;
    return { ...line, sourceId };
  });
  if (lines.length > 0) await store.insertLines(tx, lines);
}

const idsOf = (decisions: readonly store.WaitingDecision[]) => decisions.map(({ id }) => id);

/** Returns how many decisions were removed from the queue or deferred to the end of their day. */
async function enterNew(tx: Db, head: LogHead): Promise<number> {
  const waiting = await store.listNew(tx, BATCH);
  const told = waiting.filter(({ isPublic }) => isPublic);
  const places = new Map(told.map(({ id }, place) => [id, head.number + 1 + place]));
  const find: Find = (decision) => {
    const { id, decidedId, from, reverses } = decision;
    const isReversed = (other: store.WaitingDecision) =>
      reverses ? other.id === reverses : other.decidedId === decidedId && other.to === from && other.from !== other.to;
    const earlier = told.slice(0, idsOf(told).indexOf(id)).findLast(isReversed);
    return earlier ? places.get(earlier.id)! : decision.reversedLine;
  };
  await append(
    tx,
    head,
    told.map((decision) => ({ content: tellOf(decision, find), sourceId: decision.id })),
  );
  await store.removeWaiting(tx, idsOf(told));
  await store.keepForDay(
    tx,
    waiting.filter(({ isPublic }) => !isPublic).map(({ id }) => id),
  );
  return waiting.length;
}

async function enterAppeals(tx: Db, head: LogHead): Promise<number> {
  const arrived = await store.listAppeals(tx, BATCH);
  await append(
    tx,
    head,
    arrived.map(({ id, day, subject, subjectId, wants, askedBy }) => ({
      content: draft({ day, kind: 'request', subject, subjectId, path: pathOf(subject, subjectId), wants, askedBy }),
      sourceId: id,
    })),
  );
  await store.removeWaiting(
    tx,
    arrived.map(({ id }) => id),
  );
  return arrived.length;
}

async function enterPastDay(tx: Db, head: LogHead, now: Date): Promise<number> {
  const waiting = await store.listOfPastDay(tx, now, BATCH);
  const told = waiting.filter((decision) => decision.isPublic || settles(decision));
  await append(
    tx,
    head,
    told.map((decision) => ({ content: tellOf(decision, ({ reversedLine }) => reversedLine), sourceId: decision.id })),
  );
  await store.removeWaiting(tx, idsOf(waiting));
  return waiting.length;
}

async function enterArrivals(tx: Db, head: LogHead, now: Date): Promise<number> {
  const days = await store.listArrivals(tx, now, BATCH);
  await append(
    tx,
    head,
    days.map((arrivals) => ({ content: draft({ kind: 'received', ...arrivals }), sourceId: null })),
  );
  return days.length;
}

/** Appends one batch of one kind; returns 0 when the queue is empty or another worker has the lock. */
const enterBatch = (database: Database, now = new Date()): Promise<number> =>
  database.transaction(async (tx) => {
    if (!(await store.tryLockLog(tx))) return 0;
    const head = (await store.findHead(tx)) ?? logBeginning;
    const cutoff = new Date(now.getTime() - GRACE_MS);
    // An appeal must come before the decision about it.
    return (
      (await enterAppeals(tx, head)) ||
      (await enterNew(tx, head)) ||
      (await enterArrivals(tx, head, cutoff)) ||
      enterPastDay(tx, head, cutoff)
    );
  });

export async function enterAll(database: Database, now?: Date, stopping?: AbortSignal): Promise<void> {
  while ((await enterBatch(database, now)) > 0 && !stopping?.aborted);
}

export const startEntering = ({ database, log }: { database: Database; log: Log }) =>
  startPollingLoop(
    { intervalMs: PAUSE_MS, log, errorMessage: 'entering decisions into the public log failed' },
    (stopping) => enterAll(database, undefined, stopping),
  );
