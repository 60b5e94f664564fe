/** The right of reply: businesses send replies, moderators decide them, everyone reads them. */
import type { PublishedAlert } from '@hakiki/contract/alerts';
import type { BusinessRole } from '@hakiki/contract/business-values';
import type { ProviderDetails, ProviderId } from '@hakiki/contract/directory';
import { tiers } from '@hakiki/contract/entitlements';
import type { Answerable } from '@hakiki/contract/replies';
import type { ModeratedReply } from '@hakiki/contract/replies-admin';
import { replyRules } from '@hakiki/contract/reply-values';
import type { Report } from '@hakiki/contract/reports';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Admin, consoleAt, makeAdmin } from '../../../test/admins.ts';
import { outcomeOf } from '../../../test/browser.ts';
import { useDatabase } from '../../../test/database.ts';
import { decided, invalidReply } from '../../../test/expected-replies.ts';
import {
  makeAlert,
  makeBusiness,
  makeProvider,
  makeReply,
  makeReport,
  makeSession,
  makeUser,
} from '../../../test/makers.ts';
import { useServer } from '../../../test/server.ts';

const test = useDatabase();
const server = useServer(test, { settings: { rateLimitScale: 1000, replyCacheSeconds: 0 } });
const { put, read } = consoleAt(server);
const db = () => test.database.db;
const DAY_MS = 86_400_000;

let admin: Admin;
let second: Admin;
beforeAll(async () => {
  admin = await makeAdmin(db());
  second = await makeAdmin(db());
});
beforeEach(() => test.empty('providers', 'businesses', 'business_replies', 'fraud_alerts', 'reports'));

interface Person {
  id: Awaited<ReturnType<typeof makeUser>>['id'];
  cookie: string;
}
const person = async (given: Parameters<typeof makeUser>[1] = {}): Promise<Person> => {
  const { id } = await makeUser(db(), { userType: 'business', ...given });
  return { id, cookie: (await makeSession(db(), { userId: id })).cookie };
};
type Given = Parameters<typeof makeProvider>[1];
/** A listing whose business has members with the given roles. */
async function listing(
  given: Given = {},
  roles: readonly BusinessRole[] = ['owner'],
  who: Parameters<typeof makeUser>[1] = {},
) {
  const provider = await makeProvider(db(), { name: 'Demo Kora', ...given });
  const people = await Promise.all(roles.map(() => person(who)));
  const members = people.map(({ id }, place) => ({ userId: id, role: roles[place]! }));
  const business = await makeBusiness(db(), { providerId: provider.id, members });
  return { providerId: provider.id, businessId: business.id, people, owner: people[0]! };
}

const list = ({ cookie }: Person, query = '') => server.get(`/api/business/replies${query}`, { headers: { cookie } });
const listed = async (who: Person) => (await (await list(who)).json()) as Answerable[];
const send = ({ cookie }: Person, body: object) => server.post('/api/business/replies', body, { headers: { cookie } });
const TEXT = 'We have paid everybody back.\nOur books are open.';
const toVerdict = (providerId: ProviderId, text = TEXT) => ({
  kind: 'provider',
  subjectId: providerId,
  text,
  language: 'en',
});
const sent = async (who: Person, body: object) => {
  const response = await send(who, body);
  expect(response.status).toBe(201);
  return (await response.json()) as Answerable;
};
const withdraw = ({ cookie }: Person, id: string) =>
  server.post(`/api/business/replies/${id}`, {}, { method: 'DELETE', headers: { cookie } });
const waiting = (query = '') => read<ModeratedReply[]>(admin, `/api/admin/replies${query}`);
const approve = (id: string, by = admin) => put(by, `/api/admin/replies/${id}/approve`);
const reject = (id: string, reason = 'insult') => put(admin, `/api/admin/replies/${id}/reject`, { reason });
const published = async (who: Person, body: object) => {
  const { latest } = await sent(who, body);
  expect((await approve(latest!.id)).status).toBe(200);
  return latest!.id;
};
const pageOf = (id: string) => server.json<ProviderDetails>(`/api/providers/${id}`);
const alertOf = (id: string) => server.json<PublishedAlert>(`/api/fraud-alerts/${id}`);
const moment = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as string;
const asRead = (text = TEXT) => ({ text, language: 'en', repliedAt: moment });
const trail = (id: string) =>
  test.sql('select actor_id, action, reason, detail from audit_entries where subject = $1 order by at, id', [id]);

describe('sending a reply', () => {
  it('a business can reply to the verdict and to each public report that names it, newest first, and to nothing else [REPLY-02]', async () => {
    const { providerId, owner } = await listing({ verificationStatus: 'Flagged', flaggedReasons: ['No licence.'] });
    const now = Date.now();
    const at = (days: number) => new Date(now - days * DAY_MS);
    const alert = await makeAlert(db(), {
      affectedProviderId: providerId,
      title: 'Withdrawals stopped',
      description: 'Nobody is paid.',
      publishedAt: at(2),
    });
    const report = await makeReport(db(), {
      providerId,
      reportType: 'scam',
      description: 'x'.repeat(400),
      decidedAt: at(1),
    });
    await makeAlert(db(), { affectedProviderId: providerId, status: 'pending' });
    await makeAlert(db(), { affectedProviderName: 'Demo Kora' });
    await makeReport(db(), { providerId, status: 'pending' });
    await makeReport(db(), { providerId: (await makeProvider(db())).id });
    const silent = { published: null, latest: null };
    const verdict = {
      kind: 'provider',
      subjectId: providerId,
      title: null,
      verdict: 'Flagged',
      reportType: null,
      excerpt: 'No licence.',
      saidAt: null,
      ...silent,
    };
    const answer = await list(owner);
    expect(answer.headers.get('x-total-count')).toBe('3');
    expect(await answer.json()).toEqual([
      verdict,
      {
        kind: 'report',
        subjectId: report.id,
        title: null,
        verdict: null,
        reportType: 'scam',
        excerpt: 'x'.repeat(replyRules.excerpt),
        saidAt: at(1).toISOString(),
        ...silent,
      },
      {
        kind: 'alert',
        subjectId: alert.id,
        title: 'Withdrawals stopped',
        verdict: null,
        reportType: null,
        excerpt: 'Nobody is paid.',
        saidAt: at(2).toISOString(),
        ...silent,
      },
    ]);
    const second = await list(owner, '?limit=1&offset=1');
    expect([second.headers.get('x-total-count'), await second.json()]).toEqual([
      '3',
      [expect.objectContaining({ subjectId: report.id })],
    ]);
  });

  it('a business sees that its reply is decided within seven days [REPLY-02]', async () => {
    const { providerId, owner } = await listing();
    const before = Date.now();
    const reply = await sent(owner, toVerdict(providerId, `  ${TEXT} `));
    expect(reply).toEqual({
      kind: 'provider',
      subjectId: providerId,
      title: null,
      verdict: 'Pending',
      reportType: null,
      excerpt: '',
      saidAt: null,
      published: null,
      latest: {
        id: expect.any(String) as string,
        text: TEXT,
        language: 'en',
        status: 'pending',
        reason: null,
        createdAt: moment,
        dueAt: moment,
        isOverdue: false,
      },
    });
    expect(Date.parse(reply.latest!.dueAt) - before).toBeGreaterThan(7 * DAY_MS - 1000);
    expect(Date.parse(reply.latest!.dueAt) - before).toBeLessThan(7 * DAY_MS + 60_000);
    expect(await listed(owner)).toEqual([reply]);
    expect((await pageOf(providerId)).reply).toBeNull();
    expect(await trail(reply.latest!.id)).toEqual([
      {
        actor_id: owner.id,
        action: 'reply.sent',
        reason: null,
        detail: expect.objectContaining({ repliesTo: providerId }),
      },
    ]);
  });

  it.each(tiers.map((tier) => [tier]))(
    'a business with the plan %s can reply like any other [REPLY-02]',
    async (subscriptionTier) => {
      const { providerId, owner } = await listing({}, ['owner'], { subscriptionTier });
      const reply = await sent(owner, toVerdict(providerId));
      const days = (Date.parse(reply.latest!.dueAt) - Date.parse(reply.latest!.createdAt)) / DAY_MS;
      const [row] = await waiting();
      expect([days, row?.id, (await approve(row!.id)).status, (await pageOf(providerId)).reply]).toEqual([
        7,
        reply.latest!.id,
        200,
        asRead(),
      ]);
    },
  );

  it('an owner or editor of the business replies, a viewer only reads, and other members do neither [REPLY-02]', async () => {
    const { providerId, people } = await listing({}, ['owner', 'editor', 'viewer']);
    const [owner, editor, viewer] = people;
    const id = await published(editor!, toVerdict(providerId));
    expect((await listed(viewer!))[0]?.published?.id).toBe(id);
    expect(await outcomeOf(await send(viewer!, toVerdict(providerId)))).toBe('403 FORBIDDEN');
    expect(await outcomeOf(await withdraw(viewer!, id))).toBe('403 FORBIDDEN');

    const stranger = await person();
    expect(await listed(stranger)).toEqual([]);
    expect(await outcomeOf(await send(stranger, toVerdict(providerId)))).toBe('404 NOTHING_TO_REPLY_TO');
    const other = await listing({ name: 'Demo Tembo' });
    expect((await listed(other.owner)).map(({ subjectId }) => subjectId)).toEqual([other.providerId]);
    expect(await outcomeOf(await send(other.owner, toVerdict(providerId)))).toBe('404 NOTHING_TO_REPLY_TO');
    expect(await outcomeOf(await withdraw(other.owner, id))).toBe('404 REPLY_NOT_FOUND');

    // A member who left the business.
    await test.sql('delete from business_members where user_id = $1', [editor!.id]);
    expect(await listed(editor!)).toEqual([]);
    expect(await outcomeOf(await send(editor!, toVerdict(providerId)))).toBe('404 NOTHING_TO_REPLY_TO');
    expect(await outcomeOf(await withdraw(editor!, id))).toBe('404 REPLY_NOT_FOUND');
    expect(await outcomeOf(await withdraw(owner!, id))).toBe('200');
  });

  it('a business cannot reply to what is not public, is about another provider or has another kind', async () => {
    const { providerId, owner } = await listing();
    const pending = await makeAlert(db(), { affectedProviderId: providerId, status: 'pending' });
    const foreign = await makeAlert(db(), { affectedProviderId: (await makeProvider(db())).id });
    const to = (kind: string, subjectId: string) => send(owner, { ...toVerdict(providerId), kind, subjectId });
    for (const [kind, id] of [
      ['alert', pending.id],
      ['alert', foreign.id],
      ['alert', providerId],
      ['report', foreign.id],
    ] as const) {
      expect(await outcomeOf(await to(kind, id))).toBe('404 NOTHING_TO_REPLY_TO');
    }
    const hidden = await listing({ name: 'Demo Hidden', reviewState: 'pending' });
    expect(await listed(hidden.owner)).toEqual([]);
    expect(await outcomeOf(await send(hidden.owner, toVerdict(hidden.providerId)))).toBe('404 NOTHING_TO_REPLY_TO');
    const unlisted = await person();
    await makeBusiness(db(), { members: [{ userId: unlisted.id, role: 'owner' }] });
    expect(await outcomeOf(await send(unlisted, toVerdict(providerId)))).toBe('404 NOTHING_TO_REPLY_TO');
  });

  it('a reply needs a text within the length limit', async () => {
    const { providerId, owner } = await listing();
    const empty = await send(owner, toVerdict(providerId, '  \n '));
    expect([empty.status, await empty.json()]).toEqual([400, invalidReply({ text: 'Text is required' })]);
    expect((await send(owner, toVerdict(providerId, 'x'.repeat(replyRules.text + 1)))).status).toBe(400);
    expect((await send(owner, toVerdict(providerId, 'x'.repeat(replyRules.text)))).status).toBe(201);
  });
});

describe('deciding a reply', () => {
  it('a moderator sees pending replies with their subject, overdue ones first [REPLY-02]', async () => {
    const { providerId, owner, businessId } = await listing({
      verificationStatus: 'Flagged',
      flaggedReasons: ['No licence.'],
    });
    const alert = await makeAlert(db(), { affectedProviderId: providerId, title: 'Withdrawals stopped' });
    const { latest } = await sent(owner, toVerdict(providerId));
    const late = await makeReply(db(), {
      providerId,
      businessId,
      kind: 'alert',
      subjectId: alert.id,
      createdAt: new Date(Date.now() - 8 * DAY_MS),
      dueAt: new Date(Date.now() - DAY_MS),
    });
    expect(await waiting()).toEqual([
      {
        id: late.id,
        providerId,
        providerName: 'Demo Kora',
        kind: 'alert',
        subjectId: alert.id,
        title: 'Withdrawals stopped',
        verdict: null,
        reportType: null,
        excerpt: alert.description,
        saidAt: moment,
        text: 'We have paid everybody back.',
        language: 'en',
        reason: null,
        dueAt: moment,
        isOverdue: true,
        createdAt: moment,
        status: 'pending',
      },
      {
        id: latest!.id,
        providerId,
        providerName: 'Demo Kora',
        kind: 'provider',
        subjectId: providerId,
        title: null,
        verdict: 'Flagged',
        reportType: null,
        excerpt: 'No licence.',
        saidAt: null,
        text: TEXT,
        language: 'en',
        reason: null,
        dueAt: moment,
        isOverdue: false,
        createdAt: moment,
        status: 'pending',
      },
    ]);
    expect(await server.running.services.replies.countOverdue()).toBe(1);
    expect((await listed(owner)).map((one) => one.latest?.isOverdue)).toEqual([false, true]);
  });

  it('of two concurrent approvals of a reply the second fails with a conflict [REPLY-02]', async () => {
    const { providerId, owner } = await listing();
    const { latest } = await sent(owner, toVerdict(providerId));
    const id = latest!.id;
    const answers = await Promise.all([approve(id), approve(id, second)]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    const [shown] = await waiting('?status=approved');
    expect(shown).toEqual(expect.objectContaining({ id, status: 'approved', isOverdue: false }));
    expect(await waiting()).toEqual([]);
  });

  it('a moderator rejects a reply only for an insult, a threat or private data, and the business sees the reason [REPLY-02]', async () => {
    const { providerId, owner } = await listing();
    const { latest } = await sent(owner, toVerdict(providerId));
    for (const reason of ['untrue', '', undefined]) {
      const refused = await put(admin, `/api/admin/replies/${latest!.id}/reject`, { reason });
      expect(refused.status).toBe(400);
    }
    const answer = await reject(latest!.id, 'private-data');
    expect(await answer.json()).toEqual(
      expect.objectContaining({
        id: latest!.id,
        status: 'rejected',
        reason: 'private-data',
        ...decided({ canUndo: false }),
      }),
    );
    expect((await listed(owner))[0]?.latest).toEqual(
      expect.objectContaining({ id: latest!.id, status: 'rejected', reason: 'private-data' }),
    );
    expect((await pageOf(providerId)).reply).toBeNull();
    expect(await outcomeOf(await approve(latest!.id))).toBe('409 ALREADY_DECIDED');
    expect((await trail(latest!.id)).map(({ actor_id, action, reason }) => [actor_id, action, reason])).toEqual([
      [owner.id, 'reply.sent', null],
      [admin.id, 'reply.rejected', 'private-data'],
    ]);
  });

  it('a moderator can withdraw a published reply with private data; an unknown reply responds with 404', async () => {
    const { providerId, owner } = await listing();
    const id = await published(owner, toVerdict(providerId));
    expect(await outcomeOf(await reject(id, 'private-data'))).toBe('200');
    expect((await pageOf(providerId)).reply).toBeNull();
    expect(await outcomeOf(await approve('01890000-0000-7000-8000-00000000dead'))).toBe('404 REPLY_NOT_FOUND');
  });
});

describe('reading a reply', () => {
  it('a published reply is shown with the verdict, the alert and the report, and changes none of them [REPLY-02] [VERD-12]', async () => {
    const { providerId, owner } = await listing({ verificationStatus: 'Flagged', flaggedReasons: ['No licence.'] });
    const alert = await makeAlert(db(), { affectedProviderId: providerId });
    const report = await makeReport(db(), { providerId });
    const before = { provider: await pageOf(providerId), alert: await alertOf(alert.id) };
    const rank = async () => (await server.json<{ id: string }[]>('/api/providers')).map(({ id }) => id);
    await makeProvider(db(), { verificationStatus: 'Verified' });
    const ranked = await rank();
    await published(owner, toVerdict(providerId));
    await published(owner, {
      ...toVerdict(providerId, 'This was us, and it is mended.'),
      kind: 'alert',
      subjectId: alert.id,
    });
    await published(owner, { ...toVerdict(providerId, 'Paid on Monday.'), kind: 'report', subjectId: report.id });
    expect(await pageOf(providerId)).toEqual({ ...before.provider, reply: asRead() });
    expect(await alertOf(alert.id)).toEqual({
      ...before.alert,
      alert: { ...before.alert.alert, reply: asRead('This was us, and it is mended.') },
    });
    const reports = await server.json<Report[]>('/api/reports');
    expect(reports.map(({ id, reply }) => [id, reply])).toEqual([[report.id, asRead('Paid on Monday.')]]);
    expect(await rank()).toEqual(ranked);
  });

  it('the last approved version of a reply is public until a newer one is approved or it is withdrawn [REPLY-02]', async () => {
    const { providerId, owner } = await listing();
    const first = await published(owner, toVerdict(providerId, 'First.'));
    const draft = await sent(owner, toVerdict(providerId, 'Second.'));
    expect([draft.published?.text, draft.latest?.text]).toEqual(['First.', 'Second.']);
    const third = await sent(owner, toVerdict(providerId, 'Third.'));
    // A version that was replaced cannot be decided.
    expect(await outcomeOf(await approve(draft.latest!.id))).toBe('404 REPLY_NOT_FOUND');
    expect((await pageOf(providerId)).reply).toEqual(asRead('First.'));
    await reject(third.latest!.id);
    expect((await pageOf(providerId)).reply).toEqual(asRead('First.'));
    const fourth = await published(owner, toVerdict(providerId, 'Fourth.'));
    expect((await pageOf(providerId)).reply).toEqual(asRead('Fourth.'));
    expect(await outcomeOf(await withdraw(owner, first))).toBe('404 REPLY_NOT_FOUND');
    const waits = await sent(owner, toVerdict(providerId, 'Fifth.'));
    expect(await outcomeOf(await withdraw(owner, waits.latest!.id))).toBe('200');
    expect((await pageOf(providerId)).reply).toEqual(asRead('Fourth.'));
    expect(await outcomeOf(await withdraw(owner, fourth))).toBe('200');
    expect((await pageOf(providerId)).reply).toBeNull();
    expect((await listed(owner))[0]).toEqual(expect.objectContaining({ published: null, latest: null }));
    expect(await outcomeOf(await withdraw(owner, fourth))).toBe('404 REPLY_NOT_FOUND');
  });

  it('of three concurrent versions of a reply one is pending', async () => {
    const { providerId, owner } = await listing();
    const answers = await Promise.all(['a', 'b', 'c'].map((text) => send(owner, toVerdict(providerId, text))));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(await waiting()).toHaveLength(1);
  });
});

describe('replies and changes of listings, alerts and accounts', () => {
  it('a suspended provider keeps its page, its reply and its right to reply; a removed provider loses them', async () => {
    const { providerId, owner } = await listing();
    await published(owner, toVerdict(providerId));
    await test.sql(`update providers set verification_status = 'Suspended' where id = $1`, [providerId]);
    expect((await pageOf(providerId)).reply).toEqual(asRead());
    const next = await sent(owner, toVerdict(providerId, 'We object.'));
    await test.sql(`update providers set review_state = 'rejected' where id = $1`, [providerId]);
    expect((await server.get(`/api/providers/${providerId}`)).status).toBe(404);
    expect([await waiting(), await listed(owner)]).toEqual([[], []]);
    expect(await outcomeOf(await approve(next.latest!.id))).toBe('404 REPLY_NOT_FOUND');
  });

  it('a reply to an alert disappears with the alert, and is hidden while the alert is about another provider', async () => {
    const { providerId, owner } = await listing();
    const alert = await makeAlert(db(), { affectedProviderId: providerId });
    const toAlert = { ...toVerdict(providerId), kind: 'alert', subjectId: alert.id };
    await published(owner, toAlert);
    const next = await sent(owner, { ...toAlert, text: 'Newer.' });
    const other = await makeProvider(db());
    const about = (id: string) => test.sql('update fraud_alerts set affected_provider_id = $1', [id]);
    await about(other.id);
    expect([(await alertOf(alert.id)).alert?.reply, await waiting()]).toEqual([null, []]);
    await about(providerId);
    expect((await alertOf(alert.id)).alert?.reply).toEqual(asRead());
    await test.sql(`update fraud_alerts set status = 'rejected', published_at = now(), withdrawn_at = now()`);
    const gone = await server.get(`/api/fraud-alerts/${alert.id}`);
    const text = await gone.text();
    expect([gone.status, text.includes('paid everybody'), await waiting()]).toEqual([200, false, []]);
    expect(await outcomeOf(await approve(next.latest!.id))).toBe('404 REPLY_NOT_FOUND');
    expect(await outcomeOf(await send(owner, toAlert))).toBe('404 NOTHING_TO_REPLY_TO');
  });

  it('a published reply stays when its business loses the listing or is deleted, and a pending one is no longer decided', async () => {
    const { providerId, owner, businessId } = await listing();
    const id = await published(owner, toVerdict(providerId));
    await sent(owner, toVerdict(providerId, 'Newer.'));
    await test.sql('update businesses set provider_id = null');
    expect([(await pageOf(providerId)).reply, await waiting(), await listed(owner)]).toEqual([asRead(), [], []]);
    expect(await outcomeOf(await withdraw(owner, id))).toBe('404 REPLY_NOT_FOUND');
    await test.sql('delete from users where id = $1', [owner.id]);
    await test.sql('delete from businesses where id = $1', [businessId]);
    expect((await pageOf(providerId)).reply).toEqual(asRead());
    // The next owner of the listing replies for it.
    const heir = await person();
    await makeBusiness(db(), { providerId, members: [{ userId: heir.id, role: 'owner' }] });
    await published(heir, toVerdict(providerId, 'We have taken over.'));
    expect((await pageOf(providerId)).reply).toEqual(asRead('We have taken over.'));
  });

  it('a reply and an open appeal are shown together', async () => {
    const { providerId, owner } = await listing({ verificationStatus: 'Flagged' });
    await published(owner, toVerdict(providerId));
    const [filing] = await test.sql(`insert into filings (id, kind) values (gen_random_uuid(), 'appeal') returning id`);
    await test.sql(
      `insert into appeals (id, subject, subject_id, subject_title, asked_by, wants, is_noticed)
       values ($1, 'provider', $2, 'Demo Kora', 'named', 'correction', true)`,
      [filing!['id'], providerId],
    );
    const page = await pageOf(providerId);
    expect([page.appealSince !== null, page.reply, page.verificationStatus]).toEqual([true, asRead(), 'Flagged']);
  });

  it('neither the public pages nor the stored reply say which member wrote it [REPLY-02]', async () => {
    const { providerId, owner } = await listing({}, ['owner'], {
      email: 'hidden-writer@example.com',
      firstName: 'Hiddenfirst',
      lastName: 'Hiddenlast',
    });
    const alert = await makeAlert(db(), { affectedProviderId: providerId });
    await published(owner, toVerdict(providerId));
    await published(owner, { ...toVerdict(providerId), kind: 'alert', subjectId: alert.id });
    const texts = await Promise.all(
      [`/api/providers/${providerId}`, `/api/fraud-alerts/${alert.id}`, '/api/reports'].map(async (path) =>
        (await server.get(path)).text(),
      ),
    );
    const rows = JSON.stringify(await test.sql('select * from business_replies'));
    const console = JSON.stringify(await waiting('?status=approved'));
    for (const text of [...texts, rows, console]) {
      expect(text).not.toMatch(/hidden/i);
      expect(text).not.toContain(owner.id);
    }
  });
});
