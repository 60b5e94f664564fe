/** Presents a filing to its reporter and to moderators. */
import type { CaseFiling } from '@hakiki/contract/triage-admin';
import { toReference } from '@hakiki/contract/filing-values';
import type { EvidenceFile, FilingState, MyFiling } from '@hakiki/contract/filings';
import type { NamedIndicator } from '../indicators/service.ts';
import { expectedBy, type FilingTexts, hashTexts, type Sealing } from '../intake/service.ts';
import type { FilingRow, OwnRow, QuestionRow } from './store.ts';

export interface FilingParts {
  filing: FilingRow;
  questions: QuestionRow[];
  files: EvidenceFile[];
  indicators: NamedIndicator[];
  sealing: Sealing;
}

const toIsoTime = (date: Date | null): string | null => date?.toISOString() ?? null;

/** The texts that are public or will be. */
const getFilingTexts = ({ kind, title, description, namedProvider }: FilingRow): FilingTexts => ({
  title: kind === 'report' ? null : title,
  description,
  providerName: namedProvider,
});

/** The original texts, undefined if they were not edited. */
function openOriginalTexts(filing: FilingRow, sealing: Sealing): FilingTexts | undefined {
  const { id, sealedOriginal } = filing;
  const original = sealedOriginal ? sealing.openOriginal(sealedOriginal, id) : undefined;
  return original && hashTexts(original) !== hashTexts(getFilingTexts(filing)) ? original : undefined;
}

/** The reporter's own fields and the status. */
function presentOwn(filing: FilingRow, sealing: Sealing) {
  const { id, kind, title, reportType, description, status, createdAt, sealedDetails } = filing;
  const details = sealing.openDetails(sealedDetails, id);
  return {
    id,
    kind,
    // A dispute shows the link or number as its sender spelled it.
    title: details['disputed'] ?? title,
    reportType,
    // The text of an appeal or dispute is for staff only, and encrypted under the name of its kind.
    description: details[kind] ?? description,
    status,
    createdAt: createdAt.toISOString(),
    amountLost: details['amountLost'] ?? null,
    evidenceDescription: details['evidenceDescription'] ?? null,
    // The submission form has another name for this field.
    additionalDetails: details['additionalDetails'] ?? details['additionalInfo'] ?? null,
  };
}

/** For the reporter's data export: includes the original texts if a moderator edited them. */
export const presentForExport = (filing: FilingRow, sealing: Sealing) => ({
  ...presentOwn(filing, sealing),
  asSent: openOriginalTexts(filing, sealing) ?? null,
});

export const presentMyFiling = ({ id, kind, title, reportType, status, createdAt }: OwnRow): MyFiling => ({
  id,
  kind,
  reference: toReference(id),
  title,
  reportType,
  status,
  createdAt: createdAt.toISOString(),
});

export function presentFiling({ filing, questions, files, indicators, sealing }: FilingParts): FilingState {
  const { id, kind, createdAt, decidedAt, hasContact } = filing;
  return {
    ...presentOwn(filing, sealing),
    isEdited: openOriginalTexts(filing, sealing) !== undefined,
    reference: toReference(id),
    alertId: filing.alertId,
    decidedAt: toIsoTime(decidedAt),
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
      answeredAt: toIsoTime(answeredAt),
    })),
    evidence: files,
    ...(filing.appeal && { appeal: filing.appeal }),
    ...(filing.dispute && { dispute: filing.dispute }),
  };
}

/** A filing with the additional fields for moderators. */
export type ModeratedFiling = Omit<FilingState, 'indicators'> &
  Pick<CaseFiling, 'language' | 'original' | 'wordsVersion' | 'indicators'>;

export const presentModerated = (parts: FilingParts): ModeratedFiling => ({
  ...presentFiling(parts),
  language: parts.filing.language,
  original: openOriginalTexts(parts.filing, parts.sealing) ?? null,
  wordsVersion: hashTexts(getFilingTexts(parts.filing)),
  indicators: parts.indicators.map(({ kind, value, isWithheld }) => ({ kind, value, isWithheld })),
});
