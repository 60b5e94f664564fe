/** The newest changes of laws, licences and warnings of authorities, in JSON Feed 1.1 (jsonfeed.org). */
import { cacheControl } from '@hakiki/contract/cache';
import { displayCountry } from '@hakiki/contract/countries';
import type { LicenceChange } from '@hakiki/contract/licences';
import { licenceFeedPath, licencesPath, type Language, languages, localisePath } from '@hakiki/contract/site';
import { corsHeaders } from '../../platform/http/shared-response-headers.ts';
import { writeJsonFeed } from '../../platform/json-feed.ts';
import { getTexts } from '../../platform/texts.ts';
import type { LicencesService } from '../licences/service.ts';

/** Codes, as in the API: `transitional → licensed`. */
const describe = ({ subject, from, to, source }: LicenceChange, law: string): string =>
  `${subject ?? law}: ${from ?? '–'} → ${to ?? '–'} (${source})`;

export function createLicenceFeeds(licences: Pick<LicencesService, 'listChanges'>, publicUrl: string) {
  const createReply = (language: Language) => async () => {
    const { title, description, law } = getTexts(language).licenceFeed;
    const toUrl = (path: string) => publicUrl + localisePath(language, path);
    const changes = await licences.listChanges();
    const feed = writeJsonFeed({
      title,
      description,
      home_page_url: toUrl(licencesPath),
      feed_url: toUrl(licenceFeedPath),
      language,
      items: changes.map((change) => ({
        id: change.id,
        url: toUrl(`${licencesPath}/${change.country.replaceAll(' ', '-')}`),
        title: `${displayCountry(change.country)} – ${describe(change, law)}`,
        content_text: describe(change, law),
        ...(change.sourceUrl && { external_url: change.sourceUrl }),
        date_published: new Date(change.at),
        tags: [change.kind, change.country],
      })),
    });
    return new Response(feed, {
      headers: new Headers([
        ...corsHeaders.map(([name, value]): [string, string] => [name, value]),
        ['Content-Type', 'application/feed+json; charset=utf-8'],
        ['Cache-Control', cacheControl('shared')],
      ]),
    });
  };
  return languages.map((language) => [localisePath(language, licenceFeedPath), createReply(language)] as const);
}
