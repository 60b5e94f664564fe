/** The steps of a typical visit. They send nothing that a moderator would have to read. */
import { randomUUID } from 'node:crypto';
import { fetchServedCertificate } from '../../apps/server/src/platform/http/served-certificate.ts';

const PATIENCE_MS = 8000;
/** Automatic renewal happens long before. */
const FEWEST_DAYS = 7;

/** A failed step, with a message for the operator. */
export class Fault extends Error {}

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
  take: (visit: Visit) => Promise<string | undefined>;
}

const reasonOf = (error: unknown): string => {
  if (error instanceof Error && error.name === 'TimeoutError') return `no answer within ${PATIENCE_MS / 1000} s`;
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error && 'code' in cause ? String(cause.code) : String(cause);
};

async function ask(site: URL, path: string): Promise<{ type: string; text: string }> {
  try {
    const response = await fetch(new URL(path, site), {
      redirect: 'manual',
      headers: { 'User-Agent': 'Hakiki-Probe/1.0' },
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    const text = await response.text();
    if (response.status !== 200) {
      const where = response.headers.get('location');
      throw new Fault(`${path} answers ${response.status}${where ? ` and leads to ${where}` : ''} instead of 200`);
    }
    return { type: response.headers.get('content-type') ?? '', text };
  } catch (error) {
    throw error instanceof Fault ? error : new Fault(`${path} could not be read: ${reasonOf(error)}`);
  }
}

async function page(site: URL, path: string): Promise<string> {
  const { type, text } = await ask(site, path);
  if (!type.startsWith('text/html') || !/<h1[\s>]/.test(text) || !text.includes('</html>')) {
    throw new Fault(`${path} is not a whole page with a heading`);
  }
  return text;
}

async function json(site: URL, path: string): Promise<unknown> {
  const { type, text } = await ask(site, path);
  if (!type.startsWith('application/json')) throw new Fault(`${path} answers something else than JSON`);
  return JSON.parse(text);
}

const matchesFor = async (site: URL, search: string): Promise<unknown> => {
  const found = (await json(site, `/api/lookup?search=${encodeURIComponent(search)}`)) as { matches?: unknown };
  return found.matches;
};

const providerOf = ({ provider }: Visit) => {
  if (!provider) throw new Fault('not tried, since the directory named no provider');
  return provider;
};

export const steps: readonly Step[] = [
  {
    name: 'certificate',
    async take(visit) {
      if (visit.site.protocol !== 'https:') return 'none: the address is not https';
      const certificate = await fetchServedCertificate(visit.site);
      if (!certificate) throw new Fault('no certificate is served');
      visit.certificateDays = certificate.daysLeft;
      const days = Math.floor(certificate.daysLeft);
      if (certificate.trustError) throw new Fault(`browsers do not believe the certificate: ${certificate.trustError}`);
      if (days < FEWEST_DAYS) throw new Fault(`the certificate ends in ${days} days and was not renewed`);
      return `good for ${days} more days`;
    },
  },
  {
    name: 'home page',
    async take(visit) {
      const html = await page(visit.site, '/');
      visit.stylesheet = /<link\b[^>]*\bhref="(?<path>\/[^"]+\.css)"/.exec(html)?.groups?.['path'];
      return undefined;
    },
  },
  {
    name: 'style sheet',
    async take({ site, stylesheet }) {
      if (!stylesheet) throw new Fault('the home page names no style sheet');
      const { type } = await ask(site, stylesheet);
      if (!type.startsWith('text/css')) throw new Fault(`${stylesheet} is no style sheet`);
      return undefined;
    },
  },
  {
    name: 'directory',
    async take(visit) {
      const html = await page(visit.site, '/directory');
      const id = /href="\/provider\/(?<id>[\w-]+)"/.exec(html)?.groups?.['id'];
      if (!id) throw new Fault('the directory lists no provider');
      const { name } = (await json(visit.site, `/api/providers/${id}`)) as { name?: unknown };
      if (typeof name !== 'string') throw new Fault('a provider of the directory has no name');
      visit.provider = { id, name };
      return undefined;
    },
  },
  {
    name: 'search',
    async take(visit) {
      const { id, name } = providerOf(visit);
      const html = await page(visit.site, `/directory?search=${encodeURIComponent(name)}`);
      if (!html.includes(`/provider/${id}"`)) throw new Fault('the search does not find a provider by its name');
      return undefined;
    },
  },
  {
    name: 'provider',
    async take(visit) {
      await page(visit.site, `/provider/${providerOf(visit).id}`);
      return undefined;
    },
  },
  {
    name: 'check',
    async take(visit) {
      if (!(Number(await matchesFor(visit.site, providerOf(visit).name)) > 0)) {
        throw new Fault('the check of a listed provider finds nothing');
      }
      return undefined;
    },
  },
  {
    // Uses a new search text, so that no cache has it: the response comes from the database.
    name: 'fresh answer',
    async take({ site }) {
      if ((await matchesFor(site, `probe ${randomUUID()}`)) !== 0)
        throw new Fault('the check finds what nobody entered');
      return undefined;
    },
  },
  {
    name: 'alerts',
    async take({ site }) {
      await page(site, '/alerts');
      const active = await json(site, '/api/fraud-alerts/active');
      if (!Array.isArray(active)) throw new Fault('/api/fraud-alerts/active is no list');
      return undefined;
    },
  },
  {
    name: 'report form',
    async take({ site }) {
      const html = await page(site, '/report-scam');
      if (!/<form\b[^>]*\bmethod="post"/i.test(html)) throw new Fault('/report-scam has no form to send');
      return undefined;
    },
  },
];
