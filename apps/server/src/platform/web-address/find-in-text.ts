/**
 * Finds web addresses in prose. With http or www, everything that follows is an address. Without, a dot between two
 * words is far more often the end of a sentence or part of a file name, and a wrong match is an accusation: the ending
 * must be in the public suffix list, and if it is also a word or a file extension, something else must confirm that
 * this is an address.
 */
import { hostIn, parseHost, splitAuthority, parseSuffix, type WebAddress } from './web-address.ts';

const INVISIBLE = /[\u00AD\u200B-\u200F\u2060\uFEFF]/g;

/** People write addresses like this so that nobody opens them by accident. */
const disguises: [RegExp, string][] = [
  [/\bhxxp/gi, 'http'],
  [/[[({]:\/\/[\])}]/g, '://'],
  [/[[({]:[\])}]/g, ':'],
  [/ ?[[({] ?(?:\.|dot|punt|point) ?[\])}] ?/gi, '.'],
  [/ ?[[({] ?(?:@|at) ?[\])}] ?/gi, '@'],
];
const SPELLED_DOT = / dot ([a-z]{2,24})\b/gi;

const EASTERN_DIGIT = /[\u0660-\u0669\u06F0-\u06F9]/g;
/** The digits of Arabic keyboards, in which phone numbers are written, too. */
export const toWesternDigits = (text: string): string =>
  text.replace(EASTERN_DIGIT, (digit) => String(digit.charCodeAt(0) % 16));

/** Replaces disguised notations by the normal one. */
export const normalizeDisguises = (text: string): string =>
  disguises
    .reduce(
      (result, [disguise, replacement]) => result.replace(disguise, replacement),
      toWesternDigits(text.normalize('NFKC')).replace(INVISIBLE, ''),
    )
    .replace(SPELLED_DOT, (original, ending: string) =>
      isUnambiguousTld(ending.toLowerCase()) ? `.${ending}` : original,
    );

/** Endings outside the public suffix list: reserved for examples, and blockchain names. */
const unlistedTlds = new Set(['example', 'eth', 'crypto', 'nft', 'dao', 'bitcoin', 'wallet']);

/** Words that may follow a full stop without a space; English, French, Portuguese, Swahili, Pidgin. */
const tldsThatAreWords = new Set(
  (
    'able al am ao as at au bank be best business buy by ca call care cash chat cheap company compare contact dad date day de discover ' +
    'do download eat email es et eu family fast final free gold got group help here hot how id il im in is it je la land life like ' +
    'live love ma man me meet men moi mom money mr ms my na name ne new news next ni no now one open pay phone play plus pm prof ' +
    'read red rest run sa safe save se search seek select show si so st su support talk team tel to today trust uno us va vu ' +
    'watch win work world wow you crypto bitcoin wallet'
  ).split(' '),
);
const tldsThatAreFileExtensions = new Set('cab dot la md mm mov pl ps pub py rs sh so zip'.split(' '));
/** Accepted in any mixture of upper and lower case. */
const commonTlds = new Set(['com', 'net', 'org']);
const titles = new Set('dr messrs mlle mme mr mrs ms prof sr st'.split(' '));

const isUnambiguousTld = (ending: string): boolean =>
  parseSuffix(`a.${ending}`).isListed && !tldsThatAreWords.has(ending) && !tldsThatAreFileExtensions.has(ending);

const MAX_WORD_LENGTH = 2000;
const WITH_SCHEME = /https?:\/\/(.{1,500})/is;
/** The text between spaces, quotes and brackets. */
const WORD = /[^\s<>"'`|^,;()[\]{}«»“”‘’]+/g;
const TRIMMED_SIGNS = '.:*_~!?-';

/** Without a regular expression, which would take quadratic time for many signs in a row. */
function trimSigns(word: string): string {
  let start = 0;
  let end = word.length;
  while (start < end && TRIMMED_SIGNS.includes(word[start]!)) start += 1;
  while (end > start && TRIMMED_SIGNS.includes(word[end - 1]!)) end -= 1;
  return word.slice(start, end);
}

/** Returns all addresses in the order of the text, in linear time. */
export function findWebAddresses(text: string): WebAddress[] {
  const found: WebAddress[] = [];
  for (const { 0: rawWord, index } of text.matchAll(WORD)) {
    const word = rawWord.length > MAX_WORD_LENGTH ? '' : trimSigns(rawWord);
    const address = word.includes('.') ? parseAddress(word, () => readContext(text, index, rawWord)) : undefined;
    if (address) found.push(address);
  }
  return found;
}

/** Whether the whole text is the name of a picture, document or app; none of these endings is a domain's. */
export const isFileName = (text: string): boolean =>
  /^[^\s/]+\.(?:apk|csv|docx?|gif|heic|jpe?g|mp[34]|ogg|opus|pdf|png|txt|webp|xapk|xlsx?)$/i.test(text);

/** Whether a single word could be an address. */
export const isWebAddress = (word: string): boolean => parseAddress(word, () => 'nothing') !== undefined;

/** What the text around a word suggests: an address, a line of its own, or nothing. */
type Context = 'pointer' | 'alone' | 'nothing';

const ADDRESS_INTRODUCTION =
  /(?:\b(?:web ?)?(?:site|page|portal|platform|link|url|domain|address|called|named|visit|visited|plateforme|lien|domaine|adresse|appelée?|nommée?|tovuti)(?: web)?(?: (?:is|was|est))?|[:=])[ "'(«“]*$/iu;
const CONTEXT_LENGTH = 40;

function readContext(text: string, index: number, word: string): Context {
  const before = text.slice(Math.max(0, index - CONTEXT_LENGTH), index);
  if (ADDRESS_INTRODUCTION.test(before)) return 'pointer';
  const after = text.slice(index + word.length, index + word.length + 3);
  const isAtStart = /\n[ \t]*$/.test(before) || (index <= CONTEXT_LENGTH && before.trim() === '');
  return isAtStart && /^ ?\r?(?:\n|$)/.test(after) ? 'alone' : 'nothing';
}

function parseAddress(word: string, getContext: () => Context): WebAddress | undefined {
  const [, afterScheme] = WITH_SCHEME.exec(word) ?? [];
  if (!afterScheme && word.includes('://')) return undefined;
  const { authority, path } = splitAuthority(afterScheme ?? word);
  // Without a scheme it is an email address.
  if (!afterScheme && authority.includes('@')) return undefined;
  const writtenHost = hostIn(authority);
  const host = parseHost(writtenHost);
  if (!host || !(afterScheme || isPlausible(writtenHost, host, path, getContext))) return undefined;
  return { host, path };
}

function isPlausible(writtenHost: string, host: string, path: string, getContext: () => Context): boolean {
  if (/^www\d?\./i.test(writtenHost)) return true;
  const ending = writtenHost.slice(writtenHost.lastIndexOf('.') + 1);
  const lowerCaseEnding = ending.toLowerCase();
  const labels = host.split('.');
  const name = labels.slice(0, -1).join('.');
  if (!/[a-z]/.test(name) || name.includes('_') || titles.has(name)) return false;
  const { publicSuffix, domain, isListed, isRegistry } = parseSuffix(host);
  if (!isListed && !unlistedTlds.has(lowerCaseEnding)) return false;
  // The suffix of a registry alone has no owner.
  if (isRegistry && !domain) return false;
  // A reversed name is the name of an app: com.example.wallet.
  if (labels.length > 2 && commonTlds.has(labels[0]!)) return false;
  if (commonTlds.has(lowerCaseEnding)) return true;
  if (ending !== lowerCaseEnding && writtenHost !== writtenHost.toUpperCase()) return false;
  // One letter before two is an abbreviation.
  if (lowerCaseEnding.length === 2 && name.length === 1 && !/^\/./.test(path)) return false;
  const isFile = tldsThatAreFileExtensions.has(lowerCaseEnding);
  if (!isFile && !tldsThatAreWords.has(lowerCaseEnding)) return true;
  if (/^\/./.test(path)) return true;
  if (!isFile && (/[\d-]/.test(writtenHost) || publicSuffix.includes('.'))) return true;
  const context = getContext();
  return context === 'pointer' || (context === 'alone' && !isFile);
}
