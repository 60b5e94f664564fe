/**
 * Parses the response of a source into items. An official domain is no proof: domains expire and sites are hacked, so
 * any deviation from the known source makes the batch unusual, and an unusual batch waits for a moderator.
 */
import { newsLimits } from '@hakiki/contract/news-values';
import { parseFeed } from 'feedsmith';
import { countCommonWords } from '../../../platform/texts.ts';
import { toPlainText } from './plain-text.ts';
import { BETTING_WORDS, OFFICIAL_WORDS, classify, type Classification } from './classification.ts';
import type { Announcement, NewsSource } from '../sources/source.ts';

export interface ParsedItem extends Classification {
  title: string;
  summary: string;
  sourceUrl: string;
  publishedAt: Date;
}

export type FeedAnomaly = 'count' | 'link' | 'date' | 'language' | 'words';

export interface Batch {
  items: ParsedItem[];
  anomalies: FeedAnomaly[];
}

/** The response cannot be parsed; nothing of it is stored. */
export class UnreadableError extends Error {}

const MAX_FUTURE_MS = 48 * 3_600_000;

export function parseSourceFeed(source: NewsSource, body: Uint8Array, contentType: string, now: Date): Batch {
  const entries = parseAnnouncements(source, decodeBody(body, contentType));
  const anomalies = new Set<FeedAnomaly>();
  if (entries.length < source.minItems || entries.length > source.maxItems) anomalies.add('count');
  const items: ParsedItem[] = [];
  for (const entry of entries.slice(0, source.maxItems)) {
    const sourceUrl = toSourceUrl(source, entry.link);
    const publishedAt = parseDate(entry.date, source.dates);
    const title = toPlainText(entry.title, newsLimits.title);
    const summary = toPlainText(entry.summary, newsLimits.summary);
    if (!sourceUrl) anomalies.add('link');
    if (!publishedAt || publishedAt.getTime() > now.getTime() + MAX_FUTURE_MS) anomalies.add('date');
    if (!sourceUrl || !publishedAt || !title) continue;
    items.push({ title, summary, sourceUrl, publishedAt, ...classify(title, summary, source.category) });
  }
  const texts = items.map(({ title, summary }) => `${title} ${summary}`);
  const officialCount = texts.filter((text) => OFFICIAL_WORDS.test(text)).length;
  if (officialCount * 2 < texts.length || texts.some((text) => BETTING_WORDS.test(text))) anomalies.add('words');
  if (!isInLanguage(source.language, texts.join(' '))) anomalies.add('language');
  return { items: deduplicateByUrl(items), anomalies: [...anomalies] };
}

/** Decodes with the charset of the header or the first line; invalid bytes make the response unreadable. */
function decodeBody(body: Uint8Array, contentType: string): string {
  const head = new TextDecoder('latin1').decode(body.subarray(0, 1024));
  const charset =
    /charset=["']?([\w-]+)/i.exec(contentType)?.[1] ?? /(?:encoding|charset)=["']?([\w-]+)/i.exec(head)?.[1] ?? 'utf-8';
  try {
    return new TextDecoder(charset, { fatal: true }).decode(body);
  } catch {
    throw new UnreadableError('charset');
  }
}

const toText = (value: string | { value?: string | undefined } | undefined): string =>
  (typeof value === 'string' ? value : value?.value) ?? '';

function parseAnnouncements(source: NewsSource, text: string): Announcement[] {
  if (!source.parse) return parseFeedEntries(text);
  try {
    return source.parse(text);
  } catch {
    throw new UnreadableError('format');
  }
}

function parseFeedEntries(text: string): Announcement[] {
  // A feed needs no entities of its own, and they can be used for attacks.
  if (/<!(?:DOCTYPE|ENTITY)/i.test(text)) throw new UnreadableError('entities');
  try {
    const parsed = parseFeed(text);
    if (parsed.format === 'rss') {
      return (parsed.feed.items ?? []).map(({ title, link, description, pubDate }) => ({
        title: toText(title),
        summary: toText(description),
        link: link ?? '',
        date: pubDate ?? '',
      }));
    }
    if (parsed.format === 'atom') {
      return (parsed.feed.entries ?? []).map(({ title, links = [], summary, published, updated }) => ({
        title: toText(title),
        summary: toText(summary),
        link: (links.find(({ rel }) => rel === undefined || rel === 'alternate') ?? links[0])?.href ?? '',
        date: published ?? updated ?? '',
      }));
    }
  } catch {
    throw new UnreadableError('format');
  }
  throw new UnreadableError('format');
}

/** Only https links to the source's own host. */
function toSourceUrl({ host, aliasHost, parse, keepsFragment, address }: NewsSource, link: string): string | undefined {
  // A feed contains absolute addresses; a relative one is unusual.
  const base = parse && link ? address : undefined;
  const url = URL.canParse(link, base) ? new URL(link, base) : undefined;
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:') || url.username || url.password || url.port)
    return undefined;
  if (url.hostname !== host && url.hostname !== aliasHost) return undefined;
  const sourceUrl = `https://${host}${url.pathname}${url.search}${keepsFragment ? url.hash : ''}`;
  return sourceUrl.length <= newsLimits.url ? sourceUrl : undefined;
}

function parseDate(text: string, dates: NewsSource['dates']): Date | undefined {
  const dayFirst = dates === 'day-first' ? /^\s*(\d{1,2})\/(\d{1,2})\/(\d{4})/.exec(text) : null;
  const date = dayFirst
    ? new Date(Date.UTC(Number(dayFirst[3]), Number(dayFirst[2]) - 1, Number(dayFirst[1])))
    : new Date(text);
  const year = date.getUTCFullYear();
  return year >= 1990 && year < 2200 ? date : undefined;
}

/** Common words identify the language; a batch without any is in an unknown language. */
function isInLanguage(language: NewsSource['language'], text: string): boolean {
  const counts = countCommonWords(text);
  const count = counts.find((one) => one.language === language)!.count;
  return count > 0 && count === counts[0]!.count;
}

/** Keeps the first item of each address. */
const deduplicateByUrl = (items: readonly ParsedItem[]): ParsedItem[] =>
  [...new Map(items.toReversed().map((item) => [item.sourceUrl, item])).values()].toReversed();
