/** Command: brings the database of DATABASE_URL to the newest tables, and gives the application's role its rights. */
import { readSettingsOrExit } from './platform/config/settings.ts';
import { migrate } from './platform/db/migrate.ts';
import { createReachability, databaseOrExit, waitForDatabase } from './platform/db/readiness.ts';

const say = (words: string) => void process.stderr.write(`${words}\n`);

const { databaseUrl, databaseAppRole, databaseWaitSeconds } = readSettingsOrExit('migrate');
await databaseOrExit(
  waitForDatabase(createReachability(databaseUrl), databaseWaitSeconds, (words) => say(`waiting: ${words}`)),
  (words) => say(`Stopped: ${words}.`),
);
await migrate(databaseUrl, databaseAppRole);
say('The database is up to date.');
