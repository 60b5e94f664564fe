/** What authorities announce, and how it is sorted. */
export const newsCategories = ['regulation', 'enforcement', 'warning', 'guidance'] as const;
export type NewsCategory = (typeof newsCategories)[number];

export const newsPriorities = ['high', 'normal', 'low'] as const;
export type NewsPriority = (typeof newsPriorities)[number];

/** In the order of the filter. Items of other countries show under all of them. */
export const newsCountries = ['south africa', 'nigeria', 'kenya', 'ghana', 'uganda'] as const;
export type NewsCountry = (typeof newsCountries)[number];

export const newsLimits = { title: 300, summary: 1000, sourceName: 200, url: 1000, tag: 40, tags: 8 } as const;
