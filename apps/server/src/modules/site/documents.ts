/**
 * Documents for programs: robots.txt and sitemaps, feeds of alerts, well-known files, and the files of the public log.
 * Sitemaps of providers and alerts are split by ranges of ids: a million rows are a hundred files, each a short index
 * scan.
 */
import { AlertId } from '@hakiki/contract/alerts';
import { type ApiAudience, apiDocuments } from '@hakiki/contract/api-documents';
import { cacheControl } from '@hakiki/contract/cache';
import { africanCountries } from '@hakiki/contract/country-codes';
import { logCheckpointPath } from '@hakiki/contract/decision-log-values';
import { indexedPages, listPageLanguages } from '@hakiki/contract/pages';
import {
  alertPath,
  decisionsPath,
  defaultLanguage,
  type Language,
  languages,
  licencesPath,
  localisePath,
  providerPath,
} from '@hakiki/contract/site';
import { TAXII_TYPE, taxiiDiscoveryPath } from '@hakiki/contract/taxii-values';
import { v1ChangesPath } from '@hakiki/contract/v1-changes';
import * as z from 'zod';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Documents } from '../../platform/http/responder.ts';
import { AppError } from '../../platform/app-error.ts';
import { errorReply } from '../../platform/http/api.ts';
import { corsHeaders } from '../../platform/http/shared-response-headers.ts';
import type { HeaderList } from '../../platform/http/security-headers.ts';
import type { AlertsService } from '../reports/alerts/service.ts';
import type { DecisionLogService } from '../moderation/decision-log/service.ts';
import type { DirectoryService } from '../directory/service.ts';

import type { LicencesService } from '../licences/service.ts';
import type { OpenDataService } from '../open-data/service.ts';
import { createAlertFeeds } from './alert-feeds.ts';
import { drawAlert } from './alert-picture.ts';
import { createLicenceFeeds } from './licence-feed.ts';
import { ATOM_TYPE, createChangesFeed } from './changes-feed.ts';
import { findWellKnown, WELL_KNOWN_FOLDER } from './well-known.ts';

/** Far below the limits of a sitemap: 50,000 addresses and 50 MB. */
const ENTRIES_PER_FILE = 10_000;

/** Every request is tested against these patterns, also cached ones, so expensive parsing comes after a match. */
const picturePath = /^\/pictures\/alerts\/([a-z]+)\/([\w-]+)\.png$/;
const logFolder = `${decisionsPath}/`;
const logPath = /^\/decisions\/lines-([1-9]\d{0,14})\.jsonl$/;
const checkpointPath = /^\/decisions\/checkpoints\/(\d{4}-\d\d-\d\d)$/;
/** c2sp.org/tlog-tiles: level or `entries`, index in groups of three digits, width of a partial tile. */
const tilePath = /^\/decisions\/tile\/(entries|\d|[1-5]\d|6[0-3])\/((?:x\d{3}\/){0,4}\d{3})(?:\.p\/([1-9]\d{0,2}))?$/;
const rangePath = /^\/sitemaps\/([a-z]+)-([\w-]+)\.xml$/;
const RangeId = z.uuid();

/** Content with one page per row, split into several sitemaps by id. */
interface SitemapSource {
  pathOf: (id: string) => string;
  service: Pick<DirectoryService | AlertsService, 'listSitemapRanges' | 'listSitemapRange'>;
}

interface SiteDocuments {
  directory: SitemapSource['service'];
  alerts: SitemapSource['service'] & Pick<AlertsService, 'getPublished' | 'listActive'>;
  decisionLog: Pick<DecisionLogService, 'readFile' | 'readCheckpoint' | 'readTile' | 'readEntryBundle'>;
  licences: Pick<LicencesService, 'listChanges'>;
  openData: Pick<OpenDataService, 'isFile' | 'readFile'> & {
    taxii: Pick<OpenDataService['taxii'], 'describeRoots'>;
  };
  publicUrl: string;
  /** An email address or a web address; without one there is no security.txt. */
  securityContact?: string | undefined;
  /** Search engines must not show invented warnings. */
  isDemo?: boolean;
  clock: Clock;
  /** Returns the OpenAPI description for one audience. */
  describeApi: (audience: ApiAudience) => object;
  entriesPerFile?: number;
}

/** The files of the public decision log: its lines, signed heads and tiles. */
function createLogDocuments(decisionLog: SiteDocuments['decisionLog']): Documents {
  /** A full file never changes, so it may be cached for long. */
  const logFile = async (first: number) => {
    const file = await decisionLog.readFile(first);
    if (!file) return errorReply('NOT_FOUND');
    return new Response(file.text, {
      headers: {
        'Content-Type': 'application/jsonl; charset=utf-8',
        'Cache-Control': cacheControl(file.isFull ? 'daily' : 'shared'),
      },
    });
  };

  /** The current signed head, or that of a day; the head of a past day never changes. */
  const checkpoint = async (day?: string) => {
    const found = await decisionLog.readCheckpoint(day);
    if (!found) return errorReply('NOT_FOUND');
    return new Response(found.note, {
      headers: {
        'Content-Type': 'text/plain; charset=utf-8',
        'Cache-Control': cacheControl(found.isFinal ? 'daily' : 'brief'),
      },
    });
  };

  const tile = async (level: string, position: number, width: number | undefined) => {
    const bytes = await (level === 'entries'
      ? decisionLog.readEntryBundle(position, width)
      : decisionLog.readTile(Number(level), position, width));
    if (!bytes) return errorReply('NOT_FOUND');
    return new Response(new Uint8Array(bytes), {
      headers: { 'Content-Type': 'application/octet-stream', 'Cache-Control': cacheControl('daily') },
    });
  };

  return (path) => {
    if (path === logCheckpointPath) return () => checkpoint();
    const [, day] = checkpointPath.exec(path) ?? [];
    if (day) return z.iso.date().safeParse(day).success ? () => checkpoint(day) : undefined;
    const [, level, groups = '', width] = tilePath.exec(path) ?? [];
    // An index has no leading groups of zeros.
    if (level && groups.startsWith('x000/')) return undefined;
    if (level) return () => tile(level, Number(groups.replaceAll(/[x/]/g, '')), width ? Number(width) : undefined);
    const [, firstLine] = logPath.exec(path) ?? [];
    return firstLine ? () => logFile(Number(firstLine)) : undefined;
  };
}

/** Larger ones are not cached: the edge serves them from the disk. */
const LARGEST_CACHED_BYTES = 1024 * 1024;

async function openDataFile(openData: SiteDocuments['openData'], path: string): Promise<Response> {
  const file = await openData.readFile(path);
  if (!file) return errorReply('NOT_FOUND');
  return new Response(new Uint8Array(file.content), {
    headers: new Headers([
      ...corsHeaders.map(([name, value]): [string, string] => [name, value]),
      ['Content-Type', file.contentType],
      ['Cache-Control', cacheControl(file.content.length > LARGEST_CACHED_BYTES ? 'never' : 'brief')],
    ]),
  });
}

export function createDocuments(options: SiteDocuments): Documents {
  const {
    directory,
    alerts,
    decisionLog,
    licences,
    openData,
    publicUrl,
    isDemo = false,
    describeApi,
    entriesPerFile = ENTRIES_PER_FILE,
  } = options;
  const sitemapSources = new Map<string, SitemapSource>([
    ['providers', { pathOf: providerPath, service: directory }],
    ['alerts', { pathOf: alertPath, service: alerts }],
  ]);
  const audiences = new Map<string, ApiAudience>(
    Object.entries(apiDocuments).map(([audience, path]) => [path, audience as ApiAudience]),
  );
  const logDocuments = createLogDocuments(decisionLog);
  const toUrl = (path: string) => `${publicUrl}${path}`;
  const feeds = new Map([...createAlertFeeds(alerts, publicUrl), ...createLicenceFeeds(licences, publicUrl)]);

  const robots = () =>
    createResponse(
      'text/plain; charset=utf-8',
      isDemo
        ? 'User-agent: *\nDisallow: /\n'
        : ['User-agent: *', 'Disallow: /api/', 'Disallow: /admin', '', `Sitemap: ${toUrl('/sitemap.xml')}`, ''].join(
            '\n',
          ),
    );

  const sitemapIndex = async () => {
    const rangeFiles = await Promise.all(
      [...sitemapSources].map(async ([name, { service }]) =>
        (await service.listSitemapRanges(entriesPerFile)).map((id) => `/sitemaps/${name}-${id}.xml`),
      ),
    );
    const files = ['/sitemaps/pages.xml', ...rangeFiles.flat()];
    const entries = files.map((file) => `<sitemap><loc>${toUrl(file)}</loc></sitemap>`);
    return xml(
      `<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${entries.join('\n')}</sitemapindex>`,
    );
  };

  const pages = () =>
    sitemap(
      [
        ...indexedPages,
        ...africanCountries.map((country) => `${licencesPath}/${country.replaceAll(' ', '-')}`),
      ].flatMap((path) => toSitemapEntries(path)),
    );

  const createRangeSitemap = async ({ service, pathOf }: SitemapSource, firstId: string) => {
    const rangeRows = await service.listSitemapRange(firstId, entriesPerFile);
    return sitemap(rangeRows.flatMap(({ id, updatedAt }) => toSitemapEntries(pathOf(id), updatedAt)));
  };

  /** As a visitor sees it: an alert that is no longer public disappears from the picture within seconds. */
  const alertPicture = async (id: AlertId, language: Language) => {
    try {
      const picture = await drawAlert(await alerts.getPublished(id), language);
      return new Response(new Uint8Array(picture), {
        headers: { 'Content-Type': 'image/png', 'Cache-Control': cacheControl('shared') },
      });
    } catch (error) {
      if (error instanceof AppError && error.code === 'ALERT_NOT_FOUND') return errorReply(error.code);
      throw error;
    }
  };

  /** One entry per language, each with links to all languages. */
  const toSitemapEntries = (path: string, changedAt?: Date) => {
    const pageLanguages = listPageLanguages(path);
    const alternates = [
      ...pageLanguages.map((language) => [language, localisePath(language, path)] as const),
      ['x-default', localisePath(defaultLanguage, path)] as const,
    ].map(([language, href]) => `<xhtml:link rel="alternate" hreflang="${language}" href="${toUrl(href)}"/>`);
    const changed = changedAt ? `<lastmod>${changedAt.toISOString()}</lastmod>` : '';
    return pageLanguages.map(
      (language) => `<url><loc>${toUrl(localisePath(language, path))}</loc>${changed}${alternates.join('')}</url>`,
    );
  };

  return (path) => {
    if (path.startsWith(WELL_KNOWN_FOLDER)) return findWellKnown(path, options);
    const feed = feeds.get(path);
    if (feed) return feed;
    if (path === '/robots.txt') return robots;
    if (path === '/sitemap.xml') return sitemapIndex;
    if (path === '/sitemaps/pages.xml') return pages;
    if (path === v1ChangesPath) return () => createResponse(ATOM_TYPE, createChangesFeed(publicUrl), corsHeaders);
    const audience = audiences.get(path);
    if (audience) {
      return () =>
        createResponse('application/json; charset=utf-8', JSON.stringify(describeApi(audience)), corsHeaders);
    }
    const [, language, alertId] = picturePath.exec(path) ?? [];
    if (alertId) {
      const supportedLanguage = languages.find((one) => one === language);
      const parsedId = z.core.safeParse(AlertId, alertId);
      return supportedLanguage && parsedId.success ? () => alertPicture(parsedId.data, supportedLanguage) : undefined;
    }
    if (path.startsWith(logFolder)) return logDocuments(path);
    if (path === taxiiDiscoveryPath) {
      return () => createResponse(TAXII_TYPE, JSON.stringify(openData.taxii.describeRoots()), corsHeaders);
    }
    if (openData.isFile(path)) return () => openDataFile(openData, path);
    const [, name = '', rangeStart] = rangePath.exec(path) ?? [];
    const source = sitemapSources.get(name);
    const firstId = source && z.core.safeParse(RangeId, rangeStart);
    return firstId?.success ? () => createRangeSitemap(source!, firstId.data) : undefined;
  };
}

const createResponse = (type: string, body: string, more: HeaderList = []) => {
  const headers = new Headers([...more].map(([name, value]): [string, string] => [name, value]));
  headers.set('Content-Type', type);
  headers.set('Cache-Control', cacheControl('daily'));
  return Promise.resolve(new Response(body, { headers }));
};

const xml = (body: string) =>
  createResponse('application/xml; charset=utf-8', `<?xml version="1.0" encoding="UTF-8"?>\n${body}\n`);

const sitemap = (entries: readonly string[]) =>
  xml(
    `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">\n${entries.join('\n')}\n</urlset>`,
  );
