/**
 * Public statements, and whether a change would warn people less. One person may always strengthen a warning; a change
 * that might weaken it requires a second person, and so does every other change of text, whose meaning no function can
 * evaluate. Decision 0013 gives the reasons.
 */
import { type AlertStatus, type AlertType, type Severity, severities } from './alert-values.ts';
import type { ReportStatus, ReportType } from './report-values.ts';
import { isAfricanCountry } from './country-codes.ts';
import {
  formatFeature,
  isFlaggedOrSuspended,
  type ProviderType,
  type ReviewState,
  type VerificationStatus,
} from './directory-values.ts';
import type { FieldChange } from './decisions.ts';
import { isAssessed, riskLevels, type RiskLevel } from './risk.ts';
import type { SecurityFeature } from './directory.ts';
import type { NewsPriority, NewsState } from './news-values.ts';
import type { Language } from './site.ts';

export interface AlertStatement {
  kind: 'alert';
  status: AlertStatus;
  severity: Severity;
  alertType: AlertType;
  title: string;
  description: string;
  advice: string | null;
  language: Language;
  affectedCountries: string[];
  affectedProviderId: string | null;
  affectedProviderName: string | null;
}

export interface ReportStatement {
  kind: 'report';
  status: ReportStatus;
  severity: Severity;
  reportType: ReportType;
  description: string;
  providerId: string | null;
}

export interface ProviderStatement {
  kind: 'provider';
  reviewState: ReviewState;
  verificationStatus: VerificationStatus;
  riskScore: RiskLevel;
  flaggedReasons: string[];
  regulatoryCompliance: number;
  userSatisfaction: number;
  securityMeasures: number;
  name: string;
  otherNames: string[];
  type: ProviderType;
  description: string;
  website: string | null;
  countries: string[];
  licenseInfo: string | null;
  established: number | null;
  userCount: number | null;
  securityFeatures: SecurityFeature[];
  insurance: string | null;
}

/** An announcement of an authority. It warns by its priority, and of the providers with a confirmed mention. */
export interface NewsStatement {
  kind: 'news';
  state: NewsState;
  priority: NewsPriority;
  title: string;
  /** The names of providers with a confirmed mention. */
  providers: string[];
}

/** The warning about a link, wallet or number, or the hint that it looks like another. It has no page with versions. */
export interface IndicatorStatement {
  kind: 'indicator';
  warning: 'shown' | 'withdrawn';
}

export type PublicStatement = AlertStatement | ReportStatement | ProviderStatement | NewsStatement | IndicatorStatement;

/** From the mildest to the strictest. */
const verdictOrder: readonly VerificationStatus[] = ['Verified', 'Pending', 'Limited', 'Flagged', 'Suspended'];

/** The same rule as the generated column of the table. */
export const isPublicReport = (status: ReportStatus): boolean => status === 'investigating' || status === 'resolved';

export function isPublic(statement: PublicStatement): boolean {
  if (statement.kind === 'alert') return statement.status === 'approved';
  if (statement.kind === 'report') return isPublicReport(statement.status);
  if (statement.kind === 'news') return statement.state === 'shown';
  if (statement.kind === 'indicator') return false;
  return statement.reviewState === 'approved';
}

export const hasProviderWarning = ({
  verificationStatus,
  riskScore,
}: Pick<ProviderStatement, 'verificationStatus' | 'riskScore'>): boolean =>
  isFlaggedOrSuspended(verificationStatus) || riskScore === 'High';

/**
 * Whether the statement is a warning: every public alert and report, the worse verdicts on a provider, and
 * announcements of an authority about a provider or with high priority, and everything shown about an indicator.
 */
function isWarning(statement: PublicStatement): boolean {
  if (statement.kind === 'indicator') return statement.warning === 'shown';
  if (!isPublic(statement)) return false;
  if (statement.kind === 'news') return statement.priority === 'high' || statement.providers.length > 0;
  return statement.kind !== 'provider' || hasProviderWarning(statement);
}

/** Tells whether the second value weakens the warning, or may do so. */
type WeakeningCheck<Value> = (before: Value, after: Value) => boolean;

const createRankCheck =
  <Value>(order: readonly Value[]): WeakeningCheck<Value> =>
  (before, after) =>
    order.indexOf(after) < order.indexOf(before);
const hasRemovals: WeakeningCheck<readonly string[]> = (before, after) => before.some((one) => !after.includes(one));
const isHigher: WeakeningCheck<number> = (before, after) => after > before;
const isDifferent: WeakeningCheck<string | number | null> = (before, after) => before !== after;
/** Any of them can make a provider look safer. */
const areFeaturesChanged: WeakeningCheck<readonly SecurityFeature[]> = (before, after) =>
  areTextsChanged(before.map(formatFeature), after.map(formatFeature));

const PRECOMPOSED_LATIN = /[\u00C0-\u024F\u1E00-\u1EFF]/g;
const toBaseLetter = (letter: string): string => {
  const [base = letter, ...marks] = letter.normalize('NFD');
  return marks.length > 0 && /^[A-Za-z]$/.test(base) ? base : letter;
};

/**
 * Normalises a text: ignores letter case, accents of precomposed Latin letters, one or two blanks between words, and
 * one full stop or comma after a word. Everything else is visible and counts as a change: combining marks that NFC does
 * not compose (they can strike text out), invisible characters, look-alike letters, line breaks, and words of
 * punctuation. Texts with the same result are equivalent, so many small corrections cannot add up to another text.
 */
const normalizeText = (text: string | null): string =>
  (text ?? '')
    .normalize('NFC')
    .replaceAll(PRECOMPOSED_LATIN, toBaseLetter)
    .toLowerCase()
    .replaceAll(/(?<![ \u00A0\u202F])[ \u00A0\u202F]{1,2}(?![ \u00A0\u202F])/g, ' ')
    .replaceAll(/(?<=[\p{L}\p{N}\p{M}])[.,](?=\s|$)/gu, '');
const isTextChanged: WeakeningCheck<string | null> = (before, after) => normalizeText(before) !== normalizeText(after);
const areTextsChanged: WeakeningCheck<readonly string[]> = (before, after) =>
  before.length !== after.length || before.some((one, index) => isTextChanged(one, after[index]!));

/** An additional country strengthens a warning; free text among the countries is public text. */
const weakensCountries: WeakeningCheck<readonly string[]> = (before, after) =>
  hasRemovals(before, after) || after.some((one) => !before.includes(one) && !isAfricanCountry(one));
/** Names are shown beside each other, and a new one can contradict the others, so it needs review too. */
const areNamesChanged: WeakeningCheck<readonly string[]> = (before, after) =>
  hasRemovals(before, after) || hasRemovals(after, before);

type WeakeningChecks<Statement> = { [Name in Exclude<keyof Statement, 'kind'>]: WeakeningCheck<Statement[Name]> };

const alertChecks: WeakeningChecks<AlertStatement> = {
  status: (_, after) => after !== 'approved',
  severity: createRankCheck(severities),
  alertType: isDifferent,
  title: isTextChanged,
  description: isTextChanged,
  advice: isTextChanged,
  language: isDifferent,
  affectedCountries: weakensCountries,
  affectedProviderId: isDifferent,
  affectedProviderName: isTextChanged,
};

const reportChecks: WeakeningChecks<ReportStatement> = {
  // Investigating and resolved reports are both public.
  status: (_, after) => !isPublicReport(after),
  severity: createRankCheck(severities),
  reportType: isDifferent,
  description: isTextChanged,
  providerId: isDifferent,
};

const providerChecks: WeakeningChecks<ProviderStatement> = {
  reviewState: (_, after) => after !== 'approved',
  verificationStatus: createRankCheck(verdictOrder),
  riskScore: createRankCheck(riskLevels),
  flaggedReasons: areTextsChanged,
  regulatoryCompliance: isHigher,
  userSatisfaction: isHigher,
  securityMeasures: isHigher,
  name: isTextChanged,
  otherNames: areNamesChanged,
  type: isDifferent,
  description: isTextChanged,
  website: isDifferent,
  countries: weakensCountries,
  licenseInfo: isTextChanged,
  established: isDifferent,
  userCount: isDifferent,
  securityFeatures: areFeaturesChanged,
  insurance: isTextChanged,
};

const newsChecks: WeakeningChecks<NewsStatement> = {
  state: (_, after) => after !== 'shown',
  priority: createRankCheck(['low', 'normal', 'high']),
  title: isTextChanged,
  providers: hasRemovals,
};

const indicatorChecks: WeakeningChecks<IndicatorStatement> = {
  warning: (_, after) => after !== 'shown',
};

function isAnyFieldWeakened<Statement extends object>(
  checks: WeakeningChecks<Statement>,
  before: Statement,
  after: Statement,
): boolean {
  const names = Object.keys(checks) as (keyof WeakeningChecks<Statement>)[];
  return names.some((name) => checks[name](before[name], after[name]));
}

/** Bad scores that become 'Not assessed' weaken the warning. */
const losesScores = (before: ProviderStatement, after: ProviderStatement): boolean =>
  isAssessed(before) && !isAssessed(after);

/** A merged item counts in its public alert, so removing it weakens the alert. */
const isMerged = (statement: PublicStatement): boolean =>
  (statement.kind === 'alert' || statement.kind === 'report') && statement.status === 'merged';

/** Whether a change weakens a public warning, or might; a single person may not do it. */
export function weakens(before: PublicStatement, after: PublicStatement): boolean {
  if (isMerged(before)) return !isMerged(after) && !isPublic(after);
  if (!isWarning(before)) return false;
  if (before.kind === 'alert') return after.kind !== 'alert' || isAnyFieldWeakened(alertChecks, before, after);
  if (before.kind === 'report') return after.kind !== 'report' || isAnyFieldWeakened(reportChecks, before, after);
  if (before.kind === 'news') return after.kind !== 'news' || isAnyFieldWeakened(newsChecks, before, after);
  if (before.kind === 'indicator')
    return after.kind !== 'indicator' || isAnyFieldWeakened(indicatorChecks, before, after);
  if (after.kind !== 'provider') return true;
  return isAnyFieldWeakened(providerChecks, before, after) || losesScores(before, after);
}

const isListedVerified = (statement: ProviderStatement): boolean =>
  isPublic(statement) && statement.verificationStatus === 'Verified';
const isListedLow = (statement: ProviderStatement): boolean => isPublic(statement) && statement.riskScore === 'Low';
/** Without scores, the page shows 'Not assessed' beside the level. */
const isAssessedLow = (statement: ProviderStatement): boolean => isListedLow(statement) && isAssessed(statement);

/**
 * Whether a provider becomes trusted that was not before: it becomes Verified or of low risk, or the verdict moves to
 * another name or website.
 */
function endorses(before: PublicStatement, after: PublicStatement): boolean {
  if (before.kind !== 'provider' || after.kind !== 'provider') return false;
  const isOtherProvider = isTextChanged(before.name, after.name) || isDifferent(before.website, after.website);
  return [isListedVerified, isListedLow, isAssessedLow].some(
    (isTrusted) => isTrusted(after) && (isOtherProvider || !isTrusted(before)),
  );
}

/** Changes that a single person may not make: weakening a public warning, endorsing a provider. */
export const requiresSecondPerson = (before: PublicStatement, after: PublicStatement): boolean =>
  weakens(before, after) || endorses(before, after);

export function findChanges<Statement extends object>(
  before: Statement,
  edit: { [Name in keyof Statement]?: Statement[Name] | undefined },
): Partial<Statement> {
  const isChange = ([name, value]: [string, unknown]) =>
    value !== undefined && JSON.stringify(value) !== JSON.stringify(before[name as keyof Statement]);
  return Object.fromEntries(Object.entries(edit).filter(isChange)) as Partial<Statement>;
}

type FieldValue = string | number | readonly (string | SecurityFeature)[] | null;

const toLine = (entry: string | SecurityFeature): string => (typeof entry === 'string' ? entry : formatFeature(entry));
const toText = (value: FieldValue): string =>
  typeof value === 'object' ? (value?.map(toLine).join('\n') ?? '') : String(value);

/** Status first, then its reasons, then the other fields. */
const fieldOrder = [alertChecks, reportChecks, providerChecks, newsChecks, indicatorChecks].flatMap((checks) =>
  Object.keys(checks),
);

/** Changes field by field; a list has one entry per line. */
export const listFieldChanges = (before: PublicStatement, after: PublicStatement): FieldChange[] =>
  Object.entries(findChanges<PublicStatement>(before, after))
    // A version that an earlier release stored does not have every field.
    .filter(([field]) => Object.hasOwn(before, field))
    .toSorted(([one], [another]) => fieldOrder.indexOf(one) - fieldOrder.indexOf(another))
    .map(([field, to]) => ({
      field,
      from: toText(before[field as keyof PublicStatement]),
      to: toText(to as FieldValue),
    }));
