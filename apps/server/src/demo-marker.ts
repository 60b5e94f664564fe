/**
 * A database of demo data says so in the comment of its schema, which survives every reset. So real data is never
 * reset, and demo data is never shown without its banner.
 */
import { users } from './modules/accounts/tables.ts';
import { providers } from './modules/directory/tables.ts';
import { filings } from './modules/intake/tables.ts';
import { experiences } from './modules/reviews/experiences/tables.ts';
import { reviews } from './modules/reviews/tables.ts';
import type { Database } from './platform/db/database.ts';
import { quotedTableName } from './platform/db/quoted-table-name.ts';

const MARKER = 'hakiki demo, filled ';

export const formatMarker = (filledAt: Date): string => `${MARKER}${filledAt.toISOString()}`;

/** When the demo data was inserted; undefined if the database has no marker. */
export function parseMarker(comment: string | null): Date | undefined {
  if (!comment?.startsWith(MARKER)) return undefined;
  return new Date(comment.slice(MARKER.length));
}

export const readMarkerStatement = {
  text: `select obj_description('public'::regnamespace, 'pg_namespace') as comment`,
};

/** Accounts of staff are made by the installer. */
export const findRealDataStatement = {
  text: `select ${[providers, filings, reviews, experiences]
    .map((table) => `exists (select from ${quotedTableName(table)}) or `)
    .join('')}exists (select from ${quotedTableName(users)} where not is_admin and not is_moderator) as found`,
};

export const DEMO_WOULD_DELETE = 'DEMO=on would delete what this database holds: name an empty one';

/** Why server or worker must not start on this database; undefined if they may. */
export async function findDemoProblem(
  database: Pick<Database, 'query'>,
  { isDemo, isProduction }: { isDemo: boolean; isProduction: boolean },
): Promise<string | undefined> {
  const { rows: markers } = await database.query(readMarkerStatement, []);
  const isMarked = parseMarker((markers[0] as { comment: string | null }).comment) !== undefined;
  if (isMarked && !isDemo && isProduction)
    return 'this database holds the data of a demo: set DEMO=on, or name another database';
  if (isMarked || !isDemo) return undefined;
  const { rows } = await database.query(findRealDataStatement, []);
  return (rows[0] as { found: boolean }).found ? DEMO_WOULD_DELETE : undefined;
}
