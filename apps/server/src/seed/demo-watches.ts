/** Two providers with rising withdrawal reports: one watch is pending, one is public. All of it is invented. */
import type { DecisionId } from '@hakiki/contract/decisions';
import type { ProviderId } from '@hakiki/contract/directory';
import type { ReportId } from '@hakiki/contract/reports';
import type { WatchStatus } from '@hakiki/contract/watch-values';
import type { WatchId } from '@hakiki/contract/watches-admin';
import type { decisions } from '../modules/decisions/tables.ts';
import { levelsOf } from '../modules/early-warning/statistic.ts';
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

const places = ['Kinshasa', 'Brazzaville', 'Lubumbashi', 'Lagos', 'Ibadan', 'Kano'];
const texts = [
  'My withdrawal has been marked as processing for eight days.',
  'They closed the form for withdrawals and still take deposits.',
  'Half of the amount arrived, and support says that the rest needs another check.',
  'I asked for my balance back and was told to wait until next month, twice.',
];

type ProviderIdOf = (name: string) => ProviderId | undefined;

export const demoWatchReportRows = (seed: number, providerIdOf: ProviderIdOf): ReportRow[] =>
  watches.flatMap(({ provider, reportedDaysAgo }, place) =>
    reportedDaysAgo.map((daysAgo, index) => {
      const random = new Random(seed, `demo withdrawals ${place}`, index);
      const at = timeline.end - daysAgo * timeline.day - random.below(timeline.day / 2);
      const decidedAt = new Date(at + timeline.day / 2);
      return {
        id: timedId<ReportId>(random, at),
        reportType: 'withdrawal_issues',
        severity: 'Medium',
        description: `${random.pick(texts)} (Demo entry.)`,
        reporterLocation: random.pick(places),
        providerId: providerIdOf(provider) ?? null,
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
const idOf = (seed: number, place: number) =>
  timedId<WatchId>(new Random(seed, 'demo watch', place), raisedAt(watches[place]!));

export const demoWatchRows = (seed: number, providerIdOf: ProviderIdOf): (typeof withdrawalWatches.$inferInsert)[] =>
  watches.map((watch, place) => ({
    id: idOf(seed, place),
    providerId: providerIdOf(watch.provider)!,
    status: watch.status,
    people: watch.reportedDaysAgo.length,
    countedAt,
    ...levelsOf({ people: 6, windows: 26, bySize: null }),
    decidedPeople: watch.status === 'pending' ? null : watch.reportedDaysAgo.length,
    decidedAt: decidedAt(watch),
    createdAt: new Date(raisedAt(watch)),
  }));

export const demoWatchDecisionRows = (seed: number): (typeof decisions.$inferInsert)[] =>
  watches.flatMap((watch, place) => {
    const at = decidedAt(watch);
    if (!at) return [];
    return [
      {
        id: timedId<DecisionId>(new Random(seed, 'demo watch decided', place), at.getTime()),
        subject: 'watch' as const,
        subjectId: idOf(seed, place),
        fromValue: 'pending',
        toValue: watch.status,
        arrivedAt: new Date(raisedAt(watch)),
        createdAt: at,
      },
    ];
  });
