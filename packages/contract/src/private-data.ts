/**
 * The check before publication: which texts are about to become public, and what in them may be private data. A
 * moderator who has read them acknowledges each with its token. The token changes with the private details, so that
 * changed texts are checked again.
 */
import { findPrivateMarks, type PrivateKind, type PrivateMark } from './private-marks.ts';
import { isPublic, type ProviderStatement, type PublicStatement } from './public-statements.ts';

/** Request header of publishing calls: the tokens of all acknowledged texts, separated by commas. */
export const PRIVATE_DATA_HEADER = 'Private-Data-Seen';
/** The edge would reject a longer header. */
export const MAX_ACKNOWLEDGED_TEXTS = 200;
/** Maximum number of marked texts in one error response; the others follow afterwards. */
export const MAX_RETURNED_TEXTS = 20;

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
export interface PrivateDataError {
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
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    high = Math.imul(high ^ code, 2_654_435_761);
    low = Math.imul(low ^ code, 1_597_334_677);
  }
  high = Math.imul(high ^ (high >>> 16), 2_246_822_507) ^ Math.imul(low ^ (low >>> 13), 3_266_489_909);
  low = Math.imul(low ^ (low >>> 16), 2_246_822_507) ^ Math.imul(high ^ (high >>> 13), 3_266_489_909);
  return (4_294_967_296 * (2_097_151 & low) + (high >>> 0)).toString(36);
}

const createToken = (field: string, text: string, marks: readonly PrivateMark[]): string =>
  hash53(JSON.stringify([field, ...marks.map(({ kind, start, end }) => [kind, text.slice(start, end)])]));

export const findMarkedTexts = (texts: readonly PublicText[]): MarkedText[] =>
  texts.flatMap(({ field, text, companyNames = [], publicKinds = [] }) => {
    const marks = findPrivateMarks(text, companyNames).filter(({ kind }) => !publicKinds.includes(kind));
    return marks.length > 0 ? [{ field, text, marks, token: createToken(field, text, marks) }] : [];
  });

const isPersonLike = (name: string): boolean => findPrivateMarks(name).some(({ kind }) => kind === 'person');

/** A listed provider is a company; an unlisted one may be a person. */
export const listCompanyNames = (
  listedName: string | null | undefined,
  reportedName: string | null | undefined,
): string[] => [
  ...(listedName ? [listedName] : []),
  ...(reportedName && !isPersonLike(reportedName) ? [reportedName] : []),
];

type ProviderTexts = Pick<
  ProviderStatement,
  'name' | 'otherNames' | 'description' | 'flaggedReasons' | 'licenseInfo' | 'securityFeatures' | 'insurance'
>;

const toPublicText = (field: string, text: string | null, options: Partial<PublicText> = {}): PublicText[] =>
  text ? [{ field, text, ...options }] : [];

export function listProviderTexts(provider: ProviderTexts): PublicText[] {
  const companyNames = [provider.name, ...provider.otherNames];
  const features = provider.securityFeatures.map(({ name }) => name).join('\n');
  return [
    ...toPublicText('name', provider.name, { companyNames }),
    ...toPublicText('otherNames', provider.otherNames.join('\n'), { companyNames }),
    ...toPublicText('description', provider.description, { companyNames }),
    ...toPublicText('flaggedReasons', provider.flaggedReasons.join('\n'), { companyNames }),
    // The number of a licence or of a policy is meant to be public.
    ...toPublicText('licenseInfo', provider.licenseInfo, { companyNames, publicKinds: ['account'] }),
    ...toPublicText('securityFeatures', features, { companyNames }),
    ...toPublicText('insurance', provider.insurance, { companyNames, publicKinds: ['account'] }),
  ];
}

/** The free texts of a public statement, without lists such as indicators, countries and websites. */
export function listStatementTexts(statement: PublicStatement, listedName: string | null = null): PublicText[] {
  if (statement.kind === 'alert') {
    const { title, affectedProviderId, affectedProviderName, description, advice } = statement;
    const companyNames = listCompanyNames(
      listedName ?? (affectedProviderId && affectedProviderName),
      affectedProviderName,
    );
    return [
      ...toPublicText('title', title, { companyNames }),
      ...toPublicText('affectedProviderName', affectedProviderId ? null : affectedProviderName, { companyNames }),
      ...toPublicText('description', description, { companyNames }),
      ...toPublicText('advice', advice, { companyNames }),
    ];
  }
  if (statement.kind === 'report') {
    return toPublicText('description', statement.description, { companyNames: listCompanyNames(listedName, null) });
  }
  // The text is the authority's own; the news page checks it separately.
  if (statement.kind === 'news' || statement.kind === 'indicator') return [];
  return listProviderTexts(statement);
}

/** The texts that were not public before in the same form. */
export function listNewlyPublicTexts(
  before: PublicStatement,
  after: PublicStatement,
  listedName?: string | null,
): PublicText[] {
  if (!isPublic(after)) return [];
  const previousTexts = isPublic(before) ? listStatementTexts(before, listedName) : [];
  return listStatementTexts(after, listedName).filter(
    ({ field, text }) => !previousTexts.some((previous) => previous.field === field && previous.text === text),
  );
}

export const parseAcknowledged = (header: string | null): string[] =>
  (header ?? '')
    .split(',')
    .map((token) => token.trim())
    .filter(Boolean)
    .slice(0, MAX_ACKNOWLEDGED_TEXTS);
