import { isFlaggedOrSuspended, type VerificationStatus } from './directory-values.ts';

/**
 * Risk is a level; the public page /how-we-rate explains it. All numbers and other names are converted here: as a
 * number, more is riskier. The three scores are no risk: there, more is better.
 */
export const riskLevels = ['Low', 'Medium', 'High'] as const;
export type RiskLevel = (typeof riskLevels)[number];

/** What a list of providers can be filtered by: what pages show, so also providers that nobody assessed. */
export const riskFilters = [...riskLevels, 'Unassessed'] as const;
export type RiskFilter = (typeof riskFilters)[number];

const MEDIUM_MIN_SCORE = 40;
const HIGH_MIN_SCORE = 70;

export function toRiskLevel(value: string | number): RiskLevel {
  const matchingLevel = riskLevels.find((level) => level.toLowerCase() === String(value).trim().toLowerCase());
  if (matchingLevel) return matchingLevel;
  const number = Number(value);
  if (String(value).trim() === '' || Number.isNaN(number)) throw new RangeError(`Not a risk level: ${value}`);
  const score = Math.min(100, Math.max(0, number));
  if (score < MEDIUM_MIN_SCORE) return 'Low';
  return score < HIGH_MIN_SCORE ? 'Medium' : 'High';
}

/** High-risk: a score of 70 or more, or flagged. */
export const isHighRisk = ({
  riskScore,
  verificationStatus,
}: {
  riskScore: string | number;
  verificationStatus: string;
}): boolean => toRiskLevel(riskScore) === 'High' || verificationStatus === 'Flagged';

interface Scores {
  regulatoryCompliance: number;
  userSatisfaction: number;
  securityMeasures: number;
}

/** Whether the scores were set: they start at 0, and an assessed provider never has three zeros. */
export const isAssessed = ({ regulatoryCompliance, userSatisfaction, securityMeasures }: Scores): boolean =>
  regulatoryCompliance + userSatisfaction + securityMeasures > 0;

/** Bars on the provider page: green from the first bound, yellow from the second, else red. */
export const barBounds = { green: 80, yellow: 50 } as const;
type BarColour = 'green' | 'yellow' | 'red';
export const barColour = (percent: number): BarColour =>
  percent >= barBounds.green ? 'green' : percent >= barBounds.yellow ? 'yellow' : 'red';

export const averageScore = ({ regulatoryCompliance, userSatisfaction, securityMeasures }: Scores): number =>
  Math.round((regulatoryCompliance + userSatisfaction + securityMeasures) / 3);

const levelByColour: Record<BarColour, RiskLevel> = { green: 'Low', yellow: 'Medium', red: 'High' };

/** The level that follows from the scores, by their average. Warnings and reports can only raise it. */
export const riskOfScores = (scores: Scores): RiskLevel => levelByColour[barColour(averageScore(scores))];

/**
 * The level that readers see: never lower than the scores mean. People are warned of a flagged provider, so it is high.
 * Undefined if nobody assessed it, since the stored level is then only a default; a stored High was set by a person and
 * is shown. The database computes the same (`risk_rank` of the providers), so that the filter finds what pages show.
 */
export function getShownRisk(
  provider: Scores & { riskScore: RiskLevel; verificationStatus: VerificationStatus },
): RiskLevel | undefined {
  if (isFlaggedOrSuspended(provider.verificationStatus) || provider.riskScore === 'High') return 'High';
  if (!isAssessed(provider)) return undefined;
  return riskLevels.findLast((level) => level === provider.riskScore || level === riskOfScores(provider));
}
