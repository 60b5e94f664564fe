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
import type { Database, Db } from '../../../platform/db/database.ts';
import { startPollingLoop } from '../../../platform/jobs/polling-loop.ts';
import type { Log } from '../../../platform/log/log.ts';
import { type Draft, createDraft, createNextLine, emptyLogHead, type LogHead } from './line.ts';
import * as store from './store.ts';

const BATCH_SIZE = 500;
/** Transactions that started before midnight are finished by then. */
const GRACE_MS = 10 * 60_000;
const INTERVAL_MS = 1000;

type NewEntry = { content: Draft; sourceId: string | null };

/** The page that shows the subject. Experiences have no page of their own. */
function toPath(subject: LoggedSubject, id: string): string | null {
  if (subject === 'alert') return alertPath(id);
  if (subject === 'provider') return providerPath(id);
  if (subject === 'news') return '/news';
  return subject === 'report' ? '/reports' : null;
}

/** For an appeal, the public subject is the decision that it is about. */
function toLocation({ subject, decidedId, standsOn, about, aboutId }: store.QueuedDecision) {
  if (about && aboutId) return { subjectId: aboutId, path: toPath(about, aboutId) };
  return { subjectId: decidedId, path: standsOn ? providerPath(standsOn) : toPath(subject, decidedId) };
}

/** Finds the number of the line that this decision reverses, in the log or in the same batch. */
type FindReversedLine = (decision: store.QueuedDecision) => number | null;

const getReversal = ({ reverses, isReversal }: store.QueuedDecision) =>
  reverses ? 'undone' : isReversal ? 'reversed' : null;

function toDraft(decision: store.QueuedDecision, find: FindReversedLine): Draft {
  const { day, subject, from, to, people, waitedHours, before, after, isPublic } = decision;
  const reversal = getReversal(decision);
  return createDraft({
    day,
    kind: 'decision',
    subject,
    from,
    to,
    people,
    waitedHours,
    reversal,
    ...(isPublic && {
      ...toLocation(decision),
      reverses: reversal && find(decision),
      before,
      after,
      wants: decision.wants,
      askedBy: decision.askedBy,
    }),
  });
}

/** Whether a decision on a never-public subject is logged: no edits, no undone decisions and no undoing. */
const isLoggedWhenPrivate = ({ from, to, reverses, isUndone }: store.QueuedDecision): boolean =>
  from !== to && !reverses && !isUndone;

async function appendLines(tx: Db, startHead: LogHead, entered: readonly NewEntry[]): Promise<void> {
  let head = startHead;
  const lines = entered.map(({ content, sourceId }) => {
    const line = createNextLine(head, content);
    head = line;
    return { ...line, sourceId };
  });
  if (lines.length > 0) await store.insertLines(tx, lines);
}

const toIds = (decisions: readonly store.QueuedDecision[]) => decisions.map(({ id }) => id);

/** Returns how many decisions were removed from the queue or deferred to the end of their day. */
async function appendNewDecisions(tx: Db, head: LogHead): Promise<number> {
  const queued = await store.listNewDecisions(tx, BATCH_SIZE);
  const publicDecisions = queued.filter(({ isPublic }) => isPublic);
  const lineNumbers = new Map(publicDecisions.map(({ id }, index) => [id, head.number + 1 + index]));
  const find: FindReversedLine = (decision) => {
    const { id, decidedId, from, reverses } = decision;
    const isReversed = (other: store.QueuedDecision) =>
      reverses ? other.id === reverses : other.decidedId === decidedId && other.to === from && other.from !== other.to;
    const earlier = publicDecisions.slice(0, toIds(publicDecisions).indexOf(id)).findLast(isReversed);
    return earlier ? lineNumbers.get(earlier.id)! : decision.reversedLine;
  };
  await appendLines(
    tx,
    head,
    publicDecisions.map((decision) => ({ content: toDraft(decision, find), sourceId: decision.id })),
  );
  await store.removeQueued(tx, toIds(publicDecisions));
  await store.deferToEndOfDay(
    tx,
    queued.filter(({ isPublic }) => !isPublic).map(({ id }) => id),
  );
  return queued.length;
}

async function appendAppeals(tx: Db, head: LogHead): Promise<number> {
  const arrived = await store.listAppeals(tx, BATCH_SIZE);
  await appendLines(
    tx,
    head,
    arrived.map(({ id, day, subject, subjectId, wants, askedBy }) => ({
      content: createDraft({
        day,
        kind: 'request',
        subject,
        subjectId,
        path: toPath(subject, subjectId),
        wants,
        askedBy,
      }),
      sourceId: id,
    })),
  );
  await store.removeQueued(
    tx,
    arrived.map(({ id }) => id),
  );
  return arrived.length;
}

async function appendPastDay(tx: Db, head: LogHead, now: Date): Promise<number> {
  const queued = await store.listDecisionsOfPastDay(tx, now, BATCH_SIZE);
  const loggedDecisions = queued.filter((decision) => decision.isPublic || isLoggedWhenPrivate(decision));
  await appendLines(
    tx,
    head,
    loggedDecisions.map((decision) => ({
      content: toDraft(decision, ({ reversedLine }) => reversedLine),
      sourceId: decision.id,
    })),
  );
  await store.removeQueued(tx, toIds(queued));
  return queued.length;
}

async function appendArrivals(tx: Db, head: LogHead, now: Date): Promise<number> {
  const days = await store.listArrivals(tx, now, BATCH_SIZE);
  await appendLines(
    tx,
    head,
    days.map((arrivals) => ({ content: createDraft({ kind: 'received', ...arrivals }), sourceId: null })),
  );
  return days.length;
}

/** Appends one batch of one kind; returns 0 when the queue is empty or another worker has the lock. */
const appendBatch = (database: Database, now = new Date()): Promise<number> =>
  database.transaction(async (tx) => {
    if (!(await store.tryLockLog(tx))) return 0;
    const head = (await store.findHead(tx)) ?? emptyLogHead;
    const cutoff = new Date(now.getTime() - GRACE_MS);
    // An appeal must come before the decision about it.
    return (
      (await appendAppeals(tx, head)) ||
      (await appendNewDecisions(tx, head)) ||
      (await appendArrivals(tx, head, cutoff)) ||
      appendPastDay(tx, head, cutoff)
    );
  });

export async function appendAll(database: Database, now?: Date, stopping?: AbortSignal): Promise<void> {
  while ((await appendBatch(database, now)) > 0 && !stopping?.aborted);
}

export const startAppending = ({ database, log }: { database: Database; log: Log }) =>
  startPollingLoop(
    { intervalMs: INTERVAL_MS, log, errorMessage: 'entering decisions into the public log failed' },
    (stopping) => appendAll(database, undefined, stopping),
  );
