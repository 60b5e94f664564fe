/** Keeps links and families up to date, and proves every night that they are what the traces and judgements say. */
import { familyRules } from '@hakiki/contract/family-values';
import type { Database, Db } from '../../platform/db/database.ts';
import type { Log } from '../../platform/log/log.ts';
import { areEnough, formFamilies, type Link, summarize } from './rules.ts';
import * as store from './store.ts';
import type { IndicatorKey } from './store.ts';

const TRACES_PER_TRANSACTION = 50;

type Pair = Pick<Link, 'a' | 'b'>;
export const toPairKey = ({ a, b }: Pair) => `${a} ${b}`;
export const toPair = (one: IndicatorKey, other: IndicatorKey): Pair =>
  one < other ? { a: one, b: other } : { a: other, b: one };

/** Everything that active links reach from these indicators, with those links. */
async function findRegion(tx: Db, start: readonly IndicatorKey[]) {
  const indicators = new Set(start);
  const links = new Map<number, store.LinkRow>();
  let frontier = [...indicators];
  while (frontier.length > 0) {
    const found = await store.listActiveLinksOf(tx, frontier);
    frontier = [];
    for (const link of found) {
      links.set(link.id, link);
      for (const indicator of [link.a, link.b]) {
        if (indicators.has(indicator)) continue;
        indicators.add(indicator);
        frontier.push(indicator);
      }
    }
  }
  return { indicators: [...indicators], links: [...links.values()] };
}

/** Computes the families around these indicators from their links. */
async function recompute(tx: Db, start: readonly IndicatorKey[]): Promise<void> {
  const { indicators, links } = await findRegion(tx, start);
  const refused = await store.listRefusedAmong(tx, indicators);
  const { familyByKey, blocked } = formFamilies(links, refused);
  const members = [...familyByKey].map(([indicator, familyId]) => ({ indicator, familyId }));
  await store.replaceMembers(tx, indicators, members);
  await store.setBlocked(
    tx,
    links.map(({ id }) => id),
    [...blocked],
  );
}

/** Joins the two families of the newest link: the smaller one gets the label of the larger one. */
async function join(tx: Db, link: store.LinkRow): Promise<void> {
  const known = new Map(
    (await store.listFamiliesOf(tx, [link.a, link.b])).map(({ indicator, familyId }) => [indicator, familyId]),
  );
  const indicators = [...new Set([link.a, link.b, ...known.keys()])];
  const { familyByKey, blocked } = formFamilies([link], await store.listRefusedAmong(tx, indicators), { known });
  if (blocked.size > 0) await store.setBlocked(tx, [link.id], [link.id]);
  const moved = indicators.filter((indicator) => familyByKey.get(indicator) !== known.get(indicator));
  if (moved.length > 0) await store.relabel(tx, moved, familyByKey.get(link.a)!);
}

/** The indicators whose links may have changed with these traces. */
async function listTouched(tx: Db, traces: readonly IndicatorKey[]): Promise<IndicatorKey[]> {
  const carriers = await store.listCarriers(tx, traces);
  const touched = new Set<IndicatorKey>();
  for (const trace of traces) {
    const ofTrace = carriers.filter((carrier) => carrier.trace === trace);
    const all = ofTrace.map(({ indicator }) => indicator);
    // Of a trace that many indicators carry, only pairs that it linked before matter.
    const linked =
      ofTrace.filter(({ isGone }) => !isGone).length > familyRules.carriers
        ? (await store.listLinksAmong(tx, all)).filter(({ isShared }) => isShared).flatMap(({ a, b }) => [a, b])
        : all;
    for (const indicator of linked) touched.add(indicator);
  }
  return [...touched];
}

/** Compares the links among these indicators with their traces. Returns the new links and those that changed. */
async function updateLinks(tx: Db, indicators: readonly IndicatorKey[]) {
  const shared = (await store.listSharedAmong(tx, indicators)).filter(({ kinds }) => areEnough(kinds));
  const known = await store.listLinksAmong(tx, indicators);
  const knownPairs = new Set(known.map(toPairKey));
  const sharedPairs = new Set(shared.map(toPairKey));
  const changed = known.filter((link) => link.isShared !== sharedPairs.has(toPairKey(link)));
  const gained = changed.filter(({ isShared }) => !isShared);
  const lost = changed.filter(({ isShared }) => isShared);
  if (gained.length > 0)
    await store.setShared(
      tx,
      gained.map(({ id }) => id),
      true,
    );
  if (lost.length > 0)
    await store.setShared(
      tx,
      lost.map(({ id }) => id),
      false,
    );
  const added = await store.insertSharedLinks(
    tx,
    shared
      .filter((pair) => !knownPairs.has(toPairKey(pair)))
      .toSorted((x, y) => (toPairKey(x) < toPairKey(y) ? -1 : 1)),
  );
  return { added, changed };
}

async function updateAmong(tx: Db, indicators: readonly IndicatorKey[]): Promise<number> {
  const { added, changed } = await updateLinks(tx, indicators);
  if (changed.length > 0)
    await recompute(
      tx,
      [...changed, ...added].flatMap(({ a, b }) => [a, b]),
    );
  else for (const link of added) await join(tx, link);
  return added.length + changed.length;
}

/** Applies what reports, lists and decisions changed since the last time. */
export async function applyWaiting({ database }: { database: Database }): Promise<void> {
  for (;;) {
    const isDone = await database.transaction(async (tx) => {
      await store.lock(tx);
      const traces = await store.takeWaitingTraces(tx, TRACES_PER_TRANSACTION);
      if (traces.length === 0) return true;
      const touched = await listTouched(tx, traces);
      await store.deleteGone(tx, traces);
      await updateAmong(tx, touched);
      return false;
    });
    if (isDone) return;
  }
}

/** What people say of the pairs now, and the families that follow. Call it with the lock. */
export async function applyJudgements(tx: Db, pairs: readonly Pair[]): Promise<void> {
  const live = await store.listLiveJudgements(tx, pairs);
  const listed = new Set(await store.listListedProviders(tx, [...new Set(pairs.flatMap(({ a, b }) => [a, b]))]));
  for (const pair of pairs) {
    const people = listed.has(pair.a) || listed.has(pair.b) ? familyRules.people : 1;
    const ofPair = live.filter((one) => toPairKey(one) === toPairKey(pair));
    await store.setJudgement(tx, pair, summarize(ofPair, people));
  }
  await recompute(
    tx,
    pairs.flatMap(({ a, b }) => [a, b]),
  );
}

const BATCH = 5000;
const TRACES_PER_PAGE = 200;

/** Streams a list in batches. */
async function* listAll<Row>(readAfter: (last: Row | undefined) => Promise<Row[]>): AsyncGenerator<Row> {
  let last: Row | undefined;
  for (;;) {
    const rows = await readAfter(last);
    yield* rows;
    last = rows.at(-1);
    if (!last) return;
  }
}

const groupsOf = (members: Iterable<readonly [IndicatorKey, number]>): Map<number, IndicatorKey[]> => {
  const groups = new Map<number, IndicatorKey[]>();
  for (const [indicator, familyId] of members) {
    const group = groups.get(familyId);
    if (group) group.push(indicator);
    else groups.set(familyId, [indicator]);
  }
  return groups;
};

/** The indicators of all families that the other grouping does not keep together. */
const listMoved = (from: Map<IndicatorKey, number>, to: Map<IndicatorKey, number>): IndicatorKey[] =>
  [...groupsOf(from).values()]
    .filter(([first, ...others]) => {
      const label = to.get(first!);
      return label === undefined || others.some((indicator) => to.get(indicator) !== label);
    })
    .flat();

/**
 * Builds all families again and compares them with the stored ones. First all pairs that share traces are compared with
 * the links: lists and expiries change states without a decision, which only this finds. Differences are corrected.
 */
export async function rebuild({ database, log }: { database: Database; log: Log }) {
  await applyWaiting({ database });
  let links = 0;
  let last: IndicatorKey | undefined = '';
  while (last !== undefined) {
    const page = await store.listCarriedTogether(database.db, last, TRACES_PER_PAGE);
    last = page.lastTrace;
    links += await database.transaction(async (tx) => {
      await store.lock(tx);
      return updateAmong(tx, page.indicators);
    });
  }
  // A link whose report was deleted has no trace by which it would be found.
  let lastLink = 0;
  for (;;) {
    const page = await store.listSharedLinksAfter(database.db, lastLink, TRACES_PER_PAGE);
    if (page.length === 0) break;
    lastLink = page.at(-1)!.id;
    links += await database.transaction(async (tx) => {
      await store.lock(tx);
      return updateAmong(tx, [...new Set(page.flatMap(({ a, b }) => [a, b]))]);
    });
  }
  const all: Link[] = [];
  for await (const link of listAll<store.LinkRow>((previous) =>
    store.listActiveLinksAfter(database.db, previous?.id ?? 0, BATCH),
  ))
    all.push(link);
  const { familyByKey } = formFamilies(all, await store.listRefused(database.db));
  const found = new Map<IndicatorKey, number>();
  for await (const { indicator, familyId } of listAll<store.Member>((previous) =>
    store.listMembersAfter(database.db, previous?.indicator ?? '', BATCH),
  ))
    found.set(indicator, familyId);
  const different = [...listMoved(familyByKey, found), ...listMoved(found, familyByKey)];
  if (different.length > 0) {
    await database.transaction(async (tx) => {
      await store.lock(tx);
      await recompute(tx, different);
    });
  }
  const outcome = { links, indicators: different.length, families: new Set(familyByKey.values()).size };
  if (links + different.length > 0) log.warn(outcome, 'families were corrected');
  return outcome;
}
