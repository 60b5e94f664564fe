import { InvoiceId } from '@hakiki/contract/billing';
import * as z from 'zod';
import { defineJob } from '../../../platform/jobs/job.ts';

/** Enqueued by the transaction that issues, so that every number gets a file, and by the one that marks it as paid. */
export const drawInvoiceJob = defineJob({
  name: 'billing.draw-invoice',
  payload: z.object({ invoiceId: InvoiceId, isPayment: z.optional(z.boolean()) }),
});
