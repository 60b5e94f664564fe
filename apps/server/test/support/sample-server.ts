/** The real HTTP server with a test's own endpoints, for behaviour that does not depend on the product's endpoints. */
import type { CreateWebHandler } from '@hakiki/contract/web-handler';
import { pino } from 'pino';
import { afterAll, beforeAll } from 'vitest';
import { createLimiter } from '../../src/app.ts';
import { readSettings, type Settings } from '../../src/platform/config/settings.ts';
import type { Database } from '../../src/platform/db/database.ts';
import type { Authenticate } from '../../src/platform/http/actor.ts';
import { createMethodLister } from '../../src/platform/http/allowed-methods.ts';
import { createApi, createSharedRouteFinder, createUploadFinder } from '../../src/platform/http/api.ts';
import type { ApiKeyAuth } from '../../src/platform/http/api-key-calls.ts';
import { createCallLaneFinder } from '../../src/platform/http/lanes.ts';
import { createMetrics } from '../../src/platform/http/metrics.ts';
import type { Route } from '../../src/platform/http/route.ts';
import { type RunningServer, startHttpServer } from '../../src/platform/http/server.ts';
import { createLog, logOptions } from '../../src/platform/log/log.ts';
import { collectLogLines } from './server.ts';

interface Options {
  routes: readonly Route[];
  authenticate: Authenticate;
  apiKeyAuth?: ApiKeyAuth;
  web?: ReturnType<CreateWebHandler>;
  settings?: Partial<Settings>;
  checkReplies?: boolean;
  /** Collects every log line. */
  log?: Record<string, unknown>[];
}

export function useServerWithRoutes({
  routes,
  authenticate,
  apiKeyAuth,
  web,
  settings: settingOverrides,
  checkReplies = true,
  log: lines,
}: Options) {
  let running: RunningServer | undefined;

  beforeAll(async () => {
    const settings = { ...readSettings({ NODE_ENV: 'test', PORT: '0', DRAIN_SECONDS: '0' }), ...settingOverrides };
    const log = lines ? pino(logOptions('error'), collectLogLines(lines)) : createLog('silent');
    const limiter = createLimiter({ database: {} as Database, log, settings });
    running = await startHttpServer({
      settings,
      version: { name: 'sample', version: '0' },
      log,
      metrics: createMetrics(),
      clock: Date.now,
      api: createApi({
        routes,
        authenticate,
        ...(apiKeyAuth && { apiKeyAuth }),
        limiter,
        log,
        checkReplies,
      }),
      findSharedRoute: createSharedRouteFinder(routes),
      listMethods: createMethodLister(routes),
      findUpload: createUploadFinder(routes, authenticate),
      findCallLane: createCallLaneFinder(routes.map(({ endpoint }) => endpoint)),
      documents: () => undefined,
      staticFiles: () => undefined,
      web: web ?? (() => Promise.resolve(new Response('no such page', { status: 404 }))),
      findNotReadyReason: () => Promise.resolve(undefined),
    });
  });
  afterAll(() => running?.stop());

  return (path: string, init?: RequestInit) => fetch(`http://127.0.0.1:${running?.port}${path}`, init);
}
