/**
 * Marks possible private data in a text: telephone numbers, email addresses, postal addresses, account and document
 * numbers, names of persons. A moderator checks each mark before publication, since the number of a scammer is meant to
 * stay. Pure and linear in the length of the text (no ReDoS), since it runs while somebody types.
 */
import {
  givenNames,
  institutionWords,
  personIntroductions,
  thingIntroductions,
  ambiguousNames,
  nonPersonWords,
  personTitles,
} from './person-names.ts';
import type { Language } from './site.ts';

export const privateKinds = ['person', 'phone', 'email', 'address', 'account'] as const;
export type PrivateKind = (typeof privateKinds)[number];

export interface PrivateMark {
  kind: PrivateKind;
  start: number;
  end: number;
}

/** The replacement text, in the language of the report, of which it becomes a part. */
export const removedTexts: Record<Language, Record<PrivateKind, string>> = {
  en: {
    person: '[name removed]',
    phone: '[phone number removed]',
    email: '[email address removed]',
    address: '[address removed]',
    account: '[account number removed]',
  },
  fr: {
    person: '[nom retiré]',
    phone: '[numéro retiré]',
    email: '[adresse e-mail retirée]',
    address: '[adresse retirée]',
    account: '[numéro de compte retiré]',
  },
  pt: {
    person: '[nome removido]',
    phone: '[número de telefone removido]',
    email: '[endereço de e-mail removido]',
    address: '[morada removida]',
    account: '[número de conta removido]',
  },
  sw: {
    person: '[jina limeondolewa]',
    phone: '[nambari ya simu imeondolewa]',
    email: '[barua pepe imeondolewa]',
    address: '[anwani imeondolewa]',
    account: '[nambari ya akaunti imeondolewa]',
  },
  ar: {
    person: '[حُذف الاسم]',
    phone: '[حُذف رقم الهاتف]',
    email: '[حُذف البريد الإلكتروني]',
    address: '[حُذف العنوان]',
    account: '[حُذف رقم الحساب]',
  },
};

const MAX_TEXT_LENGTH = 20_000;

/** A single character class with nothing after it: the pattern never backtracks. */
export const DIGIT_RUN = /[\d+(][\d+ ().\-\u00A0\u2010-\u2015]{6,}/g;
/** Digits next to letters are part of something else. */
export const ATTACHED_BEFORE = /[\p{L}\d_@/=.]$/u;
export const ATTACHED_AFTER = /^[\p{L}_@]/u;

/**
 * Its hyphens would make its groups look like separate numbers; in a hash or wallet address letters are adjacent to
 * them.
 */
const UUID = /(?<![\p{L}\p{N}])[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}(?![\p{L}\p{N}])/giu;

/** Marks in the order of the text, without overlaps. Company names (`companyNames`) are not marked as persons. */
export function findPrivateMarks(text: string, companyNames: readonly string[] = []): PrivateMark[] {
  const checkedText = text.slice(0, MAX_TEXT_LENGTH);
  const marks: PrivateMark[] = [];
  const markedCharacters = new Uint8Array(checkedText.length);
  for (const { 0: uuid, index } of checkedText.matchAll(UUID)) markedCharacters.fill(1, index, index + uuid.length);
  // The most reliable kinds come first.
  for (const find of [
    findEmails,
    findChatNumbers,
    findIbans,
    findNumbers,
    findAddresses,
    (all: string) => findPersons(all, companyNames),
  ]) {
    for (const mark of find(checkedText)) {
      if (markedCharacters.subarray(mark.start, mark.end).includes(1)) continue;
      markedCharacters.fill(1, mark.start, mark.end);
      marks.push(mark);
    }
  }
  return marks.toSorted((one, other) => one.start - other.start);
}

export function replaceMarks(
  text: string,
  marks: readonly PrivateMark[],
  getReplacement: (kind: PrivateKind) => string,
): string {
  let end = 0;
  const parts = marks.map((mark) => {
    const before = text.slice(end, mark.start);
    end = mark.end;
    return before + getReplacement(mark.kind);
  });
  return parts.join('') + text.slice(end);
}

const getContext = (text: string, start: number, end: number, length: number) => ({
  before: text.slice(Math.max(0, start - length), start),
  after: text.slice(end, end + length),
});

// Email addresses

/** Also disguised: `name (at) example.com`. */
const AT = / ?[[({] ?(?:at|@|arobase) ?[\])}] ?|@/giu;
const LOCAL_PART = /[\p{L}\p{N}._%+-]{1,64}$/u;
const DOMAIN = /^[\p{L}\p{N}-]{1,63}(?: ?(?:\.|[[({] ?(?:\.|dot|point) ?[\])}]) ?[\p{L}\p{N}-]{1,63}){1,4}/iu;

function findEmails(text: string): PrivateMark[] {
  return [...text.matchAll(AT)].flatMap(({ 0: at, index }) => {
    const local = LOCAL_PART.exec(text.slice(Math.max(0, index - 64), index))?.[0];
    const domain = DOMAIN.exec(text.slice(index + at.length, index + at.length + 200))?.[0];
    if (!local || !domain) return [];
    // A full stop with a blank after it ends the sentence.
    const host = domain.replace(/ ?\. .*$/su, '').replace(/[.-]+$/u, '');
    if (!/[.)\]}]/.test(host)) return [];
    return [{ kind: 'email' as const, start: index - local.length, end: index + at.length + host.length }];
  });
}

// Numbers

const CHAT_LINK = /(?:wa\.me\/|[?&]phone=|\btel:)\+?(\d{8,15})(?!\d)/giu;

const findChatNumbers = (text: string): PrivateMark[] =>
  [...text.matchAll(CHAT_LINK)].map(({ 0: link, 1: digits = '', index }) => {
    const end = index + link.length;
    return { kind: 'phone', start: end - digits.length, end };
  });

const IBAN = /(?<![\p{L}\p{N}])[A-Z]{2}\d{2}(?: ?[A-Z\d]{4}){3,7}(?: ?[A-Z\d]{1,3})?(?![\p{L}\p{N}])/gu;

const findIbans = (text: string): PrivateMark[] =>
  [...text.matchAll(IBAN)].map(({ 0: iban, index }) => ({ kind: 'account', start: index, end: index + iban.length }));

const PHONE_WORD =
  /(?:\b(?:phone|tele?phone|tel|cell|mobile|whats ?app|call(?:ed|s)?|text(?:ed)?|sms|line|reached?|contact|number|numero|appel(?:er|ez|le|é)|joindre|joignable|portable|momo|m-?pesa)|[Nn]°|num[ée]ro|t[ée]l(?:[ée]phone)?)[^\n\d]{0,24}$/iu;
const DOCUMENT_WORD =
  /\b(?:account|acct|a\/c|iban|rib|compte|passport|passeport|id|identity|nin|bvn|cni|carte|card|licen[cs]e|permis|matricule|till|paybill)\b[^\n\d]{0,20}$/iu;
const MONEY_BEFORE =
  /(?:\b(?:R|ZAR|N|NGN|KES|KSH|USD|US|EUR|GHS|GH|UGX|TZS|RWF|ZMW|MAD|EGP|XOF|XAF|FCFA|CFA)|[$€£₦₵]) ?$/iu;
const MONEY_AFTER =
  /^ ?(?:(?:f ?cfa|cfa|francs?|rands?|naira|shillings?|cedis?|dollars?|euros?|dirhams?|kwachas?|usdt?|usdc|kes|ksh|ngn|ghs|ugx|tzs|rwf|xof|xaf|zar|eur|btc|eth|million|millions|mille|thousand|people|members|personnes|membres)\b|[$€£₦₵%])/iu;
const DATE = /^(?:(?:19|20)\d{2}[-./ ][01]?\d[-./ ][0-3]?\d|[0-3]?\d[-./ ][01]?\d[-./ ](?:19|20)\d{2})(?:\D|$)/;
/** A number with thousands separators. */
const AMOUNT = /^[1-9]\d{0,2}(?:[ .\u00A0]\d{3})+(?:[.,]\d{1,2})?$/;
const TWO_BY_TWO = /^[5-9]\d?(?:[ .-]\d{2,3}){3,4}$/;
/** African calling codes, written without a plus. */
const CALLING_CODE = /^2(?:0|1[1-8]|[2-6]\d|7|9[018])/;

/** About twenty numbers in a row. */
const MAX_RUN_LENGTH = 400;

function findNumbers(text: string): PrivateMark[] {
  return [...text.matchAll(DIGIT_RUN)].flatMap(({ 0: match, index }) => {
    const run = match.slice(0, MAX_RUN_LENGTH);
    const { before, after } = getContext(text, index, index + run.length, 1);
    if (ATTACHED_BEFORE.test(before)) return [];
    return splitNumbers(run).flatMap(({ written, at, isLast }) => {
      if (isLast && ATTACHED_AFTER.test(after) && /\d$/.test(run)) return [];
      const start = index + at;
      const end = start + written.length;
      const kind = classifyNumber(written, getContext(text, start, end, 48));
      return kind ? [{ kind, start, end }] : [];
    });
  });
}

/** Splits a run into several numbers: each starts with a plus, or after several blanks or a hyphen between blanks. */
function splitNumbers(run: string): { written: string; at: number; isLast: boolean }[] {
  const pieces: { written: string; at: number; isLast: boolean }[] = [];
  let at = 0;
  const parts = run
    .split(/(?<=\d[ ()]{0,3})(?=\+)|( [-\u2010-\u2015] |\.? {2,}|\. )/u)
    .filter((part) => part !== undefined);
  for (const part of parts) {
    const inner = part.search(/[\d+(]/);
    const written = inner < 0 ? '' : part.slice(inner).replace(/\D+$/u, '');
    if (written) pieces.push({ written: removeUnmatchedBracket(written), at: at + inner, isLast: false });
    at += part.length;
  }
  const last = pieces.at(-1);
  if (last) last.isLast = true;
  return pieces.map((piece) => ({
    ...piece,
    at: piece.at + (run.slice(piece.at).startsWith('(') && !piece.written.startsWith('(') ? 1 : 0),
  }));
}

/** A bracket that closes outside the number belongs to the sentence. */
const removeUnmatchedBracket = (written: string): string =>
  written.startsWith('(') && !written.includes(')') ? written.slice(1) : written;

function classifyNumber(
  written: string,
  { before, after }: { before: string; after: string },
): PrivateKind | undefined {
  const digits = written.replace(/\D/g, '');
  if (digits.length < 6) return undefined;
  const isDocumentNumber = DOCUMENT_WORD.test(before);
  if (isDocumentNumber && !written.startsWith('+')) return digits.length <= 20 ? 'account' : undefined;
  if (MONEY_BEFORE.test(before) || MONEY_AFTER.test(after)) return undefined;
  if (written.startsWith('+')) return digits.length >= 8 && digits.length <= 15 ? 'phone' : undefined;
  if (DATE.test(written)) return undefined;
  if (digits.startsWith('00')) return digits.length >= 10 && digits.length <= 17 ? 'phone' : undefined;
  if (digits.startsWith('0') && digits.length >= 9 && digits.length <= 11) return 'phone';
  if (PHONE_WORD.test(before) && digits.length >= 7 && digits.length <= 13) return 'phone';
  if (AMOUNT.test(written)) return undefined;
  if (CALLING_CODE.test(digits) && digits.length >= 11 && digits.length <= 13) return 'phone';
  if (TWO_BY_TWO.test(written) && digits.length >= 8 && digits.length <= 9) return 'phone';
  return digits.length >= 9 && digits.length <= 34 ? 'account' : undefined;
}

// Postal addresses

const WORD = `\\p{L}[\\p{L}\\p{N}'’-]{0,30}`;
const NAMED = `\\p{Lu}[\\p{L}\\p{N}'’-]{0,30}`;
/** Matches the first letter in either case, since the rest of the pattern is case-sensitive. */
const matchEitherCase = (words: string): string =>
  words.replace(/(?<=^|\|)\p{L}/gu, (letter) => `[${letter.toUpperCase()}${letter}]`);
const addressPatterns = [
  `\\d{1,5}[A-Za-z]?,? (?:${NAMED} ){1,4}(?:${matchEitherCase('street|road|avenue|ave|lane|drive|close|crescent|boulevard|terrace|estate')})(?!\\p{L})`,
  `\\d{1,5}(?: ?(?:bis|ter))?,? (?:${matchEitherCase('rue|avenue|boulevard|bd|allée|impasse|ruelle|chemin')})(?: ${WORD}){1,2}(?: ${NAMED}){0,2}`,
  `(?:${matchEitherCase('house|flat|plot|stand|apartment|apt|erf|villa|lot|appartement|porte')})(?: (?:[Nn]o|number|n°|numéro)\\.?)? ?\\d{1,5}[A-Za-z]?(?:,? ${NAMED}){1,4}`,
  `(?:[Pp]\\.? ?[Oo]\\.? ?[Bb]ox|[Pp]rivate [Bb]ag|[Bb]o[iî]te [Pp]ostale|B\\.? ?P\\.?)(?: (?:[Nn]o|n°)\\.?)? ?\\d{2,6}`,
];
const ADDRESS = new RegExp(`(?<![\\p{L}\\p{N}])(?:${addressPatterns.join('|')})`, 'gu');

const findAddresses = (text: string): PrivateMark[] =>
  [...text.matchAll(ADDRESS)].map(({ 0: address, index }) => ({
    kind: 'address',
    start: index,
    end: index + address.length,
  }));

// Names of persons

interface Word {
  /** In lower case, without accents. */
  normalized: string;
  start: number;
  end: number;
  isCapital: boolean;
  isAllCaps: boolean;
  /** Preceded only by a blank, or by the full stop of a title or initial. */
  isJoined: boolean;
  beginsSentence: boolean;
}

const WORDS = /\p{L}[\p{L}\p{M}'’-]*/gu;
const normalizeWord = (word: string): string =>
  word.normalize('NFD').replace(/\p{M}/gu, '').replaceAll('’', "'").toLowerCase();

function splitWords(text: string): Word[] {
  const words: Word[] = [];
  let end = 0;
  for (const { 0: written, index } of text.matchAll(WORDS)) {
    const between = text.slice(end, index);
    const last = words.at(-1);
    const isShort =
      last !== undefined &&
      (last.end - last.start === 1 || (last.end - last.start < 5 && personTitles.has(last.normalized)));
    const isJoined = last !== undefined && (/^[ \u00A0]$/.test(between) || (isShort && /^\. ?$/.test(between)));
    // A word next to digits is no name, and neither is a part of a URL.
    const isPartOfToken = /[\p{N}_@/.]$/u.test(between) && !/^\. ?$/.test(between) && /\S$/u.test(between);
    words.push({
      normalized: normalizeWord(written),
      start: index,
      end: index + written.length,
      isCapital: /^\p{Lu}/u.test(written) && !isPartOfToken,
      isAllCaps: written.length > 1 && written === written.toUpperCase(),
      isJoined,
      beginsSentence: last === undefined || (!isJoined && /[.!?…:;\n•\-–"“«(]/u.test(between)),
    });
    end = index + written.length;
  }
  return words;
}

const particles = new Set('de da do dos du del van der den von la le bin bint ben ibn ould ag wa el al'.split(' '));
const MAX_NAME_WORDS = 5;
/** In a text with mostly capitalised words, capitals have no meaning. */
const isMostlyCapitalised = (words: readonly Word[]): boolean => {
  const long = words.filter(({ start, end }) => end - start > 1);
  return long.filter(({ isCapital }) => isCapital).length > long.length * 0.6;
};

/** An acronym beside a word is no person. */
const hasNoAcronym = (name: readonly Word[]): boolean => !name.some(({ isAllCaps }) => isAllCaps);

function findPersons(text: string, companyNames: readonly string[]): PrivateMark[] {
  const words = splitWords(text);
  const companyWords = new Set(companyNames.flatMap((name) => splitWords(name).map(({ normalized }) => normalized)));
  const isNonPerson = ({ normalized }: Word) => nonPersonWords.has(normalized) && !givenNames.has(normalized);
  const isName = (word: Word) => word.isCapital && !isNonPerson(word);
  const isKnownGivenName = ({ normalized, isCapital }: Word) => isCapital && givenNames.has(normalized.split('-')[0]!);
  const ignoresCapitals = isMostlyCapitalised(words);

  /** The number of words from here on that form one name; a particle counts if a name follows it. */
  const countNameWords = (first: number): number => {
    let length = 0;
    for (let index = first; index < first + MAX_NAME_WORDS; index += 1) {
      const word = words[index];
      if (!word || (length > 0 && !word.isJoined)) break;
      if (isName(word)) length = index - first + 1;
      else if (length === 0 || !particles.has(word.normalized)) break;
    }
    return length;
  };
  const getPrecedingWords = (index: number) =>
    [words[index - 3], words[index - 2], words[index - 1]].map((word) => word?.normalized ?? '');

  const marks: PrivateMark[] = [];
  for (let place = 0; place < words.length; place += 1) {
    const word = words[place]!;
    const found = findNameAt(place, word);
    if (!found) continue;
    const { first, length } = found;
    const name = words.slice(first, first + length);
    // A person may share a word with a company; a name with only such words is the company.
    const isCompanyName = name.every(({ normalized }) => companyWords.has(normalized));
    if (!isCompanyName) marks.push({ kind: 'person', start: name[0]!.start, end: name.at(-1)!.end });
    place = first + length - 1;
  }
  return marks;

  function findNameAt(index: number, word: Word): { first: number; length: number } | undefined {
    const next = words[index + 1];
    if (isTitle(word, next)) {
      const length = countNameWords(index + 1);
      if (length > 0) return { first: index, length: length + 1 };
    }
    const length = countNameWords(index);
    if (length === 0) return undefined;
    if (length > 1 && words.slice(index, index + length).some(isKnownGivenName))
      return trimSentenceStart(index, length);
    if (isIntroduced(index)) return { first: index, length };
    if (
      isKnownGivenName(word) &&
      !(ambiguousNames.has(word.normalized) || word.isAllCaps || isFollowedByName(index + length))
    ) {
      return { first: index, length };
    }
    if (ignoresCapitals || length < 2) return undefined;
    // The first word of a sentence is capitalised anyway.
    const first = word.beginsSentence && !ambiguousNames.has(word.normalized) ? index + 1 : index;
    const nameLength = countNameWords(first);
    return nameLength >= 2 && hasNoAcronym(words.slice(first, first + nameLength)) && !isInstitution(first + nameLength)
      ? { first, length: nameLength }
      : undefined;
  }

  /** Without the first word of a sentence that is no name. */
  function trimSentenceStart(index: number, length: number): { first: number; length: number } {
    const word = words[index]!;
    const isSurname = word.isAllCaps || isKnownGivenName(word) || ambiguousNames.has(word.normalized);
    return word.beginsSentence && !isSurname && length > 2
      ? { first: index + 1, length: length - 1 }
      : { first: index, length };
  }

  function isTitle(word: Word, next: Word | undefined): boolean {
    if (!next?.isJoined || !next.isCapital) return false;
    // French `M. Kouassi`; elsewhere an initial.
    if (word.normalized === 'm' && word.isCapital) return text.slice(word.end, next.start).startsWith('.');
    const isKin = personIntroductions.has(word.normalized) && !word.isCapital;
    return personTitles.has(word.normalized) && !isKin && !isNonPerson(next);
  }

  function isIntroduced(index: number): boolean {
    if (
      !words[index]!.isJoined &&
      !/^ ?[:,"“«] ?["“«]?$/u.test(text.slice(words[index - 1]?.end ?? 0, words[index]!.start))
    )
      return false;
    const [third = '', second = '', first = ''] = getPrecedingWords(index);
    const isJoined = words[index]!.isJoined;
    if (first === 'is' || first === 'was') return second === 'name';
    if (
      first === "m'appelle" ||
      first === "s'appelle" ||
      first === "s'appelait" ||
      (first === 'nomme' && second === 'se')
    )
      return true;
    if (first === 'de' || first === 'of') return second === 'nom' || second === 'name';
    if (first === 'certain' || first === 'certaine') return true;
    if (['himself', 'herself'].includes(first)) return ['called', 'calls', 'calling'].includes(second);
    if (['called', 'named', 'nomme', 'nommee', 'appele', 'appelee', 'prenomme', 'prenommee'].includes(first)) {
      return !thingIntroductions.has(second) && !thingIntroductions.has(third) && second !== 'i';
    }
    return isJoined && personIntroductions.has(first);
  }

  /** Places such as Victoria Island and the Kennedy School are named after a person. */
  function isFollowedByName(index: number): boolean {
    const next = words[index];
    return next !== undefined && next.isJoined && next.isCapital && next.end - next.start > 1;
  }

  /** Whether capitalised words end in, or before, a word such as Authority: Financial Sector Conduct Authority. */
  function isInstitution(end: number): boolean {
    const [last, next] = [words[end - 1]!, words[end]];
    return institutionWords.has(last.normalized) || (isFollowedByName(end) && institutionWords.has(next!.normalized));
  }
}
