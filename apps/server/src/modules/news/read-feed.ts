/**
 * Parses the response of a source into items. An official domain is no proof: domains expire and sites are hacked, so
 * any deviation from the known source makes the batch odd, and an odd batch waits for a moderator.
 */
import { newsLimits } from '@hakiki/contract/news-values';
import { parseFeed } from 'feedsmith';
import { plainText } from './plain-text.ts';
import { BETTING, OFFICIAL, sortByWords, type Sorted } from './sorting.ts';
import type { Announced, NewsSource } from './sources/source.ts';

export interface ReadItem extends Sorted {
  title: string;
  summary: string;
  sourceUrl: string;
  publishedAt: Date;
}

export type Oddity = 'count' | 'link' | 'date' | 'language' | 'words';

export interface Batch {
  items: ReadItem[];
  oddities: Oddity[];
}

/** The response cannot be parsed; nothing of it is stored. */
export class Unreadable extends Error {}

const AHEAD_MS = 48 * 3_600_000;

export function readFeed(source: NewsSource, body: Uint8Array, contentType: string, now: Date): Batch {
  const entries = announcedBy(source, textOf(body, contentType));
  const oddities = new Set<Oddity>();
  if (entries.length < source.least || entries.length > source.greatest) oddities.add('count');
  const items: ReadItem[] = [];
  for (const entry of entries.slice(0, source.greatest)) {
    const sourceUrl = linkOf(source, entry.link);
    const publishedAt = dateOf(entry.date, source.dates);
    const title = plainText(entry.title, newsLimits.title);
    const summary = plainText(entry.summary, newsLimits.summary);
    if (!sourceUrl) oddities.add('link');
    if (!publishedAt || publishedAt.getTime() > now.getTime() + AHEAD_MS) oddities.add('date');
    if (!sourceUrl || !publishedAt || !title) continue;
    items.push({ title, summary, sourceUrl, publishedAt, ...sortByWords(title, summary, source.category) });
  }
  const texts = items.map(({ title, summary }) => `${title} ${summary}`);
  const official = texts.filter((text) => OFFICIAL.test(text)).length;
  if (official * 2 < texts.length || texts.some((text) => BETTING.test(text))) oddities.add('words');
  if (!isIn(source.language, texts.join(' '))) oddities.add('language');
  return { items: onePerAddress(items), oddities: [...oddities] };
}

/** Decodes with the charset of the header or the first line; invalid bytes make the response unreadable. */
function textOf(body: Uint8Array, contentType: string): string {
  const head = new TextDecoder('latin1').decode(body.subarray(0, 1024));
  const charset =
    /charset=["']?([\w-]+)/i.exec(contentType)?.[1] ?? /(?:encoding|charset)=["']?([\w-]+)/i.exec(head)?.[1] ?? 'utf-8';
  try {
    return new TextDecoder(charset, { fatal: true }).decode(body);
  } catch {
    throw new Unreadable('charset');
  }
}

const wordsIn = (value: string | { value?: string | undefined } | undefined): string =>
  (typeof value === 'string' ? value : value?.value) ?? '';

function announcedBy(source: NewsSource, text: string): Announced[] {
  if (!source.announced) return entriesOf(text);
  try {
    return source.announced(text);
  } catch {
    throw new Unreadable('format');
  }
}

function entriesOf(text: string): Announced[] {
  // A feed needs no entities of its own, and they can be used for attacks.
  if (/<!(?:DOCTYPE|ENTITY)/i.test(text)) throw new Unreadable('entities');
  try {
    const parsed = parseFeed(text);
    if (parsed.format === 'rss') {
      return (parsed.feed.items ?? []).map(({ title, link, description, pubDate }) => ({
        title: wordsIn(title),
        summary: wordsIn(description),
        link: link ?? '',
        date: pubDate ?? '',
      }));
    }
    if (parsed.format === 'atom') {
      return (parsed.feed.entries ?? []).map(({ title, links = [], summary, published, updated }) => ({
        title: wordsIn(title),
        summary: wordsIn(summary),
        link: (links.find(({ rel }) => rel === undefined || rel === 'alternate') ?? links[0])?.href ?? '',
        date: published ?? updated ?? '',
      }));
    }
  } catch {
    throw new Unreadable('format');
  }
  throw new Unreadable('format');
}

/** Only https links to the source's own host. */
function linkOf({ host, misnamedHost, announced, hasParts, address }: NewsSource, link: string): string | undefined {
  // A feed contains absolute addresses; a relative one is odd.
  const base = announced && link ? address : undefined;
  const url = URL.canParse(link, base) ? new URL(link, base) : undefined;
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:') || url.username || url.password || url.port)
    return undefined;
  if (url.hostname !== host && url.hostname !== misnamedHost) return undefined;
  const led = `https://${host}${url.pathname}${url.search}${hasParts ? url.hash : ''}`;
  return led.length <= newsLimits.url ? led : undefined;
}

function dateOf(text: string, dates: NewsSource['dates']): Date | undefined {
  const dayFirst = dates === 'day-first' ? /^\s*(\d{1,2})\/(\d{1,2})\/(\d{4})/.exec(text) : null;
  const date = dayFirst
    ? new Date(Date.UTC(Number(dayFirst[3]), Number(dayFirst[2]) - 1, Number(dayFirst[1])))
    : new Date(text);
  const year = date.getUTCFullYear();
  return year >= 1990 && year < 2200 ? date : undefined;
}

/** Common words identify the language; a batch without any is in an unknown language. */
const littleWords = {
  en: /\b(?:the|of|and|to|on|for|by|are|is|issued)\b/gi,
  fr: /\b(?:le|la|les|des|de|du|et|dans|contre|aux|une?)\b/gi,
} as const;

function isIn(language: NewsSource['language'], text: string): boolean {
  const count = (of: keyof typeof littleWords) => text.match(littleWords[of])?.length ?? 0;
  const counts = (Object.keys(littleWords) as (keyof typeof littleWords)[]).map(count);
  return count(language) > 0 && count(language) === Math.max(...counts);
}

/** Keeps the first item of each address. */
const onePerAddress = (items: readonly ReadItem[]): ReadItem[] =>
  [...new Map(items.toReversed().map((item) => [item.sourceUrl, item])).values()].toReversed();
