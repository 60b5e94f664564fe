import { setTimeout as pause } from 'node:timers/promises';
import type { CaseDetail, CaseSummary, Sorting } from '@hakiki/contract/triage-admin';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { type Admin, createConsoleClient, makeAdmin } from '../../../../test/support/staff.ts';
import { useDatabase } from '../../../../test/support/database.ts';
import { expectedReply } from '../../../../test/support/expected-replies.ts';
import { createReporter } from '../../../../test/support/reporter.ts';
import { useServer } from '../../../../test/support/server.ts';
import { startJobs } from '../../../platform/jobs/jobs.ts';
import { createLog } from '../../../platform/log/log.ts';
import { casesJobs } from './jobs.ts';
import { createSweep } from './sweep.ts';

const test = useDatabase();
const server = useServer(test);
const reporter = createReporter(server);
const { getJson, post } = createConsoleClient(server);
const log = createLog('silent');

const scamText = 'They sell a robot at https://robot-gains.example that trades by itself, and pay nobody out.';
const submitReport = async (description = scamText) => (await reporter.reportScam({ description })).item.id as string;

const runSweep = () => {
  const { cases, filings } = server.running.services;
  const groupFiling = async (id: string) => cases.groupFiling(id, await filings.listAnswers(id));
  return createSweep({ cases, groupFiling, log }).run();
};
/** Backdates a filing by the given number of minutes. */
const ageFiling = (id: string, minutes: number) =>
  test.sql('update unsorted_filings set created_at = now() - make_interval(mins => $2) where filing_id = $1', [
    id,
    minutes,
  ]);
const makeRetryDue = (id: string) =>
  test.sql('update unexamined_filings set next_try_at = now() where filing_id = $1', [id]);
const findCaseId = async (id: string) =>
  (await test.sql('select case_id from case_filings where filing_id = $1', [id]))[0]?.['case_id'] as string | undefined;

/** Makes the database reject the indicators of reports with this word, so that their processing fails. */
async function breakProcessing(word: string): Promise<void> {
  await test.sql(`
    create function fail_examination() returns trigger language plpgsql as $$
    begin
      if (select words from filed where id = new.filing_id) like '%${word}%' then raise exception 'cannot be examined'; end if;
      return new;
    end $$`);
  await test.sql(
    'create trigger fail_examination before insert on filing_indicators for each row execute function fail_examination()',
  );
}
const repairProcessing = () => test.sql('drop function if exists fail_examination cascade');

let admin: Admin;
beforeEach(async () => {
  await test.deleteAllRows('filings', 'cases');
  admin = await makeAdmin(test.database.db);
});
afterEach(repairProcessing);

const listCases = () => getJson<CaseSummary[]>(admin, '/api/admin/cases');
const getSorting = () => getJson<Sorting>(admin, '/api/admin/sorting');
const claimCase = async (id: string) =>
  (await (await post(admin, `/api/admin/cases/${id}/claim`)).json()) as CaseDetail;

describe('a report whose processing fails', () => {
  it('a report that cannot be processed is in its own case after an hour, marked as not processed [SAFE-13]', async () => {
    await breakProcessing('robot');
    const [failingId, workingId] = [
      await submitReport(),
      await submitReport('A mining contract at https://hash-farm.example that never paid out.'),
    ];
    for (const id of [failingId, workingId]) await ageFiling(id, 59);
    await runSweep();
    expect(await getSorting()).toEqual(expectedReply('GET /api/admin/sorting', { count: 1, isLate: true }));
    expect(await listCases()).toEqual(
      expectedReply('GET /api/admin/cases', [{ id: await findCaseId(workingId), hasUnexamined: false }]),
    );

    await ageFiling(failingId, 60);
    await runSweep();
    const id = await findCaseId(failingId);
    expect(await getSorting()).toEqual({ count: 0, since: null, isLate: false });
    expect(await listCases()).toEqual(
      expectedReply('GET /api/admin/cases', [
        { id: await findCaseId(workingId), hasUnexamined: false },
        { id, filingCount: 1, undecidedCount: 1, hasUnexamined: true },
      ]),
    );
    const { filings, indicators } = await claimCase(id!);
    expect(filings.map((filing) => ({ id: filing.id, isUnexamined: filing.isUnexamined }))).toEqual([
      { id: failingId, isUnexamined: true },
    ]);
    expect(indicators).toEqual([]);
  });

  it('a report that could not be processed is retried later and then joins its case [SAFE-13]', async () => {
    await breakProcessing('robot');
    const failedId = await submitReport();
    await ageFiling(failedId, 61);
    await runSweep();
    const singleCaseId = await findCaseId(failedId);
    await runSweep();
    expect(await test.sql('select tries from unexamined_filings')).toEqual([{ tries: 0 }]);
    await makeRetryDue(failedId);
    await runSweep();
    expect(
      await test.sql(
        "select tries, next_try_at between now() + interval '119 minutes' and now() + interval '2 hours' as later from unexamined_filings",
      ),
    ).toEqual([{ tries: 1, later: true }]);

    await repairProcessing();
    const otherId = await submitReport();
    await server.running.services.cases.groupFiling(otherId);
    expect(await findCaseId(otherId)).not.toBe(singleCaseId);
    await makeRetryDue(failedId);
    await runSweep();
    expect(await findCaseId(failedId)).toBe(await findCaseId(otherId));
    expect(await listCases()).toEqual(
      expectedReply('GET /api/admin/cases', [{ filingCount: 2, undecidedCount: 2, hasUnexamined: false }]),
    );
    const currentCase = await claimCase(singleCaseId!);
    expect([currentCase.id, currentCase.indicators.map(({ value }) => value)]).toEqual([
      await findCaseId(otherId),
      ['robot-gains.example'],
    ]);
  });

  it('a report that is processed late stays in the case that a moderator has claimed [SAFE-13]', async () => {
    await breakProcessing('robot');
    const failedId = await submitReport();
    await ageFiling(failedId, 61);
    await runSweep();
    const id = await findCaseId(failedId);
    await claimCase(id!);
    await repairProcessing();
    const otherId = await submitReport();
    await server.running.services.cases.groupFiling(otherId);
    await makeRetryDue(failedId);
    await runSweep();
    expect([await findCaseId(failedId), await findCaseId(otherId)]).toEqual([id, id]);
    expect(await listCases()).toEqual(
      expectedReply('GET /api/admin/cases', [{ id, filingCount: 2, hasUnexamined: false }]),
    );
  });

  it('the indicators of a report that was approved before processing are published once it is processed [SAFE-13]', async () => {
    await breakProcessing('robot');
    const failedId = await submitReport();
    await ageFiling(failedId, 61);
    await runSweep();
    const id = await findCaseId(failedId);
    await claimCase(id!);
    const decided = await post(admin, `/api/admin/cases/${id}/decide`, { decision: 'approve', reason: 'Seen by two.' });
    expect(decided.status).toBe(200);
    await repairProcessing();
    await makeRetryDue(failedId);
    await runSweep();
    expect(await test.sql(`select value from indicators where state = 'active'`)).toEqual([
      { value: 'robot-gains.example' },
    ]);
    expect(await test.sql('select from unexamined_filings')).toEqual([]);
  });
});

describe('a report whose job is lost', () => {
  it('the sweep processes a report whose job was lost after a few minutes [SAFE-13]', async () => {
    const [firstId, secondId] = [await submitReport(), await submitReport()];
    await test.sql("delete from pgboss.job where name = 'filings.examine'");
    await runSweep();
    expect(await listCases()).toEqual([]);
    for (const id of [firstId, secondId]) await ageFiling(id, 6);
    await runSweep();
    expect(await listCases()).toEqual(
      expectedReply('GET /api/admin/cases', [{ filingCount: 2, undecidedCount: 2, hasUnexamined: false }]),
    );
  });

  it(
    'a report is in one case only when a worker returns after hours of downtime [SAFE-13]',
    { timeout: 30_000 },
    async () => {
      const id = await submitReport();
      await ageFiling(id, 300);
      const jobs = await startJobs(test.url, log);
      onTestFinished(() => jobs.stop());
      const { services } = server.running;
      await Promise.all([jobs.work(casesJobs({ ...services, log })), runSweep(), runSweep()]);
      while (!(await findCaseId(id))) await pause(50);
      expect(await listCases()).toEqual(
        expectedReply('GET /api/admin/cases', [
          { id: await findCaseId(id), filingCount: 1, undecidedCount: 1, hasUnexamined: false },
        ]),
      );
    },
  );

  it('the worker runs the sweep every five minutes [SAFE-13]', async () => {
    const { services } = server.running;
    const handlers = casesJobs({ ...services, log });
    const id = await submitReport();
    await ageFiling(id, 61);
    const found = handlers.find(({ name }) => name === 'filings.sweep');
    await found?.run({}, { id: 'any' });
    expect([found?.schedule, typeof (await findCaseId(id))]).toEqual(['*/5 * * * *', 'string']);
  });
});
