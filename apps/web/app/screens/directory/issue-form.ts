import { NewReport } from '@hakiki/contract/reports';
import { filingMutations } from '../../lib/filings/mutations.ts';
import { defineForm } from '../../lib/forms/forms.ts';
import { currentLanguage } from '../../lib/language/language.ts';
import { ISSUE_ANCHOR, providerPath } from '../../lib/pages/paths.ts';
import { m } from '../../paraglide/messages.js';

export const issueForm = (providerId: string) =>
  defineForm({
    name: 'issue',
    mutation: filingMutations.report,
    schema: NewReport,
    emailField: 'email',
    failure: { title: m.issue_failed, fallback: m.issue_failed_text },
    incomplete: {
      title: m.issue_incomplete,
      text: m.error_all_required,
      fields: {
        reportType: m.issue_type_missing,
        description: m.issue_description_missing,
        severity: m.error_severity_required,
      },
    },
    getFixedValues: () => ({ providerId, language: currentLanguage() }),
    next: ({ mailed }) => `${providerPath(providerId, 'report')}&sent=${mailed ? 'mailed' : 'yes'}#${ISSUE_ANCHOR}`,
  });
