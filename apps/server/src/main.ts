/** Entry point of the web server: the API and the built site on one port. */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { CreateWebHandler } from '@hakiki/contract/web-handler';
import { readSettingsOrExit } from './platform/config/settings.ts';
import { exitUnlessReady } from './platform/db/readiness.ts';
import { onUncaughtError } from './platform/uncaught-error.ts';
import { createLog } from './platform/log/log.ts';
import { onStopSignal } from './platform/stop-signal.ts';
import { startServer } from './start-server.ts';

const settings = readSettingsOrExit('web');
const log = createLog(settings.logLevel);
let stop = () => Promise.resolve();
onUncaughtError(log, () => stop());
const webBuild = new URL('../../web/build/', import.meta.url);
const webEntry = new URL('server/index.js', webBuild);

/** Without a build only the API is served: enough for a benchmark. */
const apiOnly: CreateWebHandler = () => () =>
  Promise.resolve(
    new Response('The site was not built here.\n', { status: 404, headers: { 'Content-Type': 'text/plain' } }),
  );

async function loadWebHandler(): Promise<CreateWebHandler> {
  if (!existsSync(webEntry)) {
    log.warn('the site is not built; answering the API only');
    return apiOnly;
  }
  const build = (await import(webEntry.href)) as { createWebHandler: CreateWebHandler };
  return build.createWebHandler;
}

const server = await startServer({
  settings,
  log,
  createWebHandler: await loadWebHandler(),
  staticFolder: fileURLToPath(new URL('client', webBuild)),
});
stop = server.stop;
onStopSignal(log, stop);
await exitUnlessReady(server.ready, (message) => log.fatal(`stopped: ${message}`));
log.info({ port: server.port, environment: settings.environment }, 'listening');
