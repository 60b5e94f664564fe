/** The target of a search: the directory for a name; otherwise the check, which keeps private input out of the URL. */
import { textLimits } from '@hakiki/contract/limits';
import { pathTo } from './paths.ts';

/** The directory's URL for a search, without empty fields and without 'all' countries. */
export function toDirectoryPath(formData: FormData): string {
  const params = ['search', 'country'].flatMap((name) => {
    const value = formData.get(name);
    return typeof value === 'string' && value.trim() && value !== 'all' ? [[name, value.trim()]] : [];
  });
  const query = new URLSearchParams(params).toString();
  return pathTo('/directory') + (query && `?${query}`);
}

/** A number, a web or email address, a chat name, a path, several lines, or a word as long as a wallet address. */
const notInNames = /\d{5}|[@/\n\r]|[\p{L}\d][[({]?\.[\])}]?\p{L}{2}|\w{20}/u;
const DIGIT_SEPARATORS = /(?<=\d)[\s().+-]+(?=\d)/g;

/** More words than this are a message: a question about a name has fewer. */
const MAX_WORDS = 6;

/** Whether a text can only be a name, so that it may be part of a URL. An empty text searches for nothing. */
export const isPlainName = (text: string): boolean =>
  text.trim().length <= textLimits.search &&
  text.trim().split(/\s+/).length <= MAX_WORDS &&
  !notInNames.test(text.trim().replaceAll(DIGIT_SEPARATORS, ''));
