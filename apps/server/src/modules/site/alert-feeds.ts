/**
 * The newest alerts for feed readers and other sites, in RSS 2.0 and JSON Feed 1.1 (jsonfeed.org). Both have what every
 * visitor sees of an alert: its title, what to do, the beginning of its description and a link to its page.
 */
import type { Alert } from '@hakiki/contract/alerts';
import { cacheControl } from '@hakiki/contract/cache';
import { alertFeedPaths, alertPath, type Language, languages, localisePath } from '@hakiki/contract/site';
import { generateRssFeed } from 'feedsmith';
import { visitor } from '../../platform/http/actor.ts';
import { corsHeaders } from '../../platform/http/shared-response-headers.ts';
import { writeJsonFeed } from '../../platform/json-feed.ts';
import { getTexts } from '../../platform/texts.ts';
import type { AlertsService } from '../reports/alerts/service.ts';

type Reply = () => Promise<Response>;

/** Replies by path, for each language. */
export function createAlertFeeds(alerts: Pick<AlertsService, 'listActive'>, publicUrl: string): Map<string, Reply> {
  const createReply = (language: Language, format: keyof typeof alertFeedPaths) => async () => {
    const { rows } = await alerts.listActive(visitor);
    const [type, body] = formats[format](rows, { language, toUrl: (path) => publicUrl + localisePath(language, path) });
    return new Response(body, {
      headers: new Headers([
        ...corsHeaders.map(([name, value]): [string, string] => [name, value]),
        ['Content-Type', `${type}; charset=utf-8`],
        ['Cache-Control', cacheControl('shared')],
      ]),
    });
  };
  return new Map(
    languages.flatMap((language) =>
      (['rss', 'json'] as const).map((format) => [
        localisePath(language, alertFeedPaths[format]),
        createReply(language, format),
      ]),
    ),
  );
}

interface FeedOptions {
  language: Language;
  toUrl: (path: string) => string;
}

const toTitle = ({ severity, title }: Alert, language: Language): string =>
  `${getTexts(language).severities[severity]}: ${title}`;

const toText = ({ advice, description, descriptionCut }: Alert): string =>
  [advice, descriptionCut ? `${description.trimEnd()}...` : description].filter(Boolean).join('\n\n');

const formats: Record<
  keyof typeof alertFeedPaths,
  (alerts: readonly Alert[], options: FeedOptions) => [type: string, body: string]
> = {
  rss: (alerts, { language, toUrl }) => [
    'application/rss+xml',
    generateRssFeed({
      ...getTexts(language).alertFeed,
      link: toUrl('/alerts'),
      language,
      atom: { links: [{ href: toUrl(alertFeedPaths.rss), rel: 'self', type: 'application/rss+xml' }] },
      items: alerts.map((alert) => ({
        title: toTitle(alert, language),
        link: toUrl(alertPath(alert.id)),
        description: toText(alert),
        // The same in every language, so that feed readers show it once.
        guid: { value: alert.id, isPermaLink: false },
        pubDate: new Date(alert.createdAt),
        dc: { languages: [alert.language] },
      })),
    }),
  ],
  json: (alerts, { language, toUrl }) => [
    'application/feed+json',
    writeJsonFeed({
      ...getTexts(language).alertFeed,
      home_page_url: toUrl('/alerts'),
      feed_url: toUrl(alertFeedPaths.json),
      language,
      items: alerts.map((alert) => ({
        id: alert.id,
        url: toUrl(alertPath(alert.id)),
        title: toTitle(alert, language),
        content_text: toText(alert),
        date_published: new Date(alert.createdAt),
        tags: [alert.alertType, ...alert.affectedCountries],
        language: alert.language,
      })),
    }),
  ],
};
