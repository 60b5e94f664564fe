/** Generates any number of reports; some are linked to generated alerts. */
import type { Severity } from '@hakiki/contract/alert-values';
import { type ReportStatus, type ReportType, reportTypes } from '@hakiki/contract/report-values';
import type { reports } from '../modules/reports/issues/tables.ts';
import { alertId, pickProviderId } from './alerts.ts';
import type { RowPosition } from './providers.ts';
import { Random, timedId, toWeighted } from './random.ts';
import { getTimeAt, timeline } from './timeline.ts';

type ReportRow = Omit<typeof reports.$inferSelect, 'isPublic'>;

const severities = toWeighted<Severity>([
  ['Low', 30],
  ['Medium', 40],
  ['High', 22],
  ['Critical', 8],
]);
const statuses = toWeighted<ReportStatus>([
  ['pending', 10],
  ['investigating', 25],
  ['resolved', 60],
  ['rejected', 5],
]);
const incidents: Record<ReportType, string> = {
  scam: 'They took the deposit and left the chat.',
  fraud: 'The contract names a company that nobody has registered.',
  withdrawal_issues: 'My withdrawal has been pending for weeks and nobody answers.',
  wallet_security: 'The balance was gone after the update.',
  fund_safety: 'The rate was changed in the middle of the term.',
  fake_platform: 'The page copies another one, letter for letter.',
  phishing: 'A message led to a page that asked for my recovery phrase.',
  other: 'The office is not at the address that is given.',
};
const additions = [
  'I have kept every message.',
  'Two of my friends had the same.',
  'Support wrote once and then no more.',
  'They asked for a fee first.',
  'I have not paid anything since.',
  'I found out when I compared it with a statement of my bank.',
];
const towns = ['Lagos', 'Kano', 'Accra', 'Nairobi', 'Kisumu', 'Kampala', 'Durban', 'Lusaka', 'Dakar', 'Douala', null];

export function makeReport(
  position: RowPosition,
  { providers, alerts }: { providers: number; alerts: number },
): ReportRow {
  const { seed, index, total } = position;
  const random = new Random(seed, 'report', index);
  const createdAt = getTimeAt(index, total);
  const reportType = random.pick(reportTypes);
  const status = random.weighted(statuses);
  const decidedAt = status === 'pending' ? null : new Date(createdAt + random.between(1, 72) * (timeline.day / 24));
  const isLinked = alerts > 0 && random.chance(0.1);
  return {
    id: timedId(random, createdAt),
    reportType,
    severity: random.weighted(severities),
    description: [incidents[reportType], ...random.sample(additions, random.between(0, 4))].join(' '),
    reporterLocation: random.pick(towns),
    providerId: random.chance(0.8) ? pickProviderId(random, seed, providers) : null,
    fraudAlertId: isLinked ? alertId({ seed, index: random.below(alerts), total: alerts }) : null,
    status,
    decidedAt,
    createdAt: new Date(createdAt),
    updatedAt: decidedAt ?? new Date(createdAt),
  };
}
