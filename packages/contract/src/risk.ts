/** One reading of risk: a level. Numbers and other spellings that reach us are turned into it here and nowhere else. */
export const riskLevels = ['Low', 'Medium', 'High'] as const;
export type RiskLevel = (typeof riskLevels)[number];

const MEDIUM_FROM = 40;
const HIGH_FROM = 70;

export function toRiskLevel(value: string | number): RiskLevel {
  const named = riskLevels.find((level) => level.toLowerCase() === String(value).trim().toLowerCase());
  if (named) return named;
  const number = Number(value);
  if (String(value).trim() === '' || Number.isNaN(number)) throw new RangeError(`Not a risk level: ${value}`);
  const score = Math.min(100, Math.max(0, number));
  if (score < MEDIUM_FROM) return 'Low';
  return score < HIGH_FROM ? 'Medium' : 'High';
}

/** The one reading of 'a score of 70 or more, or flagged'. */
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

/** Whether anybody has set the three scores: they start at 0, and nobody has three of them who was looked at. */
export const isAssessed = ({ regulatoryCompliance, userSatisfaction, securityMeasures }: Scores): boolean =>
  regulatoryCompliance + userSatisfaction + securityMeasures > 0;

/** Bars on the provider page: at or above the first bound green, at or above the second yellow, else red. */
const barBounds = { green: 80, yellow: 50 } as const;
export const barColour = (percent: number): 'green' | 'yellow' | 'red' =>
  percent >= barBounds.green ? 'green' : percent >= barBounds.yellow ? 'yellow' : 'red';
