/** Keeps the filters of the news in the URL, so that they can be bookmarked and work without scripts. */
import { listLimits, searchMatchLimit } from '@hakiki/contract/limits';
import { normaliseCountry } from '@hakiki/contract/countries';
import { africanCountries, type AfricanCountry } from '@hakiki/contract/country-codes';
import { newsCategories, type NewsCategory } from '@hakiki/contract/news-values';
import { countPages as pagesOf, parsePageNumber } from '../../lib/pages/paging.ts';
import { pathTo } from '../../lib/pages/paths.ts';
import { defineQuery } from '../../lib/api/queries.ts';

export interface NewsFilters {
  /** '' stands for all countries. */
  country: AfricanCountry | '';
  category: NewsCategory | '';
  page: number;
}

export const countPages = (total: number): number => pagesOf(total, listLimits.newsPage);

export function parseNewsFilters(params: URLSearchParams): NewsFilters {
  const country = normaliseCountry(params.get('country') ?? '');
  return {
    country: africanCountries.find((candidate) => candidate === country) ?? '',
    category: newsCategories.find((candidate) => candidate === params.get('category')) ?? '',
    // The API counts items only up to this limit.
    page: Math.min(parsePageNumber(params, listLimits.newsPage), countPages(searchMatchLimit)),
  };
}

export const isFiltered = ({ country, category }: NewsFilters): boolean => Boolean(country || category);

/** Writes only the filters that differ from the default into the URL. */
export function newsPath({ country, category, page }: NewsFilters): string {
  const entries = [
    ['country', country],
    ['category', category],
    ['page', page === 1 ? '' : String(page)],
  ].filter(([, value]) => value !== '');
  const query = new URLSearchParams(entries).toString();
  return pathTo('/news') + (query && `?${query}`);
}

export const newsQuery = ({ country, category, page }: NewsFilters) =>
  defineQuery('/api/compliance-news', {
    query: {
      limit: listLimits.newsPage,
      country,
      category,
      offset: page === 1 ? undefined : (page - 1) * listLimits.newsPage,
    },
  });
