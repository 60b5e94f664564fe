/**
 * One PostgreSQL for the whole run, and in it one migrated database that each test file copies. TEST_DATABASE_URL names a
 * server to use instead of our own.
 */
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { startThrowawayPostgres } from '../../../tools/pg.ts';
import { migrate } from '../src/platform/db/migrate.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    adminUrl: string;
    templateName: string;
  }
}

export default async function setup(project: TestProject) {
  const given = process.env['TEST_DATABASE_URL'];
  const cluster = given ? undefined : await startThrowawayPostgres('test');
  const adminUrl = given ?? cluster?.url() ?? '';
  const templateName = `hakiki_template_${process.pid}`;
  await administer(adminUrl, `create database ${templateName}`);
  const templateUrl = new URL(adminUrl);
  templateUrl.pathname = `/${templateName}`;
  await migrate(templateUrl.href);
  project.provide('adminUrl', adminUrl);
  project.provide('templateName', templateName);

  return async () => {
    if (given) await administer(adminUrl, `drop database ${templateName} with (force)`);
    await cluster?.stop();
  };
}

async function administer(url: string, statement: string) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(statement);
  await client.end();
}
