/** Lists of other sources in the console: turned on and off, run, struck, and their waiting snapshots decided. */
import type { ListSource as ListSourceReply, SnapshotId, WaitingSnapshot } from '@hakiki/contract/sources-admin';
import { snapshotReasons, type SourceCondition, sourceLimits } from '@hakiki/contract/source-values';
import { AppError, notFound } from '../../platform/app-error.ts';
import { bindDeps } from '../../platform/bind-deps.ts';
import type { Settings } from '../../platform/config/settings.ts';
import type { Database, Db } from '../../platform/db/database.ts';
import type { UserActor } from '../../platform/http/actor.ts';
import type { Queue } from '../../platform/jobs/jobs.ts';
import { type AuditService, toAuditActor } from '../audit/service.ts';
import type { IndicatorsService, ListSourceRow } from '../indicators/service.ts';
import { fetchSourcesJob } from './fetch-sources-job.ts';
import { needsSecondPerson } from './gate.ts';
import { listSources as sources } from './list-sources.ts';
import * as store from './store.ts';

interface Deps {
  database: Database;
  queue: Pick<Queue, 'enqueue'>;
  audit: AuditService;
  indicators: Pick<IndicatorsService, 'lists'>;
  settings: Pick<Settings, 'fetchesNews'>;
}

export type SourcesService = ReturnType<typeof createSourcesService>;

const slugs = sources.map(({ slug }) => slug);
/** The due lists are fetched one after the other, oldest first; the job runs every few minutes. */
const AFTER_SAFELISTS_MS = 60_000;
const toIso = (time: Date | null | undefined): string | null => time?.toISOString() ?? null;

type States = Awaited<ReturnType<typeof store.listStates>>;

function toCondition(row: ListSourceRow, waiting: store.Snapshot | undefined): SourceCondition {
  if (!row.isEnabled) return 'off';
  if (waiting) return waiting.decidedBy ? 'applying' : 'waiting';
  if (row.lastError) return 'failing';
  return row.lastOkAt ? 'good' : 'new';
}

function present({ settings }: Deps, row: ListSourceRow, states: States): ListSourceReply {
  const { applied, waiting } = states.get(row.id) ?? {};
  const { name, url, licence, licenceUrl, mayShow, mayRepublish, needsOwnFile, isSafelist, tier, strikes } = row;
  const isFetched = settings.fetchesNews && row.isEnabled;
  return {
    id: row.slug,
    ...{ name, url, licence, licenceUrl, mayShow, mayRepublish, needsOwnFile, isSafelist, tier, strikes },
    condition: toCondition(row, waiting),
    lastOkAt: toIso(row.lastOkAt),
    lastTriedAt: toIso(row.lastTriedAt),
    nextRunAt: isFetched ? toIso(row.nextRunAt) : null,
    lastError: row.lastError?.slice(0, 200) ?? null,
    entries: applied && row.lastOkAt ? applied.entries : null,
    appliedAt: row.lastOkAt ? toIso(applied?.decidedAt ?? applied?.createdAt) : null,
  };
}

/** In the order of the code. */
async function list(deps: Deps): Promise<ListSourceReply[]> {
  const { db } = deps.database;
  const [rows, states] = [await deps.indicators.lists.listSources(db, slugs), await store.listStates(db)];
  return slugs.flatMap((slug) => rows.filter((row) => row.slug === slug)).map((row) => present(deps, row, states));
}

async function lockSource({ indicators: { lists } }: Deps, tx: Db, slug: string): Promise<ListSourceRow> {
  const row = slugs.includes(slug) ? await lists.lockSource(tx, slug) : undefined;
  if (!row) throw notFound('LIST_SOURCE_NOT_FOUND');
  return row;
}

type SourceChange = Parameters<IndicatorsService['lists']['updateSource']>[2];
type Action = 'turned-on' | 'turned-off' | 'run-asked' | 'struck';

/** Changes a source, records it, and lets the worker do the rest. */
const change = (
  deps: Deps,
  { actor, slug, action, reason }: { actor: UserActor; slug: string; action: Action; reason?: string },
  decide: (row: ListSourceRow) => SourceChange,
): Promise<ListSourceReply> =>
  deps.database.transaction(async (tx) => {
    const row = await lockSource(deps, tx, slug);
    const changes = decide(row);
    await deps.indicators.lists.updateSource(tx, row.id, changes);
    await deps.queue.enqueue(tx, fetchSourcesJob, {});
    await deps.audit.record(tx, {
      actor: toAuditActor(actor),
      action: `source.${action}`,
      subject: slug,
      ...(reason && { reason }),
      ...(changes.strikes !== undefined && { detail: { strikes: changes.strikes } }),
    });
    return present(deps, { ...row, ...changes }, await store.listStates(tx));
  });

const turnOn = (deps: Deps, actor: UserActor, slug: string) =>
  change(deps, { actor, slug, action: 'turned-on' }, ({ strikes }) => {
    if (strikes >= sourceLimits.strikes) throw new AppError('SOURCE_BANNED');
    return { isEnabled: true, nextRunAt: new Date() };
  });

/**
 * Turns on every list that nobody has turned on or off, safelists first, because safe entries should be known before
 * anything is listed. Returns their ids.
 */
const turnOnUndecided = (deps: Deps, operator: string): Promise<string[]> =>
  deps.database.transaction(async (tx) => {
    const { lists } = deps.indicators;
    const rows = (await lists.listSources(tx, slugs)).filter(
      ({ isEnabled, lastTriedAt, strikes }) => !isEnabled && lastTriedAt === null && strikes === 0,
    );
    for (const { id, slug, isSafelist } of rows) {
      const nextRunAt = new Date(Date.now() + (isSafelist ? 0 : AFTER_SAFELISTS_MS));
      await lists.updateSource(tx, id, { isEnabled: true, nextRunAt });
      await deps.audit.record(tx, {
        actor: { kind: 'operator', name: operator },
        action: 'source.turned-on',
        subject: slug,
      });
    }
    if (rows.length > 0) await deps.queue.enqueue(tx, fetchSourcesJob, {});
    return rows.map(({ slug }) => slug);
  });

const turnOff = (deps: Deps, actor: UserActor, slug: string, reason: string) =>
  change(deps, { actor, slug, action: 'turned-off', reason }, () => ({ isEnabled: false }));

const run = (deps: Deps, actor: UserActor, slug: string) =>
  change(deps, { actor, slug, action: 'run-asked' }, ({ isEnabled }) => {
    if (!deps.settings.fetchesNews) throw new AppError('LISTS_NOT_FETCHED');
    if (!isEnabled) throw new AppError('SOURCE_TURNED_OFF');
    return { nextRunAt: new Date() };
  });

const strike = (deps: Deps, actor: UserActor, slug: string, reason: string) =>
  change(deps, { actor, slug, action: 'struck', reason }, (row) => {
    if (row.strikes >= sourceLimits.strikes) throw new AppError('SOURCE_BANNED');
    const strikes = row.strikes + 1;
    return { strikes, ...(strikes >= sourceLimits.strikes && { isEnabled: false }) };
  });

const splitReasons = (reason: string | null) => snapshotReasons.filter((one) => reason?.split(' ').includes(one));
const isUnreadable = ({ reason }: store.Snapshot): boolean => splitReasons(reason).includes('unreadable');

async function getWaiting(deps: Deps, actor: UserActor, slug: string): Promise<WaitingSnapshot> {
  const { db } = deps.database;
  const row = slugs.includes(slug) ? await deps.indicators.lists.findSource(db, slug) : undefined;
  const snapshot = row && (await store.findWaiting(db, row.id));
  if (!snapshot) throw notFound('SNAPSHOT_NOT_FOUND');
  const { sha256, bytes, entries, listedBefore, added, gone, unreadable, conflicts, samples, proposedBy } = snapshot;
  return {
    id: snapshot.id as SnapshotId,
    sourceId: slug,
    sourceName: row.name,
    isSafelist: row.isSafelist,
    createdAt: snapshot.createdAt.toISOString(),
    reasons: splitReasons(snapshot.reason),
    ...{ sha256, bytes, entries, listedBefore, added, gone, unreadable, conflicts },
    samples: samples ?? { added: [], gone: [], conflicts: [] },
    isApplicable: !isUnreadable(snapshot),
    needsSecondPerson: needsSecondPerson(row.isSafelist, snapshot),
    isProposed: proposedBy !== null,
    isOwnProposal: proposedBy === actor.user.id,
    isApplying: snapshot.decidedBy !== null,
  };
}

interface Decision {
  sha256: string;
  reason: string;
}

async function lockWaiting(deps: Deps, tx: Db, id: SnapshotId, { sha256 }: Decision) {
  const snapshot = await store.lockSnapshot(tx, id);
  const rows = await deps.indicators.lists.listSources(tx, slugs);
  const row = rows.find((one) => one.id === snapshot?.sourceId);
  if (!snapshot || !row) throw notFound('SNAPSHOT_NOT_FOUND');
  if (snapshot.state !== 'quarantined' || snapshot.decidedBy) throw new AppError('ALREADY_DECIDED');
  if (snapshot.sha256 !== sha256) throw new AppError('PROPOSAL_OVERTAKEN');
  return { snapshot, row };
}

const apply = (deps: Deps, actor: UserActor, id: SnapshotId, decision: Decision): Promise<ListSourceReply> =>
  deps.database.transaction(async (tx) => {
    const { snapshot, row } = await lockWaiting(deps, tx, id, decision);
    if (isUnreadable(snapshot)) throw new AppError('SNAPSHOT_UNREADABLE');
    if (!row.isEnabled) throw new AppError('SOURCE_TURNED_OFF');
    if (snapshot.proposedBy === actor.user.id) throw new AppError('OWN_PROPOSAL');
    const isProposal = snapshot.proposedBy === null && needsSecondPerson(row.isSafelist, snapshot);
    await store.updateSnapshot(
      tx,
      id,
      isProposal ? { proposedBy: actor.user.id } : { decidedBy: actor.user.id, decidedAt: new Date() },
    );
    if (!isProposal) await deps.queue.enqueue(tx, fetchSourcesJob, {});
    await recordDecision(deps, tx, actor, isProposal ? 'snapshot-proposed' : 'snapshot-applied', {
      snapshot,
      row,
      decision,
    });
    return present(deps, row, await store.listStates(tx));
  });

const refuse = (deps: Deps, actor: UserActor, id: SnapshotId, decision: Decision): Promise<ListSourceReply> =>
  deps.database.transaction(async (tx) => {
    const { snapshot, row } = await lockWaiting(deps, tx, id, decision);
    const decidedAt = new Date();
    await store.updateSnapshot(tx, id, { state: 'refused', content: null, decidedBy: actor.user.id, decidedAt });
    await recordDecision(deps, tx, actor, 'snapshot-refused', { snapshot, row, decision });
    return present(deps, row, await store.listStates(tx));
  });

const recordDecision = (
  { audit }: Deps,
  tx: Db,
  actor: UserActor,
  action: 'snapshot-proposed' | 'snapshot-applied' | 'snapshot-refused',
  { snapshot, row, decision }: { snapshot: store.Snapshot; row: ListSourceRow; decision: Decision },
) =>
  audit.record(tx, {
    actor: toAuditActor(actor),
    action: `source.${action}`,
    subject: row.slug,
    reason: decision.reason,
    detail: { snapshot: snapshot.id, sha256: snapshot.sha256, added: snapshot.added, gone: snapshot.gone },
  });

const countWaiting = ({ database }: Deps): Promise<number> => store.countWaiting(database.db);

export const createSourcesService = (deps: Deps) =>
  bindDeps(deps, { list, turnOn, turnOnUndecided, turnOff, run, strike, getWaiting, apply, refuse, countWaiting });
