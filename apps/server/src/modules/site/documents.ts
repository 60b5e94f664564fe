/**
 * What search engines read: robots.txt and the sitemaps. Providers are cut into files by stretches of ids, so that a
 * million of them are a hundred files, each one short read along an index.
 */
import { cacheControl } from '@hakiki/contract/cache';
import { ProviderId } from '@hakiki/contract/directory';
import { defaultLanguage, indexedPages, languages, localisePath, providerPath } from '@hakiki/contract/site';
import * as z from 'zod';
import type { Documents } from '../../platform/http/server.ts';
import type { DirectoryService } from '../directory/service.ts';

/** Well under the 50,000 addresses and 50 MB a sitemap may have. */
const ENTRIES_PER_FILE = 10_000;

interface SiteDocuments {
  directory: DirectoryService;
  publicUrl: string;
  /** Description of the API, written once at start. */
  openApi: object;
  entriesPerFile?: number;
}

export function createDocuments(options: SiteDocuments): Documents {
  const { directory, publicUrl, openApi, entriesPerFile = ENTRIES_PER_FILE } = options;
  const address = (path: string) => `${publicUrl}${path}`;

  const robots = () =>
    answer(
      'text/plain; charset=utf-8',
      ['User-agent: *', 'Disallow: /api/', 'Disallow: /admin', '', `Sitemap: ${address('/sitemap.xml')}`, ''].join(
        '\n',
      ),
    );

  const sitemapIndex = async () => {
    const firstIds = await directory.listStretches(entriesPerFile);
    const files = ['/sitemaps/pages.xml', ...firstIds.map((id) => `/sitemaps/providers-${id}.xml`)];
    const entries = files.map((file) => `<sitemap><loc>${address(file)}</loc></sitemap>`);
    return xml(
      `<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${entries.join('\n')}</sitemapindex>`,
    );
  };

  const pages = () => sitemap(indexedPages.flatMap((path) => entriesOf(path)));

  const providers = async (firstId: ProviderId) => {
    const stretch = await directory.listStretch(firstId, entriesPerFile);
    return sitemap(stretch.flatMap(({ id, updatedAt }) => entriesOf(providerPath(id), updatedAt)));
  };

  /** One entry per language, each naming all of them. */
  const entriesOf = (path: string, changedAt?: Date) => {
    const alternates = [
      ...languages.map((language) => [language, localisePath(language, path)] as const),
      ['x-default', localisePath(defaultLanguage, path)] as const,
    ].map(([language, href]) => `<xhtml:link rel="alternate" hreflang="${language}" href="${address(href)}"/>`);
    const changed = changedAt ? `<lastmod>${changedAt.toISOString()}</lastmod>` : '';
    return languages.map(
      (language) => `<url><loc>${address(localisePath(language, path))}</loc>${changed}${alternates.join('')}</url>`,
    );
  };

  return (path) => {
    if (path === '/robots.txt') return robots;
    if (path === '/sitemap.xml') return sitemapIndex;
    if (path === '/sitemaps/pages.xml') return pages;
    if (path === '/api/openapi.json') return () => answer('application/json; charset=utf-8', JSON.stringify(openApi));
    const stretch = /^\/sitemaps\/providers-([\w-]+)\.xml$/.exec(path);
    const firstId = stretch && z.core.safeParse(ProviderId, stretch[1]);
    return firstId?.success ? () => providers(firstId.data) : undefined;
  };
}

const answer = (type: string, body: string) =>
  Promise.resolve(new Response(body, { headers: { 'Content-Type': type, 'Cache-Control': cacheControl('daily') } }));

const xml = (body: string) =>
  answer('application/xml; charset=utf-8', `<?xml version="1.0" encoding="UTF-8"?>\n${body}\n`);

const sitemap = (entries: readonly string[]) =>
  xml(
    `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">\n${entries.join('\n')}\n</urlset>`,
  );
