/** The steps of a typical visit. They send nothing that a moderator would have to read. */
import { randomUUID } from 'node:crypto';
import { fetchServedCertificate } from '../../apps/server/src/platform/http/served-certificate.ts';

const TIMEOUT_MS = 8000;
/** Automatic renewal happens long before. */
const MIN_CERTIFICATE_DAYS = 7;

/** A failed step, with a message for the operator. */
export class ProbeError extends Error {}

/** Results of earlier steps for later ones. */
export interface Visit {
  site: URL;
  stylesheet?: string | undefined;
  provider?: { id: string; name: string };
  certificateDays?: number;
}

interface Step {
  name: string;
  /** Returns a detail to print, if any. */
  run: (visit: Visit) => Promise<string | undefined>;
}

const describeError = (error: unknown): string => {
  if (error instanceof Error && error.name === 'TimeoutError') return `no answer within ${TIMEOUT_MS / 1000} s`;
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error && 'code' in cause ? String(cause.code) : String(cause);
};

async function fetchText(site: URL, path: string): Promise<{ type: string; text: string }> {
  try {
    const response = await fetch(new URL(path, site), {
      redirect: 'manual',
      headers: { 'User-Agent': 'Hakiki-Probe/1.0' },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const text = await response.text();
    if (response.status !== 200) {
      const where = response.headers.get('location');
      throw new ProbeError(`${path} answers ${response.status}${where ? ` and leads to ${where}` : ''} instead of 200`);
    }
    return { type: response.headers.get('content-type') ?? '', text };
  } catch (error) {
    throw error instanceof ProbeError ? error : new ProbeError(`${path} could not be read: ${describeError(error)}`);
  }
}

async function fetchPage(site: URL, path: string): Promise<string> {
  const { type, text } = await fetchText(site, path);
  if (!type.startsWith('text/html') || !/<h1[\s>]/.test(text) || !text.includes('</html>')) {
    throw new ProbeError(`${path} is not a whole page with a heading`);
  }
  return text;
}

async function fetchJson(site: URL, path: string): Promise<unknown> {
  const { type, text } = await fetchText(site, path);
  if (!type.startsWith('application/json')) throw new ProbeError(`${path} answers something else than JSON`);
  return JSON.parse(text);
}

const searchProviders = async (site: URL, search: string): Promise<unknown> => {
  const found = (await fetchJson(site, `/api/lookup?search=${encodeURIComponent(search)}`)) as { matches?: unknown };
  return found.matches;
};

const getProvider = ({ provider }: Visit) => {
  if (!provider) throw new ProbeError('not tried, since the directory named no provider');
  return provider;
};

export const steps: readonly Step[] = [
  {
    name: 'certificate',
    async run(visit) {
      if (visit.site.protocol !== 'https:') return 'none: the address is not https';
      const certificate = await fetchServedCertificate(visit.site);
      if (!certificate) throw new ProbeError('no certificate is served');
      visit.certificateDays = certificate.daysLeft;
      const days = Math.floor(certificate.daysLeft);
      if (certificate.trustError)
        throw new ProbeError(`browsers do not believe the certificate: ${certificate.trustError}`);
      if (days < MIN_CERTIFICATE_DAYS) throw new ProbeError(`the certificate ends in ${days} days and was not renewed`);
      return `good for ${days} more days`;
    },
  },
  {
    name: 'home page',
    async run(visit) {
      const html = await fetchPage(visit.site, '/');
      visit.stylesheet = /<link\b[^>]*\bhref="(?<path>\/[^"]+\.css)"/.exec(html)?.groups?.['path'];
      return undefined;
    },
  },
  {
    name: 'style sheet',
    async run({ site, stylesheet }) {
      if (!stylesheet) throw new ProbeError('the home page names no style sheet');
      const { type } = await fetchText(site, stylesheet);
      if (!type.startsWith('text/css')) throw new ProbeError(`${stylesheet} is no style sheet`);
      return undefined;
    },
  },
  {
    name: 'directory',
    async run(visit) {
      const html = await fetchPage(visit.site, '/directory');
      const id = /href="\/provider\/(?<id>[\w-]+)"/.exec(html)?.groups?.['id'];
      if (!id) throw new ProbeError('the directory lists no provider');
      const { name } = (await fetchJson(visit.site, `/api/providers/${id}`)) as { name?: unknown };
      if (typeof name !== 'string') throw new ProbeError('a provider of the directory has no name');
      visit.provider = { id, name };
      return undefined;
    },
  },
  {
    name: 'search',
    async run(visit) {
      const { id, name } = getProvider(visit);
      const html = await fetchPage(visit.site, `/directory?search=${encodeURIComponent(name)}`);
      if (!html.includes(`/provider/${id}"`)) throw new ProbeError('the search does not find a provider by its name');
      return undefined;
    },
  },
  {
    name: 'provider',
    async run(visit) {
      await fetchPage(visit.site, `/provider/${getProvider(visit).id}`);
      return undefined;
    },
  },
  {
    name: 'check',
    async run(visit) {
      if (!(Number(await searchProviders(visit.site, getProvider(visit).name)) > 0)) {
        throw new ProbeError('the check of a listed provider finds nothing');
      }
      return undefined;
    },
  },
  {
    // Uses a new search text, so that no cache has it: the response comes from the database.
    name: 'fresh answer',
    async run({ site }) {
      if ((await searchProviders(site, `probe ${randomUUID()}`)) !== 0)
        throw new ProbeError('the check finds what nobody entered');
      return undefined;
    },
  },
  {
    name: 'alerts',
    async run({ site }) {
      await fetchPage(site, '/alerts');
      const active = await fetchJson(site, '/api/fraud-alerts/active');
      if (!Array.isArray(active)) throw new ProbeError('/api/fraud-alerts/active is no list');
      return undefined;
    },
  },
  {
    name: 'report form',
    async run({ site }) {
      const html = await fetchPage(site, '/report-scam');
      if (!/<form\b[^>]*\bmethod="post"/i.test(html)) throw new ProbeError('/report-scam has no form to send');
      return undefined;
    },
  },
];
