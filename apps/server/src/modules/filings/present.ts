/** From rows to what a reporter sees of their own report. */
import { referenceOf } from '@hakiki/contract/alert-values';
import type { EvidenceFile, FilingState, MyFiling } from '@hakiki/contract/filings';
import type { FoundIndicator } from '../indicators/service.ts';
import { expectedBy } from './receipt.ts';
import type { Sealing } from './sealed.ts';
import type { FilingRow, OwnRow, QuestionRow } from './store.ts';

interface Parts {
  filing: FilingRow;
  questions: QuestionRow[];
  files: EvidenceFile[];
  indicators: FoundIndicator[];
  sealing: Sealing;
}

const timeOf = (date: Date | null): string | null => date?.toISOString() ?? null;

/** What its sender wrote and what became of it. */
export function presentOwn(
  { id, kind, title, reportType, description, status, createdAt, sealedDetails }: FilingRow,
  sealing: Sealing,
) {
  const details = sealing.openDetails(sealedDetails, id);
  return {
    id,
    kind,
    title,
    reportType,
    description,
    status,
    createdAt: createdAt.toISOString(),
    amountLost: details['amountLost'] ?? null,
    evidenceDescription: details['evidenceDescription'] ?? null,
    // A submission's form calls it otherwise.
    additionalDetails: details['additionalDetails'] ?? details['additionalInfo'] ?? null,
  };
}

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
    reference: referenceOf(id),
    alertId: filing.alertId,
    decidedAt: timeOf(decidedAt),
    expectedBy: expectedBy(kind, createdAt).toISOString(),
    hasContact,
    indicators: indicators.map((indicator) => ({ kind: indicator.kind, value: indicator.value })),
    questions: questions.map(({ id: questionId, question, askedAt, sealedAnswer, answeredAt }) => ({
      id: questionId,
      question,
      askedAt: askedAt.toISOString(),
      answer: sealedAnswer && sealing.openAnswer(sealedAnswer, questionId),
      answeredAt: timeOf(answeredAt),
    })),
    evidence: files,
  };
}
