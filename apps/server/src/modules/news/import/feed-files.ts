/** News as RSS 2.0 and JSON Feed 1.1. */
import type { ComplianceNews } from '@hakiki/contract/news';

const xmlEscapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' };
const escapeXml = (text: string): string => text.replaceAll(/[&<>"']/g, (character) => xmlEscapes[character]!);

const TITLE = 'Hakiki: Regulatory and Compliance News';

export function toRss(items: readonly ComplianceNews[], home: string): string {
  const entries = items.map(
    ({ id, title, summary, category, sourceName, sourceUrl, publishedAt, language }) =>
      `<item><guid isPermaLink="false">${id}</guid><title>${escapeXml(title)}</title><link>${escapeXml(sourceUrl)}</link>` +
      `<description>${escapeXml(summary)}</description><category>${category}</category>` +
      `<dc:creator>${escapeXml(sourceName)}</dc:creator><dc:language>${language}</dc:language>` +
      `<pubDate>${new Date(publishedAt).toUTCString()}</pubDate></item>`,
  );
  return (
    `<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel>` +
    `<title>${TITLE}</title><link>${escapeXml(home)}</link><description>What financial authorities announce.</description>` +
    `<ttl>60</ttl>${entries.join('')}</channel></rss>\n`
  );
}

export const toJsonFeed = (items: readonly ComplianceNews[], home: string): string =>
  JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title: TITLE,
    home_page_url: home,
    items: items.map(({ id, title, summary, category, tags, sourceName, sourceUrl, publishedAt, language }) => ({
      id,
      url: sourceUrl,
      title,
      content_text: summary || title,
      date_published: publishedAt,
      authors: [{ name: sourceName }],
      tags: [category, ...tags],
      language,
    })),
  });
