/**
 * Serves the built browser files from memory. Only files found at start can be requested, so no path leaves the folder.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import { cacheControl } from '@hakiki/contract/cache';
import { serviceWorkerPath } from '@hakiki/contract/site';
import { PreparedReply } from './prepared-reply.ts';
import type { HeaderList, SecurityHeaders } from './security-headers.ts';

const contentTypes: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.xml': 'application/xml; charset=utf-8',
};

/** File names under /assets contain a hash of their content; other names stay the same across releases. */
const HOURLY = 'public, max-age=3600';
/** A cached service worker would hide a new release. */
const REVALIDATE = 'no-cache';

export type StaticFiles = (path: string) => PreparedReply | undefined;

export function loadStaticFiles(folder: string, security: SecurityHeaders): StaticFiles {
  const files = new Map<string, PreparedReply>();
  if (!existsSync(folder)) return () => undefined;
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name);
    const extension = extname(entry.name);
    if (!entry.isFile() || extension === '.br' || extension === '.gz') continue;
    const path = `/${relative(folder, file).split(sep).join('/')}`;
    const sibling = (suffix: string) => (existsSync(file + suffix) ? readFileSync(file + suffix) : undefined);
    const [br, gzip] = [sibling('.br'), sibling('.gz')];
    const isWorker = path === serviceWorkerPath;
    const headers: HeaderList = [
      ['Content-Type', contentTypes[extension] ?? 'application/octet-stream'],
      ['Cache-Control', isWorker ? REVALIDATE : path.startsWith('/assets/') ? cacheControl('immutable') : HOURLY],
      ...(isWorker ? security.serviceWorker : security.data),
    ];
    files.set(path, new PreparedReply(200, headers, readFileSync(file), { ...(br && { br }), ...(gzip && { gzip }) }));
  }
  return (path) => files.get(path);
}
