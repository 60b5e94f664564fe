/** The call that sends each kind of filing; separate from its texts, which a form does not need. */
import type { FilingKind } from '@hakiki/contract/filing-values';
import { defineMutation } from '../api/mutations.ts';

export const filingMutations = {
  alert: defineMutation('POST', '/api/fraud-alerts', { invalidates: ['/api/fraud-alerts/my-reports'] }),
  report: defineMutation('POST', '/api/reports', { invalidates: ['/api/reports', '/api/my-filings'] }),
  submission: defineMutation('POST', '/api/providers', { invalidates: ['/api/my-filings'] }),
  appeal: defineMutation('POST', '/api/appeals', {
    invalidates: ['/api/my-filings', '/api/fraud-alerts/:id', '/api/providers/:id', '/api/reports'],
  }),
  dispute: defineMutation('POST', '/api/disputes', { invalidates: ['/api/my-filings'] }),
} satisfies Record<FilingKind, unknown>;
