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
  providerEvidence,
  providerListings,
  providers,
} from '../modules/directory/tables.ts';
import { users } from '../modules/accounts/tables.ts';
import { ratingCounts, reviews } from '../modules/reviews/tables.ts';
import { certificationRows } from './certifications.ts';
import { copyRows } from './copy.ts';
import { evidenceOf } from './evidence.ts';
import { badgesOf, countriesOf, makeProvider, type Place, standingOf } from './providers.ts';
import { ratedBy, ratingCountsOf, reviewsOf, reviewsPerProvider } from './reviews.ts';
import { makeUser } from './users.ts';

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

export const generatorNames = ['providers', 'reviews', 'users'] as const;
export type GeneratorName = (typeof generatorNames)[number];

export const generators: Record<GeneratorName, AreaGenerator> = {
  providers: {
    makes: 'companies with their badges and evidence',
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
      {
        table: providerEvidence,
        label: 'evidence',
        rows: each(plan, (place) => evidenceOf(place, standingOf(place).verificationStatus, countriesOf(place))),
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
      {
        table: ratingCounts,
        label: 'rating counts',
        rows: each(plan, (place, count) => ratingCountsOf(place, standingOf(place).verificationStatus, count)),
      },
    ],
  },
  users: {
    makes: 'people of every plan and kind, none of whom can log in',
    stages: ({ seed, amounts: { users: total } }) => [
      { table: users, label: 'users', total, rows: eachOf(total, (index) => makeUser({ seed, index, total })) },
    ],
  },
};

function* eachOf<Row>(total: number, rowAt: (index: number) => Row): Generator<Row> {
  for (let index = 0; index < total; index += 1) yield rowAt(index);
}

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

/** All or nothing, so that a broken run leaves no half-filled register behind. */
export async function seedDatabase(client: ClientBase, plan: SeedPlan, options: SeedOptions = {}): Promise<void> {
  const { fresh = false, onProgress = () => undefined } = options;
  const stages = stagesOf(plan);
  await inTransaction(client, async () => {
    for (const name of generatorNames.filter((asked) => plan.amounts[asked] > 0)) {
      if (fresh) await empty(client, name);
      else if (await hasRows(client, name)) {
        throw new SeedRefused(
          `The database already holds ${name}: use --fresh to empty it first, or name another database.`,
        );
      }
    }
    const rebuildIndexes = await setIndexesAside(client, stages);
    await fill(client, stages, onProgress);
    await rebuildIndexes(onProgress);
  });
  onProgress({ label: 'statistics', done: 0 });
  // Fresh statistics and visibility maps, as a database has them that was filled over years.
  await client.query(`vacuum (analyze) ${tablesOf(stages).join(', ')}`);
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

/** Filled by triggers while their sources are filled. */
const derivedTables = [providerListings, providerCounts];

const tablesOf = (stages: readonly Stage[]): string[] =>
  [...stages.map(({ table }) => table), ...derivedTables].map((table) => getTableName(table));

/**
 * Building an index over rows that are there is many times quicker than keeping it right while they arrive. Keys stay: they
 * are what refuses a wrong row.
 */
async function setIndexesAside(client: ClientBase, stages: readonly Stage[]) {
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
     from pg_index
     where indrelid = any ($1::regclass[]) and not indisunique
     order by 1`,
    [tablesOf(stages)],
  );
  for (const { name } of indexes) await client.query(`drop index ${name}`);
  return async (onProgress: (progress: Progress) => void) => {
    const shown = { label: 'indexes', total: indexes.length };
    await client.query(`set local maintenance_work_mem = '1GB'`);
    for (const [done, { definition }] of indexes.entries()) {
      onProgress({ ...shown, done });
      await client.query(definition);
    }
    onProgress({ ...shown, done: indexes.length });
  };
}

/** Each generator is named after its main table. */
export async function hasRows(client: ClientBase, table: GeneratorName): Promise<boolean> {
  const { rows } = await client.query<{ found: boolean }>(`select exists (select from ${table}) as found`);
  return rows[0]!.found;
}

async function empty(client: ClientBase, name: GeneratorName): Promise<void> {
  // People are deleted one by one: emptying their table at once would empty everything that may refer to them.
  if (name === 'users') await client.query('delete from users');
  else if (name === 'providers') await client.query('truncate table providers, certifications cascade');
}

export async function fill(
  client: ClientBase,
  stages: readonly Stage[],
  onProgress: (progress: Progress) => void = () => undefined,
): Promise<void> {
  for (const { table, rows, ...shown } of stages) {
    onProgress({ ...shown, done: 0 });
    await copyRows(client, table, rows, (done) => onProgress({ ...shown, done }));
  }
}
