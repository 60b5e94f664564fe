/** Marks possible private data in a report. Each mark names its kind; the colour only repeats it. */
import type { CaseFiling } from '@hakiki/contract/triage-admin';
import { listCompanyNames, findMarkedTexts } from '@hakiki/contract/private-data';
import { findPrivateMarks, type PrivateMark } from '@hakiki/contract/private-marks';
import { MARK_CLASS, privateKindLabels } from '../../../components/staff/marked-text.tsx';

/** The reporter's texts that become public. */
export interface PublicTexts {
  title: string;
  providerName: string;
  description: string;
}
export type PublicTextField = keyof PublicTexts;

/** An issue report has no title, and the name of a listed provider is not the reporter's text. */
export const getPublicTexts = ({ kind, title, description, providerId, providerName }: CaseFiling): PublicTexts => ({
  title: kind === 'alert' ? title : '',
  providerName: kind === 'alert' && providerId === null ? (providerName ?? '') : '',
  description,
});

export interface FieldMark extends PrivateMark {
  field: PublicTextField;
  text: string;
}

type ProviderInfo = Pick<CaseFiling, 'providerId' | 'providerName'>;

const getCompanyNames = ({ providerId, providerName }: ProviderInfo): string[] =>
  providerId === null ? listCompanyNames(null, providerName) : listCompanyNames(providerName, null);

/** In reading order. A provider's name is not marked as a person's, unless it looks like one. */
export function findMarks(publicTexts: PublicTexts, providerInfo: ProviderInfo) {
  const companyNameList = getCompanyNames(providerInfo);
  return (['title', 'providerName', 'description'] as const).flatMap((field): FieldMark[] =>
    findPrivateMarks(publicTexts[field], companyNameList).map((mark) => ({
      ...mark,
      field,
      text: publicTexts[field].slice(mark.start, mark.end),
    })),
  );
}

export const getFilingMarks = (filing: CaseFiling): FieldMark[] => findMarks(getPublicTexts(filing), filing);

/** Names of the fields in the API. */
const statementFields = { title: 'title', providerName: 'affectedProviderName', description: 'description' } as const;

/** Tokens by which the server knows that the private data of this report was confirmed. */
export function getConfirmationTokens(filing: CaseFiling): string[] {
  const publicTexts = getPublicTexts(filing);
  const texts = (['title', 'providerName', 'description'] as const).map((field) => ({
    field: statementFields[field],
    text: publicTexts[field],
    companyNames: getCompanyNames(filing),
  }));
  return findMarkedTexts(texts).map(({ token }) => token);
}

/** A detail in a list, before it is published or removed. */
export const MarkLine = ({ mark: { kind, text } }: { mark: FieldMark }) => (
  <span className="min-w-0 wrap-anywhere">
    <span className="text-muted">{privateKindLabels[kind]()}:</span> <mark className={MARK_CLASS}>{text}</mark>
  </span>
);
