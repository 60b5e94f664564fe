/**
 * Nightly ledger check: entries sum to zero, balances follow from entries, and payments, refunds, rewards and invoices
 * match their postings. Faults are recorded as differences for staff; nothing is corrected automatically.
 */
import * as z from 'zod';
import type { Database } from '../../../platform/db/database.ts';
import { defineJob, type JobHandler } from '../../../platform/jobs/job.ts';
import type { Log } from '../../../platform/log/log.ts';
import * as store from './ledger-check-store.ts';

/** Runs after the reconciliation with the gateway, which posts missed charges. */
const checkLedgerJob = defineJob({ name: 'billing.prove-books', payload: z.object({}), schedule: '30 2 * * *' });

const MAX_LOGGED_SUBJECTS = 20;

export const ledgerCheckJobs = ({ database, log }: { database: Database; log: Log }): JobHandler[] => [
  checkLedgerJob.withHandler(async () => {
    const { entries, faults } = await database.transaction(store.checkLedger);
    await database.transaction(async (tx) => {
      await store.insertCheckResult(tx, { entries, faults: faults.length });
      if (faults.length > 0) await store.recordFaults(tx, faults);
    });
    if (faults.length === 0) return log.info({ entries }, 'the ledger check passed');
    const subjects = faults.slice(0, MAX_LOGGED_SUBJECTS).map(({ subject }) => subject);
    log.error({ entries, faults: faults.length, subjects }, 'the ledger check failed');
  }),
];
