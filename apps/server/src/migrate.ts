/** Command: brings the database of DATABASE_URL to the newest tables. */
import { readSettingsOrExit } from './platform/config/settings.ts';
import { migrate } from './platform/db/migrate.ts';

await migrate(readSettingsOrExit().databaseUrl);
