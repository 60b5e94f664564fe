/** Forms with a field that is prefilled from the link: a provider's name or website. */
import { useLocation } from 'react-router';
import { to } from '../pages/paths.ts';

const NAME = 'provider';
const WEBSITE = 'website';

const isAddress = (asked: string): boolean => /^\S+\.[a-z0-9-]{2,}(?:[/?#:]\S*)?$/i.test(asked) && !asked.includes('@');

const withParameters = (path: `/${string}`, given: Record<string, string>): string =>
  `${to(path)}?${new URLSearchParams(given).toString()}`;

/** The form to report it as a scam. */
export const reportPath = (asked: string): string => withParameters('/report-scam', { [NAME]: asked });

/** The form to submit it for a check. */
export const checkPath = (asked: string): string =>
  withParameters(
    '/submit-provider',
    isAddress(asked) ? { [WEBSITE]: /^https?:\/\//i.test(asked) ? asked : `https://${asked}` } : { [NAME]: asked },
  );

/** The values from the link. */
export function usePrefilled(): { name: string | undefined; website: string | undefined } {
  const params = new URLSearchParams(useLocation().search);
  return { name: params.get(NAME) ?? undefined, website: params.get(WEBSITE) ?? undefined };
}
