/** Marks possible private data in a report. Each mark names its kind; the colour only repeats it. */
import type { CaseFiling } from '@hakiki/contract/triage-admin';
import { companyNamesOf, markedTexts } from '@hakiki/contract/private-data';
import { privateMarks, type PrivateMark } from '@hakiki/contract/private-marks';
import { MARKED, privateLabels } from '../../../components/staff/marked-text.tsx';

/** The reporter's texts that become public. */
export interface PublicWords {
  title: string;
  providerName: string;
  description: string;
}
export type WordsField = keyof PublicWords;

/** An issue report has no title, and the name of a listed provider is not the reporter's text. */
export const publicWordsOf = ({ kind, title, description, providerId, providerName }: CaseFiling): PublicWords => ({
  title: kind === 'alert' ? title : '',
  providerName: kind === 'alert' && providerId === null ? (providerName ?? '') : '',
  description,
});

export interface FieldMark extends PrivateMark {
  field: WordsField;
  text: string;
}

type About = Pick<CaseFiling, 'providerId' | 'providerName'>;

const companyNames = ({ providerId, providerName }: About): string[] =>
  providerId === null ? companyNamesOf(null, providerName) : companyNamesOf(providerName, null);

/** In reading order. A provider's name is not marked as a person's, unless it looks like one. */
export function marksIn(words: PublicWords, about: About) {
  const notNames = companyNames(about);
  return (['title', 'providerName', 'description'] as const).flatMap((field): FieldMark[] =>
    privateMarks(words[field], notNames).map((mark) => ({
      ...mark,
      field,
      text: words[field].slice(mark.start, mark.end),
    })),
  );
}

export const marksOf = (filing: CaseFiling): FieldMark[] => marksIn(publicWordsOf(filing), filing);

/** Names of the fields in the API. */
const statementFields = { title: 'title', providerName: 'affectedProviderName', description: 'description' } as const;

/** Tokens by which the server knows that the private data of this report was confirmed. */
export function tokensOf(filing: CaseFiling): string[] {
  const words = publicWordsOf(filing);
  const texts = (['title', 'providerName', 'description'] as const).map((field) => ({
    field: statementFields[field],
    text: words[field],
    companyNames: companyNames(filing),
  }));
  return markedTexts(texts).map(({ token }) => token);
}

/** A detail in a list, before it is published or removed. */
export const DetailLine = ({ mark: { kind, text } }: { mark: FieldMark }) => (
  <span className="min-w-0 wrap-anywhere">
    <span className="text-muted">{privateLabels[kind]()}:</span> <mark className={MARKED}>{text}</mark>
  </span>
);
