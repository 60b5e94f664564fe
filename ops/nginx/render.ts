/**
 * Renders the edge's configuration into a folder, so that the tested and measured files are the deployed files.
 *
 *   node ops/nginx/render.ts --folder /var/lib/hakiki-edge --listen 80 --origin 127.0.0.1:3000 --origin 127.0.0.1:3002
 *   nginx -p /var/lib/hakiki-edge -c /var/lib/hakiki-edge/nginx.conf
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { apiDocuments } from '@hakiki/contract/api-documents';
import { isShared, SESSION_COOKIE } from '@hakiki/contract/cache';
import { type EndpointDefinition, listParameters } from '@hakiki/contract/endpoint';
import { endpoints } from '@hakiki/contract/endpoints';
import { type ErrorCode, errors } from '@hakiki/contract/errors';
import { maxBodyBytes } from '@hakiki/contract/limits';
import { blindRangesPath, feedsPath, rangesPath } from '@hakiki/contract/open-data-values';
import { personalPagePattern, uploadPagePattern } from '@hakiki/contract/pages';
import { defaultLanguage, languages, pageParameters, repeatedParameters } from '@hakiki/contract/site';
import { v1ChangesPath } from '@hakiki/contract/v1-changes';
import { unavailablePage } from '../../apps/server/src/platform/http/unavailable-page.ts';

/** How long the edge skips a process after failures (fail_timeout). */
export const FAIL_TIMEOUT_SECONDS = 5;
/** More failures than a flood causes: skipping a busy process would overload the others. */
const MAX_FAILS = 20;

export interface EdgeSettings {
  /** Stores the configuration, the cache, the logs and the process id. */
  folder: string;
  /** What nginx listens on, for example '80' or '127.0.0.1:8080'. */
  listen: string;
  /** Address of the second server of hakiki.conf, which counts cache misses. Only the edge itself connects to it. */
  missListen?: string;
  /** Addresses of the server processes. */
  origins: readonly string[];
  /** Where the worker writes the status page (STATUS_FOLDER). Default: a folder beside the cache. */
  status?: string;
  /** Where the worker writes the published indicators (OPEN_DATA_FOLDER). Default: a folder beside the cache. */
  openData?: string;
  /** The account of the workers when nginx is started by root. */
  user?: string;
  workers?: number | 'auto';
  /** Limits per client that differ from `edgeLimits`. */
  limits?: Partial<typeof edgeLimits>;
  cacheMegabytes?: number;
  mimeTypes?: string;
  accessLog?: boolean;
  /** Adds a header with the cache status, for debugging; it costs a tenth of the speed. */
  showCacheStatus?: boolean;
}

/**
 * Per client: an IPv4 address or a /64. Generous, because thousands of subscribers of a mobile operator share one
 * address; the reasons are in docs/runbooks/edge.md.
 */
export const edgeLimits = {
  callsPerSecond: 100,
  callsBurst: 400,
  personalPagesPerSecond: 20,
  personalPagesBurst: 100,
  personalPagesOfClient: 16,
  missesOfClient: 24,
  writesOfClient: 24,
  uploadsOfClient: 3,
};

const files = [
  'nginx.conf',
  'query-parameters.conf',
  'hakiki.conf',
  'page.conf',
  'personal-page-limits.conf',
  'origin.conf',
  'timeouts.conf',
  'retry.conf',
  'personal.conf',
  'no-retry.conf',
  'shared.conf',
  'cache.conf',
  'miss.conf',
  'unreachable.conf',
  'rate-limited.conf',
  'error-pages.conf',
  'not-found.conf',
  'status.conf',
  'open-data.conf',
] as const;

/** Returns the path of the main file. */
export function renderEdge(settings: EdgeSettings): string {
  const values = toTemplateValues(settings);
  for (const zone of ['pages', 'lists']) mkdirSync(join(settings.folder, 'cache', zone), { recursive: true });
  // Operators may put their own nginx files into these folders, so they are created and never written to.
  for (const part of ['server', 'http']) mkdirSync(join(settings.folder, 'own', part), { recursive: true });
  for (const file of files) {
    const template = readFileSync(join(import.meta.dirname, file), 'utf8');
    writeFileSync(join(settings.folder, file), renderTemplate(template, values));
  }
  writeFileSync(join(settings.folder, 'unavailable.html'), unavailablePage);
  return join(settings.folder, 'nginx.conf');
}

export function renderTemplate(template: string, values: Record<string, string>): string {
  return template.replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`No value for {{${name}}}`);
    return value;
  });
}

function toTemplateValues(settings: EdgeSettings): Record<string, string> {
  const { folder, origins, cacheMegabytes = 2048 } = settings;
  const zones = {
    pages: Math.ceil(cacheMegabytes * PAGES_CACHE_SHARE),
    lists: Math.ceil(cacheMegabytes * (1 - PAGES_CACHE_SHARE)),
  };
  const newPages = computeNewPageLimits(zones.pages, LARGE_PAGE_KILOBYTES);
  const newLists = computeNewPageLimits(zones.lists, LARGE_LIST_KILOBYTES);
  const callNames = listCacheableParameters(endpoints);
  return {
    folder,
    listen: settings.listen,
    status: settings.status ?? join(folder, 'status'),
    openData: settings.openData ?? join(folder, 'open-data'),
    feedsPath,
    rangesPath,
    blindRangesPath,
    user: process.getuid?.() === 0 ? `user ${settings.user ?? 'www-data'};` : '',
    workers: String(settings.workers ?? 'auto'),
    mimeTypes: settings.mimeTypes ?? '/etc/nginx/mime.types',
    inside: settings.missListen ?? '127.0.0.1:8079',
    ...createLogDirectives(folder, settings.accessLog ?? true),
    cacheStatus: settings.showCacheStatus ? 'add_header X-Edge-Cache $upstream_cache_status always;' : '',
    originServers: origins
      .map((origin) => `  server ${origin} max_fails=${MAX_FAILS} fail_timeout=${FAIL_TIMEOUT_SECONDS}s;`)
      .join('\n'),
    pagesMegabytes: String(zones.pages),
    listsMegabytes: String(zones.lists),
    pageKeysMegabytes: keysMegabytes(zones.pages),
    listKeysMegabytes: keysMegabytes(zones.lists),
    newPages: String(newPages.atOnce),
    newPagesPerMinute: String(newPages.perMinute),
    newLists: String(newLists.atOnce),
    newListsPerMinute: String(newLists.perMinute),
    arguments: [...new Set([...pageParameters, ...callNames])].map(argumentMap).join('\n'),
    pageArguments: sorted(pageParameters).map(argumentVariable).join(''),
    pageNames: pageParameters.join('|'),
    callArguments: callNames.map(argumentVariable).join(''),
    callNames: callNames.map(argumentPattern).join('|'),
    repeatedNames: repeatedParameters.join('|'),
    ...Object.fromEntries(
      Object.entries({ ...edgeLimits, ...settings.limits }).map(([name, value]) => [name, String(value)]),
    ),
    secretPaths: listSecretPathMaps(endpoints).join('\n'),
    bodyBytes: String(maxBodyBytes),
    sharedCalls: listSharedPaths(endpoints).join('|'),
    visitorCalls: listAnonymousPaths(endpoints).join('|'),
    uploadCalls: listUploadPaths(endpoints).join('|'),
    uploadBytes: String(largestUpload(endpoints.filter((one) => !isForm(one))) + FORM_BYTES),
    formCalls: listFormPaths(endpoints).join('|'),
    formBytes: String(largestUpload(endpoints.filter(isForm)) + FORM_BYTES),
    sessionCookie: SESSION_COOKIE,
    languagePrefix: `(?:/(?:${languages.filter((language) => language !== defaultLanguage).join('|')}))?`,
    personalPages: personalPagePattern,
    uploadPages: uploadPagePattern,
    limitedReply: errorReply('RATE_LIMITED'),
    unavailableReply: errorReply('UNAVAILABLE'),
    tooLargeReply: errorReply('TOO_LARGE'),
    oddMethodReply: errorReply('METHOD_NOT_ALLOWED'),
    notUnderstoodReply: errorReply('INVALID_INPUT'),
    hiddenReply: errorReply('NOT_FOUND'),
    badRequestReply: errorReply('INVALID_INPUT', { body: 'Must say how long it is.' }),
  };
}

/** Share of the cache for pages without a query. */
const PAGES_CACHE_SHARE = 0.75;
/** Maximum size without compression. */
const LARGE_PAGE_KILOBYTES = 125;
const LARGE_LIST_KILOBYTES = 500;
const MINUTES_OF_A_DAY = 1440;

/** How many new responses one client may add to the cache: a quarter of it at once, and as much again within a day. */
function computeNewPageLimits(megabytes: number, kilobytesEach: number): { atOnce: number; perMinute: number } {
  const atOnce = Math.max(1, Math.floor((megabytes * 1024) / kilobytesEach / 4));
  return { atOnce, perMinute: Math.max(1, Math.floor(atOnce / MINUTES_OF_A_DAY)) };
}

/** One megabyte of keys holds about 8,000 responses. */
const keysMegabytes = (megabytes: number): string => String(Math.max(1, Math.ceil(megabytes / 32)));

/** Failed requests to server processes are written to the origin log, too. */
function createLogDirectives(
  folder: string,
  isEnabled: boolean,
): Record<'accessLog' | 'ownLog' | 'originLog' | 'bothLogs', string> {
  const off = 'access_log off;';
  if (!isEnabled) return { accessLog: off, ownLog: '', originLog: off, bothLogs: off };
  const accessLog = `access_log ${folder}/access.log short buffer=64k flush=5s;`;
  const viewsLog = `access_log ${folder}/views.log views buffer=32k flush=5s if=$is_view;`;
  const originLog = `access_log ${folder}/origin.log origin if=$origin_failed;`;
  const ownLog = accessLog.replace(';', ' if=$is_outside;');
  // Nested locations inherit the logs of the location around them, so these get all logs.
  const bothLogs = [accessLog, originLog, viewsLog].join('\n');
  return { accessLog: [accessLog, viewsLog].join('\n'), ownLog, originLog, bothLogs };
}

const sorted = (names: readonly string[]): string[] => names.toSorted();
const argumentVariable = (name: string): string => `$argument_${name.replaceAll(/\W/g, '_')}`;
/** Most clients encode the brackets of a name such as `match[type]`. */
const argumentPattern = (name: string): string =>
  name.replaceAll(/[[\]]/g, (bracket) => (bracket === '[' ? '(?:[[]|%5[Bb])' : '(?:[]]|%5[Dd])'));
/** Matches the first parameter of that name, as query parsers do; also without a value. */
const argumentMap = (name: string): string =>
  `map $args ${argumentVariable(name)} {\n  default "";\n  "~(?:^|&)(${argumentPattern(name)}(?:=[^&]*)?)(?:&|$)" "&$1";\n}`;

const errorReply = (code: ErrorCode, fields?: Record<string, string>): string =>
  JSON.stringify({ message: errors[code].message, code, fields }).replaceAll("'", '’');

type Endpoints = readonly EndpointDefinition[];

const toPathPattern = ({ path }: EndpointDefinition): string => path.replaceAll('.', '[.]').replace(/:\w+/g, '[^/]+');

const isAnonymousCacheable = ({ method, cache }: EndpointDefinition): boolean =>
  method === 'GET' && cache === 'sharedWhenSignedOut';

/** Path patterns of all calls with the same response for everybody, and of the calls that describe the API. */
export const listSharedPaths = (all: Endpoints): string[] => [
  ...[...Object.values(apiDocuments), v1ChangesPath].map((path) => path.replaceAll('.', '[.]')),
  ...all.filter((one) => one.method === 'GET' && isShared(one.cache) && !isAnonymousCacheable(one)).map(toPathPattern),
];

/** Path patterns of the calls with the same response for all visitors who are not signed in. */
export const listAnonymousPaths = (all: Endpoints): string[] => all.filter(isAnonymousCacheable).map(toPathPattern);

/** Names of all parameters of cacheable calls. */
const listCacheableParameters = (all: Endpoints): string[] =>
  sorted([...new Set(all.filter((one) => one.method === 'GET' && isShared(one.cache)).flatMap(listParameters))]);

/** Path parameters that are secrets. */
const secretParameters = /:(?:token|key|code|ticket)\b/;

/** Map entries that hide secret path parameters from the logs. */
const listSecretPathMaps = (all: Endpoints): string[] =>
  [...new Set(all.map(({ path }) => path).filter((path) => secretParameters.test(path)))].map(
    (path) => `    "~^${path.replaceAll('.', '[.]').replaceAll(/:\w+/g, '[^/]+')}" "${path}";`,
  );

const isForm = (one: EndpointDefinition): boolean => one.isForm === true;

/** Path patterns of the calls that take one file. */
export const listUploadPaths = (all: Endpoints): string[] =>
  all.filter((one) => one.uploadBytes !== undefined && !isForm(one)).map(toPathPattern);

/** Path patterns of the calls that take several files in a form. */
export const listFormPaths = (all: Endpoints): string[] => all.filter(isForm).map(toPathPattern);

/** Overhead of a multipart form. The origin checks the exact size; the edge must only not reject a valid form. */
const FORM_BYTES = 1024 * 1024;
const largestUpload = (all: Endpoints): number => Math.max(...all.map(({ uploadBytes = 0 }) => uploadBytes));

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      folder: { type: 'string' },
      listen: { type: 'string', default: '80' },
      inside: { type: 'string', default: '127.0.0.1:8079' },
      origin: { type: 'string', multiple: true },
      workers: { type: 'string', default: 'auto' },
    },
  });
  if (!values.folder || !values.origin) {
    console.error(
      'Usage: node ops/nginx/render.ts --folder FOLDER --origin HOST:PORT [--origin …] [--listen 80] [--inside 127.0.0.1:8079] [--workers auto]',
    );
    process.exitCode = 1;
  } else {
    const workers = values.workers === 'auto' ? 'auto' : Number(values.workers);
    const { listen, inside, origin: origins } = values;
    console.log(renderEdge({ folder: resolve(values.folder), listen, missListen: inside, origins, workers }));
  }
}
