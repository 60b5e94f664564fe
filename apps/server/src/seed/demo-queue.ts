/**
 * A report that waits in the queue of a developer: it names a private person with an address and a telephone number, beside the
 * number of whoever cheats. All of them are invented. The end-to-end tests begin with an empty queue and do without it.
 */
import type { AlertId } from '@hakiki/contract/alerts';
import type { Pool } from 'pg';
import { caseFilings, cases } from '../modules/cases/tables.ts';
import type { OwnerTag } from '../modules/filings/owner-tag.ts';
import { filings } from '../modules/filings/tables.ts';
import { keyOf } from '../modules/indicators/indicator-key.ts';
import { filingIndicators } from '../modules/indicators/tables.ts';
import { fraudAlerts } from '../modules/alerts/tables.ts';
import { receiptHash } from './cases.ts';
import { fill } from './seed.ts';
import { Random, timedId } from './random.ts';

const seed = 1;
const title = 'A demo broker says that a neighbour vouches for it';
const description =
  'A broker that calls itself Sunbird Demo Yield, at sunbird-demo.example, promises a third more each month. It says that Mrs Thandi Demo of 14 Example Street, +27 83 000 0123, has paid in twice and vouches for it. She is my neighbour and knows nothing of it. They call me from +27 83 000 0999. (Demo entry.)';
const website = 'sunbird-demo.example';

export async function seedDemoQueue(pool: Pool, now = new Date()): Promise<void> {
  const client = await pool.connect();
  const id = timedId<AlertId>(new Random(seed, 'demo-queue'), now.getTime());
  const caseId = timedId(new Random(seed, 'demo-queue-case'), now.getTime());
  try {
    await fill(client, [
      {
        table: fraudAlerts,
        label: 'an alert that waits',
        rows: [
          {
            id,
            title,
            description,
            advice: null,
            language: 'en',
            alertType: 'fake_platform',
            severity: 'High',
            status: 'pending',
            affectedCountries: ['south africa'],
            reportedCountries: null,
            mergedInto: null,
            isMergedUnread: false,
            affectedProviderId: null,
            affectedProviderName: 'Sunbird Demo Yield',
            lostCents: null,
            decidedAt: null,
            publishedAt: null,
            withdrawnAt: null,
            createdAt: now,
            updatedAt: now,
          },
        ],
      },
      {
        table: filings,
        label: 'its filing',
        rows: [
          {
            id,
            kind: 'alert',
            receiptHash: receiptHash(seed, id),
            ownerTag: timedId<OwnerTag>(new Random(seed, 'demo-queue-owner'), now.getTime()),
            createdBy: null,
            language: 'en',
            sealedContact: null,
            hasEmail: false,
            sealedDetails: null,
            createdAt: now,
          },
        ],
      },
      {
        table: filingIndicators,
        label: 'what it names',
        rows: [
          {
            filingId: id,
            key: keyOf({ kind: 'website', value: website }, Buffer.alloc(0)),
            kind: 'website',
            value: website,
            isWithheld: false,
          },
        ],
      },
      {
        table: cases,
        label: 'its case',
        rows: [{ id: caseId, leadId: id, filingCount: 1, undecidedCount: 1, createdAt: now, newestFilingAt: now }],
      },
      { table: caseFilings, label: 'its place', rows: [{ filingId: id, caseId, createdAt: now }] },
    ]);
  } finally {
    client.release();
  }
}
