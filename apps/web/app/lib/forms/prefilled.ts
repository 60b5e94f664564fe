/** Forms with a field that is prefilled from the link: a provider's name or website. */
import { useLocation } from 'react-router';
import { pathTo } from '../pages/paths.ts';

const NAME_PARAM = 'provider';
const WEBSITE_PARAM = 'website';

const isWebAddress = (searchText: string): boolean =>
  /^\S+\.[a-z0-9-]{2,}(?:[/?#:]\S*)?$/i.test(searchText) && !searchText.includes('@');

const toPathWithParams = (path: `/${string}`, params: Record<string, string>): string =>
  `${pathTo(path)}?${new URLSearchParams(params).toString()}`;

/** The form to report it as a scam. */
export const reportScamPath = (searchText: string): string =>
  toPathWithParams('/report-scam', { [NAME_PARAM]: searchText });

/** The form to submit it for a check. */
export const submitProviderPath = (searchText: string): string =>
  toPathWithParams(
    '/submit-provider',
    isWebAddress(searchText)
      ? { [WEBSITE_PARAM]: /^https?:\/\//i.test(searchText) ? searchText : `https://${searchText}` }
      : { [NAME_PARAM]: searchText },
  );

/** The values from the link. */
export function usePrefilledValues(): { name: string | undefined; website: string | undefined } {
  const params = new URLSearchParams(useLocation().search);
  return { name: params.get(NAME_PARAM) ?? undefined, website: params.get(WEBSITE_PARAM) ?? undefined };
}
