/** The state of the sources of lists. */
import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { Db } from '../../../platform/db/database.ts';
import { indicatorSources } from '../tables.ts';

export type ListSourceRow = typeof indicatorSources.$inferSelect;
export type SourceDefinition = Pick<
  typeof indicatorSources.$inferInsert,
  | 'slug'
  | 'name'
  | 'kind'
  | 'url'
  | 'fileUrl'
  | 'licence'
  | 'licenceUrl'
  | 'attribution'
  | 'mayShow'
  | 'mayRepublish'
  | 'needsOwnFile'
  | 'isSafelist'
  | 'tier'
  | 'parser'
  | 'fetchEveryHours'
  | 'expiresAfterDays'
>;

const firstRow = <Row>(rows: Row[]): Row | undefined => rows[0];

/** What the code says about a source replaces what an older release said. A new source is turned off. */
export async function upsertSources(db: Db, definitions: readonly SourceDefinition[]): Promise<void> {
  for (const definition of definitions) {
    const { slug: _, ...rules } = definition;
    await db
      .insert(indicatorSources)
      .values(definition)
      .onConflictDoUpdate({
        target: indicatorSources.slug,
        set: rules,
        setWhere: sql.raw(`(${toColumns('indicator_sources')}) is distinct from (${toColumns('excluded')})`),
      });
  }
}

const ruleColumns = [
  'name',
  'kind',
  'url',
  'file_url',
  'licence',
  'licence_url',
  'attribution',
  'may_show',
  'may_republish',
  'needs_own_file',
  'is_safelist',
  'tier',
  'parser',
  'fetch_every_hours',
  'expires_after_days',
];
const toColumns = (table: string) => ruleColumns.map((column) => `${table}.${column}`).join(', ');

export const listSources = (db: Db, slugs: readonly string[]) =>
  db
    .select()
    .from(indicatorSources)
    .where(inArray(indicatorSources.slug, [...slugs]))
    .orderBy(asc(indicatorSources.id));

export const findSource = (db: Db, slug: string) =>
  db.select().from(indicatorSources).where(eq(indicatorSources.slug, slug)).then(firstRow);

/** Claims the source that is due longest, so that two workers never fetch the same one. */
export async function claimDueSource(db: Db, slugs: readonly string[]): Promise<ListSourceRow | undefined> {
  const due = db
    .select({ id: indicatorSources.id })
    .from(indicatorSources)
    .where(
      and(
        inArray(indicatorSources.slug, [...slugs]),
        eq(indicatorSources.isEnabled, true),
        sql`${indicatorSources.fileUrl} is not null`,
        sql`${indicatorSources.nextRunAt} <= now()`,
      ),
    )
    .orderBy(indicatorSources.nextRunAt, indicatorSources.id)
    .limit(1)
    .for('update', { skipLocked: true });
  return db
    .update(indicatorSources)
    .set({
      nextRunAt: sql`now() + make_interval(hours => ${indicatorSources.fetchEveryHours})`,
      lastTriedAt: sql`now()`,
    })
    .where(inArray(indicatorSources.id, due))
    .returning()
    .then(firstRow);
}

type SourceChanges = Partial<
  Pick<
    ListSourceRow,
    'isEnabled' | 'strikes' | 'lastOkAt' | 'lastError' | 'etag' | 'lastModified' | 'bodyHash' | 'nextRunAt'
  >
>;

/** False if it was turned off meanwhile. */
export const updateEnabledSource = (db: Db, id: number, changes: SourceChanges): Promise<boolean> =>
  db
    .update(indicatorSources)
    .set(changes)
    .where(and(eq(indicatorSources.id, id), eq(indicatorSources.isEnabled, true)))
    .returning({ id: indicatorSources.id })
    .then((rows) => rows.length > 0);

export const updateSource = (db: Db, id: number, changes: SourceChanges) =>
  db.update(indicatorSources).set(changes).where(eq(indicatorSources.id, id));

export const lockSource = (tx: Db, slug: string) =>
  tx.select().from(indicatorSources).where(eq(indicatorSources.slug, slug)).for('update').then(firstRow);

/** Lists whose entries no longer count: turned off, and no safelist. */
export const listTurnedOff = (db: Db) =>
  db
    .select()
    .from(indicatorSources)
    .where(
      and(
        eq(indicatorSources.isEnabled, false),
        eq(indicatorSources.isSafelist, false),
        sql`${indicatorSources.lastOkAt} is not null`,
      ),
    )
    .limit(100);

/** Lists that were not read for as long as their entries are believed. */
export const listExpired = (db: Db) =>
  db
    .select()
    .from(indicatorSources)
    .where(
      and(
        eq(indicatorSources.isSafelist, false),
        sql`${indicatorSources.lastOkAt} < now() - make_interval(days => ${indicatorSources.expiresAfterDays})`,
      ),
    )
    .limit(100);
