/** Checks what visitors reach: server, worker, the public URL with its certificate, and the proxy. */
import { lookup } from 'node:dns/promises';
import { Redis } from 'ioredis';
import { isBeyond } from '../modules/alarms/thresholds.ts';
import type { Settings } from '../platform/config/settings.ts';
import { servedCertificate } from '../platform/http/served-certificate.ts';
import { codeOf, type Finding, found } from './finding.ts';

const PATIENCE_MS = 8000;

const ask = (url: string): Promise<Response> =>
  fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(PATIENCE_MS) });

/** A process that listens on all addresses is reached on loopback. */
const own = (host: string, port: number) =>
  `http://${host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host}:${port}`;

async function examineProcess(name: string, url: string, start: string): Promise<Finding[]> {
  try {
    const answer = await ask(`${url}/readyz`);
    if (answer.ok) return [];
    const { status } = (await answer.json().catch(() => ({}))) as { status?: string };
    return found(
      `The ${name} at ${url} runs and is not ready: ${status ?? answer.status}`,
      `Look at what the ${name} logs.`,
    );
  } catch (error) {
    return found(`No ${name} answers at ${url} (${reasonOf(error)})`, `Start it: ${start}, or systemctl status.`);
  }
}

const reasonOf = (error: unknown): string =>
  codeOf(error instanceof Error && error.cause instanceof Error ? error.cause : error);

export const examineServer = ({ host, port }: Settings) => examineProcess('server', own(host, port), 'npm start');
export const examineWorker = ({ host, workerPort }: Settings) =>
  examineProcess('worker', own(host, workerPort), 'npm run worker');

export async function examineRedis({ redisUrl }: Settings): Promise<Finding[]> {
  if (!redisUrl) return [];
  const redis = new Redis(redisUrl, { lazyConnect: true, retryStrategy: () => null, connectTimeout: PATIENCE_MS });
  redis.on('error', () => undefined);
  try {
    await redis.connect();
    await redis.ping();
    return [];
  } catch {
    return found(
      'Redis of REDIS_URL does not answer: each process counts its rate limits alone',
      'Start Redis or look at REDIS_URL; without it PostgreSQL counts.',
    );
  } finally {
    redis.disconnect();
  }
}

export async function examinePublicAddress({ publicUrl, host, port }: Settings): Promise<Finding[]> {
  const site = new URL(publicUrl);
  const { hostname } = site;
  const isKnown = await lookup(hostname).then(
    () => true,
    () => false,
  );
  if (!isKnown) {
    return found(
      `The name ${hostname} of PUBLIC_URL is not known`,
      'Make an A or AAAA record for it, or correct PUBLIC_URL.',
    );
  }
  const certificate = await examineCertificate(site);
  if (certificate.length > 0) return certificate;
  try {
    return await examineAnswers(publicUrl, own(host, port));
  } catch (error) {
    return found(
      `Nobody answers at ${publicUrl} (${reasonOf(error)})`,
      'Look whether nginx runs and whether the firewall lets ports 80 and 443 in (docs/runbooks/edge.md).',
    );
  }
}

async function examineCertificate(site: URL): Promise<Finding[]> {
  const served = await servedCertificate(site);
  // A site that does not respond is found by requesting a page.
  if (!served) return [];
  const { hostname } = site;
  const renew = 'Renew it: certbot renew, or put the new one where nginx reads it, and systemctl reload nginx.';
  if (served.days < 0) return found(`The certificate of ${hostname} ended ${Math.ceil(-served.days)} days ago`, renew);
  if (served.distrust !== null) {
    return found(
      `Browsers do not trust the certificate of ${hostname}: ${served.distrust}`,
      'Let nginx send the whole chain (fullchain.pem) of a certificate that is made for this name.',
    );
  }
  return isBeyond('certificate-ending', served.days)
    ? found(`The certificate of ${hostname} ends in ${Math.floor(served.days)} days`, renew)
    : [];
}

async function examineAnswers(publicUrl: string, server: string): Promise<Finding[]> {
  const version = (await (await ask(`${publicUrl}/version`)).json().catch(() => ({}))) as Record<string, unknown>;
  if (version['name'] !== 'hakiki') {
    return found(
      `${publicUrl} answers, but it is not this product`,
      'Look which site nginx serves under this name, and whether its upstream is HOST:PORT.',
    );
  }
  const isDirect = new URL(publicUrl).origin === server;
  const behind = await countUnknownProxies(server);
  // A cache never responds to this request, so it reaches the server.
  const [metrics] = await Promise.all([ask(`${publicUrl}/metrics`), ask(`${publicUrl}/api/auth/user`)]);
  const isTelling = !isDirect && metrics.ok && (await metrics.text()).includes('http_requests_in_flight');
  const now = await countUnknownProxies(server);
  return [
    ...(isTelling
      ? found(
          `Everybody can read ${publicUrl}/metrics`,
          'Render the nginx files again (docs/runbooks/edge.md): they hide it.',
        )
      : []),
    ...(now !== undefined && behind !== undefined && now > behind
      ? found(
          'The proxy in front of the server is not in TRUSTED_PROXIES: all visitors count as one, and a flood from one shuts out all',
          'Set TRUSTED_PROXIES in .env to the address of nginx, for example loopback, and restart the server.',
        )
      : []),
  ];
}

async function countUnknownProxies(server: string): Promise<number | undefined> {
  const text = await ask(`${server}/metrics`).then(
    (answer) => answer.text(),
    () => '',
  );
  const [, count] = /^http_requests_by_unknown_proxy_total (\d+)/m.exec(text) ?? [];
  return count === undefined ? undefined : Number(count);
}
