import { createLimiter, createServices, type Services } from '../../src/app.ts';
import { readSettings } from '../../src/platform/config/settings.ts';
import type { Database } from '../../src/platform/db/database.ts';
import { createLog } from '../../src/platform/log/log.ts';

/** All services without a server. Jobs are dropped. */
export function createTestServices(database: Database): Services {
  const settings = readSettings({ NODE_ENV: 'test', DATABASE_URL: 'postgres://unused' });
  const log = createLog('silent');
  const queue = { enqueue: () => Promise.resolve() };
  return createServices({
    database,
    queue,
    limiter: createLimiter({ database, log, settings }),
    log,
    settings,
  });
}
