import { describe, expect, it } from 'vitest';
import type { Kind } from '../crowd.ts';
import { listProblems, type DrillResult, formatDrillTable } from './drill-result.ts';

const all: Kind[] = ['report', 'review', 'decision', 'payment', 'evidence'];
const AT = 100_000;

/** One write of each kind, sent when the leader was lost and acknowledged 20 s later. */
const createDrillResult = (overrides: Partial<DrillResult> = {}): DrillResult => ({
  losses: [{ what: 'leader', at: AT, until: AT + 40_000 }],
  acknowledged: all.map((kind) => ({
    kind,
    mark: 'm',
    firstSentAt: AT - 1000,
    sentAt: AT + 15_000,
    acknowledgedAt: AT + 20_000,
  })),
  reads: [{ at: AT + 1, isAnswered: true, path: '/' }],
  foundCounts: Object.fromEntries(all.map((kind) => [kind, new Map([['m', 1]])])),
  problems: [],
  ...overrides,
});
const withFound = (kind: Kind, counts: [string, number][]) =>
  createDrillResult({ foundCounts: { ...createDrillResult().foundCounts, [kind]: new Map(counts) } });
const acknowledgedAfter = (kind: Kind, seconds: number) =>
  createDrillResult({
    acknowledged: createDrillResult().acknowledged.map((one) =>
      one.kind === kind ? { ...one, acknowledgedAt: AT + seconds * 1000 } : one,
    ),
  });

describe('the result of a drill', () => {
  it('a drill passes when every acknowledged write exists once [OPS-05]', () => {
    expect(listProblems(createDrillResult())).toEqual([]);
    expect(formatDrillTable(createDrillResult()).split('\n')[1]).toMatch(/^leader +20\.0 s +21\.0 s +5 +1 +0$/);
  });

  it.each<[string, DrillResult, string]>([
    ['what is lost', withFound('payment', []), '1 of 1 lost, payment: m'],
    ['what is doubled', withFound('report', [['m', 2]]), '1 doubled, report: m'],
    [
      'a kind of which nothing was acknowledged',
      createDrillResult({ acknowledged: createDrillResult().acknowledged.filter(({ kind }) => kind !== 'evidence') }),
      'nothing was acknowledged of the kind evidence',
    ],
    ['writes that come back late', acknowledgedAfter('decision', 31), 'leader: writes were not back within 30 s'],
    [
      'somebody who waited too long while others did not',
      createDrillResult({
        acknowledged: [
          ...createDrillResult().acknowledged,
          { kind: 'report', mark: 'm', firstSentAt: AT + 1, sentAt: AT + 1, acknowledgedAt: AT + 31_000 },
        ],
      }),
      'leader: writes were not back within 30 s',
    ],
    [
      'writes of one kind that do not come back',
      createDrillResult({
        acknowledged: createDrillResult().acknowledged.map((one) =>
          one.kind === 'review' ? { ...one, sentAt: AT - 500 } : one,
        ),
      }),
      'leader: writes were not back within 30 s',
    ],
    [
      'a page that neither edge had',
      createDrillResult({ reads: [{ at: AT, isAnswered: false, path: '/directory' }] }),
      '1 of 1 reads failed at both edges: /directory',
    ],
    ['that nobody read', createDrillResult({ reads: [] }), 'nobody read anything'],
    ['that nothing was lost', createDrillResult({ losses: [] }), 'nothing was killed'],
    [
      'what else was found',
      createDrillResult({ problems: ['the audit does not verify'] }),
      'the audit does not verify',
    ],
  ])('tells of %s [OPS-05]', (_, given, fault) => {
    expect(listProblems(given)).toEqual([fault]);
  });

  it('counts writes as restored without waiting for the bucket', () => {
    expect(listProblems(acknowledgedAfter('evidence', 60))).toEqual([]);
  });
});
