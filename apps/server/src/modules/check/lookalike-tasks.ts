/**
 * A look-alike that somebody asked about becomes a task of moderators; nothing is published by it. A flood of invented
 * hosts neither fills the table nor loads the database: each process writes at most so many a minute, a host at most
 * once in it, and of the open tasks only so many stay.
 */
import type { LookalikeOutcome } from '@hakiki/contract/admin-values';
import type { AlertId } from '@hakiki/contract/alerts';
import type { BodyOf, QueryOf } from '@hakiki/contract/endpoint';
import type { AdminLookalike, decideLookalike, listLookalikes, LookalikeId } from '@hakiki/contract/lookalikes-admin';
import { defaultLanguage } from '@hakiki/contract/site';
import { AppError, invalidInput, notFound } from '../../platform/app-error.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Database, Db } from '../../platform/db/database.ts';
import { uuidv7 } from '../../platform/db/uuid.ts';
import type { UserActor } from '../../platform/http/actor.ts';
import type { Log } from '../../platform/log/log.ts';
import { fillTexts, getTexts } from '../../platform/texts.ts';
import { type AuditService, toAuditActor } from '../audit/service.ts';
import type { IndicatorsService } from '../indicators/service.ts';
import type { AlertsService } from '../reports/alerts/service.ts';
import type { LookalikeMatch } from './lookalikes.ts';
import type { ProtectedProvider } from './protected-names.ts';
import * as store from './store.ts';

const MAX_OPEN = 1000;
const MAX_DECIDED = 1000;
const MAX_WRITES_PER_MINUTE = 30;
const MINUTE_MS = 60_000;

export interface TaskDeps {
  database: Database;
  alerts: Pick<AlertsService, 'accept'>;
  audit: AuditService;
  indicators: Pick<IndicatorsService, 'readValue' | 'clear'>;
  log: Log;
  clock: Clock;
}

export type NoticedLookalike = LookalikeMatch<ProtectedProvider>;

/** Collects what people ask about. It never fails: the answer does not depend on it. */
export function createNoticer({ database, log, clock }: Pick<TaskDeps, 'database' | 'log' | 'clock'>) {
  let minute = 0;
  let written = new Set<string>();

  const isTurnOf = (host: string): boolean => {
    const now = Math.floor(clock() / MINUTE_MS);
    if (now !== minute) [minute, written] = [now, new Set()];
    if (written.size >= MAX_WRITES_PER_MINUTE || written.has(host)) return false;
    written.add(host);
    return true;
  };

  const save = ({ host, rule, name: { providerId, name, officialSites } }: NoticedLookalike) =>
    database.transaction(async (tx) => {
      const isNew = await store.countLookalike(tx, { host, rule, providerId, name, officialSites: [...officialSites] });
      if (isNew) await store.deleteBeyond(tx, 'open', MAX_OPEN);
    });

  return async function notice(found: readonly NoticedLookalike[]): Promise<void> {
    for (const lookalike of found.filter(({ host }) => isTurnOf(host))) {
      await save(lookalike).catch((error: unknown) => log.warn({ err: error }, 'look-alike not stored for moderators'));
    }
  };
}

const present = (row: store.LookalikeRow): AdminLookalike => ({
  id: row.id,
  host: row.host,
  rule: row.rule,
  of: { providerId: row.providerId, name: row.name, officialHosts: row.officialSites },
  asks: row.asks,
  firstAskedOn: row.firstAskedOn,
  lastAskedOn: row.lastAskedOn,
  state: row.state,
  reason: row.reason,
  decidedBy: row.decidedByEmail,
  decidedAt: row.decidedAt?.toISOString() ?? null,
  alertId: row.alertId,
});

export async function list(
  { database }: TaskDeps,
  query: QueryOf<typeof listLookalikes>,
): Promise<{ rows: AdminLookalike[]; total: number }> {
  const { rows, total } = await store.listLookalikes(database.db, query);
  return { rows: rows.map(present), total };
}

/**
 * Sends a scam report as the moderator, so that somebody else must decide it. It does not name the protected provider
 * as the affected one: an alert would then warn of that provider.
 */
async function startReport(
  { alerts }: TaskDeps,
  tx: Db,
  actor: UserActor,
  { host, name }: { host: string; name: string },
  { reason, country, language = defaultLanguage }: BodyOf<typeof decideLookalike>,
): Promise<AlertId> {
  if (!country) throw invalidInput({ country: 'COUNTRY_REQUIRED' });
  const { item } = await alerts.accept(
    tx,
    {
      title: fillTexts(getTexts(language).lookalike.reportTitle, { host, name }),
      description: `${reason}\n\n${host}`,
      alertType: 'phishing',
      severity: 'High',
      affectedCountries: [country],
    },
    { id: uuidv7<AlertId>(), actor, language },
  );
  return item.id;
}

/** Fails when there is a warning by now, which only a dispute can take away. */
async function clearHint({ indicators }: TaskDeps, tx: Db, host: string): Promise<void> {
  const key = indicators.readValue('website', host)?.keys[0];
  if (!key) throw notFound('LOOKALIKE_NOT_FOUND');
  if (!(await indicators.clear(tx, { key, kind: 'website', value: host }))) throw new AppError('LOOKALIKE_WARNED');
}

const auditActions = { cleared: 'lookalike.cleared', reported: 'lookalike.reported' } as const satisfies Record<
  LookalikeOutcome,
  string
>;

export const decide = (
  deps: TaskDeps,
  actor: UserActor,
  id: LookalikeId,
  body: BodyOf<typeof decideLookalike>,
): Promise<AdminLookalike> =>
  deps.database.transaction(async (tx) => {
    const row = await store.lockLookalike(tx, id);
    if (!row) throw notFound('LOOKALIKE_NOT_FOUND');
    if (row.state !== 'open') throw new AppError('ALREADY_DECIDED');
    const { outcome, reason } = body;
    if (outcome === 'cleared') await clearHint(deps, tx, row.host);
    const alertId = outcome === 'reported' ? await startReport(deps, tx, actor, row, body) : null;
    await store.setDecision(tx, id, { state: outcome, reason, decidedBy: actor.user.id, alertId });
    await store.deleteBeyond(tx, 'decided', MAX_DECIDED);
    await deps.audit.record(tx, {
      actor: toAuditActor(actor),
      action: auditActions[outcome],
      subject: id,
      reason,
      ...(alertId && { detail: { alert: alertId } }),
    });
    return present((await store.findLookalike(tx, id))!);
  });
