/** Command: brings the database of DATABASE_URL to the newest tables, and gives the application's role its rights. */
import { readSettingsOrExit } from './platform/config/settings.ts';
import { migrate } from './platform/db/migrate.ts';

const { databaseUrl, databaseAppRole } = readSettingsOrExit();
await migrate(databaseUrl, databaseAppRole);
