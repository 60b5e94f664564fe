/** Addresses of the site that more than one side must spell alike. */

/** English has no prefix; every other language stands before the path. */
export const languages = ['en', 'fr'] as const;
export type Language = (typeof languages)[number];
export const defaultLanguage: Language = 'en';

export const localisePath = (language: Language, path: string): string => {
  if (language === defaultLanguage) return path;
  return path === '/' ? `/${language}` : `/${language}${path}`;
};

export const providerPath = (id: string): string => `/provider/${id}`;

/** Public pages that search engines should know, apart from those of single providers. */
export const indexedPages = ['/', '/directory', '/safety', '/help', '/about', '/privacy', '/terms'] as const;
