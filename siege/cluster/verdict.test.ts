import { describe, expect, it } from 'vitest';
import { faultsOf, type Kind, type Seen, tableOf } from './verdict.ts';

const all: Kind[] = ['report', 'review', 'decision', 'payment', 'evidence'];
const AT = 100_000;

/** One write of each kind, sent when the leader was lost and acknowledged 20 s later. */
const seen = (given: Partial<Seen> = {}): Seen => ({
  losses: [{ what: 'leader', at: AT, until: AT + 40_000 }],
  told: all.map((kind) => ({ kind, mark: 'm', firstSent: AT - 1000, sent: AT + 15_000, answered: AT + 20_000 })),
  reads: [{ at: AT + 1, isAnswered: true, path: '/' }],
  found: Object.fromEntries(all.map((kind) => [kind, new Map([['m', 1]])])) as Seen['found'],
  faults: [],
  ...given,
});
const withFound = (kind: Kind, counts: [string, number][]) =>
  seen({ found: { ...seen().found, [kind]: new Map(counts) } });
const answeredAfter = (kind: Kind, seconds: number) =>
  seen({ told: seen().told.map((one) => (one.kind === kind ? { ...one, answered: AT + seconds * 1000 } : one)) });

describe('the result of a drill', () => {
  it('a drill passes when every acknowledged write exists once [OPS-05]', () => {
    expect(faultsOf(seen())).toEqual([]);
    expect(tableOf(seen()).split('\n')[1]).toMatch(/^leader +20\.0 s +21\.0 s +5 +1 +0$/);
  });

  it.each<[string, Seen, string]>([
    ['what is lost', withFound('payment', []), '1 of 1 lost, payment: m'],
    ['what is doubled', withFound('report', [['m', 2]]), '1 doubled, report: m'],
    [
      'a kind of which nothing was acknowledged',
      seen({ told: seen().told.filter(({ kind }) => kind !== 'evidence') }),
      'nothing was acknowledged of the kind evidence',
    ],
    ['writes that come back late', answeredAfter('decision', 31), 'leader: writes were not back within 30 s'],
    [
      'somebody who waited too long while others did not',
      seen({
        told: [...seen().told, { kind: 'report', mark: 'm', firstSent: AT + 1, sent: AT + 1, answered: AT + 31_000 }],
      }),
      'leader: writes were not back within 30 s',
    ],
    [
      'writes of one kind that do not come back',
      seen({ told: seen().told.map((one) => (one.kind === 'review' ? { ...one, sent: AT - 500 } : one)) }),
      'leader: writes were not back within 30 s',
    ],
    [
      'a page that neither edge had',
      seen({ reads: [{ at: AT, isAnswered: false, path: '/directory' }] }),
      '1 of 1 reads failed at both edges: /directory',
    ],
    ['that nobody read', seen({ reads: [] }), 'nobody read anything'],
    ['that nothing was lost', seen({ losses: [] }), 'nothing was killed'],
    ['what else was found', seen({ faults: ['the audit does not verify'] }), 'the audit does not verify'],
  ])('tells of %s [OPS-05]', (_, given, fault) => {
    expect(faultsOf(given)).toEqual([fault]);
  });

  it('counts writes as restored without waiting for the bucket', () => {
    expect(faultsOf(answeredAfter('evidence', 60))).toEqual([]);
  });
});
