/** The mutation of each kind of filing, for its form and for the outbox. */
import type { FilingKind } from '@hakiki/contract/filing-values';
import { write } from '../api/writes.ts';

export const filingWrites = {
  alert: write('POST', '/api/fraud-alerts', { outdates: ['/api/fraud-alerts/my-reports'] }),
  report: write('POST', '/api/reports', { outdates: ['/api/reports', '/api/my-filings'] }),
  submission: write('POST', '/api/providers', { outdates: ['/api/my-filings'] }),
  appeal: write('POST', '/api/appeals', {
    outdates: ['/api/my-filings', '/api/fraud-alerts/:id', '/api/providers/:id', '/api/reports'],
  }),
} satisfies Record<FilingKind, unknown>;
