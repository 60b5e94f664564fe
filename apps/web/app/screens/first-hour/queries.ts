import { countryCodes, type AfricanCountry } from '@hakiki/contract/country-codes';
import { findCountryBySlug } from '@hakiki/contract/rescue-values';
import { data, type RouterContextProvider } from 'react-router';
import { defineQuery } from '../../lib/api/queries.ts';
import { prefetch } from '../../lib/api/use-query.ts';
import { pageContext } from '../../lib/pages/context.ts';

export const rescueQuery = (country: AfricanCountry) =>
  defineQuery('/api/rescue/:country', { params: { country: countryCodes[country] }, anonymous: true });

/** The country of a path, or the page that says that there is none. */
export function getCountry(slug: string | undefined): AfricanCountry {
  const country = findCountryBySlug(slug);
  if (!country) throw data(null, { status: 404 });
  return country;
}

/** A contact that was reported as dead has to be marked within seconds, so the page is cached briefly. */
export async function prefetchCountry(context: Readonly<RouterContextProvider>, country: AfricanCountry) {
  const prefetched = await prefetch(context, [rescueQuery(country)]);
  const page = context.get(pageContext);
  if (page.cache === 'shared') page.cache = 'brief';
  return prefetched;
}
