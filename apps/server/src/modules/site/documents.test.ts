import { apiDocuments } from '@hakiki/contract/api-documents';
import { cacheControl } from '@hakiki/contract/cache';
import { alertPath, languages, localisePath } from '@hakiki/contract/site';
import { v1Changes, v1ChangesPath } from '@hakiki/contract/v1-changes';
import { parseAtomFeed, parseJsonFeed, parseRssFeed } from 'feedsmith';
import { describe, expect, it } from 'vitest';
import { useDatabase } from '../../../test/support/database.ts';
import { makeAlert, makeProvider } from '../../../test/support/factories.ts';
import { useServer } from '../../../test/support/server.ts';
import { createDocuments } from './documents.ts';

const test = useDatabase();
const server = useServer(test);

const text = async (path: string) => (await server.get(path)).text();
const locations = (xml: string) => [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, location]) => location);

describe('documents for search engines', () => {
  it('excludes the API and the console from indexing and links to the sitemap', async () => {
    expect(await text('/robots.txt')).toBe(
      'User-agent: *\nDisallow: /api/\nDisallow: /admin\n\nSitemap: http://hakiki.test/sitemap.xml\n',
    );
  });

  it('lists the public pages in every language, each with links to the others', async () => {
    const xml = await text('/sitemaps/pages.xml');
    expect(locations(xml)).toEqual(
      expect.arrayContaining(['http://hakiki.test/directory', 'http://hakiki.test/fr/directory']),
    );
    expect(xml).toContain('<xhtml:link rel="alternate" hreflang="fr" href="http://hakiki.test/fr/safety"/>');
    expect(xml).toContain('<xhtml:link rel="alternate" hreflang="x-default" href="http://hakiki.test/safety"/>');
  });

  it('lists public providers only, and may be cached for a day [DEC-02]', async () => {
    const listed = await makeProvider(test.database.db);
    const hidden = await makeProvider(test.database.db, { verificationStatus: 'Suspended' });
    const response = await server.get('/sitemap.xml');
    expect(response.headers.get('Cache-Control')).toBe(cacheControl('daily'));
    const [pages, ...files] = locations(await response.text());
    expect(pages).toBe('http://hakiki.test/sitemaps/pages.xml');
    expect(files).toHaveLength(1);
    const xml = await text(new URL(files[0] ?? '').pathname);
    expect(xml).toContain(
      `<loc>http://hakiki.test/provider/${listed.id}</loc><lastmod>${listed.updatedAt.toISOString()}</lastmod>`,
    );
    expect(xml).toContain(`<loc>http://hakiki.test/fr/provider/${listed.id}</loc>`);
    expect(xml).not.toContain(hidden.id);
  });

  it('lists the alerts that are public now, and no withdrawn one [WARN-03]', async () => {
    const { database } = test;
    const listed = await makeAlert(database.db);
    const publishedAt = new Date();
    const withdrawn = await makeAlert(database.db, { status: 'rejected', publishedAt, withdrawnAt: publishedAt });
    const pending = await makeAlert(database.db, { status: 'pending' });
    const [file] = await server.running.services.alerts.listSitemapRanges(10);
    const xml = await text(`/sitemaps/alerts-${file}.xml`);
    expect(locations(xml)).toEqual(
      languages.map((language) => `http://hakiki.test${localisePath(language, alertPath(listed.id))}`),
    );
    for (const { id } of [withdrawn, pending]) expect(xml).not.toContain(id);
    expect(await server.running.services.alerts.listSitemapRanges(1)).toEqual([listed.id]);
  });

  it('shows a shared alert as a picture, cached for seconds, and none for an alert that was never public [WARN-03]', async () => {
    const { id } = await makeAlert(test.database.db);
    const pending = await makeAlert(test.database.db, { status: 'pending' });
    for (const language of ['en', 'fr']) {
      const response = await server.get(`/pictures/alerts/${language}/${id}.png`);
      expect([response.status, response.headers.get('Content-Type'), response.headers.get('Cache-Control')]).toEqual([
        200,
        'image/png',
        cacheControl('shared'),
      ]);
    }
    expect((await server.get(`/pictures/alerts/en/${pending.id}.png`)).status).toBe(404);
  });

  it('splits many providers into files that together contain each once', async () => {
    for (let n = 0; n < 7; n += 1) await makeProvider(test.database.db);
    const documents = createDocuments({
      directory: server.running.services.directory,
      alerts: { ...server.running.services.alerts, listSitemapRanges: () => Promise.resolve([]) },
      decisionLog: server.running.services.decisionLog,
      licences: server.running.services.licences,
      openData: server.running.services.openData,
      publicUrl: 'http://hakiki.test',
      clock: Date.now,
      describeApi: () => ({}),
      entriesPerFile: 3,
    });
    const read = async (path: string) => (await documents(path)?.())?.text() ?? '';
    const files = locations(await read('/sitemap.xml')).slice(1);
    const found = (await Promise.all(files.map((file) => read(new URL(file ?? '').pathname)))).flatMap(locations);
    const [{ n: total } = {}] = await test.sql('select count(*)::int as n from providers where is_public');
    expect(files).toHaveLength(Math.ceil(Number(total) / 3));
    expect(found).toHaveLength(Number(total) * languages.length);
    expect(new Set(found).size).toBe(found.length);
  });

  it('responds to no other path', async () => {
    const unknownPath = '/sitemaps/constructor-01890000-0000-7000-8000-00000000dead.xml';
    for (const path of ['/sitemaps/providers-nonsense.xml', unknownPath, '/sitemaps/', '/robots']) {
      expect((await server.get(path)).status, path).toBe(404);
    }
  });
});

describe('the OpenAPI documents', () => {
  it.each(Object.values(apiDocuments))('serves the OpenAPI document at %s with a long cache time', async (path) => {
    const response = await server.get(path);
    const { openapi, servers } = (await response.json()) as { openapi: string; servers: { url: string }[] };
    expect([response.status, openapi, servers]).toEqual([200, '3.1.0', [{ url: 'http://hakiki.test' }]]);
    expect(response.headers.get('Cache-Control')).toBe(cacheControl('daily'));
  });

  it('serves a valid Atom feed of the API changes, newest first', async () => {
    const response = await server.get(v1ChangesPath);
    expect(response.headers.get('Content-Type')).toBe('application/atom+xml; charset=utf-8');
    const { title, entries = [] } = parseAtomFeed(await response.text());
    expect(title?.value ?? title).toBe('Hakiki API');
    expect(entries.map(({ id, updated }) => [id, updated])).toEqual(
      v1Changes.map(({ name, day }) => [`http://hakiki.test${v1ChangesPath}#${name}`, `${day}T00:00:00Z`]),
    );
    const days = v1Changes.map(({ day }) => day);
    expect(days).toEqual(days.toSorted().toReversed());
  });
});

describe('the feeds of alerts', () => {
  it('lists the newest public alerts in RSS with advice and a link to each page, in each language [WARN-02] [DEC-16]', async () => {
    const older = await makeAlert(test.database.db, { title: 'An older warning', createdAt: new Date('2025-01-02') });
    const newer = await makeAlert(test.database.db, {
      title: 'Fees & <b>lies</b>',
      advice: 'Do not pay.',
      severity: 'Critical',
      description: 'A long story. '.repeat(50),
      createdAt: new Date('2025-01-03'),
    });
    const pending = await makeAlert(test.database.db, { status: 'pending' });
    const response = await server.get('/alerts/feed.xml');
    expect([response.headers.get('Content-Type'), response.headers.get('Cache-Control')]).toEqual([
      'application/rss+xml; charset=utf-8',
      cacheControl('shared'),
    ]);
    const body = await response.text();
    expect(body).not.toContain(pending.id);
    const items = parseRssFeed(body).items ?? [];
    const ids = items.map(({ guid }) => guid?.value);
    expect(ids.indexOf(newer.id)).toBeLessThan(ids.indexOf(older.id));
    const item = items.find(({ guid }) => guid?.value === newer.id);
    expect(item).toMatchObject({
      title: 'Critical: Fees & <b>lies</b>',
      link: `http://hakiki.test/alerts/${newer.id}`,
    });
    expect(item?.description).toMatch(/^Do not pay\.\s+A long story\..*\.\.\.$/s);
    expect(item?.description?.length).toBeLessThan(200);
    const french = parseRssFeed(await text('/fr/alerts/feed.xml'));
    expect(french.title).toBe('Hakiki : alertes à la fraude');
    expect(french.items?.find(({ guid }) => guid?.value === newer.id)).toMatchObject({
      title: 'Critique: Fees & <b>lies</b>',
      link: `http://hakiki.test/fr/alerts/${newer.id}`,
    });
  });

  it('lists the same alerts as a JSON Feed that other sites may read [WARN-02]', async () => {
    const alert = await makeAlert(test.database.db, { advice: null, affectedCountries: ['kenya'] });
    const response = await server.get('/alerts/feed.json');
    expect([response.headers.get('Content-Type'), response.headers.get('Access-Control-Allow-Origin')]).toEqual([
      'application/feed+json; charset=utf-8',
      '*',
    ]);
    const body = (await response.json()) as { version: string };
    expect(body.version).toBe('https://jsonfeed.org/version/1.1');
    const { items = [], feed_url: feedUrl } = parseJsonFeed(body);
    expect(feedUrl).toBe('http://hakiki.test/alerts/feed.json');
    expect(items.find(({ id }) => id === alert.id)).toMatchObject({
      url: `http://hakiki.test/alerts/${alert.id}`,
      tags: [alert.alertType, 'kenya'],
      language: 'en',
    });
  });

  it('lists the changes of laws, registers and warnings as a JSON Feed that other sites may read [LIC-04]', async () => {
    const id = '01990000-0000-7000-8000-000000000001';
    await test.sql(
      `insert into licence_changes (id, kind, country, source, source_url, from_state, to_state, created_at)
       values ($1, 'regime', 'south africa', 'The gazette', 'https://gazette.example/1', 'transitional', 'licensed',
         '2026-11-18T08:00:00Z')`,
      [id],
    );
    const response = await server.get('/fr/licences/changes.json');
    expect([response.headers.get('Content-Type'), response.headers.get('Access-Control-Allow-Origin')]).toEqual([
      'application/feed+json; charset=utf-8',
      '*',
    ]);
    const { items = [], feed_url: feedUrl } = parseJsonFeed(await response.json());
    expect(feedUrl).toBe('http://hakiki.test/fr/licences/changes.json');
    expect(items.find((item) => item.id === id)).toEqual({
      id,
      url: 'http://hakiki.test/fr/licences/south-africa',
      external_url: 'https://gazette.example/1',
      title: 'South Africa – Loi: transitional → licensed (The gazette)',
      content_text: 'Loi: transitional → licensed (The gazette)',
      date_published: '2026-11-18T08:00:00.000Z',
      tags: ['regime', 'south africa'],
    });
  });
});

describe('well-known files', () => {
  const readWellKnown = async (path: string, securityContact?: string, clock = Date.now) => {
    const { services } = server.running;
    const documents = createDocuments({
      directory: services.directory,
      alerts: services.alerts,
      decisionLog: services.decisionLog,
      licences: services.licences,
      openData: services.openData,
      publicUrl: 'https://hakiki.example',
      describeApi: () => ({}),
      securityContact,
      clock,
    });
    return documents(path)?.();
  };

  it('says where to report a vulnerability, and expires in half a year whenever it is read (RFC 9116)', async () => {
    const path = '/.well-known/security.txt';
    const now = () => Date.parse('2031-03-07T15:30:00Z');
    const response = await readWellKnown(path, 'security@hakiki.example', now);
    expect(response?.headers.get('Content-Type')).toBe('text/plain; charset=utf-8');
    expect(await response?.text()).toBe(
      [
        'Contact: mailto:security@hakiki.example',
        'Expires: 2031-09-03T00:00:00.000Z',
        'Preferred-Languages: en, fr',
        'Canonical: https://hakiki.example/.well-known/security.txt',
        '',
      ].join('\n'),
    );
    const page = 'https://hakiki.example/report-a-hole';
    expect(await (await readWellKnown(path, page))?.text()).toContain(`Contact: ${page}\n`);
  });

  it('publishes no security.txt without a contact that somebody reads', async () => {
    expect(await readWellKnown('/.well-known/security.txt')).toBeUndefined();
    expect((await server.get('/.well-known/security.txt')).status).toBe(404);
  });

  it('leads password managers to the page that changes a password', async () => {
    const response = await server.get('/.well-known/change-password', { redirect: 'manual' });
    expect([response.status, response.headers.get('Location')]).toEqual([302, '/account#password']);
  });
});
