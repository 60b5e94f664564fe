/**
 * Starts one PostgreSQL for the whole run, with one migrated database that each test file copies. That database is a
 * copy of a cached one, rebuilt when a migration changes. TEST_DATABASE_URL names a server to use instead.
 */
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { listFiles, getPreparedCluster, startTemporaryPostgres } from '../../../tools/pg.ts';
import { migrate } from '../src/platform/db/migrate.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    adminUrl: string;
    templateName: string;
  }
}

const root = join(import.meta.dirname, '../../..');
const migrations = join(root, 'apps/server/migrations');
export const TEMPLATE = 'hakiki_template';

/** Migrates a template on a server that TEST_DATABASE_URL names. */
async function prepareOnExistingServer(adminUrl: string) {
  const templateName = `${TEMPLATE}_${process.pid}`;
  await makeTemplate(adminUrl, templateName);
  return { adminUrl, templateName, stop: () => runAsAdmin(adminUrl, `drop database ${templateName} with (force)`) };
}

/** Returns the folder of a stopped cluster that contains the migrated database. */
export function prepareTemplate(): Promise<string> {
  const files = [join(root, 'apps/server/src/platform/db/migrate.ts'), ...listFiles(migrations)];
  return getPreparedCluster(join(root, '.local/test-clusters'), { files }, (cluster) =>
    makeTemplate(cluster.url(), TEMPLATE),
  );
}

async function prepareOnOwnServer() {
  const cluster = await startTemporaryPostgres('test', await prepareTemplate());
  return { adminUrl: cluster.url(), templateName: TEMPLATE, stop: cluster.stop };
}

export default async function setup(project: TestProject) {
  const testDatabaseUrl = process.env['TEST_DATABASE_URL'];
  const { adminUrl, templateName, stop } = await (testDatabaseUrl
    ? prepareOnExistingServer(testDatabaseUrl)
    : prepareOnOwnServer());
  project.provide('adminUrl', adminUrl);
  project.provide('templateName', templateName);
  return stop;
}

async function makeTemplate(adminUrl: string, name: string): Promise<void> {
  await runAsAdmin(adminUrl, `create database ${name}`);
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  await migrate(url.href);
}

async function runAsAdmin(url: string, statement: string) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(statement);
  await client.end();
}
