/**
 * Which traces link two indicators, and which families follow from the links. Both are pure. The families depend on the
 * links that exist now and not on their history, so that undoing a link gives the families without it.
 */
import {
  familyRules,
  type Judgement,
  mediumTraceKinds,
  strongTraceKinds,
  type TraceKind,
} from '@hakiki/contract/family-values';
import type { IndicatorKind } from '@hakiki/contract/indicator-values';

const traceKindByIndicator: Partial<Record<IndicatorKind, TraceKind>> = {
  bitcoin: 'wallet',
  evm: 'wallet',
  tron: 'wallet',
  solana: 'wallet',
  ton: 'wallet',
  litecoin: 'wallet',
  xrp: 'wallet',
  till: 'till',
  paybill: 'paybill',
  bankAccount: 'account',
  phone: 'phone',
  email: 'email',
  handle: 'chatName',
};

/** Of a person, group or channel; it stays when the name changes. */
const TELEGRAM_ID_PREFIX = 'telegram:id:';
const isTelegramId = (value: string | null) => value?.startsWith(TELEGRAM_ID_PREFIX) ?? false;

interface Named {
  kind: IndicatorKind;
  value: string | null;
}

export const canBeMember = ({ kind, value }: Named): boolean =>
  kind === 'website' || kind === 'app' || (kind === 'handle' && !isTelegramId(value));

/** Undefined for what is no trace. A chat name is a trace of sites and apps, not of other chat names. */
export function toTraceKind({ kind, value }: Named, indicator: Named): TraceKind | undefined {
  if (isTelegramId(value)) return 'telegramId';
  return kind === 'handle' && indicator.kind === 'handle' ? undefined : traceKindByIndicator[kind];
}

/** Whether traces of these kinds, each carried by few enough indicators, link the two indicators that share them. */
export const areEnough = (kinds: readonly TraceKind[]): boolean =>
  strongTraceKinds.some((kind) => kinds.includes(kind)) ||
  mediumTraceKinds.filter((kind) => kinds.includes(kind)).length >= 2;

export interface Judged {
  judgement: Judgement;
  by: string | null;
}

/**
 * What the judgements of a pair say together, oldest first, without those that were undone: the latest wins.
 * `same` needs so many different people since the last other judgement; until then nothing is said.
 */
export function summarize(judged: readonly Judged[], peopleForSame: number): Judgement | null {
  const latest = judged.at(-1)?.judgement;
  if (latest !== 'same') return latest ?? null;
  const since = judged.slice(judged.findLastIndex(({ judgement }) => judgement !== 'same') + 1);
  return new Set(since.map(({ by }) => by)).size >= peopleForSame ? 'same' : null;
}

export interface Link {
  id: number;
  a: string;
  b: string;
  judgement: Judgement | null;
}

export interface Families {
  /** The family of each indicator that has one. */
  familyByKey: Map<string, number>;
  /** Links that join nothing. */
  blocked: Set<number>;
}

/**
 * Joins families along the active links, in the order of their ids: so the newest link is always the last one. A link
 * that would put two indicators into one family that a person called different is blocked, and one of traces also if
 * the family would be too large. `known` are the families that older links formed.
 */
export function formFamilies(
  links: readonly Link[],
  refused: readonly Pick<Link, 'a' | 'b'>[],
  { known = new Map(), maxMembers = familyRules.members }: { known?: Map<string, number>; maxMembers?: number } = {},
): Families {
  const familyByKey = new Map(known);
  const members = new Map<number, string[]>();
  for (const [key, id] of known) {
    const family = members.get(id);
    if (family) family.push(key);
    else members.set(id, [key]);
  }
  const blocked = new Set<number>();
  const opposed = new Map<string, string[]>();
  for (const { a, b } of refused) {
    opposed.set(a, [...(opposed.get(a) ?? []), b]);
    opposed.set(b, [...(opposed.get(b) ?? []), a]);
  }
  const sideOf = (key: string) => {
    const id = familyByKey.get(key);
    return { id, keys: id === undefined ? [key] : members.get(id)! };
  };
  for (const { id, a, b, judgement } of links.toSorted((x, y) => x.id - y.id)) {
    const [first, second] = [sideOf(a), sideOf(b)];
    if (first.id !== undefined && first.id === second.id) continue;
    const [large, small] = first.keys.length >= second.keys.length ? [first, second] : [second, first];
    const isTooLarge = judgement !== 'same' && large.keys.length + small.keys.length > maxMembers;
    const isOpposed = small.keys.some((key) =>
      opposed
        .get(key)
        ?.some((other) => (large.id === undefined ? large.keys[0] === other : familyByKey.get(other) === large.id)),
    );
    if (isTooLarge || isOpposed) {
      blocked.add(id);
      continue;
    }
    const familyId = large.id ?? id;
    const joined = members.get(familyId) ?? [...large.keys];
    for (const key of small.keys) joined.push(key);
    if (small.id !== undefined) members.delete(small.id);
    members.set(familyId, joined);
    for (const key of large.id === undefined ? joined : small.keys) familyByKey.set(key, familyId);
  }
  return { familyByKey, blocked };
}
