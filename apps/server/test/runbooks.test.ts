/** Checks that the queries and commands in the runbooks still work. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { auditActions } from '../src/modules/audit/entry.ts';
import { startJobs } from '../src/platform/jobs/jobs.ts';
import { createLog } from '../src/platform/log/log.ts';
import { useDatabase } from './support/database.ts';

const root = join(import.meta.dirname, '../../..');
const folder = join(root, 'docs/runbooks');
const pages = readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')] as const);

const AN_ID = "'01890000-0000-7000-8000-00000000dead'";
/** Replaces the placeholders of a query. */
const fillPlaceholders = (sql: string): string =>
  sql
    .replaceAll("'<id>'", AN_ID)
    .replaceAll(/'<[^>]+>'/g, "'2026-01-01'")
    .replaceAll(/= …/g, `= ${AN_ID}`);

/** Statements that PostgreSQL can prepare without running them. */
const canBePrepared = (statement: string): boolean => /^(?:select|update|delete)\b/.test(statement);

function listStatements(page: string): string[] {
  const blocks = [...page.matchAll(/```sql\n([^]*?)```/g)].map(([, sql = '']) => sql);
  const inline = [...page.replaceAll(/```[^]*?```/g, '').matchAll(/`((?:select|update|delete) [^`]+)`/g)];
  return [...blocks, ...inline.map(([, sql = '']) => sql)]
    .flatMap((sql) => sql.replaceAll(/--.*$/gm, '').split(';'))
    .map((statement) => statement.trim())
    .filter(canBePrepared);
}

const test = useDatabase();
beforeAll(async () => {
  const jobs = await startJobs(test.url, createLog('silent'));
  await jobs.stop();
});

describe('the runbooks', () => {
  it.each(pages.flatMap(([name, page]) => listStatements(page).map((statement) => [name, statement] as const)))(
    'PostgreSQL can prepare the query in the runbook %s: %s',
    async (_, statement) => {
      const understood = test.database.transaction(async (tx) => {
        await tx.execute(`prepare from_runbook as ${fillPlaceholders(statement)}`);
        await tx.execute('deallocate from_runbook');
        return 'understood';
      });
      await expect(understood).resolves.toBe('understood');
    },
  );

  it('the runbooks name audit actions that exist', () => {
    const known = new Set(Object.entries(auditActions).flatMap(([area, acts]) => acts.map((act) => `${area}.${act}`)));
    const areas = Object.keys(auditActions).join('|');
    const mentioned = pages.flatMap(([name, page]) =>
      [...page.matchAll(new RegExp(`[\`']((?:${areas})\\.[a-z-]+)[\`']`, 'g'))].map(([, action = '']) => ({
        name,
        action,
      })),
    );
    expect(mentioned.length).toBeGreaterThan(10);
    expect(mentioned.filter(({ action }) => !known.has(action))).toEqual([]);
  });

  it('the runbooks name commands that exist', () => {
    const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: object };
    const mentioned = pages.flatMap(([name, page]) =>
      [...page.matchAll(/npm run ([\w:-]+)/g)].map(([, script = '']) => ({ name, script })),
    );
    expect(mentioned.length).toBeGreaterThan(10);
    expect(mentioned.filter(({ script }) => !(script in scripts))).toEqual([]);
  });
});
