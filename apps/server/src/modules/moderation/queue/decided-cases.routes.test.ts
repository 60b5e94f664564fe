/** Decided cases: the list of one's own, the search, and the way back into the queue. */
import type { CaseDetail, DecidedCase } from '@hakiki/contract/triage-admin';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { useDatabase } from '../../../../test/support/database.ts';
import { createReporter } from '../../../../test/support/reporter.ts';
import { useServer } from '../../../../test/support/server.ts';
import { type Admin, createConsoleClient, makeModerator } from '../../../../test/support/staff.ts';

const test = useDatabase();
const server = useServer(test, { settings: { rateLimitScale: 1000 } });
const reporter = createReporter(server);
const { getJson, post } = createConsoleClient(server);

let moderator: Admin;
let secondModerator: Admin;
beforeAll(async () => {
  moderator = await makeModerator(test.database.db);
  secondModerator = await makeModerator(test.database.db);
});
beforeEach(() => test.deleteAllRows('cases', 'fraud_alerts', 'reports', 'filings'));

const robot = 'A trading robot promised thirty percent each month, and every withdrawal is refused.';
const mining = 'I rented hash power for a year, and the office turned out to be a car wash.';

async function fileCase(title: string, description: string): Promise<{ caseId: string; filingId: string }> {
  const { item } = await reporter.reportScam({ title, description });
  await server.running.services.cases.groupFiling(item.id);
  const [row] = await test.sql('select case_id as id from case_filings where filing_id = $1', [item.id]);
  return { caseId: String(row?.['id']), filingId: item.id };
}

async function decide(who: Admin, caseId: string, decision: 'approve' | 'reject', reason = 'Nothing can be checked.') {
  await post(who, `/api/admin/cases/${caseId}/claim`);
  const reply = await post(who, `/api/admin/cases/${caseId}/decide`, { decision, reason });
  return ((await reply.json()) as { decisionIds: string[] }).decisionIds;
}
const listDecided = (who: Admin, query = '') => getJson<DecidedCase[]>(who, `/api/admin/cases/decided${query}`);
const titles = async (who: Admin, query = '') => (await listDecided(who, query)).map(({ title }) => title);
const reopen = (who: Admin, caseId: string) =>
  post(who, `/api/admin/cases/${caseId}/reopen`, { reason: 'A second report names the same wallet.' });

describe('the list of decided cases', () => {
  it('a moderator sees their own decisions with outcome and reason, newest first [ROLE-01]', async () => {
    const rejected = await fileCase('The robot', robot);
    const approved = await fileCase('The miner', mining);
    await decide(moderator, rejected.caseId, 'reject');
    await decide(secondModerator, approved.caseId, 'approve', 'Two people tell the same.');
    expect(await listDecided(moderator)).toEqual([
      {
        id: rejected.caseId,
        title: 'The robot',
        reportType: null,
        providerName: null,
        outcome: 'rejected',
        decidedCount: 1,
        reason: 'Nothing can be checked.',
        decidedBy: moderator.email,
        decidedAt: expect.any(String),
      },
    ]);
    expect(await titles(moderator, '?by=anyone')).toEqual(['The miner', 'The robot']);
    expect(await titles(moderator, '?by=anyone&limit=1&offset=1')).toEqual(['The robot']);
  });

  it('an approved case of two reports is listed as approved, with both [VERD-05]', async () => {
    const { caseId } = await fileCase('The robot', robot);
    expect((await fileCase('The robot again', robot)).caseId).toBe(caseId);
    await decide(moderator, caseId, 'approve', 'Two people tell the same.');
    const outcomes = await test.sql(
      'select to_value from decisions join case_filings on filing_id = subject_id where case_id = $1 order by 1',
      [caseId],
    );
    expect(outcomes).toEqual([{ to_value: 'approved' }, { to_value: 'merged' }]);
    expect((await listDecided(moderator)).map(({ outcome, decidedCount }) => [outcome, decidedCount])).toEqual([
      ['approved', 2],
    ]);
  });

  it('finds a decided case by its words, by its reason and by the number of a report', async () => {
    const { caseId, filingId } = await fileCase('The robot', robot);
    const other = await fileCase('The miner', mining);
    await decide(moderator, caseId, 'reject');
    await decide(moderator, other.caseId, 'approve', 'Two people tell the same.');
    const search = (text: string) => titles(moderator, `?by=anyone&search=${encodeURIComponent(text)}`);
    expect(await search('THIRTY PERCENT')).toEqual(['The robot']);
    expect(await search('tell the same')).toEqual(['The miner']);
    expect(await search(`HK-${filingId.slice(-8).toUpperCase()}`)).toEqual(['The robot']);
    expect(await search('100%_')).toEqual([]);
  });

  it('leaves out an undone decision', async () => {
    const { caseId } = await fileCase('The robot', robot);
    const [decisionId] = await decide(moderator, caseId, 'reject');
    await post(moderator, `/api/admin/decisions/${decisionId}/undo`);
    expect(await titles(moderator)).toEqual([]);
  });
});

describe('reopening a case', () => {
  it('returns rejected reports to the queue with a reason, and they can be approved then', async () => {
    const { caseId, filingId } = await fileCase('The robot', robot);
    await decide(moderator, caseId, 'reject');
    expect(await (await reopen(secondModerator, caseId)).json()).toEqual({ reopened: 1 });
    const timeline = await test.sql(
      'select from_value, to_value, reason, reverses from decisions where subject_id = $1 order by created_at',
      [filingId],
    );
    expect(timeline).toEqual([
      { from_value: 'pending', to_value: 'rejected', reason: 'Nothing can be checked.', reverses: null },
      {
        from_value: 'rejected',
        to_value: 'pending',
        reason: 'A second report names the same wallet.',
        reverses: null,
      },
    ]);
    const detail = (await (await post(moderator, `/api/admin/cases/${caseId}/claim`)).json()) as CaseDetail;
    expect([detail.undecidedCount, detail.filings.map(({ status }) => status)]).toEqual([1, ['pending']]);
    await decide(moderator, caseId, 'approve', 'Two people tell the same.');
    expect((await listDecided(moderator)).map(({ outcome, decidedCount }) => [outcome, decidedCount])).toEqual([
      ['approved', 2],
    ]);
  });

  it('leaves a public warning alone: weakening it needs a second person [VERD-01]', async () => {
    const { caseId, filingId } = await fileCase('The robot', robot);
    await decide(moderator, caseId, 'approve', 'Two people tell the same.');
    const refusal = await reopen(moderator, caseId);
    expect([refusal.status, await refusal.json()]).toEqual([
      409,
      expect.objectContaining({ code: 'NOTHING_TO_REOPEN' }),
    ]);
    expect(await test.sql('select status from fraud_alerts where id = $1', [filingId])).toEqual([
      { status: 'approved' },
    ]);
  });
});
