/**
 * Early warning about withdrawal reports that rise beyond chance. The worker checks nightly and opens a watch; a
 * moderator confirms or dismisses it; a confirmed one is shown on the provider's page until its numbers fall.
 */
import type { QueryOf } from '@hakiki/contract/endpoint';
import type { ProviderId } from '@hakiki/contract/directory';
import { watchDays, type WatchStatus } from '@hakiki/contract/watch-values';
import type { AdminWatch, listWatches, WatchId } from '@hakiki/contract/watches-admin';
import { type Clock, systemClock } from '../../platform/clock/clock.ts';
import type { Database, Db } from '../../platform/db/database.ts';
import type { UserActor } from '../../platform/http/actor.ts';
import type { AuditService } from '../audit/service.ts';
import type { DecisionsService } from '../moderation/workflow/service.ts';
import type { IntakeService } from '../intake/service.ts';
import { computeLevels, rule } from './statistic.ts';
import * as store from './store.ts';
import type { WatchEnd } from './tables.ts';

interface Deps {
  database: Database;
  audit: AuditService;
  decisions: Pick<DecisionsService, 'createWorkflow'>;
  intake: Pick<IntakeService, 'assertNotOwnFilings'>;
  clock?: Clock;
}

export type EarlyWarningService = ReturnType<typeof createEarlyWarningService>;

/** Factor: a dismissed watch is reopened when the number of people has grown by it. */
const REOPEN_FACTOR = 2;

type LockedWatch = Omit<store.WatchRow, 'status'> & { status: WatchStatus | 'ended' };
interface StatusEdit {
  status: WatchStatus;
}

const toLockedWatch = (row: store.WatchRow): LockedWatch => ({ ...row, status: row.endedAt ? 'ended' : row.status });

function present(row: store.WatchRow, counted: readonly store.CountedReport[]): AdminWatch {
  const ownReports = counted.filter(({ providerId }) => providerId === row.providerId);
  return {
    id: row.id,
    providerId: row.providerId,
    providerName: row.providerName,
    people: row.people,
    usual: row.usual,
    raiseAt: row.raiseAt,
    calmAt: row.calmAt,
    countedAt: row.countedAt.toISOString(),
    days: Array.from({ length: watchDays }, (_, day) => ownReports.filter((report) => report.day === day).length),
    withAccount: ownReports.filter(({ ownerTag }) => ownerTag !== null).length,
    status: row.status,
    createdAt: row.createdAt.toISOString(),
  };
}

/** The reason why a watch ends tonight; undefined if it continues. */
function findEndReason(watch: store.WatchRow, people: number, provider: store.ProviderState): WatchEnd | undefined {
  if (!provider.isListed) return 'unlisted';
  // A flag is the stronger warning, so an undecided watch ends. A published one stays until the number falls.
  if (watch.status === 'pending' && provider.verificationStatus === 'Flagged') return 'flagged';
  if (people <= watch.calmAt) return 'fell';
  if (watch.status === 'rejected' && people >= REOPEN_FACTOR * (watch.decidedPeople ?? 0)) return 'grew';
  return undefined;
}

export function createEarlyWarningService({ database, audit, decisions, intake, clock = systemClock }: Deps) {
  const workflow = decisions.createWorkflow<LockedWatch, StatusEdit, Partial<StatusEdit>>({
    subject: 'watch',
    notFoundCode: 'WATCH_NOT_FOUND',
    undecidedStatus: 'pending',
    lockForUpdate: async (tx, id) => {
      const row = await store.lockWatch(tx, id);
      return row && toLockedWatch(row);
    },
    computeChanges: ({ status }, requested) => (requested.status === status ? {} : requested),
    publishedTexts: 'nothing',
    saveChanges: (tx, { id, people }, { status }) => store.setStatus(tx, { id, people }, status!),
    auditDetail: ({ people, usual }) => ({ people, usual }),
    undoEdit: { status: 'pending' },
  });

  async function updateOrEnd(tx: Db, watch: store.WatchRow, people: number, now: Date): Promise<WatchEnd | undefined> {
    const provider = await store.findProviderState(tx, watch.providerId, now);
    const endReason = provider && findEndReason(watch, people, provider);
    await store.setPeople(tx, watch.id, people, now);
    if (!endReason) return undefined;
    await store.endWatch(tx, watch.id, endReason, now);
    await audit.record(tx, {
      actor: { kind: 'system' },
      action: 'watch.ended',
      subject: watch.id,
      detail: { provider: watch.providerId, before: watch.status, people, why: endReason },
    });
    return endReason;
  }

  async function openWatch(
    tx: Db,
    providerId: ProviderId,
    people: number,
    now: Date,
    readReportRate: () => Promise<number>,
  ) {
    const provider = await store.findProviderState(tx, providerId, now);
    if (!provider?.isListed || provider.verificationStatus === 'Flagged') return false;
    const bySize = provider.userCount === null ? null : provider.userCount * (await readReportRate());
    const { usual, raiseAt, calmAt } = computeLevels({ ...provider, bySize });
    if (people < raiseAt) return false;
    const id = await store.insertWatch(tx, {
      providerId,
      people,
      usual,
      raiseAt,
      calmAt,
      countedAt: now,
      createdAt: now,
    });
    await audit.record(tx, {
      actor: { kind: 'system' },
      action: 'watch.raised',
      subject: id,
      detail: { provider: providerId, people, usual, raiseAt },
    });
    return true;
  }

  return {
    /** Idempotent: a provider has at most one open watch, and a second run of the same night opens none. */
    runNightlyCheck: () =>
      database.transaction(async (tx) => {
        await store.lockNightlyCheck(tx);
        const now = new Date(clock());
        const recent = await store.listRecent(tx, now);
        const result = { raised: 0, endReason: 0 };
        const skippedProviderIds = new Set<ProviderId>();
        for (const watch of await store.lockOpen(tx)) {
          const endReason = await updateOrEnd(tx, watch, recent.get(watch.providerId) ?? 0, now);
          if (endReason) result.endReason += 1;
          // A watch that ended because the number grew is opened again tonight.
          if (endReason !== 'grew') skippedProviderIds.add(watch.providerId);
        }
        // Queried at most once, and only if a provider is close to a rise.
        let rate: Promise<number> | undefined;
        const readReportRate = () => (rate ??= store.readReportRatePerUser(tx, now));
        for (const [providerId, people] of recent) {
          if (people < rule.minPeople || skippedProviderIds.has(providerId)) continue;
          if (await openWatch(tx, providerId, people, now, readReportRate)) result.raised += 1;
        }
        return result;
      }),

    async list({ state, ...page }: QueryOf<typeof listWatches>) {
      const { rows, total } = await store.listOpen(database.db, state, page);
      const counted = await store.listCountedReports(database.db, rows);
      return { rows: rows.map((row) => present(row, counted)), total };
    },

    /** Of two concurrent decisions the second fails with a conflict, and so does one about a watch that has ended. */
    decide: (actor: UserActor, id: WatchId, status: 'approved' | 'rejected', note?: string): Promise<AdminWatch> =>
      database.transaction(async (tx) => {
        const locked = await workflow.lockForUpdate(tx, id);
        const counted = await store.listCountedReports(tx, [locked]);
        // A moderator cannot decide a watch that counts their own report.
        await intake.assertNotOwnFilings(
          tx,
          counted.map(({ reportId }) => reportId),
          [actor.user.id],
        );
        const { row, ...outcome } = await workflow.decideFirst(tx, id, { status }, { actor, evidence: note });
        return { ...present({ ...row, status }, counted), ...outcome };
      }),

    moderationAdapter: workflow.adapter,
  };
}
