import { appealSubjects, type AppealSubject } from '@hakiki/contract/appeal-values';
import { textLimits } from '@hakiki/contract/limits';

export interface AppealSubjectRef {
  subject: AppealSubject;
  subjectId: string;
}

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

export function parseAppealSubject(params: URLSearchParams): AppealSubjectRef | undefined {
  const subject = appealSubjects.find((candidate) => UUID.test(params.get(candidate) ?? ''));
  return subject && { subject, subjectId: params.get(subject)! };
}

export const parseSearch = (params: URLSearchParams): string =>
  (params.get('search') ?? '').trim().slice(0, textLimits.search);
