/**
 * The moderation queue for developers who try the console: about forty cases, documents and a change of a listing. One
 * report names a private person with an address and a phone number, beside the scammer's number. All of it is invented.
 * The end-to-end tests start with an empty queue and do not use it.
 */
import type { AlertId } from '@hakiki/contract/alerts';
import type { ProviderId } from '@hakiki/contract/directory';
import type { ReportId } from '@hakiki/contract/reports';
import type { Pool, PoolClient } from 'pg';
import { fraudAlerts } from '../modules/alerts/tables.ts';
import { businessDocuments, profileChanges } from '../modules/business/tables.ts';
import { caseFilings, cases } from '../modules/cases/tables.ts';
import { filings } from '../modules/filings/tables.ts';
import { keyOf } from '../modules/indicators/indicator-key.ts';
import { filingIndicators } from '../modules/indicators/tables.ts';
import { reports } from '../modules/reports/tables.ts';
import type { AlertRow } from './alerts.ts';
import { openCase, receiptHash } from './cases.ts';
import { complaints, stories, type Story } from './demo-stories.ts';
import { Random, timedId } from './random.ts';
import type { ReportRow } from './reports.ts';
import { fill } from './seed.ts';

const seed = 1;
const HOUR_MS = 3_600_000;

const neighbour: Story = [
  0,
  'fake_platform',
  'High',
  ['south africa'],
  'A demo broker says that a neighbour vouches for it',
  'A broker that calls itself Sunbird Demo Yield, at sunbird-demo.example, promises a third more each month. It says that Mrs Thandi Demo of 14 Example Street, +27 83 000 0123, has paid in twice and vouches for it. She is my neighbour and knows nothing of it. They call me from +27 83 000 0999.',
  { website: 'sunbird-demo.example', name: 'Sunbird Demo Yield' },
];

/** A pending report and its case. */
interface Waiting {
  id: string;
  kind: 'alert' | 'report';
  caseId: string;
  at: Date;
  language: AlertRow['language'];
  website?: string | undefined;
}

const firstSentence = (text: string): string => /^.*?[.!?](?=\s|$)/.exec(text)?.[0].slice(0, -1) ?? text;

/** Further reports follow the first one, never later than now. */
const momentOf = (now: number, hoursAgo: number, place: number, told: number): number =>
  now - Math.round((hoursAgo * HOUR_MS * (told - place)) / told);

function alertsThatWait(now: number): { alerts: AlertRow[]; waiting: Waiting[] } {
  const alerts: AlertRow[] = [];
  const waiting: Waiting[] = [];
  for (const [index, story] of [neighbour, ...stories].entries()) {
    const [hoursAgo, alertType, severity, countries, title, description, more = {}] = story;
    const { website, name, language = 'en', lostRand, others = [] } = more;
    const told = [description, ...others];
    const caseId = timedId(new Random(seed, 'demo-queue-case', index), now - hoursAgo * HOUR_MS);
    for (const [place, text] of told.entries()) {
      const at = momentOf(now, hoursAgo, place, told.length);
      const id = timedId<AlertId>(new Random(seed, `demo-queue ${place}`, index), at);
      alerts.push({
        id,
        title: place === 0 ? title : firstSentence(text),
        description: `${text} (Demo entry.)`,
        advice: null,
        language,
        alertType,
        severity,
        status: 'pending',
        affectedCountries: [...countries],
        reportedCountries: null,
        mergedInto: null,
        isMergedUnread: false,
        affectedProviderId: null,
        affectedProviderName: name ?? null,
        lostCents: place === 0 && lostRand ? lostRand * 100 : null,
        decidedAt: null,
        publishedAt: null,
        withdrawnAt: null,
        createdAt: new Date(at),
        updatedAt: new Date(at),
      });
      waiting.push({ id, kind: 'alert', caseId, at: new Date(at), language, website });
    }
  }
  return { alerts, waiting };
}

type Numbered = (name: string) => ProviderId;

const reportsThatWait = (now: number, providerIdOf: Numbered): ReportRow[] =>
  complaints.map(([hoursAgo, reportType, severity, reporterLocation, provider, text], index) => {
    const at = now - hoursAgo * HOUR_MS;
    return {
      id: timedId<ReportId>(new Random(seed, 'demo-queue-report', index), at),
      reportType,
      severity,
      description: `${text} (Demo entry.)`,
      reporterLocation,
      providerId: providerIdOf(provider),
      fraudAlertId: null,
      status: 'pending',
      decidedAt: null,
      createdAt: new Date(at),
      updatedAt: new Date(at),
    };
  });

const caseOfReport = ({ id, createdAt }: { id: string; createdAt: Date }): Waiting => ({
  id,
  kind: 'report',
  caseId: timedId(new Random(seed, `demo-queue-case ${id}`), createdAt.getTime()),
  at: createdAt,
  language: 'en',
});

const fromBusinesses = (now: number, providerIdOf: Numbered) => ({
  documents: (
    [
      [3, 'Tandiwa Exchange', 'Certificate of registration 2026.pdf', 'registration'],
      [26, 'Tandiwa Exchange', 'Proof of reserves, third quarter.pdf', 'audit'],
      [51, 'Obasika P2P', 'Licence of the central bank.pdf', 'license'],
    ] as const
  ).map(([hoursAgo, provider, name, type], index) => ({
    id: timedId(new Random(seed, 'demo-document', index), now - hoursAgo * HOUR_MS),
    providerId: providerIdOf(provider),
    name,
    type,
    status: 'pending',
    createdAt: new Date(now - hoursAgo * HOUR_MS),
  })),
  changes: [
    {
      id: timedId(new Random(seed, 'demo-change'), now - 5 * HOUR_MS),
      providerId: providerIdOf('Obasika P2P'),
      changes: { website: 'https://obasika-p2p.example/new', countries: ['nigeria', 'ghana'] },
      status: 'pending',
      createdAt: new Date(now - 5 * HOUR_MS),
    },
  ],
});

async function readProviders(client: PoolClient): Promise<Numbered> {
  const { rows } = await client.query<{ id: ProviderId; name: string }>('select id, name from providers');
  const byName = new Map(rows.map(({ id, name }) => [name, id]));
  return (name) => {
    const id = byName.get(name);
    if (!id) throw new Error(`The demo register has no provider called ${name}.`);
    return id;
  };
}

/** Each pending report of the demo register becomes a case of its own. */
async function readLoneReports(client: PoolClient): Promise<Waiting[]> {
  const { rows } = await client.query<{ id: string; createdAt: Date }>(
    `select r.id, r.created_at as "createdAt" from reports r
     where r.status = 'pending' and not exists (select from filings f where f.id = r.id)`,
  );
  return rows.map(caseOfReport);
}

export async function seedDemoQueue(pool: Pool, now = Date.now()): Promise<void> {
  const client = await pool.connect();
  try {
    const providerIdOf = await readProviders(client);
    const told = alertsThatWait(now);
    const reportRows = reportsThatWait(now, providerIdOf);
    const waiting = [...told.waiting, ...reportRows.map(caseOfReport), ...(await readLoneReports(client))];
    const { documents, changes } = fromBusinesses(now, providerIdOf);
    await fill(client, [
      { table: fraudAlerts, label: 'alerts that wait', rows: told.alerts },
      { table: reports, label: 'reports that wait', rows: reportRows },
      {
        table: filings,
        label: 'their filings',
        rows: waiting.map(({ id, kind, language, at }) => ({
          id,
          kind,
          receiptHash: receiptHash(seed, id),
          language,
          createdAt: at,
        })),
      },
      {
        table: filingIndicators,
        label: 'what they name',
        rows: waiting.flatMap(({ id, website }) =>
          website
            ? [
                {
                  filingId: id,
                  key: keyOf({ kind: 'website', value: website }, Buffer.alloc(0)),
                  kind: 'website',
                  value: website,
                },
              ]
            : [],
        ),
      },
      {
        table: cases,
        label: 'their cases',
        rows: [...Map.groupBy(waiting, ({ caseId }) => caseId)].map(([id, grouped]) =>
          openCase({ id, filings: grouped.map((one) => ({ id: one.id, createdAt: one.at })) }),
        ),
      },
      {
        table: caseFilings,
        label: 'their places',
        rows: waiting.map(({ id, caseId, at }) => ({ filingId: id, caseId, createdAt: at })),
      },
      { table: businessDocuments, label: 'documents that wait', rows: documents },
      { table: profileChanges, label: 'changes that wait', rows: changes },
    ]);
  } finally {
    client.release();
  }
}
