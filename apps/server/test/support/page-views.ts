import { appendFileSync } from 'node:fs';
import { countPageViews } from '../../src/modules/business/portal/page-views.ts';
import type { Database } from '../../src/platform/db/database.ts';

/** Writes the line of the edge for one view today, and counts it as the worker does. */
export async function viewPage(database: Database, log: string, providerId: string): Promise<void> {
  appendFileSync(log, `${new Date().toISOString().slice(0, 10)} ${providerId}\n`);
  await countPageViews(database, log);
}
