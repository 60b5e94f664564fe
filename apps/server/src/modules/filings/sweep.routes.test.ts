import { setTimeout as pause } from 'node:timers/promises';
import type { CaseDetail, CaseSummary, Sorting } from '@hakiki/contract/triage-admin';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { type Admin, consoleAt, makeAdmin } from '../../../test/admins.ts';
import { useDatabase } from '../../../test/database.ts';
import { replyTo } from '../../../test/expected-replies.ts';
import { reporterAt } from '../../../test/reporter.ts';
import { useServer } from '../../../test/server.ts';
import { startJobs } from '../../platform/jobs/jobs.ts';
import { createLog } from '../../platform/log/log.ts';
import { filingsJobs } from './jobs.ts';
import { createSweep } from './sweep.ts';

const test = useDatabase();
const server = useServer(test);
const reporter = reporterAt(server);
const { read, post } = consoleAt(server);
const log = createLog('silent');

const story = 'They sell a robot at https://robot-gains.example that trades by itself, and pay nobody out.';
const report = async (description = story) => (await reporter.reportScam({ description })).item.id as string;

const sweep = () => {
  const { cases, filings } = server.running.services;
  const examine = async (id: string) => cases.groupFiling(id, await filings.listAnswers(id));
  return createSweep({ cases, examine, log }).run();
};
/** Makes a filing look so many minutes old. */
const age = (id: string, minutes: number) =>
  test.sql('update unsorted_filings set created_at = now() - make_interval(mins => $2) where filing_id = $1', [
    id,
    minutes,
  ]);
const isTimeToTryAgain = (id: string) =>
  test.sql('update unexamined_filings set next_try_at = now() where filing_id = $1', [id]);
const caseOf = async (id: string) =>
  (await test.sql('select case_id from case_filings where filing_id = $1', [id]))[0]?.['case_id'] as string | undefined;

/** Makes the database reject the indicators of reports with this word, so that their processing fails. */
async function breakExamination(word: string): Promise<void> {
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
const mendExamination = () => test.sql('drop function if exists fail_examination cascade');

let admin: Admin;
beforeEach(async () => {
  await test.empty('filings', 'cases');
  admin = await makeAdmin(test.database.db);
});
afterEach(mendExamination);

const queue = () => read<CaseSummary[]>(admin, '/api/admin/cases');
const sorting = () => read<Sorting>(admin, '/api/admin/sorting');
const open = async (id: string) => (await (await post(admin, `/api/admin/cases/${id}/claim`)).json()) as CaseDetail;

describe('a report whose processing fails', () => {
  it('a report that cannot be processed is in its own case after an hour, marked as not processed [SAFE-13]', async () => {
    await breakExamination('robot');
    const [bad, good] = [
      await report(),
      await report('A mining contract at https://hash-farm.example that never paid out.'),
    ];
    for (const id of [bad, good]) await age(id, 59);
    await sweep();
    expect(await sorting()).toEqual(replyTo('GET /api/admin/sorting', { count: 1, isLate: true }));
    expect(await queue()).toEqual(replyTo('GET /api/admin/cases', [{ id: await caseOf(good), hasUnexamined: false }]));

    await age(bad, 60);
    await sweep();
    const id = await caseOf(bad);
    expect(await sorting()).toEqual({ count: 0, since: null, isLate: false });
    expect(await queue()).toEqual(
      replyTo('GET /api/admin/cases', [
        { id: await caseOf(good), hasUnexamined: false },
        { id, filingCount: 1, undecidedCount: 1, hasUnexamined: true },
      ]),
    );
    const { filings, indicators } = await open(id!);
    expect(filings.map((filing) => ({ id: filing.id, isUnexamined: filing.isUnexamined }))).toEqual([
      { id: bad, isUnexamined: true },
    ]);
    expect(indicators).toEqual([]);
  });

  it('a report that could not be processed is retried later and then joins its case [SAFE-13]', async () => {
    await breakExamination('robot');
    const late = await report();
    await age(late, 61);
    await sweep();
    const alone = await caseOf(late);
    await sweep();
    expect(await test.sql('select tries from unexamined_filings')).toEqual([{ tries: 0 }]);
    await isTimeToTryAgain(late);
    await sweep();
    expect(
      await test.sql(
        "select tries, next_try_at between now() + interval '119 minutes' and now() + interval '2 hours' as later from unexamined_filings",
      ),
    ).toEqual([{ tries: 1, later: true }]);

    await mendExamination();
    const other = await report();
    await server.running.services.cases.groupFiling(other);
    expect(await caseOf(other)).not.toBe(alone);
    await isTimeToTryAgain(late);
    await sweep();
    expect(await caseOf(late)).toBe(await caseOf(other));
    expect(await queue()).toEqual(
      replyTo('GET /api/admin/cases', [{ filingCount: 2, undecidedCount: 2, hasUnexamined: false }]),
    );
    const followed = await open(alone!);
    expect([followed.id, followed.indicators.map(({ value }) => value)]).toEqual([
      await caseOf(other),
      ['robot-gains.example'],
    ]);
  });

  it('a report that is processed late stays in the case that a moderator has claimed [SAFE-13]', async () => {
    await breakExamination('robot');
    const late = await report();
    await age(late, 61);
    await sweep();
    const id = await caseOf(late);
    await open(id!);
    await mendExamination();
    const other = await report();
    await server.running.services.cases.groupFiling(other);
    await isTimeToTryAgain(late);
    await sweep();
    expect([await caseOf(late), await caseOf(other)]).toEqual([id, id]);
    expect(await queue()).toEqual(replyTo('GET /api/admin/cases', [{ id, filingCount: 2, hasUnexamined: false }]));
  });

  it('the indicators of a report that was approved before processing are published once it is processed [SAFE-13]', async () => {
    await breakExamination('robot');
    const late = await report();
    await age(late, 61);
    await sweep();
    const id = await caseOf(late);
    await open(id!);
    const decided = await post(admin, `/api/admin/cases/${id}/decide`, { decision: 'approve', reason: 'Seen by two.' });
    expect(decided.status).toBe(200);
    await mendExamination();
    await isTimeToTryAgain(late);
    await sweep();
    expect(await test.sql('select value from indicators')).toEqual([{ value: 'robot-gains.example' }]);
    expect(await test.sql('select from unexamined_filings')).toEqual([]);
  });
});

describe('a report whose job is lost', () => {
  it('the sweep processes a report whose job was lost after a few minutes [SAFE-13]', async () => {
    const [first, second] = [await report(), await report()];
    await test.sql("delete from pgboss.job where name = 'filings.examine'");
    await sweep();
    expect(await queue()).toEqual([]);
    for (const id of [first, second]) await age(id, 6);
    await sweep();
    expect(await queue()).toEqual(
      replyTo('GET /api/admin/cases', [{ filingCount: 2, undecidedCount: 2, hasUnexamined: false }]),
    );
  });

  it(
    'a report is in one case only when a worker returns after hours of downtime [SAFE-13]',
    { timeout: 30_000 },
    async () => {
      const id = await report();
      await age(id, 300);
      const jobs = await startJobs(test.url, log);
      onTestFinished(() => jobs.stop());
      const { services } = server.running;
      await Promise.all([
        jobs.work(filingsJobs({ ...services, sendMail: () => Promise.resolve(), log })),
        sweep(),
        sweep(),
      ]);
      while (!(await caseOf(id))) await pause(50);
      expect(await queue()).toEqual(
        replyTo('GET /api/admin/cases', [
          { id: await caseOf(id), filingCount: 1, undecidedCount: 1, hasUnexamined: false },
        ]),
      );
    },
  );

  it('the worker runs the sweep every five minutes [SAFE-13]', async () => {
    const { services } = server.running;
    const handlers = filingsJobs({ ...services, sendMail: () => Promise.resolve(), log });
    const id = await report();
    await age(id, 61);
    const found = handlers.find(({ name }) => name === 'filings.sweep');
    await found?.run({}, { id: 'any' });
    expect([found?.schedule, typeof (await caseOf(id))]).toEqual(['*/5 * * * *', 'string']);
  });
});
