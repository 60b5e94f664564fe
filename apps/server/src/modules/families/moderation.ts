/** What moderators see of families and say of links. Every judgement is a row of its own, and one click one action. */
import { randomUUID } from 'node:crypto';
import type { BodyOf, QueryOf } from '@hakiki/contract/endpoint';
import type { Family, FamilyLink, FamilySummary, judgeLinks, listFamilies } from '@hakiki/contract/families-admin';
import { familyLimits, type memberKinds } from '@hakiki/contract/family-values';
import { notFound } from '../../platform/app-error.ts';
import type { Database } from '../../platform/db/database.ts';
import type { UserActor } from '../../platform/http/actor.ts';
import { type AuditService, toAuditActor } from '../audit/service.ts';
import type { IndicatorsService } from '../indicators/service.ts';
import { applyJudgements, toPair, toPairKey } from './links.ts';
import { placeIndicators } from './picture.ts';
import * as store from './store.ts';

export interface ModerationDeps {
  database: Database;
  audit: AuditService;
  indicators: Pick<IndicatorsService, 'listReadings'>;
}

export async function list(
  { database }: ModerationDeps,
  query: QueryOf<typeof listFamilies>,
): Promise<{ rows: FamilySummary[]; total: number }> {
  const rows = await store.listFamilies(database.db, query);
  return { rows: rows.map(({ total: _, ...family }) => family), total: rows[0]?.total ?? 0 };
}

export const countBlocked = ({ database }: ModerationDeps): Promise<number> =>
  store.countFamiliesWithBlocked(database.db);

const MAX_JUDGEMENTS = 1000;

type Links = Map<string, FamilyLink>;

/** A link of its own for each pair with a trace in common or something said of it. */
async function readLinks({ database: { db } }: ModerationDeps, keys: readonly string[]): Promise<FamilyLink[]> {
  const links: Links = new Map();
  const linkOf = ({ a, b }: { a: string; b: string }) => {
    const pairKey = toPairKey({ a, b });
    const link = links.get(pairKey) ?? { a, b, state: 'hint', traces: [], judgements: [] };
    links.set(pairKey, link);
    return link;
  };
  for (const row of await store.listLinksAmong(db, keys)) {
    if (!row.isActive && !row.judgement) continue;
    linkOf(row).state = row.isActive
      ? row.isBlocked
        ? 'blocked'
        : 'joined'
      : row.judgement === 'notSame'
        ? 'refused'
        : 'unsure';
  }
  for (const { a, b, listName, ...trace } of await store.listPairTraces(db, keys, familyLimits.links * 2)) {
    const { traces } = linkOf({ a, b });
    if (traces.length < familyLimits.traces)
      traces.push({ ...trace, source: { kind: listName === null ? 'own' : 'list', name: listName } });
  }
  for (const { a, b, at, undoneAt, ...said } of await store.listJudgements(db, keys, MAX_JUDGEMENTS)) {
    const { judgements } = linkOf({ a, b });
    if (judgements.length < familyLimits.traces)
      judgements.push({ ...said, at: at.toISOString(), undoneAt: undoneAt?.toISOString() ?? null });
  }
  return [...links.values()].slice(0, familyLimits.links);
}

/** The family of something, and what shares a trace with its members without being one. */
export async function get(deps: ModerationDeps, { about }: { about: string }): Promise<Family> {
  const { db } = deps.database;
  const asked = deps.indicators.listReadings(about).map(({ key }) => key.toString('hex'));
  const members = asked.length > 0 ? await store.listFamiliesOf(db, asked) : [];
  const familyId = members[0]?.familyId;
  const memberKeys = members.filter((member) => member.familyId === familyId).map(({ indicator }) => indicator);
  const core = [...(memberKeys.length > 0 ? memberKeys : asked)].slice(0, familyLimits.shownIndicators);
  const near = core.length > 0 ? await store.listNeighbours(db, core, familyLimits.shownIndicators - core.length) : [];
  const rows = await store.listIndicators(db, [...core, ...near]);
  if (rows.length === 0) throw notFound('FAMILY_NOT_FOUND');
  const keys = rows.map(({ key }) => key);
  const links = await readLinks(deps, keys);
  const { places, width, height } = placeIndicators(keys, links);
  const indicators = rows.map(({ kind, ...row }) => ({
    ...row,
    kind: kind as (typeof memberKinds)[number],
    isMember: memberKeys.includes(row.key),
    ...places.get(row.key)!,
  }));
  return {
    id: familyId === undefined ? null : String(familyId),
    size: memberKeys.length,
    indicators,
    links,
    picture: { width, height },
  };
}

export const judge = (
  { database, audit }: ModerationDeps,
  actor: UserActor,
  { pairs, judgement, reason }: BodyOf<typeof judgeLinks>,
): Promise<{ actionId: string }> =>
  database.transaction(async (tx) => {
    const actionId = randomUUID();
    const sorted = [...new Map(pairs.map(({ a, b }) => toPair(a, b)).map((pair) => [toPairKey(pair), pair])).values()];
    const keys = [...new Set(sorted.flatMap(({ a, b }) => [a, b]))];
    const known = await store.listIndicators(tx, keys);
    if (known.length < keys.length || sorted.some(({ a, b }) => a === b)) throw notFound('FAMILY_NOT_FOUND');
    await store.lock(tx);
    await store.insertJudgements(tx, sorted, { judgement, actionId, reason, judgedBy: actor.user.id });
    await applyJudgements(tx, sorted);
    await audit.record(tx, {
      actor: toAuditActor(actor),
      action: 'family-link.judged',
      subject: actionId,
      reason,
      detail: { judgement, pairs: sorted.length },
    });
    return { actionId };
  });

export const undo = ({ database, audit }: ModerationDeps, actor: UserActor, actionId: string): Promise<null> =>
  database.transaction(async (tx) => {
    await store.lock(tx);
    const pairs = await store.undoJudgements(tx, actionId, actor.user.id);
    if (pairs.length === 0) throw notFound('JUDGEMENT_NOT_FOUND');
    await applyJudgements(tx, pairs);
    await audit.record(tx, { actor: toAuditActor(actor), action: 'family-link.undone', subject: actionId });
    return null;
  });
