/** How each kind of report is sent, from its form or, when there was no line, later. */
import type { FilingKind } from '@hakiki/contract/alert-values';
import { write } from './writes.ts';

export const filingWrites = {
  alert: write('POST', '/api/fraud-alerts', { outdates: ['/api/fraud-alerts/my-reports'] }),
  report: write('POST', '/api/reports', { outdates: ['/api/reports', '/api/my-filings'] }),
  submission: write('POST', '/api/providers', { outdates: ['/api/my-filings'] }),
  appeal: write('POST', '/api/appeals', {
    outdates: ['/api/my-filings', '/api/fraud-alerts/:id', '/api/providers/:id', '/api/reports'],
  }),
} satisfies Record<FilingKind, unknown>;
