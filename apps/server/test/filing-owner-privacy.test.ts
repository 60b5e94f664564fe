/**
 * A member sends everything that can be sent. The test then searches a copy of the database for a link from the account
 * to these filings: a row with both, a chain of rows that share an id, a hash, a key or a timestamp, or a hash that can
 * be guessed.
 */
import { createHash, randomUUID } from 'node:crypto';
import type { FilingId } from '@hakiki/contract/filings';
import { beforeAll, describe, expect, it } from 'vitest';
import { createSealing } from '../src/modules/intake/sealed.ts';
import { readSettings } from '../src/platform/config/settings.ts';
import { type Admin, createConsoleClient, makeAdmin } from './support/staff.ts';
import { type Browser, openBrowser } from './support/browser.ts';
import { useDatabase } from './support/database.ts';
import { expectedReply } from './support/expected-replies.ts';
import { useMailbox } from './support/mailbox.ts';
import { makeUser, PASSWORD, tagOf } from './support/factories.ts';
import {
  newAppealAgainst,
  newDispute,
  newIssueReport,
  newProviderSubmission,
  createReporter,
  newScamReport,
} from './support/reporter.ts';
import { useServer } from './support/server.ts';

const test = useDatabase();
const server = useServer(test, { settings: { rateLimitScale: 1000 } });
const mailbox = useMailbox(test, server);
const reporter = createReporter(server);
const { approve, getJson, reject } = createConsoleClient(server);
const db = () => test.database.db;
const settings = readSettings({ NODE_ENV: 'test', DATABASE_URL: test.url });
const sealing = createSealing(settings);
const decryptContact = async ({ id, sealed_contact: box }: Record<string, unknown>) =>
  [id as string, await sealing.openContact(box as Buffer, String(id))] as const;

interface Person {
  id: Awaited<ReturnType<typeof makeUser>>['id'];
  email: string;
  browser: Browser;
}
let userCount = 0;
async function signIn(): Promise<Person> {
  userCount += 1;
  const email = `signed-in-${userCount}@example.com`;
  const { id } = await makeUser(db(), { email });
  const browser = openBrowser(server);
  const response = await browser.post('/api/auth/login', { email, password: PASSWORD });
  expect(response.status).toBe(200);
  return { id, email, browser };
}

interface Filed {
  id: FilingId;
  receipt: { code: string };
}
async function sendForm({ browser }: Person, path: string, body: object): Promise<Filed> {
  const response = await browser.post(path, body, { 'idempotency-key': randomUUID() });
  expect(response.status, await response.clone().text()).toBe(201);
  return (await response.json()) as Filed;
}

const pdf = Buffer.from('%PDF-1.7\n%%EOF\n');
async function addFile({ browser }: Person, id: FilingId): Promise<void> {
  const announced = await browser.post('/api/filings/evidence', { id, name: 'chat.pdf', bytes: pdf.length });
  const { uploadUrl } = (await announced.json()) as { uploadUrl: string };
  const stored = await fetch(server.url + uploadUrl, {
    method: 'PUT',
    headers: { 'content-type': 'application/octet-stream', cookie: browser.cookieHeader() },
    body: pdf,
  });
  expect(stored.status, await stored.text()).toBe(201);
}

let admin: Admin;
let member: Person;
let filed: Record<'alert' | 'report' | 'submission' | 'appeal' | 'dispute', Filed>;

beforeAll(async () => {
  admin = await makeAdmin(db());
  member = await signIn();
  const { item: publicAlert } = await reporter.reportScam();
  await approve(admin, publicAlert.id);
  filed = {
    alert: await sendForm(member, '/api/fraud-alerts', newScamReport({ contactEmail: 'elsewhere@example.com' })),
    report: await sendForm(member, '/api/reports', newIssueReport()),
    submission: await sendForm(member, '/api/providers', newProviderSubmission()),
    appeal: await sendForm(member, '/api/appeals', newAppealAgainst({ subject: 'alert', subjectId: publicAlert.id })),
    dispute: await sendForm(member, '/api/disputes', newDispute('choir-demo.example')),
  };
  const { filings } = server.running.services;
  for (const { id } of Object.values(filed)) {
    const questionId = await filings.askReporter(admin.actor, id, 'On which day was that?');
    const answerResponse = await member.browser.post('/api/filings/answers', {
      id,
      questionId,
      answer: 'On a Monday.',
    });
    if (answerResponse.status !== 201) throw new Error(await answerResponse.text());
    await addFile(member, id);
  }
  await reject(admin, filed.alert.id);
}, 60_000);

/** Every row of every table, also of the queue, as text; bytes as hexadecimal. */
async function dumpDatabase(): Promise<{ table: string; row: string }[]> {
  const tables = await test.sql(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_schema not in ('pg_catalog', 'information_schema') and table_type = 'BASE TABLE'`,
  );
  const copies = await Promise.all(
    tables.map(async ({ name }) =>
      (await test.sql(`select row_to_json(t)::text as row from ${String(name)} t`)).map(({ row }) => ({
        table: String(name),
        row: String(row),
      })),
    ),
  );
  return copies.flat();
}

/** Values that link two rows: ids, hashes and keys, and timestamps that are equal to the microsecond. */
const linkingValues =
  /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|\\\\x[0-9a-f]{32,}|\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+/g;

/** Returns everything that can be reached from a value through rows that share one, with the path. */
function findReachable(start: string, rows: { table: string; row: string }[]): Map<string, string> {
  const marked = rows.map(({ table, row }) => ({ table, found: new Set(row.match(linkingValues)) }));
  const reached = new Map([[start, start]]);
  for (let before = 0; before < reached.size;) {
    before = reached.size;
    for (const { table, found } of marked) {
      const known = [...found].find((mark) => reached.has(mark));
      if (!known) continue;
      for (const mark of found) if (!reached.has(mark)) reached.set(mark, `${reached.get(known)} > ${table} > ${mark}`);
    }
  }
  return reached;
}

describe('a copy of the database', () => {
  it('compromise: copy of the database: no chain of rows links the account of a member to their filings or to their owner tag [SAFE-04]', async () => {
    const rows = await dumpDatabase();
    const reached = findReachable(member.id, rows);
    // Control: the search does follow rows, to the account's session and audit entries.
    expect([...reached.values()].some((way) => way.includes('public.sessions'))).toBe(true);
    expect([...reached.values()].some((way) => way.includes('public.audit_entries'))).toBe(true);
    const ways = Object.values(filed).flatMap(({ id }) => reached.get(id) ?? []);
    expect(ways).toEqual([]);
    expect(reached.get(tagOf(member.id))).toBeUndefined();
  });

  it('the search for chains of rows finds a link between an account and a filing where one exists', async () => {
    const rows = await dumpDatabase();
    const row = JSON.stringify({ user_id: member.id, filing_id: filed.report.id });
    expect(findReachable(member.id, [...rows, { table: 'a_list', row }]).get(filed.report.id)).toContain('a_list');
  });

  it('no row that names a filing contains the id or email address of its member, and no row at all a guessable hash of them [SAFE-04]', async () => {
    const rows = await dumpDatabase();
    const ids = Object.values(filed).map(({ id }) => id);
    const searchedTexts = [
      member.id,
      member.id.replaceAll('-', ''),
      member.email,
      ...ids.flatMap((id) => [member.id + id, `${member.id}:${id}`]),
    ];
    const tried = [...searchedTexts, Buffer.from(member.id.replaceAll('-', ''), 'hex')].flatMap((word) =>
      ['md5', 'sha1', 'sha256', 'sha512'].flatMap((name) => {
        const digest = createHash(name).update(word).digest();
        return [digest.toString('hex').slice(0, 32), digest.toString('base64url').slice(0, 20)];
      }),
    );
    const naming = rows.filter(({ row }) => ids.some((id) => row.includes(id)));
    expect(naming.length).toBeGreaterThan(20);
    const telling = [member.id, member.id.replaceAll('-', ''), member.email, ...tried];
    expect(naming.filter(({ row }) => telling.some((word) => row.includes(word)))).toEqual([]);
    const all = rows.map(({ row }) => row).join('\n');
    expect(tried.filter((word) => all.includes(word))).toEqual([]);
  });

  it('a copy of the database contains no plain SHA-256 hash of a request, which would confirm a guess of what a member sent', async () => {
    const body = { ...newScamReport({ contactEmail: 'elsewhere@example.com' }), proof: undefined };
    const guess = createHash('sha256')
      .update(JSON.stringify([JSON.stringify(body)]))
      .digest('hex');
    expect((await dumpDatabase()).filter(({ row }) => row.includes(guess))).toEqual([]);
  });

  it('sessions store the last use of a member rounded to the hour, and of an administrator accurate to the minute', async () => {
    const wasSeen = (id: string, ago: string) =>
      test.sql('update sessions set last_seen_at = now() - $2::interval where user_id = $1', [id, ago]);
    await wasSeen(member.id, '2 hours');
    await member.browser.get('/api/auth/user');
    await wasSeen(admin.id, '5 minutes');
    await getJson(admin, '/api/admin/stats');
    await expect
      .poll(() =>
        test.sql(
          `select user_id, last_seen_at = date_trunc('hour', last_seen_at) as "byTheHour" from sessions
           where user_id = any($1) and last_seen_at >= date_trunc('hour', now() - interval '1 minute')
             and not (user_id = $2 and last_seen_at < now() - interval '1 minute') order by user_id = $2`,
          [[member.id, admin.id], admin.id],
        ),
      )
      .toEqual([
        { user_id: member.id, byTheHour: true },
        { user_id: admin.id, byTheHour: false },
      ]);
  });
});

describe('the reporter of a filing', () => {
  const list = async (user: Person, path: string) => (await (await user.browser.get(path)).json()) as { id: string }[];
  const idsOf = async (user: Person, path: string) => (await list(user, path)).map(({ id }) => id);

  it('the member gets an email when an administrator rejects their scam report [SAFE-04]', async () => {
    const subjects = (await mailbox.listEmailsTo(member.email)).map(({ subject }) => subject);
    expect(subjects).toContain('Your scam report was not published');
  });

  it('the member sees all of their filings in their lists and by look-up, and another member sees none of them [SAFE-04] [ENT-12]', async () => {
    const otherMember = await signIn();
    expect(await idsOf(member, '/api/fraud-alerts/my-reports')).toEqual([filed.alert.id]);
    expect(await idsOf(member, '/api/my-filings')).toEqual([
      filed.dispute.id,
      filed.appeal.id,
      filed.submission.id,
      filed.report.id,
    ]);
    for (const path of ['/api/fraud-alerts/my-reports', '/api/my-filings'])
      expect(await idsOf(otherMember, path)).toEqual([]);
    for (const { id } of Object.values(filed)) {
      expect((await member.browser.post('/api/filings/look-up', { id })).status).toBe(200);
      expect((await otherMember.browser.post('/api/filings/look-up', { id })).status).toBe(404);
    }
  });

  it('the console shows that a filing has an account but not whose; the encrypted contact data names the account [SAFE-04]', async () => {
    const rows = await getJson<{ id: string }[]>(admin, '/api/admin/fraud-alerts?limit=50');
    expect(rows.find(({ id }) => id === filed.alert.id)).toEqual(
      expectedReply('GET /api/admin/fraud-alerts', {
        status: 'rejected',
        affectedProvider: null,
        hasAccount: true,
        hasContact: true,
      }),
    );
    const pages = await Promise.all(
      [
        '/api/admin/fraud-alerts',
        '/api/admin/reports',
        '/api/admin/cases',
        '/api/admin/appeals',
        '/api/admin/disputes',
      ].map((path) => getJson(admin, `${path}?limit=50`)),
    );
    for (const secret of [member.id, member.email, tagOf(member.id)])
      expect(JSON.stringify(pages)).not.toContain(secret);

    const boxes = await test.sql('select id, sealed_contact from filings where owner_tag = $1', [tagOf(member.id)]);
    const account = { account: member.id, accountEmail: member.email };
    const opened = new Map(await Promise.all(boxes.map(decryptContact)));
    expect(opened.get(filed.alert.id)).toEqual({ email: 'elsewhere@example.com', ...account });
    expect(opened.get(filed.report.id)).toEqual(account);
    expect(opened.get(filed.appeal.id)).toEqual(account);
    expect(opened.get(filed.dispute.id)).toEqual(account);
    expect(opened.get(filed.submission.id)).toEqual({
      email: 'amina@example.com',
      name: 'Amina Demo',
      relationship: 'customer',
      providerEmail: 'office@provider.example',
      ...account,
    });
  });

  it('deleting an account removes owner tag and contact data from its filing and stops emails about it, and leaves the filing of another member unchanged [SAFE-04] [SAFE-05]', async () => {
    const leaving = await signIn();
    const { id } = await sendForm(leaving, '/api/fraud-alerts', newScamReport({ contactEmail: 'left@example.com' }));
    const staying = await sendForm(member, '/api/reports', newIssueReport());
    const gone = await leaving.browser.post('/api/account/delete', { currentPassword: PASSWORD });
    expect(gone.status, await gone.clone().text()).toBe(200);
    await reject(admin, id);
    expect(await mailbox.listEmailsTo('left@example.com')).toEqual([]);
    const subjects = (await mailbox.listEmailsTo(leaving.email)).map(({ subject }) => subject);
    expect(subjects).toEqual(['Your Hakiki account was deleted']);
    const remainingSql = `select owner_tag, sealed_contact is null as "isCleared", has_email from filings where id = $1`;
    expect(await test.sql(remainingSql, [id])).toEqual([{ owner_tag: null, isCleared: true, has_email: false }]);
    expect(await test.sql(remainingSql, [staying.id])).toEqual([
      { owner_tag: tagOf(member.id), isCleared: false, has_email: false },
    ]);
  });
});
