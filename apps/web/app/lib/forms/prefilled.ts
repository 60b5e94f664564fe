/**
 * Forms with a field that is prefilled from the link: a provider's name, its website, or what happened. A whole message
 * is too private for an address: it is passed on in the state of the browser's history, which never leaves the device.
 */
import { useLocation } from 'react-router';
import { pathTo } from '../pages/paths.ts';

const NAME_PARAM = 'provider';
const WEBSITE_PARAM = 'website';
const TEXT_PARAM = 'search';

const isWebAddress = (searchText: string): boolean =>
  /^\S+\.[a-z0-9-]{2,}(?:[/?#:]\S*)?$/i.test(searchText) && !searchText.includes('@');

const MAX_NAME_WORDS = 4;

/** Whether it can be a name: not a phone number, account, wallet, chat name, question or sentence. */
const isName = (searchText: string): boolean =>
  isWebAddress(searchText) ||
  !(/\d{5}|[@?!]/.test(searchText.replaceAll(/[\s().+-]/g, '')) || searchText.split(/\s+/).length > MAX_NAME_WORDS);

const toPathWithParams = (path: `/${string}`, params: Record<string, string>): string =>
  `${pathTo(path)}?${new URLSearchParams(params).toString()}`;

/** The form to report it as a scam. */
export const reportScamPath = (searchText: string): string =>
  toPathWithParams('/report-scam', { [isName(searchText) ? NAME_PARAM : TEXT_PARAM]: searchText });

/** The form to submit it for a check. */
export function submitProviderPath(searchText: string): string {
  if (!isName(searchText)) return toPathWithParams('/submit-provider', { [TEXT_PARAM]: searchText });
  const values: Record<string, string> = isWebAddress(searchText)
    ? { [WEBSITE_PARAM]: /^https?:\/\//i.test(searchText) ? searchText : `https://${searchText}` }
    : { [NAME_PARAM]: searchText };
  return toPathWithParams('/submit-provider', values);
}

/** The state of a link that passes on a message. */
export const toPrefilledState = (text: string): { text: string } => ({ text });

/** The values from the link. */
export function usePrefilledValues() {
  const { search, state } = useLocation() as { search: string; state: Partial<{ text: string }> | null };
  const params = new URLSearchParams(search);
  const read = (name: string): string | undefined => params.get(name) ?? undefined;
  return { name: read(NAME_PARAM), website: read(WEBSITE_PARAM), text: state?.text ?? read(TEXT_PARAM) };
}
