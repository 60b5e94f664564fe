/**
 * The part that restarts when server code changes. dev.ts loads it through Vite, which knows which modules a change
 * affects.
 */
import type { CreateWebHandler } from '@hakiki/contract/web-handler';
import { readSettings } from '../apps/server/src/platform/config/settings.ts';
import { migrate } from '../apps/server/src/platform/db/migrate.ts';
import { createLog } from '../apps/server/src/platform/log/log.ts';
import { seedAccounts } from '../apps/server/src/seed/accounts.ts';
import { seedApi } from '../apps/server/src/seed/demo-api.ts';
import { seedBusiness } from '../apps/server/src/seed/demo-business.ts';
import { seedMoney } from '../apps/server/src/seed/demo-money.ts';
import { seedWebhooks } from '../apps/server/src/seed/demo-webhooks.ts';
import { startServer, type StartedServer } from '../apps/server/src/start-server.ts';

export async function startDevServer(
  environment: NodeJS.ProcessEnv,
  createWebHandler: CreateWebHandler,
): Promise<StartedServer> {
  const settings = readSettings(environment);
  await migrate(settings.databaseUrl);
  const server = await startServer({ settings, log: createLog(settings.logLevel), createWebHandler });
  await server.ready;
  await seedAccounts(server.database.db);
  await seedMoney(server.services, server.database.db);
  await seedBusiness(server.services, server.database.db);
  await seedApi(server.services, server.database.db);
  await seedWebhooks(server.services, server.database.db);
  return server;
}
