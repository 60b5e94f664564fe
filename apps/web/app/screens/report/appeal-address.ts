import { appealSubjects, type AppealSubject } from '@hakiki/contract/appeal-values';
import { textLimits } from '@hakiki/contract/limits';

export interface Against {
  subject: AppealSubject;
  subjectId: string;
}

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

export function againstIn(params: URLSearchParams): Against | undefined {
  const subject = appealSubjects.find((one) => UUID.test(params.get(one) ?? ''));
  return subject && { subject, subjectId: params.get(subject)! };
}

export const searchIn = (params: URLSearchParams): string =>
  (params.get('search') ?? '').trim().slice(0, textLimits.search);
