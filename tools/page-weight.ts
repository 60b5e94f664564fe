/// <reference lib="dom" />
/**
 * Measures the bytes of a first visit. Every page is opened in Chromium with an empty cache, its bytes on the wire are
 * counted by kind (brotli), and a page above its budget fails.
 *
 *   npm run weigh                     builds the site and starts it on its own database
 *   npm run weigh -- --built          the same, with the existing build
 *   npm run weigh -- --url http://…   measures a running site
 */
import { execFileSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { chromium, type Browser, type CDPSession } from '@playwright/test';
import { listPages } from '@hakiki/contract/pages';
import { offlinePages, offlinePath, serviceWorkerPath } from '@hakiki/contract/site';
import { extractAssetPaths, loadWithImports } from '../apps/web/service-worker/asset-paths.ts';
import { chromiumOptions } from './chromium.ts';
import { createPeople, startProduct, type Product } from './product.ts';

const KB = 1024;

/**
 * First visit, brotli. Kinds without a row are not allowed on any page: fonts, foreign origins, scripts before the
 * first paint.
 */
const budgets = {
  public: { markup: 30 * KB, scripts: 140 * KB },
  /** For the first hour after a loss, on any connection. */
  'first hour': { markup: 25 * KB, scripts: 140 * KB },
  /** A provider page with the form in it: 1.1 kB of licence states and tabs more than other forms. */
  'form in a page': { markup: 30 * KB, scripts: 142 * KB },
  /** The field tables of every call of the API, for people at a desk. */
  documentation: { markup: 34 * KB, scripts: 140 * KB },
  'signed-in': { markup: 30 * KB, scripts: 170 * KB },
  /** Every tab of a company's work: profile, analytics, replies, colleagues, documents. */
  portal: { markup: 30 * KB, scripts: 176 * KB },
  /** The console, and the dashboard for regulators. */
  admin: { markup: 40 * KB, scripts: 260 * KB },
};

type Cookie = { name: string; value: string };

interface MeasuredPage {
  path: string;
  status: 200 | 404;
  budget: keyof typeof budgets;
  /** Session of a personal page. */
  cookie?: Cookie;
}

const STAFF_LOGIN_PATH = '/admin/login';
const DOCUMENTATION_PATH = '/developers';

const publicPages = (providerId: string): MeasuredPage[] => [
  ...[
    ...listPages('public').filter((path) => path !== DOCUMENTATION_PATH),
    `/provider/${providerId}`,
    `/provider/${providerId}?tab=reviews`,
    `/compare?providers=${providerId}`,
    '/signup?login=true',
    // French texts are longer.
    '/fr',
    '/fr/directory',
    `/fr/provider/${providerId}`,
    `/fr/compare?providers=${providerId}`,
    '/fr/alerts',
    '/fr/check',
    '/fr/report-scam',
  ].map((path) => ({ path, status: 200, budget: 'public' }) as const),
  ...['/first-hour/nigeria', '/first-hour/nigeria/bank', '/fr/first-hour/senegal'].map(
    (path) => ({ path, status: 200, budget: 'first hour' }) as const,
  ),
  ...['/licences/kenya', '/fr/licences/senegal'].map((path) => ({ path, status: 200, budget: 'public' }) as const),
  { path: `/provider/${providerId}?tab=report`, status: 200, budget: 'form in a page' },
  { path: DOCUMENTATION_PATH, status: 200, budget: 'documentation' },
  { path: '/no-such-page', status: 404, budget: 'public' },
  { path: STAFF_LOGIN_PATH, status: 200, budget: 'admin' },
];

const budgetOf = (path: string) => (path === '/regtech' ? 'admin' : path === '/business' ? 'portal' : 'signed-in');

/** Only for a product started here, because a running site has no test session. */
async function personalPages({ databaseUrl }: Product): Promise<MeasuredPage[]> {
  const people = createPeople(databaseUrl);
  try {
    const { id } = await people.make({ isAdmin: true, subscriptionTier: 'premium', userType: 'business' });
    const cookie = await people.signIn(id, { hasSecondFactor: true });
    const staff = listPages('staff').filter((path) => path !== STAFF_LOGIN_PATH);
    const tabs = ['users', 'providers', 'alerts', 'reports'].map((tab) => `/admin?tab=${tab}`);
    return [
      ...[...listPages('personal'), '/dashboard?tab=analysis', '/fr/account', '/fr/dashboard'].map(
        (path) => ({ path, status: 200, budget: budgetOf(path), cookie }) as const,
      ),
      ...[...staff, ...tabs, '/fr/admin/queue'].map(
        (path) => ({ path, status: 200, budget: 'admin', cookie }) as const,
      ),
    ];
  } finally {
    await people.close();
  }
}

const kinds = ['HTML', 'CSS', 'JS', 'fonts', 'images', 'other'] as const;
type Kind = (typeof kinds)[number];

const kindByResourceType: Record<string, Kind> = {
  Document: 'HTML',
  Stylesheet: 'CSS',
  Script: 'JS',
  Font: 'fonts',
  Image: 'images',
};

/** Smaller responses are not worth compressing; the server may send them as they are. */
const MIN_COMPRESSED_BYTES = 1024;
const compressible = /^(?:text\/|application\/(?:javascript|json|manifest\+json)|image\/svg)/;

export interface RecordedResponse {
  url: string;
  kind: Kind;
  mimeType: string;
  encoding: string;
  bodyBytes: number;
}

interface PageWeight {
  bytes: Record<Kind, number>;
  requests: number;
  scriptFiles: number;
  foreignOrigins: string[];
  uncompressed: string[];
  /** Where to start when a page is above its budget. */
  heaviestScripts: string[];
}

const inKb = (bytes: number): string => (bytes / KB).toFixed(1);

export function sumPageWeight(answers: readonly RecordedResponse[], origin: string): PageWeight {
  const bytes = Object.fromEntries(kinds.map((kind) => [kind, 0])) as Record<Kind, number>;
  for (const { kind, bodyBytes } of answers) bytes[kind] += bodyBytes;
  const origins = new Set(answers.map(({ url }) => new URL(url).origin));
  return {
    bytes,
    requests: answers.length,
    scriptFiles: answers.filter(({ kind }) => kind === 'JS').length,
    foreignOrigins: [...origins].filter((other) => other !== origin && other !== 'null'),
    uncompressed: answers
      .filter(({ mimeType, encoding, bodyBytes }) => {
        return compressible.test(mimeType) && encoding !== 'br' && bodyBytes >= MIN_COMPRESSED_BYTES;
      })
      .map(({ url }) => new URL(url).pathname),
    heaviestScripts: answers
      .filter(({ kind }) => kind === 'JS')
      .toSorted((one, other) => other.bodyBytes - one.bodyBytes)
      .slice(0, 6)
      .map(({ url, bodyBytes }) => `${new URL(url).pathname.split('/').at(-1)} ${inKb(bodyBytes)}`),
  };
}

export function listBudgetProblems(
  { bytes, foreignOrigins, uncompressed, heaviestScripts }: PageWeight,
  budget: keyof typeof budgets,
): string[] {
  const { markup, scripts } = budgets[budget];
  const faults: string[] = [];
  if (bytes.HTML === 0) faults.push('no HTML was seen');
  if (bytes.HTML + bytes.CSS > markup) {
    faults.push(`HTML + CSS ${inKb(bytes.HTML + bytes.CSS)} kB, budget ${inKb(markup)} kB`);
  }
  if (bytes.JS > scripts) {
    faults.push(`JavaScript ${inKb(bytes.JS)} kB, budget ${inKb(scripts)} kB: ${heaviestScripts.join(', ')}`);
  }
  if (bytes.fonts > 0) faults.push(`fonts ${inKb(bytes.fonts)} kB, budget 0`);
  for (const origin of foreignOrigins) faults.push(`asks the foreign origin ${origin}`);
  for (const path of uncompressed) faults.push(`${path} came without brotli`);
  return faults;
}

/**
 * Records each response with the bytes of its body on the wire: all bytes of the response minus its head. Without an
 * encoding the body is the data itself, because Chromium's total excludes the head.
 */
async function recordResponses(session: CDPSession): Promise<RecordedResponse[]> {
  const answers: RecordedResponse[] = [];
  const heads = new Map<string, Omit<RecordedResponse, 'bodyBytes'> & { headBytes: number }>();
  const dataBytes = new Map<string, number>();
  session.on('Network.responseReceived', ({ requestId, type, response }) => {
    if (!response.url.startsWith('http')) return;
    heads.set(requestId, {
      url: response.url,
      kind: kindByResourceType[type] ?? 'other',
      mimeType: response.mimeType,
      encoding: Object.entries(response.headers).find(([name]) => name.toLowerCase() === 'content-encoding')?.[1] ?? '',
      headBytes: response.encodedDataLength,
    });
  });
  session.on('Network.dataReceived', ({ requestId, dataLength }) => {
    dataBytes.set(requestId, (dataBytes.get(requestId) ?? 0) + dataLength);
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const head = heads.get(requestId);
    if (!head) return;
    const { headBytes, ...answer } = head;
    const bodyBytes = answer.encoding === '' ? (dataBytes.get(requestId) ?? 0) : encodedDataLength - headBytes;
    answers.push({ ...answer, bodyBytes });
  });
  await session.send('Network.enable');
  await session.send('Network.setCacheDisabled', { cacheDisabled: true });
  return answers;
}

/** Runs in the page. */
function scriptsBeforePaint(): string[] {
  const paintedAt = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Infinity;
  const files = performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js'));
  return files.filter(({ startTime }) => startTime < paintedAt).map(({ name }) => new URL(name).pathname);
}

async function measurePage(browser: Browser, base: string, { path, status, budget, cookie }: MeasuredPage) {
  // The files that the service worker caches load after the page, and have their own line.
  const context = await browser.newContext({ viewport: { width: 360, height: 740 }, serviceWorkers: 'block' });
  if (cookie) await context.addCookies([{ ...cookie, domain: 'localhost', path: '/', secure: true }]);
  const page = await context.newPage();
  // Ends a page that hangs. Machines are shared: slowness is not a failure.
  page.setDefaultTimeout(300_000);
  const answers = await recordResponses(await context.newCDPSession(page));
  const reply = await page.goto(base + path);
  await page.locator('html[data-ready]').waitFor();
  await page.waitForLoadState('networkidle');
  const early = await page.evaluate(scriptsBeforePaint);
  const isStranger = cookie !== undefined && !(await context.request.get(`${base}/api/auth/user`)).ok();
  await context.close();
  const weight = sumPageWeight(answers, new URL(base).origin);
  const faults = listBudgetProblems(weight, budget);
  if (reply?.status() !== status) faults.push(`answered ${reply?.status() ?? 'nothing'}, not ${status}`);
  if (early.length > 0) faults.push(`fetched before the first paint: ${early.join(', ')}`);
  if (isStranger) faults.push('was opened by a visitor, not by the person it is about');
  return { path, weight, faults };
}

function row(cells: readonly string[]): string {
  const [first = '', ...rest] = cells;
  return first.padEnd(24) + rest.map((cell) => cell.padStart(9)).join('');
}

/**
 * The files that a first visit to the home page fetches afterwards, so that the guides and the report form open
 * offline.
 */
async function measureOfflineFiles(base: string): Promise<string> {
  const fetched = async (path: string) => {
    const answer = await fetch(base + path, { headers: { 'Accept-Encoding': 'br' } });
    return { text: await answer.text(), bytes: Number(answer.headers.get('Content-Length')) };
  };
  const sum = (answers: readonly { bytes: number }[]) => answers.reduce((bytes, answer) => bytes + answer.bytes, 0);
  const data = offlinePages.filter((path) => path !== offlinePath).map((path) => `${path}.data`);
  const texts = await Promise.all([serviceWorkerPath, ...offlinePages, ...data].map(fetched));
  const there = extractAssetPaths((await fetched('/')).text);
  const named = await loadWithImports(
    texts.flatMap(({ text }) => extractAssetPaths(text)),
    fetched,
  );
  const files = [...named].flatMap(([path, file]) => (there.includes(path) ? [] : file));
  return `kept on the device after a visit: ${inKb(sum(texts))} kB of pages, ${inKb(sum(files))} kB of files that / did not bring`;
}

async function findProvider(base: string): Promise<string> {
  const providers = (await (await fetch(`${base}/api/providers?limit=1`)).json()) as { id: string }[];
  const [provider] = providers;
  if (!provider) throw new Error('The register is empty: there is no provider page to measure.');
  return provider.id;
}

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { url: { type: 'string' }, built: { type: 'boolean', default: false } } });
  if (!values.url && !values.built) execFileSync('npm', ['run', '--silent', 'build'], { stdio: 'inherit' });
  const product = values.url ? undefined : await startProduct('weigh');
  const base = (values.url ?? product?.url ?? '').replace(/\/$/, '');
  const browser = await chromium.launch(chromiumOptions);
  try {
    console.log(row(['kB, brotli', ...kinds, 'JS files', 'foreign', 'requests']));
    let failed = 0;
    const providerId = await findProvider(base);
    const pages = [...publicPages(providerId), ...(product ? await personalPages(product) : [])];
    // Two at a time: a visit mostly waits until the network has been idle for half a second.
    for (let first = 0; first < pages.length; first += 2) {
      const visits = pages.slice(first, first + 2).map((page) => measurePage(browser, base, page));
      for (const { path, weight, faults } of await Promise.all(visits)) {
        const name = path.replace(providerId, '…');
        const sizes = kinds.map((kind) => inKb(weight.bytes[kind]));
        const counts = [weight.scriptFiles, weight.foreignOrigins.length, weight.requests];
        console.log(row([name, ...sizes, ...counts.map(String)]));
        for (const fault of faults) console.log(`  ✗ ${fault}`);
        if (faults.length > 0) failed += 1;
      }
    }
    console.log(await measureOfflineFiles(base));
    for (const [name, { markup, scripts }] of Object.entries(budgets)) {
      console.log(`budget ${name}: HTML + CSS ${inKb(markup)}, JS ${inKb(scripts)}, 0 before the first paint`);
    }
    console.log(`${pages.length - failed} passed, ${failed} failed`);
    if (failed > 0) process.exitCode = 1;
  } finally {
    await browser.close();
    await product?.stop();
  }
}

if (import.meta.main) await main();
