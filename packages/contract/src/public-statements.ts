/**
 * What Hakiki says in public about something, and whether saying it otherwise would warn people less. One person may always warn
 * more; whatever might warn less waits for a second one, and so does what no function can judge: other words. Why it is drawn
 * exactly here stands in decision 0013.
 */
import { type AlertStatus, type AlertType, type Severity, severities } from './alert-values.ts';
import type { ReportStatus, ReportType } from './report-values.ts';
import { isWarnedOf, type ProviderType, type ReviewState, type VerificationStatus } from './directory-values.ts';
import type { FieldChange } from './decisions.ts';
import { isAssessed, riskLevels, type RiskLevel } from './risk.ts';
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
}

export type PublicStatement = AlertStatement | ReportStatement | ProviderStatement;

/** From the mildest on. */
const verdictOrder: readonly VerificationStatus[] = ['Verified', 'Pending', 'Limited', 'Flagged', 'Suspended'];

/** As the table computes it. */
export const isPublicReport = (status: ReportStatus): boolean => status === 'investigating' || status === 'resolved';

/** Whether people can read it at all. */
export function isPublic(statement: PublicStatement): boolean {
  if (statement.kind === 'alert') return statement.status === 'approved';
  if (statement.kind === 'report') return isPublicReport(statement.status);
  return statement.reviewState === 'approved';
}

/** Whether people are warned by it: by any alert or report that they can read, and by the worse verdicts on a provider. */
function isWarning(statement: PublicStatement): boolean {
  if (!isPublic(statement)) return false;
  if (statement.kind !== 'provider') return true;
  return isWarnedOf(statement.verificationStatus) || statement.riskScore === 'High';
}

/** Says for two values whether the second warns less, or may. */
type Judge<Value> = (before: Value, after: Value) => boolean;

const ranksLower =
  <Value>(order: readonly Value[]): Judge<Value> =>
  (before, after) =>
    order.indexOf(after) < order.indexOf(before);
const lacksSome: Judge<readonly string[]> = (before, after) => before.some((one) => !after.includes(one));
const isHigher: Judge<number> = (before, after) => after > before;
const isOther: Judge<string | null> = (before, after) => before !== after;

/**
 * Letter case, accents, spaces and the points and commas at the ends of words may be put right. A question mark, quotes and a number say
 * something else. Texts that are the same in this reading form groups, so many small corrections lead no further than one.
 */
const wordsOf = (text: string | null): string =>
  (text ?? '')
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .split(/\s+/)
    .map((word) => word.replace(/[.,;:!…]+$/, ''))
    .filter(Boolean)
    .join(' ');
const areSameWords = (before: string | null, after: string | null): boolean => wordsOf(before) === wordsOf(after);
const isReworded: Judge<string | null> = (before, after) => !areSameWords(before, after);
const areReworded: Judge<readonly string[]> = (before, after) =>
  before.length !== after.length || before.some((one, place) => isReworded(one, after[place]!));

type Judges<Statement> = { [Name in Exclude<keyof Statement, 'kind'>]: Judge<Statement[Name]> };

const alertJudges: Judges<AlertStatement> = {
  status: (_, after) => after !== 'approved',
  severity: ranksLower(severities),
  alertType: isOther,
  title: isReworded,
  description: isReworded,
  advice: isReworded,
  language: isOther,
  affectedCountries: lacksSome,
  affectedProviderId: isOther,
  affectedProviderName: isReworded,
};

const reportJudges: Judges<ReportStatement> = {
  // Looked into or resolved, its words stand where they stood.
  status: (_, after) => !isPublicReport(after),
  severity: ranksLower(severities),
  reportType: isOther,
  description: isReworded,
  providerId: isOther,
};

const providerJudges: Judges<ProviderStatement> = {
  reviewState: (_, after) => after !== 'approved',
  verificationStatus: ranksLower(verdictOrder),
  riskScore: ranksLower(riskLevels),
  flaggedReasons: areReworded,
  regulatoryCompliance: isHigher,
  userSatisfaction: isHigher,
  securityMeasures: isHigher,
  name: isReworded,
  otherNames: lacksSome,
  type: isOther,
  description: isReworded,
  website: isOther,
  countries: lacksSome,
  licenseInfo: isReworded,
};

function someJudge<Statement extends object>(judges: Judges<Statement>, before: Statement, after: Statement): boolean {
  const names = Object.keys(judges) as (keyof Judges<Statement>)[];
  return names.some((name) => judges[name](before[name], after[name]));
}

/** Bad scores that turn into 'Not assessed' say less than they did. */
const forgetsScores = (before: ProviderStatement, after: ProviderStatement): boolean =>
  isAssessed(before) && !isAssessed(after);

/** What is counted into a public alert speaks for it: fewer would, and what it names would be known no longer. */
const isCounted = (statement: PublicStatement): boolean =>
  statement.kind !== 'provider' && statement.status === 'merged';

/** No single person may: people who are warned now would be warned less, or might be. */
export function weakens(before: PublicStatement, after: PublicStatement): boolean {
  if (isCounted(before)) return !isCounted(after) && !isPublic(after);
  if (!isWarning(before)) return false;
  if (before.kind === 'alert') return after.kind !== 'alert' || someJudge(alertJudges, before, after);
  if (before.kind === 'report') return after.kind !== 'report' || someJudge(reportJudges, before, after);
  if (after.kind !== 'provider') return true;
  return someJudge(providerJudges, before, after) || forgetsScores(before, after);
}

/** What an edit would really change. */
export function differing<Statement extends object>(
  before: Statement,
  edit: { [Name in keyof Statement]?: Statement[Name] | undefined },
): Partial<Statement> {
  const isChange = ([name, value]: [string, unknown]) =>
    value !== undefined && JSON.stringify(value) !== JSON.stringify(before[name as keyof Statement]);
  return Object.fromEntries(Object.entries(edit).filter(isChange)) as Partial<Statement>;
}

type FieldValue = string | number | readonly string[] | null;

const toText = (value: FieldValue): string => (typeof value === 'object' ? (value?.join('\n') ?? '') : String(value));

/** The verdict before its grounds, and both before the rest. */
const fieldOrder = [alertJudges, reportJudges, providerJudges].flatMap((judges) => Object.keys(judges));

/** Field by field; a list as one line each. */
export const changesBetween = (before: PublicStatement, after: PublicStatement): FieldChange[] =>
  Object.entries(differing<PublicStatement>(before, after))
    .toSorted(([one], [another]) => fieldOrder.indexOf(one) - fieldOrder.indexOf(another))
    .map(([field, to]) => ({
      field,
      from: toText(before[field as keyof PublicStatement]),
      to: toText(to as FieldValue),
    }));
