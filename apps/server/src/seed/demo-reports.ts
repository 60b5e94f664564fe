/** Invented reports for developers and end-to-end tests, of every status and type. */
import type { DecisionId } from '@hakiki/contract/decisions';
import type { Severity } from '@hakiki/contract/alert-values';
import type { ReportStatus, ReportType } from '@hakiki/contract/report-values';
import type { ProviderId } from '@hakiki/contract/directory';
import type { decisions } from '../modules/moderation/workflow/tables.ts';
import { demoAlertId, demoAlerts, getDecisionDelayMs } from './demo-alerts.ts';
import { Random, timedId } from './random.ts';
import type { ReportRow } from './reports.ts';
import { timeline } from './timeline.ts';

type DemoReport = [
  daysAgo: number,
  type: ReportType,
  severity: Severity,
  status: ReportStatus,
  provider: string | null,
  location: string | null,
  description: string,
];

export const demoReports: readonly DemoReport[] = [
  [
    4,
    'withdrawal_issues',
    'Critical',
    'investigating',
    'Fastari Daily Gains',
    'Lagos',
    'My withdrawal of 19 October is still pending. Support asks me to pay a release fee first, and says that the fee will be returned together with the rest of my balance.',
  ],
  [
    5,
    'scam',
    'Critical',
    'investigating',
    'Fastari Daily Gains',
    'Kumasi',
    'I paid the release fee. Then they asked for a second one for the tax office, and now nobody answers.',
  ],
  [
    5,
    'fund_safety',
    'High',
    'pending',
    'Goldeka Trade Club',
    'Abuja',
    'The balance on the page changes every time I load it.',
  ],
  [
    7,
    'phishing',
    'High',
    'resolved',
    'Tandiwa Exchange',
    'Johannesburg',
    'A message with the logo of the exchange led me to a page that asked for my recovery phrase. I did not enter it. The exchange has had the page taken down.',
  ],
  [
    8,
    'wallet_security',
    'High',
    'investigating',
    'Kwikasha Wallet',
    'Windhoek',
    'After the update my balance was zero and the list of transactions was empty.',
  ],
  [
    10,
    'withdrawal_issues',
    'Medium',
    'pending',
    'Obasika P2P',
    null,
    'The seller cancelled after I had paid, and the platform has not decided for nine days.',
  ],
  [
    12,
    'fake_platform',
    'Critical',
    'resolved',
    null,
    'Kampala',
    'An app that was sent to me by chat shows a profit of four times my deposit. It asks for a deposit of the same size before I can withdraw.',
  ],
  [
    13,
    'scam',
    'High',
    'investigating',
    'Sikaboa P2P',
    'Accra',
    'The buyer sent a receipt that was edited: the reference number belongs to another payment.',
  ],
  [
    16,
    'other',
    'Low',
    'resolved',
    'Jengapeer',
    'Kigali',
    'The fee on the page was lower than the fee that was charged. Support paid the difference back within a day.',
  ],
  [
    18,
    'fraud',
    'High',
    'investigating',
    'Hashimari Cloud Mining',
    'Mombasa',
    'The contract names a machine whose serial number is also in the contract of a friend.',
  ],
  [
    22,
    'withdrawal_issues',
    'Medium',
    'resolved',
    'Chinelora Pay Bridge',
    'Douala',
    'A payment was held for eleven days without a reason. It arrived after I had written to Hakiki.',
  ],
  [
    26,
    'fund_safety',
    'Medium',
    'investigating',
    'Kasimba Lend',
    'Lusaka',
    'The rate of interest was changed in the middle of the term, without a message.',
  ],
  [
    29,
    'fraud',
    'Critical',
    'investigating',
    'Tradovani Exchange',
    'Abidjan',
    'Retrait en attente depuis le 12 septembre. On me demande de déposer encore avant de débloquer mon compte.',
  ],
  [
    33,
    'withdrawal_issues',
    'High',
    'resolved',
    'Tradovani Exchange',
    'Yaoundé',
    'Trois retraits refusés, trois explications différentes. J’ai gardé toutes les réponses.',
  ],
  [
    41,
    'phishing',
    'Medium',
    'resolved',
    null,
    'Nairobi',
    'A search result that was paid for led to a copy of a wallet page. The advertisement is gone now.',
  ],
  [
    52,
    'wallet_security',
    'Low',
    'resolved',
    'Zukari Vault',
    'Entebbe',
    'The app did not lock itself when the screen was turned off. The next version does.',
  ],
  [
    58,
    'scam',
    'Medium',
    'pending',
    'Umojani Members Club',
    'Eldoret',
    'I was told that I earn only by bringing new members.',
  ],
  [
    66,
    'fake_platform',
    'High',
    'resolved',
    null,
    null,
    'A page with the name of a bank and the word crypto in its address took deposits for two weeks and then disappeared.',
  ],
  [
    81,
    'other',
    'Low',
    'investigating',
    'Mokoné Agency',
    'N’Djamena',
    'The office at the address that is given in the directory has moved.',
  ],
  [
    103,
    'fraud',
    'Medium',
    'resolved',
    'Royal Umbeki Circle',
    'Blantyre',
    'The organiser of our town could not show where the payments come from. My joining fee was paid back after I had asked in writing.',
  ],
  [112, 'scam', 'Low', 'rejected', 'Zukari Vault', 'Kampala', 'A friend of a friend says that the app is not safe.'],
];

const linkedAlert = (provider: string | null): number =>
  demoAlerts.findIndex((alert) => alert.provider === provider && (alert.status ?? 'approved') === 'approved');

export const demoReportRows = (seed: number, findProviderId: (name: string) => ProviderId | undefined): ReportRow[] =>
  demoReports.map(([daysAgo, reportType, severity, status, provider, reporterLocation, description], index) => {
    const at = timeline.end - daysAgo * timeline.day;
    const decidedAt = status === 'pending' ? null : new Date(at + getDecisionDelayMs(daysAgo));
    const alert = provider === null || status === 'pending' || status === 'rejected' ? -1 : linkedAlert(provider);
    return {
      id: timedId(new Random(seed, 'demo-report', index), at),
      reportType,
      severity,
      description: `${description} (Demo entry.)`,
      reporterLocation,
      providerId: (provider && findProviderId(provider)) || null,
      fraudAlertId: alert === -1 ? null : demoAlertId(seed, alert),
      status,
      decidedAt,
      createdAt: new Date(at),
      updatedAt: decidedAt ?? new Date(at),
    };
  });

/** The first decision on each report; a resolved report was investigated first. */
export const demoReportDecisionRows = (seed: number, rows: readonly ReportRow[]): (typeof decisions.$inferInsert)[] =>
  rows.flatMap(({ id, status, createdAt, decidedAt }, index) => {
    if (!decidedAt) return [];
    const row = (fromValue: ReportStatus, toValue: ReportStatus, at: Date) => ({
      id: timedId<DecisionId>(new Random(seed, `demo-report-${toValue}`, index), at.getTime()),
      subject: 'report' as const,
      subjectId: id,
      fromValue,
      toValue,
      arrivedAt: fromValue === 'pending' ? createdAt : null,
      createdAt: at,
    });
    if (status !== 'resolved') return [row('pending', status, decidedAt)];
    const resolvedAt = new Date(decidedAt.getTime() + timeline.day);
    return [row('pending', 'investigating', decidedAt), row('investigating', 'resolved', resolvedAt)];
  });
