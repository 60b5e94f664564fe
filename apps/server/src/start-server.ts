/** Starts a complete server from platform and modules: for production, development, tests and benchmarks. */
import { endpoints } from '@hakiki/contract/endpoints';
import type { CreateWebHandler } from '@hakiki/contract/web-handler';
import packageJson from '../package.json' with { type: 'json' };
import { createLimiter, createRoutes, createServices, jobsEnqueuedByServer, type Services } from './app.ts';
import { findDemoProblem } from './demo-marker.ts';
import { testAdmin } from './modules/accounts/profile/administration.ts';
import { createDocuments } from './modules/site/documents.ts';
import { systemClock, type Clock } from './platform/clock/clock.ts';
import type { Settings } from './platform/config/settings.ts';
import { type Database, openDatabase } from './platform/db/database.ts';
import { registerPoolMetrics } from './platform/db/pool-metrics.ts';
import { openWithReplica, registerReplicaMetrics } from './platform/db/replica.ts';
import { createReadinessCheck, DatabaseNotReadyError, waitForDatabase } from './platform/db/readiness.ts';
import type { Authenticate } from './platform/http/actor.ts';
import { createMethodLister } from './platform/http/allowed-methods.ts';
import { createApi, createSharedRouteFinder, createUploadFinder } from './platform/http/api.ts';
import { createCallLaneFinder } from './platform/http/lanes.ts';
import { createMetrics } from './platform/http/metrics.ts';
import { createOpenApiDocument } from './platform/http/openapi/openapi-document.ts';
import { createSecurityHeaders } from './platform/http/security-headers.ts';
import { type RunningServer, startHttpServer } from './platform/http/server.ts';
import { loadStaticFiles } from './platform/http/static-files.ts';
import { openQueue } from './platform/jobs/jobs.ts';
import type { Log } from './platform/log/log.ts';

export interface StartServerOptions {
  settings: Settings;
  log: Log;
  createWebHandler: CreateWebHandler;
  /** The built browser files; omitted if another server has them. */
  staticFolder?: string;
  authenticate?: Authenticate;
  clock?: Clock;
}

export interface StartedServer extends RunningServer {
  database: Database;
  services: Services;
  /** Resolves once the database is available and migrated; rejects if that takes too long. */
  ready: Promise<void>;
}

export async function startServer(options: StartServerOptions): Promise<StartedServer> {
  const { settings, log, clock = systemClock } = options;
  const metrics = createMetrics();
  const version = { name: 'hakiki', version: packageJson.version };
  const tracing =
    settings.tracing &&
    (await import('./platform/tracing/tracer.ts')).startTracing(settings.tracing, {
      log,
      registry: metrics.registry,
      version: version.version,
    });
  const { readDatabaseUrl } = settings;
  const replicated = readDatabaseUrl ? openWithReplica({ ...settings, readDatabaseUrl }, log) : undefined;
  const database = replicated ?? openDatabase(settings, log);
  const readiness = createReadinessCheck(database, settings.databaseUrl);
  const databaseReady = waitForDatabase(readiness, settings.databaseWaitSeconds, (message) =>
    log.warn(`waiting for the database: ${message}`),
  );
  const queue = openQueue(settings.databaseUrl, log, jobsEnqueuedByServer, databaseReady);
  const limiter = createLimiter({ database, log, settings });
  const services = createServices({ database, queue, limiter, log, settings });
  let isPrepared = false;
  const prepare = async () => {
    await databaseReady;
    const problem = await findDemoProblem(database, settings);
    if (problem) throw new DatabaseNotReadyError(problem);
    await services.accounts.administration.ensureTestAdmin(settings.hasTestAdmin);
    isPrepared = true;
  };
  const ready = prepare();
  // The caller decides what follows; an unhandled rejection would end the process with a stack trace.
  ready.catch(() => undefined);
  const routes = createRoutes(services);
  const authenticate = options.authenticate ?? services.accounts.authenticate;
  const api = createApi({
    routes,
    authenticate,
    apiKeyAuth: services.apiKeys.auth,
    limiter,
    log,
    checkReplies: !settings.isProduction,
  });
  registerPoolMetrics(metrics.registry, database, settings.databasePoolSize);
  registerReplicaMetrics(metrics.registry, () => replicated?.lagSeconds());
  const server = await startHttpServer({
    settings,
    version,
    log,
    metrics,
    clock,
    api,
    findSharedRoute: createSharedRouteFinder(routes),
    listMethods: createMethodLister(routes),
    findUpload: createUploadFinder(routes, authenticate),
    findCallLane: createCallLaneFinder(routes.map(({ endpoint }) => endpoint)),
    documents: createDocuments({
      directory: services.directory,
      alerts: services.alerts,
      decisionLog: services.decisionLog,
      licences: services.licences,
      openData: services.openData,
      publicUrl: settings.publicUrl,
      securityContact: settings.securityContact,
      isDemo: settings.isDemo,
      clock,
      describeApi: (audience) =>
        createOpenApiDocument(endpoints, audience, { version: version.version, publicUrl: settings.publicUrl }),
    }),
    staticFiles: options.staticFolder
      ? loadStaticFiles(options.staticFolder, createSecurityHeaders(settings))
      : () => undefined,
    web: options.createWebHandler({
      site: {
        origin: settings.publicUrl,
        social: settings.social,
        ...(settings.sourceUrl && { sourceUrl: settings.sourceUrl }),
        ...(settings.isDemo && { isDemo: true as const }),
        ...(settings.hasTestAdmin && { testAdmin }),
        ...(!settings.isProduction && { hasSandbox: true as const }),
      },
    }),
    findNotReadyReason: async () => (await readiness())?.status ?? (isPrepared ? undefined : 'starting'),
  });

  let stopping: Promise<void> | undefined;
  const stop = async () => {
    await server.stop();
    await services.apiKeys.stop();
    limiter.close();
    await queue.stop();
    await database.close();
    await tracing?.stop();
  };
  return { ...server, database, services, ready, stop: () => (stopping ??= stop()) };
}
