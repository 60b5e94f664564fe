/** Families of warned indicators: their evidence, their links, and what moderators say of them. */
import type { AlertId } from '@hakiki/contract/alerts';
import type { ProviderId } from '@hakiki/contract/directory';
import type { SharedTrace } from '@hakiki/contract/families';
import { bindDeps } from '../../platform/bind-deps.ts';
import type { Database, Db } from '../../platform/db/database.ts';
import type { Log } from '../../platform/log/log.ts';
import type { AuditService } from '../audit/service.ts';
import type { IndicatorHooks, IndicatorsService, ListedEntry } from '../indicators/service.ts';
import { applyWaiting, rebuild } from './links.ts';
import * as moderation from './moderation.ts';
import { canBeMember, toTraceKind } from './rules.ts';
import { type KeyedTrace, toSharedTraces, withoutKey } from './shared.ts';
import * as store from './store.ts';

export type { KeyedTrace } from './shared.ts';

interface Deps {
  database: Database;
  audit: AuditService;
  indicators: Pick<IndicatorsService, 'readValue' | 'listReadings'>;
  log: Log;
}

export type FamiliesService = ReturnType<typeof createFamiliesService>;

/** Each possible member that a report names carries each trace that it names. */
function listCarried(named: readonly store.FilingIndicator[]): store.Carried[] {
  return named.filter(canBeMember).flatMap((indicator) =>
    named.flatMap((trace) => {
      const kind = trace.key === indicator.key ? undefined : toTraceKind(trace, indicator);
      return kind ? [{ indicator: indicator.key, trace: trace.key, kind }] : [];
    }),
  );
}

/** What indicators tell when they change. The links follow within a minute. */
export const familyHooks: IndicatorHooks = {
  async filingChanged(tx, filingId, isPublic) {
    await store.markGone(tx, { filingId });
    const carried = isPublic ? listCarried(await store.listPublicIndicators(tx, filingId)) : [];
    if (carried.length > 0) await store.insertCarried(tx, { filingId }, carried);
  },
  stateDecided: (tx, keys) =>
    store
      .markWaiting(
        tx,
        keys.map((key) => key.toString('hex')),
      )
      .then(() => undefined),
};

const PAIRS_PER_STATEMENT = 1000;

/** Replaces what a list says of the wallets on its sites: the reference of such a wallet is the site. */
export async function recordList(
  tx: Db,
  { lists }: Pick<IndicatorsService, 'lists'>,
  sourceId: number,
  entries: Iterable<ListedEntry>,
): Promise<void> {
  await store.markGone(tx, { sourceId });
  const batch = new Map<string, store.Carried>();
  const flush = async () => {
    if (batch.size > 0) await store.insertCarried(tx, { sourceId }, [...batch.values()]);
    batch.clear();
  };
  for (const entry of entries) {
    const trace = entry.reference ? lists.read(entry) : undefined;
    const indicator = trace && lists.read({ form: 'address', text: entry.reference! });
    const kind = indicator && canBeMember(indicator) ? toTraceKind(trace, indicator) : undefined;
    if (!kind) continue;
    batch.set(`${indicator!.key} ${trace!.key}`, { indicator: indicator!.key, trace: trace!.key, kind });
    if (batch.size === PAIRS_PER_STATEMENT) await flush();
  }
  await flush();
}

/** For each question; nothing of what it asks about is among the indicators that are named. */
async function listForEach({ database }: Deps, questions: readonly (readonly Buffer[])[]): Promise<KeyedTrace[][]> {
  const rows = questions.some((keys) => keys.length > 0) ? await store.listShared(database, questions) : [];
  const byQuestion = Map.groupBy(rows, ({ question }) => question);
  return questions.map((_, question) => toSharedTraces(byQuestion.get(question) ?? []));
}

const listOf = async (deps: Deps, keys: readonly Buffer[]): Promise<SharedTrace[]> =>
  (await listForEach(deps, [keys]))[0]!.map(withoutKey);

/** The caller knows that the alert is public. */
const listOfAlert = async (deps: Deps, id: AlertId): Promise<SharedTrace[]> =>
  listOf(deps, await store.listKeysOfAlert(deps.database, id));

async function listOfProvider(deps: Deps, id: ProviderId): Promise<SharedTrace[]> {
  const site = await store.findProviderSite(deps.database, id);
  const keys = site ? deps.indicators.readValue('website', site)?.keys : undefined;
  return listOf(deps, keys ?? []);
}

export function createFamiliesService(deps: Deps) {
  const { list, countBlocked, get, judge, undo } = moderation;
  return {
    ...bindDeps(deps, { applyWaiting, rebuild, listForEach, listOfAlert, listOfProvider }),
    moderation: bindDeps(deps, { list, countBlocked, get, judge, undo }),
  };
}
