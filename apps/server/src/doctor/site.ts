/** Checks what visitors reach: server, worker, the public URL with its certificate, and the proxy. */
import { lookup } from 'node:dns/promises';
import { Redis } from 'ioredis';
import { isExceeded } from '../modules/alarms/thresholds.ts';
import type { Settings } from '../platform/config/settings.ts';
import { fetchServedCertificate } from '../platform/http/served-certificate.ts';
import { getErrorCode, type Finding, createFinding } from './finding.ts';

const TIMEOUT_MS = 8000;

const request = (url: string): Promise<Response> =>
  fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) });

/** A process that listens on all addresses is reached on loopback. */
const toLocalUrl = (host: string, port: number) =>
  `http://${host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host}:${port}`;

async function checkProcess(name: string, url: string, start: string): Promise<Finding[]> {
  try {
    const response = await request(`${url}/readyz`);
    if (response.ok) return [];
    const { status } = (await response.json().catch(() => ({}))) as { status?: string };
    return createFinding(
      `The ${name} at ${url} is running but not ready: ${status ?? response.status}`,
      `Check the log of the ${name}.`,
    );
  } catch (error) {
    return createFinding(
      `The ${name} does not respond at ${url} (${getReason(error)})`,
      `Start it (${start}), or check systemctl status.`,
    );
  }
}

const getReason = (error: unknown): string =>
  getErrorCode(error instanceof Error && error.cause instanceof Error ? error.cause : error);

export const checkServer = ({ host, port }: Settings) => checkProcess('server', toLocalUrl(host, port), 'npm start');
export const checkWorker = ({ workerHost, workerPort }: Settings) =>
  checkProcess('worker', toLocalUrl(workerHost, workerPort), 'npm run worker');

export async function checkRedis({ redisUrl }: Settings): Promise<Finding[]> {
  if (!redisUrl) return [];
  const redis = new Redis(redisUrl, { lazyConnect: true, retryStrategy: () => null, connectTimeout: TIMEOUT_MS });
  redis.on('error', () => undefined);
  try {
    await redis.connect();
    await redis.ping();
    return [];
  } catch {
    return createFinding(
      'Redis at REDIS_URL does not respond: each process counts rate limits separately',
      'Start Redis or check REDIS_URL; without the setting PostgreSQL counts.',
    );
  } finally {
    redis.disconnect();
  }
}

export async function checkPublicUrl({ publicUrl, host, port }: Settings): Promise<Finding[]> {
  const site = new URL(publicUrl);
  const { hostname } = site;
  const isKnown = await lookup(hostname).then(
    () => true,
    () => false,
  );
  if (!isKnown) {
    return createFinding(
      `The host name ${hostname} of PUBLIC_URL cannot be resolved`,
      'Create an A or AAAA record for it, or correct PUBLIC_URL.',
    );
  }
  const certificate = await checkCertificate(site);
  if (certificate.length > 0) return certificate;
  try {
    return await checkResponses(publicUrl, toLocalUrl(host, port));
  } catch (error) {
    return createFinding(
      `No response from ${publicUrl} (${getReason(error)})`,
      'Check that nginx runs and that the firewall allows ports 80 and 443 (docs/runbooks/edge.md).',
    );
  }
}

async function checkCertificate(site: URL): Promise<Finding[]> {
  const certificate = await fetchServedCertificate(site);
  // A site that does not respond is found by requesting a page.
  if (!certificate) return [];
  const { hostname } = site;
  const renew = 'Renew it: certbot renew, or install a new one for nginx, and systemctl reload nginx.';
  if (certificate.daysLeft < 0)
    return createFinding(`The certificate of ${hostname} expired ${Math.ceil(-certificate.daysLeft)} days ago`, renew);
  if (certificate.trustError !== null) {
    return createFinding(
      `Browsers do not trust the certificate of ${hostname}: ${certificate.trustError}`,
      'Let nginx send the complete chain (fullchain.pem) of a certificate for this name.',
    );
  }
  return isExceeded('certificate-ending', certificate.daysLeft)
    ? createFinding(`The certificate of ${hostname} expires in ${Math.floor(certificate.daysLeft)} days`, renew)
    : [];
}

async function checkResponses(publicUrl: string, server: string): Promise<Finding[]> {
  const version = (await (await request(`${publicUrl}/version`)).json().catch(() => ({}))) as Record<string, unknown>;
  if (version['name'] !== 'hakiki') {
    return createFinding(
      `${publicUrl} responds, but it is not this product`,
      'Check which site nginx serves under this name, and that its upstream is HOST:PORT.',
    );
  }
  const isDirect = new URL(publicUrl).origin === server;
  const countBefore = await countUnknownProxies(server);
  // A cache never responds to this request, so it reaches the server.
  const [metrics] = await Promise.all([request(`${publicUrl}/metrics`), request(`${publicUrl}/api/auth/user`)]);
  const isExposed = !isDirect && metrics.ok && (await metrics.text()).includes('http_requests_in_flight');
  const countAfter = await countUnknownProxies(server);
  return [
    ...(isExposed
      ? createFinding(
          `${publicUrl}/metrics is public`,
          'Render the nginx files again (docs/runbooks/edge.md), which hide it.',
        )
      : []),
    ...(countAfter !== undefined && countBefore !== undefined && countAfter > countBefore
      ? createFinding(
          'The proxy in front of the server is not in TRUSTED_PROXIES: all visitors share one rate limit, so one of them can block the others',
          'Set TRUSTED_PROXIES in .env to the address of nginx, for example loopback, and restart the server.',
        )
      : []),
  ];
}

async function countUnknownProxies(server: string): Promise<number | undefined> {
  const text = await request(`${server}/metrics`).then(
    (response) => response.text(),
    () => '',
  );
  const [, count] = /^http_requests_by_unknown_proxy_total (\d+)/m.exec(text) ?? [];
  return count === undefined ? undefined : Number(count);
}
