/** Decisions and what everybody can read about them afterwards. */
import { createHash } from 'node:crypto';
import type { ProposalDetail } from '@hakiki/contract/proposals-admin';
import { cacheControl } from '@hakiki/contract/cache';
import type { ListedLogLine, LogIndex, LogLine, Transparency } from '@hakiki/contract/decision-log';
import { LOG_GENESIS_HASH, logCheckpointPath, logFilePath } from '@hakiki/contract/decision-log-values';
import { beforeAll, expect, it } from 'vitest';
import { acknowledgePrivateData, type Admin, createConsoleClient, makeAdmin } from '../../../../test/support/staff.ts';
import { useDatabase } from '../../../../test/support/database.ts';
import { expectedReply, anyTextHash } from '../../../../test/support/expected-replies.ts';
import {
  makeAlert,
  makeBusiness,
  makeExperience,
  makeProfileChange,
  makeProvider,
  makeBusinessReply,
  makeReport,
  makeReview,
  makeWithdrawalWatch,
} from '../../../../test/support/factories.ts';
import { useServer } from '../../../../test/support/server.ts';
import { appendAll } from './appender.ts';

const test = useDatabase();
const server = useServer(test, { settings: { rateLimitScale: 1000, replyCacheSeconds: 0 } });
const { confirmProposal, post, putAsShownWithReason } = createConsoleClient(server);
const db = () => test.database.db;
const DAY_MS = 24 * 3_600_000;
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);
const today = new Date().toISOString().slice(0, 10);
const pending = { status: 'pending' } as const;

let admin: Admin;
let secondAdmin: Admin;
/** Created before the arrivals of their day are counted: in the first hours of a day both arrived on the day before. */
let slowAlert: { id: string };
let quickAlert: { id: string };
beforeAll(async () => {
  admin = await makeAdmin(db());
  secondAdmin = await makeAdmin(db());
});

const appendLines = (now?: Date) => appendAll(test.database, now);
const aDayLater = () => new Date(Date.now() + DAY_MS);
const readNewest = (limit: number, query = '') =>
  server.json<ListedLogLine[]>(`/api/decision-log?limit=${limit}${query}`);
const expectedLine = (given: Partial<LogLine>) =>
  expectedReply('GET /api/decision-log', {
    day: today,
    kind: 'decision',
    subject: null,
    subjectId: null,
    path: null,
    from: null,
    to: null,
    people: null,
    waitedHours: null,
    reversal: null,
    reverses: null,
    before: null,
    after: null,
    wants: null,
    askedBy: null,
    alerts: null,
    reports: null,
    providers: null,
    subjectName: expect.toSatisfy((name) => name === null || typeof name === 'string') as unknown as string,
    ...given,
  });

it('an empty log has no lines, files or statistics [VERD-15]', async () => {
  await appendLines();
  const nothing = { alerts: 0, reports: 0, providers: 0 };
  const none = { received: 0, upheld: 0, partly: 0, dismissed: 0 };
  expect(await server.json('/api/decision-log/index')).toEqual({
    lines: 0,
    head: null,
    months: [],
    files: [],
    checkpoint: null,
    keys: [],
    days: [],
  });
  expect((await server.get(logCheckpointPath)).status).toBe(404);
  expect(await server.json('/api/decision-log')).toEqual([]);
  expect(await server.json('/api/transparency')).toEqual({
    months: [],
    allTime: {
      month: null,
      received: nothing,
      decided: 0,
      medianHours: null,
      p90Hours: null,
      decisions: 0,
      reversed: 0,
      undone: 0,
      appeals: none,
      disputes: { received: 0, upheld: 0, dismissed: 0, medianHours: null },
      removals: [],
    },
  });
  expect((await server.get(logFilePath(1))).status).toBe(404);
});

it('logs every decision on a public subject within seconds, without names, and links to its page [VERD-14]', async () => {
  const alert = await makeAlert(db(), { ...pending, createdAt: hoursAgo(5.5) });
  const provider = await makeProvider(db(), { verificationStatus: 'Verified', riskScore: 'Low' });
  const review = await makeReview(db(), { providerId: provider.id, status: 'pending', createdAt: hoursAgo(3.1) });
  const experience = await makeExperience(db(), { status: 'pending', createdAt: hoursAgo(1.9) });
  const change = await makeProfileChange(db(), {
    providerId: provider.id,
    changes: { website: 'https://new.example' },
    createdAt: hoursAgo(0.5),
  });
  const report = await makeReport(db(), { ...pending, createdAt: hoursAgo(50) });
  slowAlert = await makeAlert(db(), { ...pending, createdAt: hoursAgo(30.5) });
  quickAlert = await makeAlert(db(), { ...pending, createdAt: hoursAgo(2.5) });

  const reasonWithName = { reason: 'Seen by us, said Amina of our team.' };
  await acknowledgePrivateData((headers) =>
    putAsShownWithReason(admin, `/api/admin/fraud-alerts/${alert.id}/approve`, reasonWithName, headers),
  );
  await putAsShownWithReason(admin, `/api/admin/providers/${provider.id}`, {
    verificationStatus: 'Flagged',
    flaggedReasons: ['Does not pay out.'],
    reason: 'It does not pay out.',
  });
  await putAsShownWithReason(admin, `/api/admin/reviews/${review.id}/approve`);
  await putAsShownWithReason(admin, `/api/admin/experiences/${experience.id}/approve`);
  await putAsShownWithReason(admin, `/api/admin/profile-changes/${change.id}/reject`);
  await putAsShownWithReason(admin, `/api/admin/reports/${report.id}`, { status: 'investigating' });
  // Two people withdraw it again.
  const { proposal } = (await (
    await putAsShownWithReason(admin, `/api/admin/fraud-alerts/${alert.id}`, {
      status: 'rejected',
      reason: 'It was another company.',
    })
  ).json()) as { proposal: ProposalDetail };
  await confirmProposal(secondAdmin, proposal.id);
  await appendLines();

  const lines = (await readNewest(7)).toReversed();
  const onProviderPage = { subjectId: provider.id, path: `/provider/${provider.id}` };
  expect(lines).toEqual([
    expectedLine({
      number: 1,
      subject: 'alert',
      subjectId: alert.id,
      path: `/alerts/${alert.id}`,
      from: 'pending',
      to: 'approved',
      people: 1,
      waitedHours: 5,
      after: anyTextHash,
      previous: LOG_GENESIS_HASH,
    }),
    expectedLine({
      number: 2,
      subject: 'provider',
      ...onProviderPage,
      from: 'Verified',
      to: 'Flagged',
      people: 1,
      reversal: 'reversed',
      before: anyTextHash,
      after: anyTextHash,
    }),
    expectedLine({
      number: 3,
      subject: 'review',
      ...onProviderPage,
      subjectId: review.id,
      from: 'pending',
      to: 'approved',
      people: 1,
      waitedHours: 3,
    }),
    expectedLine({
      number: 4,
      subject: 'experience',
      subjectId: experience.id,
      from: 'pending',
      to: 'approved',
      people: 1,
      waitedHours: 1,
    }),
    expectedLine({
      number: 5,
      subject: 'change',
      ...onProviderPage,
      subjectId: change.id,
      from: 'pending',
      to: 'rejected',
      people: 1,
      waitedHours: 0,
      before: anyTextHash,
      after: anyTextHash,
    }),
    expectedLine({
      number: 6,
      subject: 'report',
      subjectId: report.id,
      path: '/reports',
      from: 'pending',
      to: 'investigating',
      people: 1,
      waitedHours: 50,
      after: anyTextHash,
    }),
    expectedLine({
      number: 7,
      subject: 'alert',
      subjectId: alert.id,
      path: `/alerts/${alert.id}`,
      from: 'approved',
      to: 'rejected',
      people: 2,
      reversal: 'reversed',
      reverses: 1,
      before: anyTextHash,
    }),
  ]);
  // The text is in the public versions, and the log contains their hashes.
  const [publicVersion] = await test.sql(
    'select hash from public_versions where subject_id = $1 order by id desc limit 1',
    [alert.id],
  );
  expect([lines[0]!.after, lines[6]!.before]).toEqual([publicVersion!['hash'], publicVersion!['hash']]);
  const text = await (await server.get(logFilePath(1))).text();
  for (const word of ['Amina', 'pay out', admin.id, admin.email, secondAdmin.id, secondAdmin.email])
    expect(text).not.toContain(word);
});

it('logs a withdrawal watch, with the page of the provider [EARLY-02] [VERD-14]', async () => {
  const provider = await makeProvider(db());
  const { id } = await makeWithdrawalWatch(db(), { providerId: provider.id, createdAt: hoursAgo(4.5) });
  await putAsShownWithReason(admin, `/api/admin/watches/${id}/approve`);
  await appendLines();
  const [loggedLine] = await readNewest(1);
  expect(loggedLine).toEqual(
    expectedLine({
      number: loggedLine!.number,
      subject: 'watch',
      subjectId: id,
      path: `/provider/${provider.id}`,
      from: 'pending',
      to: 'approved',
      people: 1,
      waitedHours: 4,
      previous: loggedLine!.previous,
      hash: loggedLine!.hash,
    }),
  );
});

it('logs the reply of a business, with the page of its provider [REPLY-02] [VERD-14]', async () => {
  const { id: providerId } = await makeProvider(db());
  const { id: businessId } = await makeBusiness(db(), { providerId });
  const { id } = await makeBusinessReply(db(), { providerId, businessId, createdAt: hoursAgo(4.5) });
  await putAsShownWithReason(admin, `/api/admin/replies/${id}/approve`);
  await appendLines();
  const [loggedLine] = await readNewest(1);
  expect(loggedLine).toEqual(
    expectedLine({
      number: loggedLine!.number,
      subject: 'reply',
      subjectId: id,
      path: `/provider/${providerId}`,
      from: 'pending',
      to: 'approved',
      people: 1,
      waitedHours: 4,
      previous: loggedLine!.previous,
      hash: loggedLine!.hash,
    }),
  );
});

it('logs an undo with the number of the undone line, and counts neither as a decision [VERD-14]', async () => {
  const { id } = await makeAlert(db(), pending);
  const approve = async () =>
    (await (await putAsShownWithReason(admin, `/api/admin/fraud-alerts/${id}/approve`)).json()) as {
      decisionId: string;
    };
  const { decisionId } = await approve();
  const before = await server.json<Transparency>('/api/transparency');
  await post(admin, `/api/admin/decisions/${decisionId}/undo`);
  await appendLines();
  const [undoLine, undoneLine] = await readNewest(2);
  const loggedLine = { subject: 'alert', subjectId: id, path: `/alerts/${id}`, people: 1 } as const;
  expect([undoneLine, undoLine]).toEqual([
    expectedLine({ ...loggedLine, from: 'pending', to: 'approved', waitedHours: 0, after: anyTextHash }),
    expectedLine({
      ...loggedLine,
      from: 'approved',
      to: 'pending',
      reversal: 'undone',
      reverses: undoneLine!.number,
      before: anyTextHash,
      previous: undoneLine!.hash,
    }),
  ]);
  const after = await server.json<Transparency>('/api/transparency');
  expect(after.allTime).toEqual({ ...before.allTime, undone: before.allTime.undone + 1 });
});

it('logs an appeal when it arrives and when it is decided, with its subject [VERD-14]', async () => {
  const provider = await makeProvider(db(), { verificationStatus: 'Flagged', flaggedReasons: ['Does not pay out.'] });
  const appeal = (await (
    await post(admin, '/api/admin/appeals', {
      subject: 'provider',
      subjectId: provider.id,
      askedBy: 'lawyer',
      wants: 'removal',
      text: 'My client, the company, asks that all of this be taken down at once.',
    })
  ).json()) as { id: string };
  const reason = 'The payments are still missing.';
  await post(secondAdmin, `/api/admin/appeals/${appeal.id}/decision`, { outcome: 'dismissed', reason });
  await appendLines();
  const appealFields = {
    subjectId: provider.id,
    path: `/provider/${provider.id}`,
    wants: 'removal',
    askedBy: 'lawyer',
  } as const;
  const [decided, arrived] = await readNewest(2);
  expect([arrived, decided]).toEqual([
    expectedLine({ kind: 'request', subject: 'provider', ...appealFields }),
    expectedLine({ subject: 'appeal', ...appealFields, from: 'pending', to: 'dismissed', people: 1, waitedHours: 0 }),
  ]);
  const { allTime } = await server.json<Transparency>('/api/transparency');
  const outcome = { received: 1, upheld: 0, partly: 0, dismissed: 1 };
  expect([allTime.appeals, allTime.removals]).toEqual([outcome, [{ askedBy: 'lawyer', ...outcome }]]);
});

it('logs decisions on subjects that were never public when the day is over, without the subject [VERD-14]', async () => {
  const undoneLine = await makeAlert(db(), pending);
  const { lines: before } = await server.json<LogIndex>('/api/decision-log/index');
  await putAsShownWithReason(admin, `/api/admin/fraud-alerts/${slowAlert.id}/reject`);
  await putAsShownWithReason(admin, `/api/admin/fraud-alerts/${quickAlert.id}/reject`);
  const { decisionId } = (await (
    await putAsShownWithReason(admin, `/api/admin/fraud-alerts/${undoneLine.id}/reject`)
  ).json()) as {
    decisionId: string;
  };
  await post(admin, `/api/admin/decisions/${decisionId}/undo`);
  await appendLines();
  expect((await server.json<LogIndex>('/api/decision-log/index')).lines).toBe(before);

  await appendLines(aDayLater());
  const rejectedAlert = { subject: 'alert', from: 'pending', to: 'rejected', people: 1 } as const;
  const rejected = await readNewest(5, '&outcome=rejected&subject=alert');
  expect(rejected.filter(({ subjectId }) => subjectId === null)).toEqual([
    expectedLine({ ...rejectedAlert, waitedHours: 30 }),
    expectedLine({ ...rejectedAlert, waitedHours: 2 }),
  ]);
  const text = await (await server.get(logFilePath(1))).text();
  for (const { id } of [slowAlert, quickAlert]) expect(text).not.toContain(id);
});

it('logs once for each day how much arrived, also on days without any [VERD-15]', async () => {
  const [{ first } = {}] = await test.sql(
    `select to_char(least((select min(created_at) from fraud_alerts), (select min(created_at) from reports)) at time zone 'UTC', 'YYYY-MM-DD') as first`,
  );
  const days = (await readNewest(200)).filter(({ kind }) => kind === 'received').toReversed();
  expect(days[0]!.day).toBe(first);
  const [counted] = await test.sql(
    `select (select count(*)::int from fraud_alerts) as alerts, (select count(*)::int from reports) as reports`,
  );
  const sum = (field: 'alerts' | 'reports') => days.reduce((total, day) => total + day[field]!, 0);
  expect({ alerts: sum('alerts'), reports: sum('reports') }).toEqual(counted);
  expect(days.at(-1)).toEqual(
    expectedLine({
      kind: 'received',
      alerts: expect.any(Number),
      reports: expect.any(Number),
      providers: 0,
    }),
  );
  await appendLines(aDayLater());
  expect((await readNewest(200)).filter(({ kind }) => kind === 'received')).toHaveLength(days.length);
});

it('the file is a hash chain that anybody can verify [VERD-14]', async () => {
  const response = await server.get(logFilePath(1));
  expect([response.headers.get('Content-Type'), response.headers.get('Cache-Control')]).toEqual([
    'application/jsonl; charset=utf-8',
    cacheControl('shared'),
  ]);
  const etag = response.headers.get('ETag')!;
  const texts = (await response.text()).trimEnd().split('\n');
  let previous = '0'.repeat(64);
  for (const [index, text] of texts.entries()) {
    const parsedLine = JSON.parse(text) as { number: number; previous: string; hash: string };
    expect([parsedLine.number, parsedLine.previous]).toEqual([index + 1, previous]);
    const hashed = `${text.slice(0, text.indexOf(',"hash":'))}}`;
    previous = createHash('sha256').update(hashed).digest('hex');
    expect(parsedLine.hash).toBe(previous);
  }
  const index = await server.json<LogIndex>('/api/decision-log/index');
  expect(index).toEqual({
    lines: texts.length,
    head: previous,
    months: [...new Set(index.months)].toSorted().toReversed(),
    files: [{ path: logFilePath(1), first: 1, last: texts.length, isFull: false }],
    checkpoint: null,
    keys: [],
    days: [],
  });
  expect((await server.get(logFilePath(1), { headers: { 'If-None-Match': etag } })).status).toBe(304);
  expect((await server.get('/decisions/lines-2.jsonl')).status).toBe(404);
});

it('rejects updates, deletions and truncation of the log and of the decisions [VERD-14]', async () => {
  for (const table of ['decision_log', 'decisions']) {
    for (const statement of [
      `update ${table} set subject = 'alert'`,
      `delete from ${table}`,
      `truncate ${table} cascade`,
    ]) {
      await expect(test.sql(statement), statement).rejects.toThrow(`append-only`);
      await expect(
        test.sql(`do $$ begin set local session_replication_role = replica; ${statement}; end $$`),
        statement,
      ).rejects.toThrow('append-only');
    }
  }
});

it('a decision that commits late is logged after those visible before, without a gap [VERD-14]', async () => {
  const insert = (id: string, at: string) =>
    `insert into decisions (id, subject, subject_id, from_value, to_value, created_at)
     values ('${id}', 'alert', '${id}', 'pending', 'approved', ${at})`;
  const ids = ['1', '2'].map((end) => `00000000-0000-7000-8000-00000000000${end}`);
  await test.database.transaction(async (tx) => {
    await tx.execute(insert(ids[0]!, 'now()'));
    await test.sql(insert(ids[1]!, 'clock_timestamp()'));
    await appendLines();
  });
  await appendLines();
  const [late, early] = await readNewest(2);
  expect([early!.subjectId, late!.subjectId, late!.number]).toEqual([ids[1], ids[0], early!.number + 1]);
});

it('the log names the subject while its page is public, and is searched by that name [VERD-14]', async () => {
  const provider = await makeProvider(db(), { name: 'Searched Élan Exchange', otherNames: ['Elan Trades'] });
  const alert = await makeAlert(db(), { title: 'Searched 100% a day', status: 'approved' });
  for (const [subject, id, to] of [
    ['provider', provider.id, 'Flagged'],
    ['alert', alert.id, 'approved'],
  ] as const) {
    await test.sql(
      `insert into decisions (id, subject, subject_id, from_value, to_value) values (gen_random_uuid(), $1, $2, $3, $4)`,
      [subject, id, subject === 'alert' ? 'pending' : 'Verified', to],
    );
  }
  await appendLines();
  const search = async (words: string) =>
    (await readNewest(50, `&search=${encodeURIComponent(words)}`)).map(({ path, subjectName }) => [path, subjectName]);
  const providerLine = [`/provider/${provider.id}`, 'Searched Élan Exchange'];
  const alertLine = [`/alerts/${alert.id}`, 'Searched 100% a day'];
  expect(await search('searched')).toEqual([alertLine, providerLine]);
  expect(await search('elan trades')).toEqual([providerLine]);
  expect(await search('100% a')).toEqual([alertLine]);
  expect(await search('100_ a')).toEqual([]);
  await test.sql(`update fraud_alerts set status = 'rejected' where id = $1`, [alert.id]);
  expect(await search('searched')).toEqual([providerLine]);
  const [unnamed] = await readNewest(50, '&subject=alert');
  expect([unnamed!.path, unnamed!.subjectName]).toEqual([alertLine[0], null]);
});

it('the log calls an issue report after its provider and finds it by that name, while both are public [VERD-14]', async () => {
  const provider = await makeProvider(db(), { name: 'Reported Exchange' });
  const report = await makeReport(db(), { providerId: provider.id, status: 'investigating' });
  await test.sql(
    `insert into decisions (id, subject, subject_id, from_value, to_value)
     values (gen_random_uuid(), 'report', $1, 'pending', 'investigating')`,
    [report.id],
  );
  await appendLines();
  const readName = async () => (await readNewest(1, '&subject=report'))[0]?.subjectName;
  const search = async () =>
    (await readNewest(50, '&search=reported')).map(({ subjectId, subjectName }) => [subjectId, subjectName]);
  expect(await readName()).toBe('Reported Exchange');
  expect(await search()).toEqual([[report.id, 'Reported Exchange']]);
  await test.sql(`update providers set review_state = 'rejected' where id = $1`, [provider.id]);
  expect(await readName()).toBeNull();
  await test.sql(`update providers set review_state = 'approved' where id = $1`, [provider.id]);
  await test.sql(`update reports set status = 'rejected' where id = $1`, [report.id]);
  expect(await readName()).toBeNull();
  expect(await search()).toEqual([]);
});

it('a visitor reads the log by month, subject and outcome, page by page [VERD-14]', async () => {
  const all = await readNewest(200);
  const found: LogLine[] = [];
  for (let before = ''; ; before = `&before=${found.at(-1)!.number}`) {
    const page = await readNewest(3, before);
    if (page.length === 0) break;
    found.push(...page);
  }
  expect(found).toEqual(all);
  expect(await readNewest(200, `&month=${today.slice(0, 7)}&subject=alert&outcome=approved`)).toEqual(
    all.filter(({ day, subject, to }) => day.startsWith(today.slice(0, 7)) && subject === 'alert' && to === 'approved'),
  );
  expect(await readNewest(200, '&part=arrivals')).toEqual(all.filter(({ kind }) => kind === 'received'));
  expect(await readNewest(200, '&part=decisions')).toEqual(all.filter(({ kind }) => kind !== 'received'));
  expect((await server.get('/api/decision-log?month=2026-13')).status).toBe(400);
});
