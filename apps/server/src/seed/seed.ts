/**
 * Believable data at any size. Each generator below is one option of `npm run seed` and fills the tables of its area; an area
 * that gets tables gets a row here.
 */
import { getTableName, type Table } from 'drizzle-orm';
import type { ClientBase } from 'pg';
import {
  certifications,
  providerCertifications,
  providerCounts,
  providerListings,
  providers,
} from '../modules/directory/tables.ts';
import { reviews } from '../modules/reviews/tables.ts';
import { certificationRows } from './certifications.ts';
import { copyRows } from './copy.ts';
import { badgesOf, makeProvider, type Place, standingOf } from './providers.ts';
import { ratedBy, reviewsOf, reviewsPerProvider } from './reviews.ts';

export type Amounts = Record<GeneratorName, number>;

export interface SeedPlan {
  seed: number;
  amounts: Amounts;
}

/** One table to fill. */
export interface Stage {
  table: Table;
  label: string;
  /** How many rows there will be, where that is known beforehand. */
  total?: number;
  rows: Iterable<object>;
}

interface AreaGenerator {
  /** What one item is, for the help text. */
  makes: string;
  stages: (plan: Prepared) => Stage[];
}

interface Prepared extends SeedPlan {
  reviewCounts: Uint32Array;
}

export const generatorNames = ['providers', 'reviews'] as const;
export type GeneratorName = (typeof generatorNames)[number];

export const generators: Record<GeneratorName, AreaGenerator> = {
  providers: {
    makes: 'companies with their badges',
    stages: (plan) => [
      { table: certifications, label: 'badges', total: certificationRows.length, rows: certificationRows },
      {
        table: providers,
        label: 'providers',
        total: plan.amounts.providers,
        rows: each(plan, (place, count) => [
          makeProvider(place, ratedBy(place, standingOf(place).verificationStatus, count)),
        ]),
      },
      {
        table: providerCertifications,
        label: 'badges given',
        rows: each(plan, (place) => badgesOf(place)),
      },
    ],
  },
  reviews: {
    makes: 'reviews, of which most are approved; the ratings of the providers follow from them',
    stages: (plan) => [
      {
        table: reviews,
        label: 'reviews',
        total: plan.amounts.reviews,
        rows: each(plan, (place, count) => reviewsOf(place, standingOf(place).verificationStatus, count)),
      },
    ],
  },
};

function* each<Row>(plan: Prepared, rowsAt: (place: Place, reviewCount: number) => Iterable<Row>): Generator<Row> {
  const { seed, amounts, reviewCounts } = plan;
  for (let index = 0; index < amounts.providers; index += 1) {
    yield* rowsAt({ seed, index, total: amounts.providers }, reviewCounts[index]!);
  }
}

export class SeedRefused extends Error {}

export function stagesOf(plan: SeedPlan): Stage[] {
  const { seed, amounts } = plan;
  if (amounts.reviews > 0 && amounts.providers === 0) {
    throw new SeedRefused('Reviews are about providers: ask for --providers too.');
  }
  const prepared = { ...plan, reviewCounts: reviewsPerProvider(seed, amounts.providers, amounts.reviews) };
  return generatorNames.filter((name) => amounts[name] > 0).flatMap((name) => generators[name].stages(prepared));
}

export interface Progress {
  label: string;
  done: number;
  total?: number;
}

export interface SeedOptions {
  /** Empties the tables first. */
  fresh?: boolean;
  onProgress?: (progress: Progress) => void;
}

export async function seedDatabase(client: ClientBase, plan: SeedPlan, options: SeedOptions = {}): Promise<void> {
  const stages = stagesOf(plan);
  if (options.fresh) await client.query('truncate table providers, certifications cascade');
  else if (await hasProviders(client)) {
    throw new SeedRefused('The database already holds providers: use --fresh to empty it first, or name another database.');
  }
  await fill(client, stages, options.onProgress);
}

export async function hasProviders(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ found: boolean }>('select exists (select from providers) as found');
  return rows[0]!.found;
}

/** Large enough that the statement triggers cost little, small enough to show progress and to bound memory. */
const batchSize = 20_000;

export async function fill(
  client: ClientBase,
  stages: readonly Stage[],
  onProgress: (progress: Progress) => void = () => undefined,
): Promise<void> {
  for (const { table, rows, ...shown } of stages) {
    let done = 0;
    onProgress({ ...shown, done });
    for (const batch of inBatches(rows)) {
      await copyRows(client, table, batch);
      done += batch.length;
      onProgress({ ...shown, done });
    }
  }
  onProgress({ label: 'statistics', done: 0 });
  // Fresh statistics and visibility maps, as a database has them that was filled over years.
  for (const table of [...stages.map((stage) => stage.table), ...derivedTables]) {
    await client.query(`vacuum (analyze) "${getTableName(table)}"`);
  }
  onProgress({ label: 'statistics', done: 1 });
}

const derivedTables = [providerListings, providerCounts];

function* inBatches(rows: Iterable<object>): Generator<object[]> {
  let batch: object[] = [];
  for (const row of rows) {
    batch.push(row);
    if (batch.length < batchSize) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
