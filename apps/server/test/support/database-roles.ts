/**
 * Creates the two database roles of a production install on a test's own database, one for the server and one for the
 * worker.
 */
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll } from 'vitest';
import { jobsEnqueuedByServer } from '../../src/app.ts';
import { migrate } from '../../src/platform/db/migrate.ts';
import type { TestDatabase } from './database.ts';

const PASSWORD = 'as an application';

/** Roles belong to the whole PostgreSQL server, so each test file has its own. */
export function useDatabaseRoles(test: TestDatabase) {
  const suffix = randomUUID().slice(0, 8);
  const roles = { web: `web of ${suffix}`, worker: `worker of ${suffix}`, jobs: jobsEnqueuedByServer };
  const quoted = [roles.web, roles.worker].map((role) => pg.escapeIdentifier(role));
  const toRoleUrl = (role: string) => {
    const address = new URL(test.url);
    address.username = encodeURIComponent(role);
    address.password = encodeURIComponent(PASSWORD);
    return address.href;
  };

  beforeAll(async () => {
    for (const role of quoted) await test.sql(`create role ${role} login password '${PASSWORD}'`);
    await migrate(test.url, roles);
  });
  afterAll(async () => {
    for (const role of quoted) {
      await test.sql(`drop owned by ${role} cascade`);
      await test.sql(`drop role ${role}`);
    }
  });
  return { ...roles, webUrl: toRoleUrl(roles.web), workerUrl: toRoleUrl(roles.worker) };
}
