/**
 * What Hakiki says in public about something, and whether saying it otherwise would warn people less. One person may always warn
 * more; whatever might warn less waits for a second one, and so does what no function can judge: other words. Why it is drawn
 * exactly here stands in decision 0013.
 */
import { type AlertStatus, type AlertType, type Severity, severities } from './alert-values.ts';
import type { ReportStatus, ReportType } from './report-values.ts';
import { isAfricanCountry } from './country-codes.ts';
import { isWarnedOf, type ProviderType, type ReviewState, type VerificationStatus } from './directory-values.ts';
import type { FieldChange } from './decisions.ts';
import { isAssessed, riskLevels, type RiskLevel } from './risk.ts';
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
}

/** An announcement of an authority. It warns of the providers that a moderator found named in it, and by its priority. */
export interface NewsStatement {
  kind: 'news';
  state: NewsState;
  priority: NewsPriority;
  title: string;
  /** The names of providers with a confirmed mention. */
  providers: string[];
}

export type PublicStatement = AlertStatement | ReportStatement | ProviderStatement | NewsStatement;

/** From the mildest on. */
const verdictOrder: readonly VerificationStatus[] = ['Verified', 'Pending', 'Limited', 'Flagged', 'Suspended'];

/** As the table computes it. */
export const isPublicReport = (status: ReportStatus): boolean => status === 'investigating' || status === 'resolved';

/** Whether people can read it at all. */
export function isPublic(statement: PublicStatement): boolean {
  if (statement.kind === 'alert') return statement.status === 'approved';
  if (statement.kind === 'report') return isPublicReport(statement.status);
  if (statement.kind === 'news') return statement.state === 'shown';
  return statement.reviewState === 'approved';
}

/** The verdicts that warn of a provider. */
export const isProviderWarned = ({
  verificationStatus,
  riskScore,
}: Pick<ProviderStatement, 'verificationStatus' | 'riskScore'>): boolean =>
  isWarnedOf(verificationStatus) || riskScore === 'High';

/**
 * Whether people are warned by it: by any alert or report that they can read, by the worse verdicts on a provider, and by what an
 * authority announces about a provider or as urgent.
 */
function isWarning(statement: PublicStatement): boolean {
  if (!isPublic(statement)) return false;
  if (statement.kind === 'news') return statement.priority === 'high' || statement.providers.length > 0;
  return statement.kind !== 'provider' || isProviderWarned(statement);
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

const PRECOMPOSED_LATIN = /[\u00C0-\u024F\u1E00-\u1EFF]/g;
const toBaseLetter = (letter: string): string => {
  const [base = letter, ...marks] = letter.normalize('NFD');
  return marks.length > 0 && /^[A-Za-z]$/.test(base) ? base : letter;
};

/**
 * The text without what one person may put right: letter case, the accents of precomposed Latin letters, one blank or two between
 * words, and one stop or comma behind a word. Everything else a reader sees stays, so it counts as a change: marks that NFC composes
 * with no letter (they can pile up and strike out), invisible characters, look-alike letters, line breaks, and words made of
 * punctuation. Texts with the same result form groups, so many small corrections lead no further than one.
 */
const comparedText = (text: string | null): string =>
  (text ?? '')
    .normalize('NFC')
    .replaceAll(PRECOMPOSED_LATIN, toBaseLetter)
    .toLowerCase()
    .replaceAll(/(?<![ \u00A0\u202F])[ \u00A0\u202F]{1,2}(?![ \u00A0\u202F])/g, ' ')
    .replaceAll(/(?<=[\p{L}\p{N}\p{M}])[.,](?=\s|$)/gu, '');
const isReworded: Judge<string | null> = (before, after) => comparedText(before) !== comparedText(after);
const areReworded: Judge<readonly string[]> = (before, after) =>
  before.length !== after.length || before.some((one, place) => isReworded(one, after[place]!));

/** A country more warns more; free text among the countries is text that people read. */
const areOtherCountries: Judge<readonly string[]> = (before, after) =>
  lacksSome(before, after) || after.some((one) => !before.includes(one) && !isAfricanCountry(one));
/** A name is shown beside the others, and can take back what they say: a further one waits, too. */
const areOtherNames: Judge<readonly string[]> = (before, after) => lacksSome(before, after) || lacksSome(after, before);

type Judges<Statement> = { [Name in Exclude<keyof Statement, 'kind'>]: Judge<Statement[Name]> };

const alertJudges: Judges<AlertStatement> = {
  status: (_, after) => after !== 'approved',
  severity: ranksLower(severities),
  alertType: isOther,
  title: isReworded,
  description: isReworded,
  advice: isReworded,
  language: isOther,
  affectedCountries: areOtherCountries,
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
  otherNames: areOtherNames,
  type: isOther,
  description: isReworded,
  website: isOther,
  countries: areOtherCountries,
  licenseInfo: isReworded,
};

const newsJudges: Judges<NewsStatement> = {
  state: (_, after) => after !== 'shown',
  priority: ranksLower(['low', 'normal', 'high']),
  title: isReworded,
  providers: lacksSome,
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
  (statement.kind === 'alert' || statement.kind === 'report') && statement.status === 'merged';

/** No single person may: people who are warned now would be warned less, or might be. */
export function weakens(before: PublicStatement, after: PublicStatement): boolean {
  if (isCounted(before)) return !isCounted(after) && !isPublic(after);
  if (!isWarning(before)) return false;
  if (before.kind === 'alert') return after.kind !== 'alert' || someJudge(alertJudges, before, after);
  if (before.kind === 'report') return after.kind !== 'report' || someJudge(reportJudges, before, after);
  if (before.kind === 'news') return after.kind !== 'news' || someJudge(newsJudges, before, after);
  if (after.kind !== 'provider') return true;
  return someJudge(providerJudges, before, after) || forgetsScores(before, after);
}

const isListedVerified = (statement: ProviderStatement): boolean =>
  isPublic(statement) && statement.verificationStatus === 'Verified';
const isListedLow = (statement: ProviderStatement): boolean => isPublic(statement) && statement.riskScore === 'Low';
/** Until there are scores, the page says 'Not assessed' beside the level. */
const isAssessedLow = (statement: ProviderStatement): boolean => isListedLow(statement) && isAssessed(statement);

/**
 * People would take a provider for safe whom they did not take for safe before: it becomes Verified or of low risk, or what is said of
 * it passes to another name or website.
 */
function endorses(before: PublicStatement, after: PublicStatement): boolean {
  if (before.kind !== 'provider' || after.kind !== 'provider') return false;
  const isOtherProvider = isReworded(before.name, after.name) || isOther(before.website, after.website);
  return [isListedVerified, isListedLow, isAssessedLow].some(
    (holds) => holds(after) && (isOtherProvider || !holds(before)),
  );
}

/** What no single person may do: weaken a public warning, or vouch for a provider. */
export const requiresSecondPerson = (before: PublicStatement, after: PublicStatement): boolean =>
  weakens(before, after) || endorses(before, after);

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
const fieldOrder = [alertJudges, reportJudges, providerJudges, newsJudges].flatMap((judges) => Object.keys(judges));

/** Field by field; a list as one line each. */
export const changesBetween = (before: PublicStatement, after: PublicStatement): FieldChange[] =>
  Object.entries(differing<PublicStatement>(before, after))
    .toSorted(([one], [another]) => fieldOrder.indexOf(one) - fieldOrder.indexOf(another))
    .map(([field, to]) => ({
      field,
      from: toText(before[field as keyof PublicStatement]),
      to: toText(to as FieldValue),
    }));
