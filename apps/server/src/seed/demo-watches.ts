/** Two providers with rising withdrawal reports: one watch is pending, one is public. All of it is invented. */
import type { DecisionId } from '@hakiki/contract/decisions';
import type { ProviderId } from '@hakiki/contract/directory';
import type { ReportId } from '@hakiki/contract/reports';
import type { WatchStatus } from '@hakiki/contract/watch-values';
import type { WatchId } from '@hakiki/contract/watches-admin';
import type { decisions } from '../modules/moderation/workflow/tables.ts';
import { computeLevels } from '../modules/early-warning/statistic.ts';
import type { withdrawalWatches } from '../modules/early-warning/tables.ts';
import { Random, timedId } from './random.ts';
import type { ReportRow } from './reports.ts';
import { timeline } from './timeline.ts';

interface DemoWatch {
  provider: string;
  status: WatchStatus;
  raisedDaysAgo: number;
  /** How many days ago each person reported. */
  reportedDaysAgo: readonly number[];
}

const watches: readonly DemoWatch[] = [
  { provider: 'Bolingari Swap', status: 'approved', raisedDaysAgo: 3, reportedDaysAgo: [12, 10, 9, 7, 6, 6, 5, 4, 3] },
  { provider: 'Oshari Trade', status: 'pending', raisedDaysAgo: 0, reportedDaysAgo: [11, 9, 8, 6, 5, 4, 3] },
];

const towns = ['Kinshasa', 'Brazzaville', 'Lubumbashi', 'Lagos', 'Ibadan', 'Kano'];
const texts = [
  'My withdrawal has been marked as processing for eight days.',
  'They closed the form for withdrawals and still take deposits.',
  'Half of the amount arrived, and support says that the rest needs another check.',
  'I asked for my balance back and was told to wait until next month, twice.',
];

type FindProviderId = (name: string) => ProviderId | undefined;

export const demoWatchReportRows = (seed: number, findProviderId: FindProviderId): ReportRow[] =>
  watches.flatMap(({ provider, reportedDaysAgo }, watchIndex) =>
    reportedDaysAgo.map((daysAgo, index) => {
      const random = new Random(seed, `demo withdrawals ${watchIndex}`, index);
      const at = timeline.end - daysAgo * timeline.day - random.below(timeline.day / 2);
      const decidedAt = new Date(at + timeline.day / 2);
      return {
        id: timedId<ReportId>(random, at),
        reportType: 'withdrawal_issues',
        severity: 'Medium',
        description: `${random.pick(texts)} (Demo entry.)`,
        reporterLocation: random.pick(towns),
        providerId: findProviderId(provider) ?? null,
        fraudAlertId: null,
        status: 'investigating',
        decidedAt,
        createdAt: new Date(at),
        updatedAt: decidedAt,
      };
    }),
  );

const countedAt = new Date(timeline.end);
const raisedAt = ({ raisedDaysAgo }: DemoWatch) => timeline.end - raisedDaysAgo * timeline.day;
const decidedAt = (watch: DemoWatch) =>
  watch.status === 'pending' ? null : new Date(raisedAt(watch) + timeline.day / 4);
const getWatchId = (seed: number, index: number) =>
  timedId<WatchId>(new Random(seed, 'demo watch', index), raisedAt(watches[index]!));

export const demoWatchRows = (
  seed: number,
  findProviderId: FindProviderId,
): (typeof withdrawalWatches.$inferInsert)[] =>
  watches.map((watch, index) => ({
    id: getWatchId(seed, index),
    providerId: findProviderId(watch.provider)!,
    status: watch.status,
    people: watch.reportedDaysAgo.length,
    countedAt,
    ...computeLevels({ people: 6, windows: 26, bySize: null }),
    decidedPeople: watch.status === 'pending' ? null : watch.reportedDaysAgo.length,
    decidedAt: decidedAt(watch),
    createdAt: new Date(raisedAt(watch)),
  }));

export const demoWatchDecisionRows = (seed: number): (typeof decisions.$inferInsert)[] =>
  watches.flatMap((watch, index) => {
    const at = decidedAt(watch);
    if (!at) return [];
    return [
      {
        id: timedId<DecisionId>(new Random(seed, 'demo watch decided', index), at.getTime()),
        subject: 'watch' as const,
        subjectId: getWatchId(seed, index),
        fromValue: 'pending',
        toValue: watch.status,
        arrivedAt: new Date(raisedAt(watch)),
        createdAt: at,
      },
    ];
  });
