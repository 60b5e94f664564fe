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
import type { DecisionsService } from '../decisions/service.ts';
import type { FilingsService } from '../filings/service.ts';
import { levelsOf, rule } from './statistic.ts';
import * as store from './store.ts';
import type { WatchEnd } from './tables.ts';

interface Needs {
  database: Database;
  audit: AuditService;
  decisions: Pick<DecisionsService, 'createWorkflow'>;
  filings: Pick<FilingsService, 'requireOfOthers'>;
  clock?: Clock;
}

export type EarlyWarningService = ReturnType<typeof createEarlyWarningService>;

/** A dismissed watch is reopened when so many times as many people report. */
const ASKED_AGAIN = 2;

type Held = Omit<store.WatchRow, 'status'> & { status: WatchStatus | 'ended' };
interface StatusEdit {
  status: WatchStatus;
}

const heldOf = (row: store.WatchRow): Held => ({ ...row, status: row.endedAt ? 'ended' : row.status });

function present(row: store.WatchRow, counted: readonly store.Counted[]): AdminWatch {
  const own = counted.filter(({ providerId }) => providerId === row.providerId);
  return {
    id: row.id,
    providerId: row.providerId,
    providerName: row.providerName,
    people: row.people,
    usual: row.usual,
    raiseAt: row.raiseAt,
    calmAt: row.calmAt,
    countedAt: row.countedAt.toISOString(),
    days: Array.from({ length: watchDays }, (_, day) => own.filter((one) => one.day === day).length),
    withAccount: own.filter(({ ownerTag }) => ownerTag !== null).length,
    status: row.status,
    createdAt: row.createdAt.toISOString(),
  };
}

/** The reason why a watch ends tonight; undefined if it continues. */
function endOf(watch: store.WatchRow, people: number, standing: store.Standing): WatchEnd | undefined {
  if (!standing.isListed) return 'unlisted';
  // A flag is the stronger warning, so an undecided watch ends. A published one stays until the number falls.
  if (watch.status === 'pending' && standing.verificationStatus === 'Flagged') return 'flagged';
  if (people <= watch.calmAt) return 'fell';
  if (watch.status === 'rejected' && people >= ASKED_AGAIN * (watch.decidedPeople ?? 0)) return 'grew';
  return undefined;
}

export function createEarlyWarningService({ database, audit, decisions, filings, clock = systemClock }: Needs) {
  const life = decisions.createWorkflow<Held, StatusEdit, Partial<StatusEdit>>({
    subject: 'watch',
    notFoundCode: 'WATCH_NOT_FOUND',
    undecidedStatus: 'pending',
    lockForUpdate: async (tx, id) => {
      const row = await store.lockWatch(tx, id);
      return row && heldOf(row);
    },
    computeChanges: ({ status }, wanted) => (wanted.status === status ? {} : wanted),
    publishedTexts: 'nothing',
    saveChanges: (tx, { id, people }, { status }) => store.setStatus(tx, { id, people }, status!),
    auditDetail: ({ people, usual }) => ({ people, usual }),
    undoEdit: { status: 'pending' },
  });

  async function keepOrEnd(tx: Db, watch: store.WatchRow, people: number, now: Date): Promise<WatchEnd | undefined> {
    const standing = await store.findStanding(tx, watch.providerId, now);
    const ended = standing && endOf(watch, people, standing);
    await store.setPeople(tx, watch.id, people, now);
    if (!ended) return undefined;
    await store.end(tx, watch.id, ended, now);
    await audit.record(tx, {
      actor: { kind: 'system' },
      action: 'watch.ended',
      subject: watch.id,
      detail: { provider: watch.providerId, before: watch.status, people, why: ended },
    });
    return ended;
  }

  async function raise(tx: Db, providerId: ProviderId, people: number, now: Date, ofUsers: () => Promise<number>) {
    const standing = await store.findStanding(tx, providerId, now);
    if (!standing?.isListed || standing.verificationStatus === 'Flagged') return false;
    const bySize = standing.userCount === null ? null : standing.userCount * (await ofUsers());
    const { usual, raiseAt, calmAt } = levelsOf({ ...standing, bySize });
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
    look: () =>
      database.transaction(async (tx) => {
        await store.lockLook(tx);
        const now = new Date(clock());
        const recent = await store.listRecent(tx, now);
        const told = { raised: 0, ended: 0 };
        const standing = new Set<ProviderId>();
        for (const watch of await store.lockOpen(tx)) {
          const ended = await keepOrEnd(tx, watch, recent.get(watch.providerId) ?? 0, now);
          if (ended) told.ended += 1;
          // A watch that ended because the number grew is opened again tonight.
          if (ended !== 'grew') standing.add(watch.providerId);
        }
        // Queried at most once, and only if a provider is close to a rise.
        let rate: Promise<number> | undefined;
        const ofUsers = () => (rate ??= store.readRateOfUsers(tx, now));
        for (const [providerId, people] of recent) {
          if (people < rule.least || standing.has(providerId)) continue;
          if (await raise(tx, providerId, people, now, ofUsers)) told.raised += 1;
        }
        return told;
      }),

    async list({ state, ...page }: QueryOf<typeof listWatches>) {
      const { rows, total } = await store.listOpen(database.db, state, page);
      const counted = await store.listCounted(database.db, rows);
      return { rows: rows.map((row) => present(row, counted)), total };
    },

    /** Of two concurrent decisions the second fails with a conflict, and so does one about a watch that has ended. */
    settle: (actor: UserActor, id: WatchId, status: 'approved' | 'rejected'): Promise<AdminWatch> =>
      database.transaction(async (tx) => {
        const held = await life.lockForUpdate(tx, id);
        const counted = await store.listCounted(tx, [held]);
        // A moderator cannot decide a watch that counts their own report.
        await filings.requireOfOthers(
          tx,
          counted.map(({ reportId }) => reportId),
          [actor.user.id],
        );
        const { row, ...outcome } = await life.decideFirst(tx, id, { status }, { actor });
        return { ...present({ ...row, status }, counted), ...outcome };
      }),

    decided: life.adapter,
  };
}
