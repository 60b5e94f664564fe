/** Command: runs all migrations and grants the rights of the roles of server and worker. */
import { readSettingsOrExit } from './platform/config/settings.ts';
import { migrate } from './platform/db/migrate.ts';
import { createConnectionCheck, exitUnlessReady, waitForDatabase } from './platform/db/readiness.ts';

const print = (message: string) => void process.stderr.write(`${message}\n`);

const { databaseUrl, databaseRoles, databaseWaitSeconds } = readSettingsOrExit('migrate');
await exitUnlessReady(
  waitForDatabase(createConnectionCheck(databaseUrl), databaseWaitSeconds, (message) => print(`waiting: ${message}`)),
  (message) => print(`Stopped: ${message}.`),
);
// Loads the whole product, and so only for a database that answers.
const { jobsEnqueuedByServer } = await import('./app.ts');
const roleKinds = await migrate(databaseUrl, { ...databaseRoles, jobs: jobsEnqueuedByServer });
print('The database is up to date.');
if (roleKinds.includes('both')) {
  print(
    `There is no role ${databaseRoles.worker}, so ${databaseRoles.web} has the rights of server and worker (docs/runbooks/roles.md).`,
  );
}
