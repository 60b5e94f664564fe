/** Two snoozed cases, one until its reporter answers, one until a date some days after the data was created. */
import type { casePutOffs, caseFilings, cases } from '../modules/moderation/cases/tables.ts';
import type { filingQuestions } from '../modules/filings/tables.ts';
import type { filings } from '../modules/intake/tables.ts';
import { createReceiptHash } from './cases.ts';
import { demoAlertId, demoAlerts } from './demo-alerts.ts';
import { Random, timedId } from './random.ts';
import { timeline } from './timeline.ts';

interface SnoozedCase {
  title: string;
  days: number;
  question?: string;
  note?: string;
}

const snoozedCases: readonly SnoozedCase[] = [
  {
    title: 'Calls in the name of a mobile operator',
    days: 6,
    question: 'From which number did the call come, and on which day?',
  },
  {
    title: 'A savings group that promises to double a deposit',
    days: 3,
    note: 'The group announced its next pay-out for then.',
  },
];

const snoozedAlerts = snoozedCases.map((one) => {
  const index = demoAlerts.findIndex(({ title }) => title.startsWith(one.title));
  return { ...one, index, at: new Date(timeline.end - demoAlerts[index]!.daysAgo * timeline.day) };
});

const caseIdOf = (seed: number, index: number, at: Date) =>
  timedId(new Random(seed, 'demo-put-off', index), at.getTime());

export const demoSnoozedFilingRows = (seed: number): (typeof filings.$inferSelect)[] =>
  snoozedAlerts.map(({ index, at }) => ({
    id: demoAlertId(seed, index),
    kind: 'alert',
    receiptHash: createReceiptHash(seed, demoAlertId(seed, index)),
    ownerTag: null,
    language: 'en',
    sealedContact: null,
    hasEmail: false,
    sealedDetails: null,
    createdAt: at,
  }));

export const demoSnoozedCaseRows = (
  seed: number,
): Pick<
  typeof cases.$inferSelect,
  'id' | 'leadId' | 'filingCount' | 'undecidedCount' | 'createdAt' | 'newestFilingAt'
>[] =>
  snoozedAlerts.map(({ index, at }) => ({
    id: caseIdOf(seed, index, at),
    leadId: demoAlertId(seed, index),
    filingCount: 1,
    undecidedCount: 1,
    createdAt: at,
    newestFilingAt: at,
  }));

export const demoSnoozedGroupedRows = (seed: number): (typeof caseFilings.$inferSelect)[] =>
  snoozedAlerts.map(({ index, at, question }) => ({
    filingId: demoAlertId(seed, index),
    caseId: caseIdOf(seed, index, at),
    createdAt: at,
    question: question ? 'asked' : null,
  }));

export const demoQuestionRows = (
  seed: number,
): Pick<typeof filingQuestions.$inferSelect, 'id' | 'filingId' | 'question' | 'createdAt'>[] =>
  snoozedAlerts.flatMap(({ index, at, question }) =>
    question
      ? {
          id: timedId(new Random(seed, 'demo-question', index), at.getTime() + timeline.day),
          filingId: demoAlertId(seed, index),
          question,
          createdAt: new Date(at.getTime() + timeline.day),
        }
      : [],
  );

export const demoSnoozeRows = (seed: number, now = Date.now()): (typeof casePutOffs.$inferSelect)[] =>
  snoozedAlerts.map(({ index, at, days, question, note }) => ({
    caseId: caseIdOf(seed, index, at),
    until: new Date(now + days * timeline.day),
    isForAnswer: question !== undefined,
    userId: null,
    note: note ?? null,
    times: 1,
    undecidedCount: 1,
    createdAt: new Date(now),
  }));
