/**
 * The check before publication: which texts are about to become public, and what in them may be private data. A
 * moderator who has read them acknowledges each with its token. The token changes with the private details, so that
 * changed texts are checked again.
 */
import { privateMarks, type PrivateKind, type PrivateMark } from './private-marks.ts';
import { isPublic, type PublicStatement } from './public-statements.ts';

/** Request header of publishing calls: the tokens of all acknowledged texts, separated by commas. */
export const PRIVATE_DATA_HEADER = 'Private-Data-Seen';
/** The edge would reject a longer header. */
export const MAX_ACKNOWLEDGED_TEXTS = 200;
/** Maximum number of marked texts in one error response; the others follow afterwards. */
export const MAX_ASKED_TEXTS = 20;

export interface PublicText {
  field: string;
  text: string;
  /** Names in the text that are not personal. */
  companyNames?: readonly string[] | undefined;
  /** Kinds that are meant to be public in this field, such as a licence number. */
  publicKinds?: readonly PrivateKind[];
}

export interface MarkedText {
  field: string;
  text: string;
  marks: PrivateMark[];
  token: string;
}

/** The error response with the code PRIVATE_DATA_FOUND. */
export interface PrivateDataRefusal {
  code: 'PRIVATE_DATA_FOUND';
  privateData: MarkedText[];
}

/**
 * A 53-bit hash, the same in browser and server (cyrb53, public domain). It protects against mistakes, not against
 * forgery: who may publish may also acknowledge.
 */
function hash53(text: string): string {
  let high = 0xde_ad_be_ef;
  let low = 0x41_c6_ce_57;
  for (let place = 0; place < text.length; place += 1) {
    const code = text.charCodeAt(place);
    high = Math.imul(high ^ code, 2_654_435_761);
    low = Math.imul(low ^ code, 1_597_334_677);
  }
  high = Math.imul(high ^ (high >>> 16), 2_246_822_507) ^ Math.imul(low ^ (low >>> 13), 3_266_489_909);
  low = Math.imul(low ^ (low >>> 16), 2_246_822_507) ^ Math.imul(high ^ (high >>> 13), 3_266_489_909);
  return (4_294_967_296 * (2_097_151 & low) + (high >>> 0)).toString(36);
}

const tokenOf = (field: string, text: string, marks: readonly PrivateMark[]): string =>
  hash53(JSON.stringify([field, ...marks.map(({ kind, start, end }) => [kind, text.slice(start, end)])]));

export const markedTexts = (texts: readonly PublicText[]): MarkedText[] =>
  texts.flatMap(({ field, text, companyNames = [], publicKinds = [] }) => {
    const marks = privateMarks(text, companyNames).filter(({ kind }) => !publicKinds.includes(kind));
    return marks.length > 0 ? [{ field, text, marks, token: tokenOf(field, text, marks) }] : [];
  });

const isPersonLike = (name: string): boolean => privateMarks(name).some(({ kind }) => kind === 'person');

/** A listed provider is a company; an unlisted one may be a person. */
export const companyNamesOf = (listed: string | null | undefined, named: string | null | undefined): string[] => [
  ...(listed ? [listed] : []),
  ...(named && !isPersonLike(named) ? [named] : []),
];

/** The free texts of a public statement, without lists such as indicators, countries and websites. */
export function textsOfStatement(statement: PublicStatement, listedName: string | null = null): PublicText[] {
  const one = (field: string, text: string | null, more: Partial<PublicText> = {}): PublicText[] =>
    text ? [{ field, text, ...more }] : [];
  if (statement.kind === 'alert') {
    const { title, affectedProviderId, affectedProviderName, description, advice } = statement;
    const companyNames = companyNamesOf(
      listedName ?? (affectedProviderId && affectedProviderName),
      affectedProviderName,
    );
    return [
      ...one('title', title, { companyNames }),
      ...one('affectedProviderName', affectedProviderId ? null : affectedProviderName, { companyNames }),
      ...one('description', description, { companyNames }),
      ...one('advice', advice, { companyNames }),
    ];
  }
  if (statement.kind === 'report') {
    return one('description', statement.description, { companyNames: companyNamesOf(listedName, null) });
  }
  // The text is the authority's own; the news page checks it separately.
  if (statement.kind === 'news') return [];
  const companyNames = [statement.name, ...statement.otherNames];
  return [
    ...one('name', statement.name, { companyNames }),
    ...one('otherNames', statement.otherNames.join('\n'), { companyNames }),
    ...one('description', statement.description, { companyNames }),
    ...one('flaggedReasons', statement.flaggedReasons.join('\n'), { companyNames }),
    // A licence number is meant to be public.
    ...one('licenseInfo', statement.licenseInfo, { companyNames, publicKinds: ['account'] }),
  ];
}

/** The texts that were not public before in the same form. */
export function newlyPublicTexts(
  before: PublicStatement,
  after: PublicStatement,
  listedName?: string | null,
): PublicText[] {
  if (!isPublic(after)) return [];
  const known = isPublic(before) ? textsOfStatement(before, listedName) : [];
  return textsOfStatement(after, listedName).filter(
    ({ field, text }) => !known.some((one) => one.field === field && one.text === text),
  );
}

export const readAcknowledged = (header: string | null): string[] =>
  (header ?? '')
    .split(',')
    .map((token) => token.trim())
    .filter(Boolean)
    .slice(0, MAX_ACKNOWLEDGED_TEXTS);
