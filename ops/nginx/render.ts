/**
 * Fills in the edge's configuration and writes it to a folder, so that the files which are tested and measured are the files
 * which are deployed.
 *
 *   node ops/nginx/render.ts --folder /var/lib/hakiki-edge --listen 80 --origin 127.0.0.1:3000 --origin 127.0.0.1:3001
 *   nginx -p /var/lib/hakiki-edge -c /var/lib/hakiki-edge/nginx.conf
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { isShared, SESSION_COOKIE } from '@hakiki/contract/cache';
import type { EndpointDefinition } from '@hakiki/contract/endpoint';
import { endpoints } from '@hakiki/contract/endpoints';
import { type ErrorCode, errors } from '@hakiki/contract/errors';
import { personalPagePattern, uploadPagePattern } from '@hakiki/contract/site';

export interface EdgeSettings {
  /** Holds the configuration, the cache, the logs and the process id. */
  folder: string;
  /** What nginx listens on, for example '80' or '127.0.0.1:8080'. */
  listen: string;
  /** Addresses of the server processes. */
  origins: readonly string[];
  /** The account of the workers when nginx is started by root. */
  user?: string;
  workers?: number | 'auto';
  callsPerSecond?: number;
  callsBurst?: number;
  cacheMegabytes?: number;
  mimeTypes?: string;
  accessLog?: boolean;
  /** Tells in a header whether an answer was kept. For looking into the edge: it costs a tenth of its speed. */
  showCacheStatus?: boolean;
}

const files = [
  'nginx.conf',
  'hakiki.conf',
  'origin.conf',
  'personal.conf',
  'shared.conf',
  'visitors.conf',
  'kept.conf',
  'unavailable.html',
] as const;

/** Returns the path of the main file. */
export function renderEdge(settings: EdgeSettings): string {
  const values = valuesOf(settings);
  mkdirSync(join(settings.folder, 'cache'), { recursive: true });
  for (const file of files) {
    const template = readFileSync(join(import.meta.dirname, file), 'utf8');
    writeFileSync(join(settings.folder, file), fillIn(template, values));
  }
  return join(settings.folder, 'nginx.conf');
}

export function fillIn(template: string, values: Record<string, string>): string {
  return template.replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`Nothing was given for {{${name}}}`);
    return value;
  });
}

function valuesOf(settings: EdgeSettings): Record<string, string> {
  const { folder, origins, cacheMegabytes = 2048 } = settings;
  return {
    folder,
    listen: settings.listen,
    user: process.getuid?.() === 0 ? `user ${settings.user ?? 'www-data'};` : '',
    workers: String(settings.workers ?? 'auto'),
    mimeTypes: settings.mimeTypes ?? '/etc/nginx/mime.types',
    accessLog: settings.accessLog === false ? 'off' : `${folder}/access.log short buffer=64k flush=5s`,
    cacheStatus: settings.showCacheStatus ? 'add_header X-Edge-Cache $upstream_cache_status always;' : '',
    originServers: origins.map((origin) => `  server ${origin} max_fails=3 fail_timeout=5s;`).join('\n'),
    cacheMegabytes: String(cacheMegabytes),
    // One megabyte of keys remembers about 8,000 answers.
    cacheKeysMegabytes: String(Math.max(1, Math.ceil(cacheMegabytes / 32))),
    callsPerSecond: String(settings.callsPerSecond ?? 100),
    callsBurst: String(settings.callsBurst ?? 400),
    sharedCalls: sharedCalls(endpoints).join('|'),
    visitorCalls: visitorCalls(endpoints).join('|'),
    uploadCalls: uploadCalls(endpoints).join('|'),
    uploadBytes: String(largestUpload(endpoints) + FORM_BYTES),
    sessionCookie: SESSION_COOKIE,
    personalPages: personalPagePattern,
    uploadPages: uploadPagePattern,
    limitedReply: errorReply('RATE_LIMITED'),
    unavailableReply: errorReply('UNAVAILABLE'),
    tooLargeReply: errorReply('TOO_LARGE'),
  };
}

const errorReply = (code: ErrorCode): string =>
  JSON.stringify({ message: errors[code].message, code }).replaceAll("'", '’');

type Endpoints = readonly EndpointDefinition[];

const patternOf = ({ path }: EndpointDefinition): string => path.replaceAll('.', '[.]').replace(/:\w+/g, '[^/]+');

const isForVisitors = ({ method, cache }: EndpointDefinition): boolean =>
  method === 'GET' && cache === 'sharedWhenSignedOut';

/** The addresses of all calls that are the same for everyone, as patterns, and the calls that describe themselves. */
export const sharedCalls = (all: Endpoints): string[] => [
  '/api/openapi[.]json',
  ...all.filter((one) => one.method === 'GET' && isShared(one.cache) && !isForVisitors(one)).map(patternOf),
];

/** Of those that are the same for all who are not signed in. */
export const visitorCalls = (all: Endpoints): string[] => all.filter(isForVisitors).map(patternOf);

/** Of those that take a file. */
export const uploadCalls = (all: Endpoints): string[] =>
  all.filter(({ uploadBytes }) => uploadBytes !== undefined).map(patternOf);

/** What a form sends around a file. The origin counts exactly; here it is enough that nothing good is refused. */
const FORM_BYTES = 1024 * 1024;
const largestUpload = (all: Endpoints): number => Math.max(...all.map(({ uploadBytes = 0 }) => uploadBytes));

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      folder: { type: 'string' },
      listen: { type: 'string', default: '80' },
      origin: { type: 'string', multiple: true },
      workers: { type: 'string', default: 'auto' },
    },
  });
  if (!values.folder || !values.origin) {
    console.error(
      'Usage: node ops/nginx/render.ts --folder FOLDER --origin HOST:PORT [--origin …] [--listen 80] [--workers auto]',
    );
    process.exitCode = 1;
  } else {
    const workers = values.workers === 'auto' ? 'auto' : Number(values.workers);
    console.log(renderEdge({ folder: resolve(values.folder), listen: values.listen, origins: values.origin, workers }));
  }
}
