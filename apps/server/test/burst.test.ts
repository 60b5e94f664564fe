/**
 * When schemes collapse, their reports arrive all at once among other reports. Every report is
 * acknowledged and none is lost; afterwards an administrator sees one case per scheme, before all others. BURST_REPORTS
 * sets the number of reports.
 */
import type { CaseSummary } from '@hakiki/contract/triage-admin';
import { reportScam } from '@hakiki/contract/alerts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { casesJobs } from '../src/modules/moderation/cases/jobs.ts';
import { type Jobs, startJobs } from '../src/platform/jobs/jobs.ts';
import { createLog } from '../src/platform/log/log.ts';
import { createConsoleClient, makeAdmin } from './support/staff.ts';
import { campaignNames, generateReport } from './support/scam-campaigns.ts';
import { useDatabase } from './support/database.ts';
import { makeSession, makeUser } from './support/factories.ts';
import { useServer } from './support/server.ts';

const REPORTS = Number(process.env['BURST_REPORTS'] ?? 240);
const SENDERS = 16;
const TIMEOUT_MS = 60_000 + REPORTS * 100;
/** Prints measurements if BURST_REPORTS is set. */
const printMeasurement = (text: string) => process.env['BURST_REPORTS'] && console.info(text);

const test = useDatabase();
const server = useServer(test, { settings: { rateLimitScale: 100_000 } });
let jobs: Jobs | undefined;

beforeAll(async () => {
  jobs = await startJobs(test.url, createLog('silent'));
});
afterAll(() => jobs?.stop());

const statuses = new Map<number, number>();
/** The campaign of each acknowledged report; a report about something else has its own key. */
const campaignByReport = new Map<string, string>();

/** Sends as a member, so that the machine works on reports and not on proofs of work. */
async function sendAll(): Promise<void> {
  const { id: userId } = await makeUser(test.database.db);
  const { cookie } = await makeSession(test.database.db, { userId });
  let next = 0;
  const sendOneByOne = async () => {
    while (next < REPORTS) {
      const index = next;
      next += 1;
      const { campaign = `other ${index}`, ...story } = generateReport(7, index);
      const response = await server.post(
        reportScam.path,
        { ...story, alertType: 'scam', severity: 'High', contactEmail: 'reporter@example.com' },
        { headers: { cookie, 'idempotency-key': `burst-of-reports-${index}` } },
      );
      statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
      const { id } = (await response.json()) as { id?: string };
      if (id) campaignByReport.set(id, campaign);
    }
  };
  await Promise.all(Array.from({ length: SENDERS }, sendOneByOne));
}

const countPendingJobs = async () =>
  Number(
    (
      await test.sql(`select count(*) as n from pgboss.job where name = 'filings.examine' and state <> 'completed'`)
    )[0]?.['n'],
  );

/** Counts, per case, the reports of each campaign and all others. */
async function readCases(): Promise<Map<string, number>[]> {
  const rows = await test.sql('select case_id as id, array_agg(filing_id) as filings from case_filings group by 1');
  return rows.map(({ filings }) => {
    const counts = new Map<string, number>();
    for (const id of filings as string[])
      counts.set(campaignByReport.get(id)!, (counts.get(campaignByReport.get(id)!) ?? 0) + 1);
    return counts;
  });
}

const countPairs = (count: number) => (count * (count - 1)) / 2;
const sum = (numbers: Iterable<number>) => [...numbers].reduce((total, one) => total + one, 0);

/**
 * Precision: share of the grouped pairs that belong together. Recall: share of the pairs that belong together that were
 * grouped.
 */
function computePrecisionAndRecall(found: readonly Map<string, number>[]): { precision: number; recall: number } {
  const sizes = new Map<string, number>();
  for (const story of campaignByReport.values()) sizes.set(story, (sizes.get(story) ?? 0) + 1);
  const right = sum(found.map((counts) => sum([...counts.values()].map(countPairs))));
  const together = sum(found.map((counts) => countPairs(sum(counts.values()))));
  return { precision: right / together, recall: right / sum([...sizes.values()].map(countPairs)) };
}

describe(`a burst of ${REPORTS} reports`, () => {
  const isOf = (name: string) => campaignNames.includes(name);

  it(
    'each report of the burst is acknowledged, none is rejected and none is lost',
    { timeout: TIMEOUT_MS },
    async () => {
      const started = performance.now();
      await sendAll();
      printMeasurement(`taken in: ${Math.round((REPORTS * 1000) / (performance.now() - started))} a second`);
      expect(Object.fromEntries(statuses)).toEqual({ [reportScam.status]: REPORTS });
      expect(campaignByReport.size).toBe(REPORTS);
      const stored = await test.sql('select a.id from fraud_alerts a join filings f using (id)');
      expect(new Set(stored.map(({ id }) => id))).toEqual(new Set(campaignByReport.keys()));
    },
  );

  it('the worker puts each report of the burst into exactly one case', { timeout: TIMEOUT_MS }, async () => {
    const started = performance.now();
    await jobs!.work(casesJobs({ ...server.running.services, log: createLog('silent') }));
    await vi.waitFor(async () => expect(await countPendingJobs()).toBe(0), {
      timeout: TIMEOUT_MS - 5000,
      interval: 200,
    });
    printMeasurement(`examined: ${Math.round((REPORTS * 1000) / (performance.now() - started))} a second`);
    const [counted] = await test.sql(
      `select (select count(*) from case_filings)::int as grouped, sum(filing_count)::int as filings,
         sum(undecided_count)::int as undecided from cases`,
    );
    expect(counted).toEqual({ grouped: REPORTS, filings: REPORTS, undecided: REPORTS });
  });

  it('an administrator sees one case per scheme as the largest cases, each with over 97 % of the reports about its scheme', async () => {
    const largest = `/api/admin/cases?order=largest&limit=${campaignNames.length}`;
    const open = await createConsoleClient(server).getJson<CaseSummary[]>(await makeAdmin(test.database.db), largest);
    const leads = await test.sql('select lead_id as id from cases where id = any($1)', [open.map(({ id }) => id)]);
    expect(new Set(leads.map(({ id }) => campaignByReport.get(id as string)))).toEqual(new Set(campaignNames));
    const found = await readCases();
    for (const name of campaignNames) {
      const largest = Math.max(...found.map((counts) => counts.get(name) ?? 0));
      expect(largest / sum(found.map((counts) => counts.get(name) ?? 0)), name).toBeGreaterThan(0.97);
    }
  });

  it("grouping adds no report about something else to a scheme's case and mixes no two schemes", async () => {
    const found = await readCases();
    const { precision, recall } = computePrecisionAndRecall(found);
    printMeasurement(`cases: ${found.length}, precision ${precision.toFixed(4)}, recall ${recall.toFixed(4)}`);
    expect(precision).toBeGreaterThan(0.995);
    expect(recall).toBeGreaterThan(0.95);
    const withScheme = found.filter((counts) => [...counts.keys()].some(isOf));
    expect(withScheme.filter((counts) => counts.size > 1)).toEqual([]);
    const others = [...campaignByReport.values()].filter((name) => !isOf(name)).length;
    expect(found.length - withScheme.length).toBeGreaterThan(others * 0.9);
  });
});
