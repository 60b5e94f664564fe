import { familyRules, type Judgement, judgements } from '@hakiki/contract/family-values';
import { describe, expect, it } from 'vitest';
import { areEnough, formFamilies, canBeMember, type Link, summarize, toTraceKind } from './rules.ts';

const link = (id: number, a: string, b: string, judgement: Link['judgement'] = null): Link => ({ id, a, b, judgement });
const listFamilies = (
  links: readonly Link[],
  refused: readonly Pick<Link, 'a' | 'b'>[] = [],
  maxMembers: number = familyRules.members,
) => {
  const { familyByKey } = formFamilies(links, refused, { maxMembers });
  const groups = Map.groupBy(familyByKey, ([, family]) => family);
  return [...groups.values()]
    .map((members) =>
      members
        .map(([indicator]) => indicator)
        .toSorted()
        .join(''),
    )
    .toSorted();
};

describe('traces that link two indicators', () => {
  it('one strong trace is enough, of medium traces two of different kinds, and a single one is a hint [FAM-01]', () => {
    expect(areEnough(['wallet'])).toBe(true);
    expect(areEnough(['till'])).toBe(true);
    expect(areEnough(['paybill'])).toBe(true);
    expect(areEnough(['account'])).toBe(true);
    expect(areEnough(['telegramId'])).toBe(true);
    expect(areEnough(['phone', 'email'])).toBe(true);
    expect(areEnough(['phone'])).toBe(false);
    expect(areEnough(['phone', 'phone'])).toBe(false);
    expect(areEnough(['chatName'])).toBe(false);
    expect(areEnough([])).toBe(false);
  });

  it('sites, apps and chat names can be members; wallets, numbers and Telegram ids are traces, people are neither', () => {
    const site = { kind: 'website', value: 'one.example' } as const;
    const chat = { kind: 'handle', value: 'telegram:desk' } as const;
    const id = { kind: 'handle', value: 'telegram:id:1234567890' } as const;
    const phone = { kind: 'phone', value: null } as const;
    expect([site, chat, id, phone].map(canBeMember)).toEqual([true, true, false, false]);
    expect([site, chat, id, phone].map((trace) => toTraceKind(trace, site))).toEqual([
      undefined,
      'chatName',
      'telegramId',
      'phone',
    ]);
    expect(toTraceKind(chat, chat)).toBeUndefined();
    expect(toTraceKind({ kind: 'tron', value: 'T1' }, site)).toBe('wallet');
  });
});

describe('judgements of a pair', () => {
  it('the latest judgement wins, and a listed provider needs two people for the same answer [FAM-02]', () => {
    const judge = (judgement: Link['judgement'] & string, by: string) => ({ judgement, by });
    expect(summarize([], 1)).toBeNull();
    expect(summarize([judge('same', 'a')], 1)).toBe('same');
    expect(summarize([judge('same', 'a'), judge('notSame', 'b')], 1)).toBe('notSame');
    expect(summarize([judge('notSame', 'a'), judge('unsure', 'b')], 1)).toBe('unsure');
    expect(summarize([judge('same', 'a')], 2)).toBeNull();
    expect(summarize([judge('same', 'a'), judge('same', 'a')], 2)).toBeNull();
    expect(summarize([judge('same', 'a'), judge('same', 'b')], 2)).toBe('same');
    expect(summarize([judge('same', 'a'), judge('notSame', 'c'), judge('same', 'b')], 2)).toBeNull();
  });
});

describe('families of links', () => {
  it('a link joins two families, and without it they are two again [FAM-05]', () => {
    const links = [link(1, 'a', 'b'), link(2, 'c', 'd'), link(3, 'b', 'c')];
    expect(listFamilies(links)).toEqual(['abcd']);
    expect(listFamilies(links.slice(0, 2))).toEqual(['ab', 'cd']);
  });

  it('two indicators that a person called different are never in one family, by whichever way [FAM-05]', () => {
    const links = [link(1, 'a', 'b'), link(2, 'b', 'c'), link(3, 'c', 'd')];
    expect(listFamilies(links, [{ a: 'a', b: 'c' }])).toEqual(['ab', 'cd']);
    expect(formFamilies(links, [{ a: 'a', b: 'c' }]).blocked).toEqual(new Set([2]));
    expect(listFamilies([...links, link(9, 'a', 'd', 'same')], [{ a: 'a', b: 'c' }])).toEqual(['ab', 'cd']);
  });

  it('traces join no family above 200 members, and a person can [FAM-07]', () => {
    const chain = (from: number, count: number) =>
      Array.from({ length: count - 1 }, (_, n) => link(from + n, `t${from + n}`, `t${from + n + 1}`));
    const bridge = link(5000, 't50', 't1050');
    const sizes = (links: readonly Link[]) =>
      [...Map.groupBy(formFamilies(links, []).familyByKey, ([, family]) => family).values()].map(
        ({ length }) => length,
      );
    expect(sizes([...chain(1, 100), ...chain(1000, 100), bridge])).toEqual([familyRules.members]);
    const tooMany = [...chain(1, 101), ...chain(1000, 100), bridge];
    expect(sizes(tooMany)).toEqual([101, 100]);
    expect(formFamilies(tooMany, []).blocked).toEqual(new Set([5000]));
    expect(sizes([...tooMany.slice(0, -1), { ...bridge, judgement: 'same' }])).toEqual([201]);
  });
});

/** A small generator, so that a failing sequence can be repeated by its number. */
function createRandom(seed: number) {
  let state = seed + 1;
  return (below: number): number => {
    state = (Math.imul(state, 48_271) + 11) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

interface Action {
  pair: [string, string];
  judgement: Judgement;
}

/** The families that follow from links of traces and from what people said of pairs. */
function listFamiliesOf(shared: readonly Link[], actions: readonly Action[]): string[] {
  const judgedPairs = Map.groupBy(actions, ({ pair }) => pair.join(' '));
  const judged = [...judgedPairs.values()].map((ofPair) => ({
    pair: ofPair[0]!.pair,
    judgement: summarize(
      ofPair.map(({ judgement }) => ({ judgement, by: 'moderator' })),
      1,
    ),
  }));
  const idOf = (pair: readonly string[]) => Number(`9${pair.join('').replaceAll('t', '')}`);
  const isJudged = ({ a, b }: Link) => judged.some(({ pair }) => pair[0] === a && pair[1] === b);
  const people = judged.flatMap(({ pair: [a, b], judgement }) =>
    judgement === 'same' ? [shared.find((one) => one.a === a && one.b === b) ?? link(idOf([a, b]), a, b, 'same')] : [],
  );
  const refused = judged.flatMap(({ pair: [a, b], judgement }) => (judgement === 'notSame' ? [{ a, b }] : []));
  return listFamilies([...shared.filter((one) => !isJudged(one)), ...people], refused, 6);
}

describe('2,000 random sequences of links and judgements', () => {
  it('taking one click back gives the families as they were without it, also a wrong join [FAM-05]', () => {
    for (let seed = 0; seed < 2000; seed += 1) {
      const random = createRandom(seed);
      const pair = (): [string, string] => {
        const [one, other] = [random(9), random(9)];
        return one === other ? pair() : [`t${Math.min(one, other)}`, `t${Math.max(one, other)}`];
      };
      const shared = [
        ...new Map(Array.from({ length: 4 + random(8) }, pair).map((one) => [one.join(' '), one])).values(),
      ].map(([a, b], place) => link(place + 1, a, b));
      const actions = Array.from({ length: 1 + random(8) }, () => ({
        pair: pair(),
        judgement: judgements[random(3)]!,
      }));
      const wrong = random(actions.length);
      const without = actions.filter((_, place) => place !== wrong);
      const before = listFamiliesOf(shared, without);
      const refusals = without.filter(({ judgement }) => judgement === 'notSame');
      listFamiliesOf(shared, actions);
      expect(listFamiliesOf(shared, without), `sequence ${seed}`).toEqual(before);
      for (const family of before) {
        const isLatest = ({ pair: [a, b] }: Action) =>
          without.findLast((one) => one.pair[0] === a && one.pair[1] === b)?.judgement === 'notSame';
        for (const refusal of refusals.filter(isLatest)) {
          expect(
            refusal.pair.every((indicator) => family.includes(indicator)),
            `sequence ${seed}`,
          ).toBe(false);
        }
        expect(family.length, `sequence ${seed}`).toBeGreaterThan('t0'.length);
      }
    }
  });
});
