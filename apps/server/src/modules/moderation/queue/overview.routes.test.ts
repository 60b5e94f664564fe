/** Statistics about the work of moderation. */
import { workKinds } from '@hakiki/contract/admin-values';
import type { Overview, WorkCounts } from '@hakiki/contract/overview-admin';
import { beforeAll, expect, it } from 'vitest';
import { type Admin, createConsoleClient, makeAdmin, makeModerator } from '../../../../test/support/staff.ts';
import { expectedReply } from '../../../../test/support/expected-replies.ts';
import { useDatabase } from '../../../../test/support/database.ts';
import { makeAlert, makePayment, makeReport, makeUser } from '../../../../test/support/factories.ts';
import { useServer } from '../../../../test/support/server.ts';

const test = useDatabase();
const server = useServer(test, { settings: { rateLimitScale: 1000 } });
const { post, putAsShownWithReason, getJson } = createConsoleClient(server);
const db = () => test.database.db;
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);
const overview = () => getJson<Overview>(admin, '/api/admin/overview');

let admin: Admin;
beforeAll(async () => {
  admin = await makeAdmin(db());
});

it('the overview is empty before anything was submitted or decided', async () => {
  const { days, ...rest } = await overview();
  const [{ today }] = (await test.sql(
    `select to_char(now() at time zone 'Africa/Johannesburg', 'YYYY-MM-DD') as today`,
  )) as [{ today: string }];
  expect([days.length, days.at(-1), days.every(({ arrived, decided }) => arrived + decided === 0)]).toEqual([
    31,
    { day: today, arrived: 0, decided: 0 },
    true,
  ]);
  expect(rest).toEqual({
    medianHoursToDecision: null,
    openByAge: [
      { age: 'fresh', n: 0 },
      { age: 'due', n: 0 },
      { age: 'overdue', n: 0 },
    ],
    openByCountry: [],
    decisions: 0,
    reversed: 0,
    snoozed: 0,
    sorting: { count: 0, since: null, isLate: false },
  });
});

it('the overview counts pending cases by age and country, the time to decisions, and reversals', async () => {
  const pending = { status: 'pending' } as const;
  const kenyan = { ...pending, affectedCountries: ['kenya', 'nigeria'] };
  const quick = await makeAlert(db(), { ...pending, createdAt: hoursAgo(2) });
  const slow = await makeAlert(db(), { ...pending, createdAt: hoursAgo(30) });
  const report = await makeReport(db(), { ...pending, createdAt: hoursAgo(10) });
  await makeAlert(db(), { ...kenyan, createdAt: hoursAgo(1) });
  await makeAlert(db(), { ...pending, affectedCountries: ['kenya'], createdAt: hoursAgo(25) });
  await makeReport(db(), { ...pending, createdAt: hoursAgo(49) });
  await makeReport(db(), { createdAt: hoursAgo(24 * 40) });

  const before = await overview();
  expect(before.openByAge.map(({ n }) => n)).toEqual([3, 2, 1]);
  expect(before.openByCountry).toEqual([
    { country: 'nigeria', n: 3 },
    { country: 'kenya', n: 2 },
  ]);
  expect(before.days.reduce((sum, { arrived }) => sum + arrived, 0)).toBe(6);

  const approve = async (id: string) =>
    (await (await putAsShownWithReason(admin, `/api/admin/fraud-alerts/${id}/approve`)).json()) as {
      decisionId: string;
    };
  const { decisionId } = await approve(quick.id);
  await post(admin, `/api/admin/decisions/${decisionId}/undo`);
  await approve(quick.id);
  await putAsShownWithReason(admin, `/api/admin/fraud-alerts/${slow.id}/reject`);
  await putAsShownWithReason(admin, `/api/admin/fraud-alerts/${slow.id}`, { status: 'approved' });
  await putAsShownWithReason(admin, `/api/admin/reports/${report.id}`, { status: 'investigating' });
  await putAsShownWithReason(admin, `/api/admin/reports/${report.id}`, { status: 'resolved' });

  const after = await overview();
  expect(after.openByAge.map(({ n }) => n)).toEqual([1, 1, 1]);
  expect(after.openByCountry).toEqual([
    { country: 'kenya', n: 2 },
    { country: 'nigeria', n: 1 },
  ]);
  expect(after.days.reduce((sum, { decided }) => sum + decided, 0)).toBe(3);
  // The median of 2, 10 and 30 hours. A rejection was overturned later. An undone decision does not count, and a report
  // that moves on is no reversal.
  expect(after).toEqual(
    expectedReply('GET /api/admin/overview', { medianHoursToDecision: 10, decisions: 5, reversed: 1 }),
  );
});

it('the console counts each kind of work in one call, and a moderator sees only the kinds of moderators [VERD-10]', async () => {
  const count = async (staff: Admin) =>
    Object.fromEntries(
      (await getJson<WorkCounts>(staff, '/api/admin/work')).map(({ kind, count, dueAt }) => [kind, { count, dueAt }]),
    );
  const before = await count(admin);
  await makePayment(db(), { userId: (await makeUser(db())).id });
  const after = await count(admin);
  expect(after['payments']!.count).toBe(before['payments']!.count + 1);
  expect(Object.keys(after)).toEqual([...workKinds]);
  const moderator = await makeModerator(db());
  expect(Object.keys(await count(moderator))).toEqual([
    'cases',
    'disputes',
    'lookalikes',
    'families',
    'news',
    'masks',
    'licences',
    'contacts',
  ]);
});
