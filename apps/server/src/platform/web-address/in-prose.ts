/**
 * Finds web addresses in prose. With http or www, everything that follows is an address. Without, a dot between two
 * words is far more often the end of a sentence or part of a file name, and a wrong match accuses somebody: the ending
 * must be in the public suffix list, and if it is also a word or a file extension, something else must confirm that
 * this is an address.
 */
import { hostIn, parseHost, splitAuthority, suffixOf, type WebAddress } from './web-address.ts';

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

/** Replaces disguised spellings by the normal one. */
export const undisguise = (text: string): string =>
  disguises
    .reduce((plain, [disguise, meant]) => plain.replace(disguise, meant), text.normalize('NFKC').replace(INVISIBLE, ''))
    .replace(SPELLED_DOT, (words, ending: string) => (isPlainEnding(ending.toLowerCase()) ? `.${ending}` : words));

/** Endings outside the public suffix list: reserved for examples, and blockchain names. */
const unlistedEndings = new Set(['example', 'eth', 'crypto', 'nft', 'dao', 'bitcoin', 'wallet']);

/** Words that may follow a full stop without a space; English, French, Portuguese, Swahili, Pidgin. */
const wordEndings = new Set(
  (
    'able al am ao as at au bank be best business buy by ca call care cash chat cheap company compare contact dad date day de discover ' +
    'do download eat email es et eu family fast final free gold got group help here hot how id il im in is it je la land life like ' +
    'live love ma man me meet men moi mom money mr ms my na name ne new news next ni no now one open pay phone play plus pm prof ' +
    'read red rest run sa safe save se search seek select show si so st su support talk team tel to today trust uno us va vu ' +
    'watch win work world wow you crypto bitcoin wallet'
  ).split(' '),
);
const fileEndings = new Set('cab dot la md mm mov pl ps pub py rs sh so zip'.split(' '));
/** Accepted in any mixture of upper and lower case. */
const commonEndings = new Set(['com', 'net', 'org']);
const titles = new Set('dr messrs mlle mme mr mrs ms prof sr st'.split(' '));

const isPlainEnding = (ending: string): boolean =>
  suffixOf(`a.${ending}`).isListed && !wordEndings.has(ending) && !fileEndings.has(ending);

const LONGEST_PIECE = 2000;
const WITH_SCHEME = /https?:\/\/(.{1,500})/is;
/** The text between spaces, quotes and brackets. */
const PIECE = /[^\s<>"'`|^,;()[\]{}«»“”‘’]+/g;
const AROUND = '.:*_~!?-';

/** Without a regular expression, which would take quadratic time for many signs in a row. */
function withoutSigns(piece: string): string {
  let start = 0;
  let end = piece.length;
  while (start < end && AROUND.includes(piece[start]!)) start += 1;
  while (end > start && AROUND.includes(piece[end - 1]!)) end -= 1;
  return piece.slice(start, end);
}

/** Returns all addresses in the order of the text, in linear time. */
export function findWebAddresses(plain: string): WebAddress[] {
  const found: WebAddress[] = [];
  for (const { 0: written, index } of plain.matchAll(PIECE)) {
    const piece = written.length > LONGEST_PIECE ? '' : withoutSigns(written);
    const address = piece.includes('.') ? addressIn(piece, () => surroundings(plain, index, written)) : undefined;
    if (address) found.push(address);
  }
  return found;
}

/** Whether a single word could be an address. */
export const isWebAddress = (word: string): boolean => addressIn(word, () => 'nothing') !== undefined;

/** What the text around a word suggests: an address, a line of its own, or nothing. */
type Surroundings = 'pointer' | 'alone' | 'nothing';

const POINTER =
  /(?:\b(?:web ?)?(?:site|page|portal|platform|link|url|domain|address|called|named|visit|visited|plateforme|lien|domaine|adresse|appelée?|nommée?|tovuti)(?: web)?(?: (?:is|was|est))?|[:=])[ "'(«“]*$/iu;
const LOOK_BACK = 40;

function surroundings(text: string, index: number, written: string): Surroundings {
  const before = text.slice(Math.max(0, index - LOOK_BACK), index);
  if (POINTER.test(before)) return 'pointer';
  const after = text.slice(index + written.length, index + written.length + 3);
  const isAtStart = /\n[ \t]*$/.test(before) || (index <= LOOK_BACK && before.trim() === '');
  return isAtStart && /^ ?\r?(?:\n|$)/.test(after) ? 'alone' : 'nothing';
}

function addressIn(piece: string, around: () => Surroundings): WebAddress | undefined {
  const [, called] = WITH_SCHEME.exec(piece) ?? [];
  if (!called && piece.includes('://')) return undefined;
  const { authority, path } = splitAuthority(called ?? piece);
  // Without a scheme it is an email address.
  if (!called && authority.includes('@')) return undefined;
  const written = hostIn(authority);
  const host = parseHost(written);
  if (!host || !(called || isBelievable(written, host, path, around))) return undefined;
  return { host, path };
}

function isBelievable(written: string, host: string, path: string, around: () => Surroundings): boolean {
  if (/^www\d?\./i.test(written)) return true;
  const ending = written.slice(written.lastIndexOf('.') + 1);
  const known = ending.toLowerCase();
  const labels = host.split('.');
  const name = labels.slice(0, -1).join('.');
  if (!/[a-z]/.test(name) || name.includes('_') || titles.has(name)) return false;
  const { publicSuffix, domain, isListed, isRegistry } = suffixOf(host);
  if (!isListed && !unlistedEndings.has(known)) return false;
  // The suffix of a registry alone has no owner.
  if (isRegistry && !domain) return false;
  // A reversed name is the name of an app: com.example.wallet.
  if (labels.length > 2 && commonEndings.has(labels[0]!)) return false;
  if (commonEndings.has(known)) return true;
  if (ending !== known && written !== written.toUpperCase()) return false;
  // One letter before two is an abbreviation.
  if (known.length === 2 && name.length === 1 && !/^\/./.test(path)) return false;
  const isFile = fileEndings.has(known);
  if (!isFile && !wordEndings.has(known)) return true;
  if (/^\/./.test(path)) return true;
  if (!isFile && (/[\d-]/.test(written) || publicSuffix.includes('.'))) return true;
  const said = around();
  return said === 'pointer' || (said === 'alone' && !isFile);
}
