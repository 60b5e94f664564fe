/** URLs of the site that server, site and edge share. */

interface LanguageSettings {
  /** Its name in the language itself. */
  name: string;
  /**
   * The formats of numbers, dates and names of countries. Browsers must have it, or their pages differ from those of
   * the server. Chromium has none for Hausa, Yoruba, Igbo, Zulu, Somali and Kinyarwanda: choose 'en-NG' or similar.
   */
  tag: string;
  direction: 'ltr' | 'rtl';
  /** On English pages, for a browser that prefers this language. */
  offer?: { accept: string; decline: string };
  /** Pages for experts and staff are in English; texts that only they use need no translation. */
  isPartial?: true;
}

/**
 * All languages of the site, emails and status page. English has no prefix; every other language is a prefix of the
 * path.
 */
export const languageTable = {
  en: { name: 'English', tag: 'en-US', direction: 'ltr' },
  fr: {
    name: 'Français',
    tag: 'fr',
    direction: 'ltr',
    offer: { accept: 'Lire ce site en français', decline: 'Rester en anglais' },
  },
  pt: {
    name: 'Português',
    tag: 'pt-AO',
    direction: 'ltr',
    offer: { accept: 'Ler este site em português', decline: 'Ficar em inglês' },
    isPartial: true,
  },
  sw: {
    name: 'Kiswahili',
    tag: 'sw',
    direction: 'ltr',
    offer: { accept: 'Soma tovuti hii kwa Kiswahili', decline: 'Baki kwa Kiingereza' },
    isPartial: true,
  },
  ar: {
    name: 'العربية',
    tag: 'ar-EG-u-nu-latn',
    direction: 'rtl',
    offer: { accept: 'اقرأ هذا الموقع بالعربية', decline: 'البقاء بالإنجليزية' },
    isPartial: true,
  },
} as const satisfies Record<string, LanguageSettings>;

export type Language = keyof typeof languageTable;
export const languages = Object.keys(languageTable) as [Language, ...Language[]];
export const defaultLanguage: Language = 'en';
export const getLanguageSettings = (language: Language): LanguageSettings => languageTable[language];
export const isLanguage = (value: unknown): value is Language => languages.some((language) => language === value);

export const localisePath = (language: Language, path: string): string => {
  if (language === defaultLanguage) return path;
  return path === '/' ? `/${language}` : `/${language}${path}`;
};

export const providerPath = (id: string): string => `/provider/${id}`;
export const alertPath = (id: string): `/alerts/${string}` => `/alerts/${id}`;
/** The public decision log and its statistics. */
export const decisionsPath = '/decisions';
export const transparencyPath = '/transparency';
/** The check of any input, and the public answers below it. */
export const checkPath = '/check';
/** The law and the licences of each country, and their newest changes in JSON Feed 1.1. */
export const licencesPath = '/licences';
export const licenceFeedPath = '/licences/changes.json';
/** The newest alerts for feed readers, in RSS 2.0 and JSON Feed 1.1. */
export const alertFeedPaths = { rss: '/alerts/feed.xml', json: '/alerts/feed.json' } as const;
/** The chats in which people can ask. */
export const askPath = '/ask';
/** The guide for the first hour after losing money. */
export const firstHourPath = '/first-hour';
/** Made in the browser: codes, numbers and times for bank, police and exchange. */
export const evidencePackPath = '/evidence-pack';
/** The published files of indicators and how to use them. */
export const openDataPath = '/open-data';
/** The documentation of the public API. */
export const developersPath = '/developers';
/** Explains risk levels and scores. */
export const riskMethodPath = '/how-we-rate';
/** Defines every figure that we show. */
export const figuresPath = '/figures';
export const disputePath = '/dispute';
/** The languages of the site and the texts that wait for a speaker. */
export const languagesPath = '/languages';

/** The service worker, which caches pages, and the page that it shows for one that is not cached. */
export const serviceWorkerPath = '/service-worker.js';
export const offlinePath = '/offline';
/** Pages that the service worker caches before they are visited, in the visited languages; /privacy names them. */
export const offlinePages = [
  '/safety',
  firstHourPath,
  evidencePackPath,
  '/report-scam',
  checkPath,
  offlinePath,
] as const;

/** The cache of visited pages; the oldest page beyond the maximum is deleted. */
export const visitedPagesCache = { name: 'visited', maxPages: 30 } as const;

const visitedPagePattern = new RegExp(
  `^(?:/(?:${languages.filter((language) => language !== defaultLanguage).join('|')})(?=/|$))?(?:/?|/(?:help|alerts|alerts/[\\w-]+|provider/[\\w-]+|first-hour/[a-z-]+(?:/[a-z-]+)?))$`,
);
/** Pages that open offline as they were when visited: home, providers, alerts and first-hour steps. Public. */
export const isKeptWhenVisited = (path: string): boolean => visitedPagePattern.test(path);

/** The first-hour page of the country that a path belongs to; the country's other pages are kept with it. */
export const findFirstHourCountryPath = (path: string): string | undefined =>
  /^(?:\/[a-z]{2})?\/first-hour\/[a-z-]+(?=$|\/)/.exec(path)?.[0];

/**
 * Query parameters of public pages. All others (`fbclid`, `utm_source`, additions of mail programs) are removed before
 * cache look-up and rendering, so that shared links hit the cache.
 */
export const pageParameters = [
  '_routes',
  'about',
  'admin',
  'alert',
  'before',
  'category',
  'confirmed',
  'country',
  'created',
  'days',
  'differences',
  'dispute',
  'error',
  'login',
  'mailed',
  'month',
  'next',
  'outcome',
  'page',
  'provider',
  'providers',
  'ref',
  'report',
  'reset',
  'riskScore',
  'search',
  'sent',
  'severity',
  'shared',
  'since',
  'sort',
  'step',
  'subject',
  'tab',
  'token',
  'type',
  'verificationStatus',
  'verified',
  'view',
  'website',
] as const;
/** Repeated parameters, as a form without scripts sends several checkboxes of one name. */
export const repeatedParameters = ['riskScore', 'type', 'verificationStatus'] as const;

/**
 * The canonical form of a query, which is the cache key: known names in alphabetical order, each once unless it may be
 * repeated. Undefined if none is left. Names and values are not re-encoded; the edge does the same.
 */
export function canonicalQuery(
  query: string,
  known: readonly string[],
  repeated: readonly string[] = [],
): string | undefined {
  const parameters: { name: string; text: string }[] = [];
  for (const text of query.split('&')) {
    const end = text.indexOf('=');
    const name = end === -1 ? text : text.slice(0, end);
    const isDuplicate = parameters.some((one) => one.name === name) && !repeated.includes(name);
    if (known.includes(name) && !isDuplicate) parameters.push({ name, text });
  }
  parameters.sort((one, other) => (one.name < other.name ? -1 : Number(one.name > other.name)));
  return parameters.length === 0 ? undefined : parameters.map(({ text }) => text).join('&');
}
