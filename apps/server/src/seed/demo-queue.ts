/**
 * The moderation queue for developers who try the console: about forty cases, documents and a change of a listing. One
 * report names a private person with an address and a phone number, beside the scammer's number. All of it is invented.
 * The end-to-end tests start with an empty queue and do not use it.
 */
import type { AlertId } from '@hakiki/contract/alerts';
import type { ProviderId } from '@hakiki/contract/directory';
import type { ReportId } from '@hakiki/contract/reports';
import type { Pool, PoolClient } from 'pg';
import { fraudAlerts } from '../modules/reports/alerts/tables.ts';
import { businessDocuments, profileChanges } from '../modules/business/tables.ts';
import { caseFilings, cases } from '../modules/moderation/cases/tables.ts';
import { filings } from '../modules/intake/tables.ts';
import { computeIndicatorKey } from '../modules/indicators/indicator-key.ts';
import { filingIndicators } from '../modules/indicators/tables.ts';
import { reports } from '../modules/reports/issues/tables.ts';
import type { AlertRow } from './alerts.ts';
import { createOpenCaseRow, createReceiptHash } from './cases.ts';
import { complaints, stories, type Story } from './demo-stories.ts';
import { Random, timedId } from './random.ts';
import type { ReportRow } from './reports.ts';
import { fillTables } from './seed.ts';

const seed = 1;
const HOUR_MS = 3_600_000;

const storyWithPrivatePerson: Story = [
  0,
  'fake_platform',
  'High',
  ['south africa'],
  'A demo broker says that a neighbour vouches for it',
  'A broker that calls itself Sunbird Demo Yield, at sunbird-demo.example, promises a third more each month. It says that Mrs Thandi Demo of 14 Example Street, +27 83 000 0123, has paid in twice and vouches for it. She is my neighbour and knows nothing of it. They call me from +27 83 000 0999.',
  { website: 'sunbird-demo.example', name: 'Sunbird Demo Yield' },
];

/** A pending report and its case. */
interface PendingFiling {
  id: string;
  kind: 'alert' | 'report';
  caseId: string;
  at: Date;
  language: AlertRow['language'];
  website?: string | undefined;
}

const firstSentence = (text: string): string => /^.*?[.!?](?=\s|$)/.exec(text)?.[0].slice(0, -1) ?? text;

/** Further reports follow the first one, never later than now. */
const getReportTime = (now: number, hoursAgo: number, index: number, reportCount: number): number =>
  now - Math.round((hoursAgo * HOUR_MS * (reportCount - index)) / reportCount);

function createPendingAlerts(now: number): { alerts: AlertRow[]; pendingFilings: PendingFiling[] } {
  const alerts: AlertRow[] = [];
  const pendingFilings: PendingFiling[] = [];
  for (const [index, story] of [storyWithPrivatePerson, ...stories].entries()) {
    const [hoursAgo, alertType, severity, countries, title, description, more = {}] = story;
    const { website, name, language = 'en', lostRand, others = [] } = more;
    const texts = [description, ...others];
    const caseId = timedId(new Random(seed, 'demo-queue-case', index), now - hoursAgo * HOUR_MS);
    for (const [reportIndex, text] of texts.entries()) {
      const at = getReportTime(now, hoursAgo, reportIndex, texts.length);
      const id = timedId<AlertId>(new Random(seed, `demo-queue ${reportIndex}`, index), at);
      alerts.push({
        id,
        title: reportIndex === 0 ? title : firstSentence(text),
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
        lostCents: reportIndex === 0 && lostRand ? lostRand * 100 : null,
        decidedAt: null,
        publishedAt: null,
        withdrawnAt: null,
        createdAt: new Date(at),
        updatedAt: new Date(at),
      });
      pendingFilings.push({ id, kind: 'alert', caseId, at: new Date(at), language, website });
    }
  }
  return { alerts, pendingFilings };
}

type FindProviderId = (name: string) => ProviderId;

const createPendingReports = (now: number, findProviderId: FindProviderId): ReportRow[] =>
  complaints.map(([hoursAgo, reportType, severity, reporterLocation, provider, text], index) => {
    const at = now - hoursAgo * HOUR_MS;
    return {
      id: timedId<ReportId>(new Random(seed, 'demo-queue-report', index), at),
      reportType,
      severity,
      description: `${text} (Demo entry.)`,
      reporterLocation,
      providerId: findProviderId(provider),
      fraudAlertId: null,
      status: 'pending',
      decidedAt: null,
      createdAt: new Date(at),
      updatedAt: new Date(at),
    };
  });

const toPendingFiling = ({ id, createdAt }: { id: string; createdAt: Date }): PendingFiling => ({
  id,
  kind: 'report',
  caseId: timedId(new Random(seed, `demo-queue-case ${id}`), createdAt.getTime()),
  at: createdAt,
  language: 'en',
});

const createBusinessRows = (now: number, findProviderId: FindProviderId) => ({
  documents: (
    [
      [3, 'Tandiwa Exchange', 'Certificate of registration 2026.pdf', 'registration'],
      [26, 'Tandiwa Exchange', 'Proof of reserves, third quarter.pdf', 'audit'],
      [51, 'Obasika P2P', 'Licence of the central bank.pdf', 'license'],
    ] as const
  ).map(([hoursAgo, provider, name, type], index) => ({
    id: timedId(new Random(seed, 'demo-document', index), now - hoursAgo * HOUR_MS),
    providerId: findProviderId(provider),
    name,
    type,
    status: 'pending',
    createdAt: new Date(now - hoursAgo * HOUR_MS),
  })),
  changes: [
    {
      id: timedId(new Random(seed, 'demo-change'), now - 5 * HOUR_MS),
      providerId: findProviderId('Obasika P2P'),
      changes: { website: 'https://obasika-p2p.example/new', countries: ['nigeria', 'ghana'] },
      status: 'pending',
      createdAt: new Date(now - 5 * HOUR_MS),
    },
  ],
});

async function readProviders(client: PoolClient): Promise<FindProviderId> {
  const { rows } = await client.query<{ id: ProviderId; name: string }>('select id, name from providers');
  const byName = new Map(rows.map(({ id, name }) => [name, id]));
  return (name) => {
    const id = byName.get(name);
    if (!id) throw new Error(`The demo register has no provider called ${name}.`);
    return id;
  };
}

/** Each pending report of the demo register becomes a case of its own. */
async function readReportsWithoutCase(client: PoolClient): Promise<PendingFiling[]> {
  const { rows } = await client.query<{ id: string; createdAt: Date }>(
    `select r.id, r.created_at as "createdAt" from reports r
     where r.status = 'pending' and not exists (select from filings f where f.id = r.id)`,
  );
  return rows.map(toPendingFiling);
}

export async function seedDemoQueue(pool: Pool, now = Date.now()): Promise<void> {
  const client = await pool.connect();
  try {
    const findProviderId = await readProviders(client);
    const pendingAlerts = createPendingAlerts(now);
    const reportRows = createPendingReports(now, findProviderId);
    const pendingFilings = [
      ...pendingAlerts.pendingFilings,
      ...reportRows.map(toPendingFiling),
      ...(await readReportsWithoutCase(client)),
    ];
    const { documents, changes } = createBusinessRows(now, findProviderId);
    await fillTables(client, [
      { table: fraudAlerts, label: 'alerts that wait', rows: pendingAlerts.alerts },
      { table: reports, label: 'reports that wait', rows: reportRows },
      {
        table: filings,
        label: 'their filings',
        rows: pendingFilings.map(({ id, kind, language, at }) => ({
          id,
          kind,
          receiptHash: createReceiptHash(seed, id),
          language,
          createdAt: at,
        })),
      },
      {
        table: filingIndicators,
        label: 'what they name',
        rows: pendingFilings.flatMap(({ id, website }) =>
          website
            ? [
                {
                  filingId: id,
                  key: computeIndicatorKey({ kind: 'website', value: website }, Buffer.alloc(0)),
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
        rows: [...Map.groupBy(pendingFilings, ({ caseId }) => caseId)].map(([id, grouped]) =>
          createOpenCaseRow({ id, filings: grouped.map((one) => ({ id: one.id, createdAt: one.at })) }),
        ),
      },
      {
        table: caseFilings,
        label: 'their places',
        rows: pendingFilings.map(({ id, caseId, at }) => ({ filingId: id, caseId, createdAt: at })),
      },
      { table: businessDocuments, label: 'documents that wait', rows: documents },
      { table: profileChanges, label: 'changes that wait', rows: changes },
    ]);
  } finally {
    client.release();
  }
}
