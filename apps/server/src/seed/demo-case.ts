/** A decided case: one report became the alert, the others are counted in it; two were not read individually. */
import type { AlertId } from '@hakiki/contract/alerts';
import type { ReportId } from '@hakiki/contract/reports';
import type { caseFilings, cases } from '../modules/moderation/cases/tables.ts';
import type { decisions } from '../modules/moderation/workflow/tables.ts';
import type { filings } from '../modules/intake/tables.ts';
import type { AlertRow } from './alerts.ts';
import { createReceiptHash } from './cases.ts';
import { demoAlertId, demoAlerts } from './demo-alerts.ts';
import { Random, timedId } from './random.ts';
import type { ReportRow } from './reports.ts';
import { timeline } from './timeline.ts';

const leadIndex = demoAlerts.findIndex(({ title }) => title.startsWith('The makers of the Mangwe token'));
const lead = demoAlerts[leadIndex]!;
const HOUR = timeline.day / 24;
const openedAt = timeline.end - lead.daysAgo * timeline.day;
/** When the lead was published; see the demo alerts. */
const decidedAt = new Date(openedAt + timeline.day);

interface SimilarReport {
  title: string;
  description: string;
  countries: string[];
  isUnread?: boolean;
}

const similarReports: readonly SimilarReport[] = [
  {
    title: 'Mangwe cannot be sold any more',
    description: 'I bought the token in September. Since the first of October every attempt to sell it fails.',
    countries: ['cameroon'],
  },
  {
    title: 'The channel of the Mangwe token is gone',
    description: 'Overnight the channel was closed, and the page says that the service is being moved.',
    countries: ['nigeria'],
  },
  {
    title: 'Somebody offers to buy Mangwe back for a fee',
    description: 'A message offers half of the price for my Mangwe, if I pay a fee of two hundred first.',
    countries: ['cameroon'],
    isUnread: true,
  },
];
const complaint = 'My Mangwe tokens are worth nothing since the pool was emptied. (Demo entry.)';

const createdAtOf = (index: number) => openedAt + (index + 1) * HOUR;
const alertIdOf = (seed: number, index: number) =>
  timedId<AlertId>(new Random(seed, 'demo-alike', index), createdAtOf(index));
const reportIdOf = (seed: number) =>
  timedId<ReportId>(new Random(seed, 'demo-alike-report'), createdAtOf(similarReports.length));
const caseIdOf = (seed: number) => timedId(new Random(seed, 'demo-case'), openedAt);

/** The public alert of the case. */
export const demoCaseAlert = (seed: number) => ({ id: demoAlertId(seed, leadIndex), title: lead.title });

export const demoMergedAlertRows = (seed: number): AlertRow[] =>
  similarReports.map(({ title, description, countries, isUnread = false }, index) => ({
    id: alertIdOf(seed, index),
    title,
    description: `${description} (Demo entry.)`,
    advice: null,
    language: 'en',
    alertType: lead.alertType,
    severity: lead.severity,
    status: 'merged',
    affectedCountries: countries,
    reportedCountries: null,
    mergedInto: demoAlertId(seed, leadIndex),
    isMergedUnread: isUnread,
    affectedProviderId: null,
    affectedProviderName: lead.provider ?? null,
    lostCents: null,
    decidedAt,
    publishedAt: null,
    withdrawnAt: null,
    createdAt: new Date(createdAtOf(index)),
    updatedAt: decidedAt,
  }));

export const demoMergedReportRows = (seed: number): ReportRow[] => [
  {
    id: reportIdOf(seed),
    reportType: 'scam',
    severity: 'High',
    description: complaint,
    reporterLocation: 'Douala',
    providerId: null,
    fraudAlertId: demoAlertId(seed, leadIndex),
    status: 'merged',
    decidedAt,
    createdAt: new Date(createdAtOf(similarReports.length)),
    updatedAt: decidedAt,
  },
];

/** All filings except the lead's, which exists already if the lead has indicators. */
const listMergedFilings = (seed: number) => [
  ...similarReports.map((_, index) => ({
    id: alertIdOf(seed, index) as string,
    kind: 'alert' as const,
    at: createdAtOf(index),
  })),
  { id: reportIdOf(seed) as string, kind: 'report' as const, at: createdAtOf(similarReports.length) },
];

export const demoCaseFilingRows = (seed: number): (typeof filings.$inferSelect)[] =>
  [
    ...(lead.indicators ? [] : [{ id: demoAlertId(seed, leadIndex) as string, kind: 'alert' as const, at: openedAt }]),
    ...listMergedFilings(seed),
  ].map(({ id, kind, at }) => ({
    id,
    kind,
    receiptHash: createReceiptHash(seed, id),
    ownerTag: null,
    language: 'en',
    sealedContact: null,
    hasEmail: false,
    sealedDetails: null,
    createdAt: new Date(at),
  }));

export const demoCaseRows = (
  seed: number,
): Pick<
  typeof cases.$inferSelect,
  'id' | 'leadId' | 'filingCount' | 'undecidedCount' | 'createdAt' | 'newestFilingAt'
>[] => [
  {
    id: caseIdOf(seed),
    leadId: demoAlertId(seed, leadIndex),
    filingCount: 1 + listMergedFilings(seed).length,
    undecidedCount: 0,
    createdAt: new Date(openedAt),
    newestFilingAt: new Date(createdAtOf(similarReports.length)),
  },
];

export const demoGroupedRows = (seed: number): (typeof caseFilings.$inferSelect)[] =>
  [{ id: demoAlertId(seed, leadIndex) as string, at: openedAt }, ...listMergedFilings(seed)].map(({ id, at }) => ({
    filingId: id,
    caseId: caseIdOf(seed),
    createdAt: new Date(at),
    question: null,
  }));

export const demoMergeDecisionRows = (seed: number): (typeof decisions.$inferInsert)[] =>
  listMergedFilings(seed).map(({ id, kind, at }, index) => ({
    id: timedId(new Random(seed, 'demo-merge', index), decidedAt.getTime() + index),
    subject: kind,
    subjectId: id,
    fromValue: 'pending',
    toValue: 'merged',
    reason: 'They all tell of the same evening, and the transaction can be looked up.',
    evidence: null,
    decidedBy: null,
    confirmedBy: null,
    reverses: null,
    arrivedAt: new Date(at),
    createdAt: new Date(decidedAt.getTime() + index),
  }));
