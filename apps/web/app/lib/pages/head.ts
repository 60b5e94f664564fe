/** The head of a page, for search engines and shared links. */
import type { MetaDescriptor } from 'react-router';
import { getLanguageSettings } from '@hakiki/contract/site';
import type { SiteSettings } from '@hakiki/contract/web-handler';
import { m } from '../../paraglide/messages.js';
import { currentLanguage, translatePath, languages } from '../language/language.ts';
import { toPageTitle } from './title.ts';

interface PageHeadOptions {
  /** The page's English path; the other languages are derived. */
  path: string;
  title: string;
  description: string;
  isIndexed?: boolean;
  /** In English where a language is partial, so that those languages are no versions of the page. */
  isForExperts?: boolean;
  jsonLd?: Record<string, unknown>;
  /** Preview image of a shared link, 1200 by 630, and its alternative text. */
  picture?: { path: string; text: string };
}

interface MetaArguments {
  matches: readonly ({ id: string; loaderData?: unknown } | undefined)[];
}

/** The layout's loader provides the site's public origin to every page. */
const getSiteSettings = ({ matches }: MetaArguments): SiteSettings | undefined =>
  (matches.find((match) => match?.id === 'screens/site/frame')?.loaderData as { site?: SiteSettings } | undefined)
    ?.site;

export function pageHead(
  metaArgs: MetaArguments,
  { path, title, description, isIndexed = true, isForExperts, jsonLd, picture }: PageHeadOptions,
): MetaDescriptor[] {
  const origin = getSiteSettings(metaArgs)?.origin ?? '';
  const toUrl = (language: (typeof languages)[number]) => origin + translatePath(path, language);
  const fullTitle = toPageTitle(title);
  const language = currentLanguage();
  const pageLanguages = languages.filter((other) => !(isForExperts && getLanguageSettings(other).isPartial));
  const indexed: MetaDescriptor[] = [
    { tagName: 'link', rel: 'canonical', href: toUrl(language) },
    ...pageLanguages.map(
      (other) => ({ tagName: 'link', rel: 'alternate', hrefLang: other, href: toUrl(other) }) as const,
    ),
    { tagName: 'link', rel: 'alternate', hrefLang: 'x-default', href: toUrl('en') },
  ];
  return [
    { title: fullTitle },
    { name: 'description', content: description },
    ...(isIndexed && pageLanguages.includes(language) ? indexed : [{ name: 'robots', content: 'noindex' }]),
    { property: 'og:title', content: fullTitle },
    { property: 'og:description', content: description },
    { property: 'og:type', content: 'website' },
    { property: 'og:site_name', content: m.site_name() },
    { property: 'og:url', content: toUrl(language) },
    { property: 'og:locale', content: language },
    ...(picture ? largeImage(origin, picture) : smallImage(origin)),
    ...(jsonLd ? [{ 'script:ld+json': jsonLd } as MetaDescriptor] : []),
  ];
}

type Text = () => string;

/** The `meta` of a page that search engines do not list. */
export const unlistedPage =
  (path: string, title: Text, description: Text) =>
  (metaArgs: MetaArguments): MetaDescriptor[] =>
    pageHead(metaArgs, { path, title: title(), description: description(), isIndexed: false });

/** The `meta` of a page that search engines list only without a query. */
export const listedPage =
  (path: string, title: Text, description: Text) =>
  (metaArgs: MetaArguments & { location: { search: string } }): MetaDescriptor[] =>
    pageHead(metaArgs, {
      path,
      title: title(),
      description: description(),
      isIndexed: metaArgs.location.search === '',
    });

const smallImage = (origin: string): MetaDescriptor[] => [
  { property: 'og:image', content: `${origin}/icon-512.png` },
  { name: 'twitter:card', content: 'summary' },
];

const largeImage = (origin: string, { path, text }: NonNullable<PageHeadOptions['picture']>): MetaDescriptor[] => [
  { property: 'og:image', content: origin + path },
  { property: 'og:image:type', content: 'image/png' },
  { property: 'og:image:width', content: '1200' },
  { property: 'og:image:height', content: '630' },
  { property: 'og:image:alt', content: text },
  { name: 'twitter:card', content: 'summary_large_image' },
];
