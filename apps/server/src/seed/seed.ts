/**
 * Generates realistic data at any size. Each generator is one option of `npm run seed` and fills the tables of one
 * area.
 */
import { getTableName, type Table } from 'drizzle-orm';
import type { ClientBase } from 'pg';
import { alertStandingCounts, fraudAlerts } from '../modules/reports/alerts/tables.ts';
import {
  certifications,
  providerCertifications,
  providerCounts,
  providerEvidence,
  providerListings,
  providers,
  providerStateCounts,
} from '../modules/directory/tables.ts';
import { userCounts, users } from '../modules/accounts/tables.ts';
import { cases } from '../modules/moderation/cases/tables.ts';
import { reports, reportStandingCounts } from '../modules/reports/issues/tables.ts';
import { ratingCounts, reviews } from '../modules/reviews/tables.ts';
import { makeAlert } from './alerts.ts';
import { caseStages } from './cases.ts';
import { certificationRows } from './certifications.ts';
import { copyRows, type Stage } from './copy.ts';
import { generateEvidence } from './evidence.ts';
import { drawBadges, drawCountries, makeProvider, type RowPosition, drawStatus } from './providers.ts';
import { makeReport } from './reports.ts';
import { summarizeRatings, generateRatingCounts, generateReviews, countReviewsPerProvider } from './reviews.ts';
import { makeUser } from './users.ts';

export type Amounts = Record<GeneratorName, number>;

export interface SeedPlan {
  seed: number;
  /** Areas without an amount stay unchanged. */
  amounts: Partial<Amounts>;
}

interface AreaGenerator {
  /** If this table has rows, the area is filled. */
  table: Table;
  /** What one item is, for the help text. */
  description: string;
  stages: (plan: Prepared) => Stage[];
}

interface Prepared extends SeedPlan {
  amounts: Amounts;
  reviewCounts: Uint32Array;
}

export const generatorNames = ['providers', 'reviews', 'users', 'alerts', 'cases', 'reports'] as const;
export type GeneratorName = (typeof generatorNames)[number];

export const generators: Record<GeneratorName, AreaGenerator> = {
  providers: {
    table: providers,
    description: 'companies with their badges and evidence',
    stages: (plan) => [
      { table: certifications, label: 'badges', total: certificationRows.length, rows: certificationRows },
      {
        table: providers,
        label: 'providers',
        total: plan.amounts.providers,
        rows: generateProviderRows(plan, (position, count) => [
          makeProvider(position, summarizeRatings(position, drawStatus(position).verificationStatus, count)),
        ]),
      },
      {
        table: providerCertifications,
        label: 'badges given',
        rows: generateProviderRows(plan, (position) => drawBadges(position)),
      },
      {
        table: providerEvidence,
        label: 'evidence',
        rows: generateProviderRows(plan, (position) =>
          generateEvidence(position, drawStatus(position).verificationStatus, drawCountries(position)),
        ),
      },
    ],
  },
  reviews: {
    table: reviews,
    description: 'reviews, of which most are approved; the ratings of the providers follow from them',
    stages: (plan) => [
      {
        table: reviews,
        label: 'reviews',
        total: plan.amounts.reviews,
        rows: generateProviderRows(plan, (position, count) =>
          generateReviews(position, drawStatus(position).verificationStatus, count),
        ),
      },
      {
        table: ratingCounts,
        label: 'rating counts',
        rows: generateProviderRows(plan, (position, count) =>
          generateRatingCounts(position, drawStatus(position).verificationStatus, count),
        ),
      },
    ],
  },
  users: {
    table: users,
    description: 'people of every plan and kind, none of whom can log in',
    stages: ({ seed, amounts: { users: total } }) => [
      { table: users, label: 'users', total, rows: generateRows(total, (index) => makeUser({ seed, index, total })) },
    ],
  },
  alerts: {
    table: fraudAlerts,
    description: 'alerts of every kind and status, some about providers',
    stages: ({ seed, amounts: { alerts: total, providers: providerCount } }) => [
      {
        table: fraudAlerts,
        label: 'alerts',
        total,
        rows: generateRows(total, (index) => makeAlert({ seed, index, total }, providerCount)),
      },
    ],
  },
  cases: {
    table: cases,
    description: 'open cases about the alerts that are pending, as far as there are enough of them',
    stages: caseStages,
  },
  reports: {
    table: reports,
    description: 'reports of every type and status, most about providers and some linked to alerts',
    stages: ({ seed, amounts }) => [
      {
        table: reports,
        label: 'reports',
        total: amounts.reports,
        rows: generateRows(amounts.reports, (index) => makeReport({ seed, index, total: amounts.reports }, amounts)),
      },
    ],
  },
};

function* generateRows<Row>(total: number, rowAt: (index: number) => Row): Generator<Row> {
  for (let index = 0; index < total; index += 1) yield rowAt(index);
}

function* generateProviderRows<Row>(
  plan: Prepared,
  rowsAt: (position: RowPosition, reviewCount: number) => Iterable<Row>,
): Generator<Row> {
  const { seed, amounts, reviewCounts } = plan;
  for (let index = 0; index < amounts.providers; index += 1) {
    yield* rowsAt({ seed, index, total: amounts.providers }, reviewCounts[index]!);
  }
}

export class SeedRejected extends Error {}

const toAmounts = ({ amounts }: SeedPlan): Amounts =>
  Object.fromEntries(generatorNames.map((name) => [name, amounts[name] ?? 0])) as Amounts;

export function planStages(plan: SeedPlan): Stage[] {
  const { seed } = plan;
  const amounts = toAmounts(plan);
  if (amounts.reviews > 0 && amounts.providers === 0) {
    throw new SeedRejected('Reviews are about providers: add --providers.');
  }
  if (amounts.cases > 0 && amounts.alerts === 0) {
    throw new SeedRejected('Cases are about alerts: add --alerts.');
  }
  const prepared = { seed, amounts, reviewCounts: countReviewsPerProvider(seed, amounts.providers, amounts.reviews) };
  return generatorNames.filter((name) => amounts[name] > 0).flatMap((name) => generators[name].stages(prepared));
}

export interface Progress {
  label: string;
  done: number;
  total?: number;
}

export interface SeedOptions {
  /** Deletes the rows of the tables first. */
  fresh?: boolean;
  onProgress?: (progress: Progress) => void;
}

/** Runs in one transaction, so that a failed run leaves no half-filled register. */
export async function seedDatabase(client: ClientBase, plan: SeedPlan, options: SeedOptions = {}): Promise<void> {
  const { fresh = false, onProgress = () => undefined } = options;
  const stages = planStages(plan);
  await inTransaction(client, async () => {
    const amounts = toAmounts(plan);
    for (const name of generatorNames.filter((name) => amounts[name] > 0)) {
      if (fresh) await deleteRows(client, name);
      else if (await hasRows(client, name)) {
        throw new SeedRejected(
          `The database already contains ${name}: use --fresh to empty it first, or name another database.`,
        );
      }
    }
    const rebuildIndexes = await dropIndexes(client, stages);
    await fillTables(client, stages, onProgress);
    await rebuildIndexes(onProgress);
  });
  onProgress({ label: 'statistics', done: 0 });
  // Updates statistics and visibility maps, like in a database that was filled over years.
  await client.query(`vacuum (analyze) ${listTableNames(stages).join(', ')}`);
}

async function inTransaction(client: ClientBase, work: () => Promise<void>): Promise<void> {
  await client.query('begin');
  try {
    await work();
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}

/** Triggers fill these tables together with their sources. */
const derivedTables = [
  providerListings,
  providerCounts,
  providerStateCounts,
  userCounts,
  alertStandingCounts,
  reportStandingCounts,
];

const listTableNames = (stages: readonly Stage[]): string[] =>
  [...stages.map(({ table }) => table), ...derivedTables].map((table) => getTableName(table));

/** Indexes are built after the rows, which is many times faster. Unique indexes stay: they reject wrong rows. */
async function dropIndexes(client: ClientBase, stages: readonly Stage[]) {
  const { rows: indexes } = await client.query<{ name: string; definition: string; statistics: number | null }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition, (
       select max(attstattarget)::int from pg_attribute where attrelid = indexrelid and attstattarget > 0
     ) as statistics
     from pg_index
     where indrelid = any ($1::regclass[]) and not indisunique
     order by 1`,
    [listTableNames(stages)],
  );
  for (const { name } of indexes) await client.query(`drop index ${name}`);
  return async (onProgress: (progress: Progress) => void) => {
    const progress = { label: 'indexes', total: indexes.length };
    await client.query(`set local maintenance_work_mem = '1GB'`);
    for (const [done, { name, definition, statistics }] of indexes.entries()) {
      onProgress({ ...progress, done });
      await client.query(definition);
      // Only an index over a single expression has a statistics target of its own.
      if (statistics) await client.query(`alter index ${name} alter column 1 set statistics ${statistics}`);
    }
    onProgress({ ...progress, done: indexes.length });
  };
}

export async function hasRows(client: ClientBase, name: GeneratorName): Promise<boolean> {
  const table = getTableName(generators[name].table);
  const { rows } = await client.query<{ found: boolean }>(`select exists (select from ${table}) as found`);
  return rows[0]!.found;
}

async function deleteRows(client: ClientBase, name: GeneratorName): Promise<void> {
  // Users are deleted row by row: truncating their table would also empty all tables that refer to it.
  if (name === 'users') await client.query('delete from users');
  else if (name === 'cases') await client.query('truncate table cases, filings cascade');
  else if (name === 'providers') await client.query('truncate table providers, certifications cascade');
  // Reviews are deleted together with their providers.
  else if (name !== 'reviews') await client.query(`truncate table ${getTableName(generators[name].table)} cascade`);
}

export async function fillTables(
  client: ClientBase,
  stages: readonly Stage[],
  onProgress: (progress: Progress) => void = () => undefined,
): Promise<void> {
  for (const { table, rows, ...progress } of stages) {
    onProgress({ ...progress, done: 0 });
    await copyRows(client, table, rows, (done) => onProgress({ ...progress, done }));
  }
}
