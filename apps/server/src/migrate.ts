/** Command: runs all migrations and grants the rights of the roles of server and worker. */
import { requestedJobs } from './app.ts';
import { readSettingsOrExit } from './platform/config/settings.ts';
import { migrate } from './platform/db/migrate.ts';
import { createReachability, databaseOrExit, waitForDatabase } from './platform/db/readiness.ts';

const say = (words: string) => void process.stderr.write(`${words}\n`);

const { databaseUrl, databaseRoles, databaseWaitSeconds } = readSettingsOrExit('migrate');
await databaseOrExit(
  waitForDatabase(createReachability(databaseUrl), databaseWaitSeconds, (words) => say(`waiting: ${words}`)),
  (words) => say(`Stopped: ${words}.`),
);
const parts = await migrate(databaseUrl, { ...databaseRoles, jobs: requestedJobs });
say('The database is up to date.');
if (parts.includes('both')) {
  say(
    `There is no role ${databaseRoles.worker}, so ${databaseRoles.web} has the rights of server and worker (docs/runbooks/roles.md).`,
  );
}
