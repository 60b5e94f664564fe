/** From rows to what a reporter sees of their own report. */
import { createHash } from 'node:crypto';
import type { CaseFiling } from '@hakiki/contract/triage-admin';
import { referenceOf } from '@hakiki/contract/filing-values';
import type { EvidenceFile, FilingState, MyFiling } from '@hakiki/contract/filings';
import type { NamedIndicator } from '../indicators/service.ts';
import { expectedBy } from './receipt.ts';
import type { FiledWords, Sealing } from './sealed.ts';
import type { FilingRow, OwnRow, QuestionRow } from './store.ts';

export interface Parts {
  filing: FilingRow;
  questions: QuestionRow[];
  files: EvidenceFile[];
  indicators: NamedIndicator[];
  sealing: Sealing;
}

const timeOf = (date: Date | null): string | null => date?.toISOString() ?? null;

/** What people read of it, or will. */
const wordsOf = ({ kind, title, description, namedProvider }: FilingRow): FiledWords => ({
  title: kind === 'report' ? null : title,
  description,
  providerName: namedProvider,
});

/** By which whoever edits it says what they saw. */
export const versionOf = ({ title, description, providerName }: FiledWords): string =>
  createHash('sha256')
    .update(JSON.stringify([title, description, providerName]))
    .digest('base64url')
    .slice(0, 22);

/** Undefined where people read what was sent. */
function originalOf(filing: FilingRow, sealing: Sealing): FiledWords | undefined {
  const { id, sealedOriginal } = filing;
  const original = sealedOriginal ? sealing.openOriginal(sealedOriginal, id) : undefined;
  return original && versionOf(original) !== versionOf(wordsOf(filing)) ? original : undefined;
}

/** What its sender wrote and what became of it. */
function presentOwn(filing: FilingRow, sealing: Sealing) {
  const { id, kind, title, reportType, description, status, createdAt, sealedDetails } = filing;
  const details = sealing.openDetails(sealedDetails, id);
  return {
    id,
    kind,
    title,
    reportType,
    // What an appeal says is for staff alone.
    description: details['appeal'] ?? description,
    status,
    createdAt: createdAt.toISOString(),
    amountLost: details['amountLost'] ?? null,
    evidenceDescription: details['evidenceDescription'] ?? null,
    // A submission's form calls it otherwise.
    additionalDetails: details['additionalDetails'] ?? details['additionalInfo'] ?? null,
  };
}

/** For their own copy of all that is kept: also what was written where we put it otherwise. */
export const presentKept = (filing: FilingRow, sealing: Sealing) => ({
  ...presentOwn(filing, sealing),
  asSent: originalOf(filing, sealing) ?? null,
});

export const presentMyFiling = ({ id, kind, title, reportType, status, createdAt }: OwnRow): MyFiling => ({
  id,
  kind,
  reference: referenceOf(id),
  title,
  reportType,
  status,
  createdAt: createdAt.toISOString(),
});

export function presentFiling({ filing, questions, files, indicators, sealing }: Parts): FilingState {
  const { id, kind, createdAt, decidedAt, hasContact } = filing;
  return {
    ...presentOwn(filing, sealing),
    isEdited: originalOf(filing, sealing) !== undefined,
    reference: referenceOf(id),
    alertId: filing.alertId,
    decidedAt: timeOf(decidedAt),
    expectedBy: expectedBy(kind, createdAt).toISOString(),
    hasContact,
    indicators: indicators
      .filter(({ isWithheld }) => !isWithheld)
      .map((indicator) => ({ kind: indicator.kind, value: indicator.value })),
    questions: questions.map(({ id: questionId, question, askedAt, sealedAnswer, answeredAt }) => ({
      id: questionId,
      question,
      askedAt: askedAt.toISOString(),
      answer: sealedAnswer && sealing.openAnswer(sealedAnswer, questionId),
      answeredAt: timeOf(answeredAt),
    })),
    evidence: files,
    ...(filing.appeal && {
      appeal: {
        subject: filing.appeal.subject,
        subjectId: filing.appeal.subjectId,
        askedBy: filing.appeal.askedBy,
        wants: filing.appeal.wants,
        isNoticed: filing.appeal.isNoticed,
        reason: filing.appeal.reason,
      },
    }),
  };
}

/** What moderators see besides. */
export type ModeratedFiling = Omit<FilingState, 'indicators'> &
  Pick<CaseFiling, 'language' | 'original' | 'wordsVersion' | 'indicators'>;

export const presentModerated = (parts: Parts): ModeratedFiling => ({
  ...presentFiling(parts),
  language: parts.filing.language,
  original: originalOf(parts.filing, parts.sealing) ?? null,
  wordsVersion: versionOf(wordsOf(parts.filing)),
  indicators: parts.indicators.map(({ kind, value, isWithheld }) => ({ kind, value, isWithheld })),
});
