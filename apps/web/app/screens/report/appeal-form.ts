import { NewAppeal } from '@hakiki/contract/appeals';
import { filingMutations } from '../../lib/filings/mutations.ts';
import type { FailureTexts } from '../../lib/errors/failure.ts';
import { defineForm } from '../../lib/forms/forms.ts';
import { currentLanguage } from '../../lib/language/language.ts';
import { appealPath } from '../../lib/pages/paths.ts';
import type { AppealSubjectRef } from './appeal-url.ts';

export const appealForm = ({ subject, subjectId }: AppealSubjectRef, failure: FailureTexts) =>
  defineForm({
    name: 'appeal',
    mutation: filingMutations.appeal,
    schema: NewAppeal,
    failure,
    getFixedValues: () => ({ subject, subjectId, language: currentLanguage() }),
    // Only a signed-in user needs neither a proof of work nor an emailed link.
    next: ({ mailed }) => `${appealPath(subject, subjectId)}&sent=${mailed ? 'mailed' : 'yes'}`,
  });
