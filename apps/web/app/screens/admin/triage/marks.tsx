/** What may be private in a report, marked where it stands. Each mark says its kind; the colour only repeats it. */
import type { CaseFiling } from '@hakiki/contract/triage-admin';
import { companyNamesOf, markedTexts } from '@hakiki/contract/private-data';
import { privateMarks, type PrivateMark } from '@hakiki/contract/private-marks';
import { MARKED, privateLabels } from '../../../components/staff/marked-text.tsx';

/** What of a report becomes public in its reporter's words. */
export interface PublicWords {
  title: string;
  providerName: string;
  description: string;
}
export type WordsField = keyof PublicWords;

/** An issue report has no title of its own, and a listed provider's name is not the reporter's. */
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

/** In the order in which they are read. The name of the provider is no person's, unless it looks like one. */
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

/** What the server calls the fields of an alert or a report. */
const statementFields = { title: 'title', providerName: 'affectedProviderName', description: 'description' } as const;

/** By which the server knows that somebody has looked at the private details of this report. */
export function tokensOf(filing: CaseFiling): string[] {
  const words = publicWordsOf(filing);
  const texts = (['title', 'providerName', 'description'] as const).map((field) => ({
    field: statementFields[field],
    text: words[field],
    companyNames: companyNames(filing),
  }));
  return markedTexts(texts).map(({ token }) => token);
}

/** What is listed before it is published or taken out. */
export const DetailLine = ({ mark: { kind, text } }: { mark: FieldMark }) => (
  <span className="min-w-0 wrap-anywhere">
    <span className="text-muted">{privateLabels[kind]()}:</span> <mark className={MARKED}>{text}</mark>
  </span>
);
