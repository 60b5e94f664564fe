/** The right of reply: businesses send replies, moderators decide them, everyone reads them. */
import type { PublishedAlert } from '@hakiki/contract/alerts';
import type { BusinessRole } from '@hakiki/contract/business-values';
import type { ProviderDetails, ProviderId } from '@hakiki/contract/directory';
import { tiers } from '@hakiki/contract/entitlements';
import type { Answerable } from '@hakiki/contract/replies';
import type { ModeratedReply } from '@hakiki/contract/replies-admin';
import { replyRules } from '@hakiki/contract/reply-values';
import type { Report } from '@hakiki/contract/reports';
import { type PublicReview, reviewSorts } from '@hakiki/contract/reviews';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Admin, createConsoleClient, makeAdmin } from '../../../../test/support/staff.ts';
import { summarizeResponse } from '../../../../test/support/browser.ts';
import { useDatabase } from '../../../../test/support/database.ts';
import { decisionFields, toInvalidInputReply } from '../../../../test/support/expected-replies.ts';
import {
  makeAlert,
  makeBusiness,
  makeProvider,
  makeBusinessReply,
  makeReport,
  makeReview,
  makeSession,
  makeUser,
} from '../../../../test/support/factories.ts';
import { useServer } from '../../../../test/support/server.ts';

const test = useDatabase();
const server = useServer(test, { settings: { rateLimitScale: 1000, replyCacheSeconds: 0 } });
const { putAsShownWithReason, getJson } = createConsoleClient(server);
const db = () => test.database.db;
const DAY_MS = 86_400_000;

let admin: Admin;
let secondAdmin: Admin;
beforeAll(async () => {
  admin = await makeAdmin(db());
  secondAdmin = await makeAdmin(db());
});
beforeEach(() => test.deleteAllRows('providers', 'businesses', 'business_replies', 'fraud_alerts', 'reports'));

interface Member {
  id: Awaited<ReturnType<typeof makeUser>>['id'];
  cookie: string;
}
const createMember = async (userFields: Parameters<typeof makeUser>[1] = {}): Promise<Member> => {
  const { id } = await makeUser(db(), { userType: 'business', ...userFields });
  return { id, cookie: (await makeSession(db(), { userId: id })).cookie };
};
type ProviderFields = Parameters<typeof makeProvider>[1];
/** A listing whose business has members with the given roles. */
async function createListing(
  fields: ProviderFields = {},
  roles: readonly BusinessRole[] = ['owner'],
  userFields: Parameters<typeof makeUser>[1] = {},
) {
  const provider = await makeProvider(db(), { name: 'Demo Kora', ...fields });
  const people = await Promise.all(roles.map(() => createMember(userFields)));
  const members = people.map(({ id }, index) => ({ userId: id, role: roles[index]! }));
  const business = await makeBusiness(db(), { providerId: provider.id, members });
  return { providerId: provider.id, businessId: business.id, people, owner: people[0]! };
}

const getAnswerables = ({ cookie }: Member, query = '') =>
  server.get(`/api/business/replies${query}`, { headers: { cookie } });
const listAnswerables = async (who: Member) => (await (await getAnswerables(who)).json()) as Answerable[];
const postReply = ({ cookie }: Member, body: object) =>
  server.post('/api/business/replies', body, { headers: { cookie } });
const TEXT = 'We have paid everybody back.\nOur books are open.';
const replyToVerdict = (providerId: ProviderId, text = TEXT) => ({
  kind: 'provider',
  subjectId: providerId,
  text,
  language: 'en',
});
const submitReply = async (who: Member, body: object) => {
  const response = await postReply(who, body);
  expect(response.status).toBe(201);
  return (await response.json()) as Answerable;
};
const withdraw = ({ cookie }: Member, id: string) =>
  server.post(`/api/business/replies/${id}`, {}, { method: 'DELETE', headers: { cookie } });
const listModerated = (query = '') => getJson<ModeratedReply[]>(admin, `/api/admin/replies${query}`);
const approve = (id: string, by = admin) => putAsShownWithReason(by, `/api/admin/replies/${id}/approve`);
const reject = (id: string, reason = 'insult') =>
  putAsShownWithReason(admin, `/api/admin/replies/${id}/reject`, { reason });
const publishReply = async (who: Member, body: object) => {
  const { latest } = await submitReply(who, body);
  expect((await approve(latest!.id)).status).toBe(200);
  return latest!.id;
};
const getProvider = (id: string) => server.json<ProviderDetails>(`/api/providers/${id}`);
const getAlert = (id: string) => server.json<PublishedAlert>(`/api/fraud-alerts/${id}`);
const isoTime = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as string;
const toPublicReply = (text = TEXT) => ({ text, language: 'en', repliedAt: isoTime });
const listAuditEntries = (id: string) =>
  test.sql('select actor_id, action, reason, detail from audit_entries where subject = $1 order by at, id', [id]);

describe('a reply to a review', () => {
  it('a reply is shown under the review once it is approved, and changes no rating; another business cannot reply [REPLY-02]', async () => {
    const { providerId, owner } = await createListing();
    const { owner: otherOwner } = await createListing({ name: 'Demo Tano' });
    const answered = await makeReview(db(), { providerId, rating: 1 });
    const other = await makeReview(db(), { providerId, rating: 5 });
    const reply = { kind: 'review', subjectId: answered.id, text: TEXT, language: 'en' };
    expect(await summarizeResponse(await postReply(otherOwner, reply))).toBe('404 NOTHING_TO_REPLY_TO');
    const readReplies = async (sort: string) =>
      (await server.json<PublicReview[]>(`/api/providers/${providerId}/reviews?sort=${sort}`)).map(
        ({ id, reply: shown }) => [id, shown],
      );
    const { latest } = await submitReply(owner, reply);
    expect(Object.fromEntries(await readReplies('newest'))).toEqual({ [answered.id]: null, [other.id]: null });
    const before = await getProvider(providerId);
    expect((await approve(latest!.id)).status).toBe(200);
    for (const sort of reviewSorts)
      expect(Object.fromEntries(await readReplies(sort)), sort).toEqual({
        [answered.id]: toPublicReply(),
        [other.id]: null,
      });
    expect(await getProvider(providerId)).toEqual(before);
    expect((await withdraw(owner, latest!.id)).status).toBe(200);
    expect(Object.fromEntries(await readReplies('newest'))).toEqual({ [answered.id]: null, [other.id]: null });
  });
});

describe('sending a reply', () => {
  it('a business can reply to the verdict and to each public report and review about it, newest first, and to nothing else [REPLY-02]', async () => {
    const { providerId, owner } = await createListing({
      verificationStatus: 'Flagged',
      flaggedReasons: ['No licence.'],
    });
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
    const otherId = (await makeProvider(db())).id;
    await makeReport(db(), { providerId: otherId });
    const review = await makeReview(db(), { providerId, rating: 2, experience: 'Slow.', decidedAt: at(3) });
    await makeReview(db(), { providerId, status: 'pending' });
    await makeReview(db(), { providerId: otherId });
    const noReplies = { published: null, latest: null };
    const verdict = {
      kind: 'provider',
      subjectId: providerId,
      title: null,
      verdict: 'Flagged',
      reportType: null,
      rating: null,
      excerpt: 'No licence.',
      saidAt: null,
      ...noReplies,
    };
    const response = await getAnswerables(owner);
    expect(response.headers.get('x-total-count')).toBe('3');
    expect(await response.json()).toEqual([
      verdict,
      {
        kind: 'report',
        subjectId: report.id,
        title: null,
        verdict: null,
        reportType: 'scam',
        rating: null,
        excerpt: 'x'.repeat(replyRules.excerpt),
        saidAt: at(1).toISOString(),
        ...noReplies,
      },
      {
        kind: 'alert',
        subjectId: alert.id,
        title: 'Withdrawals stopped',
        verdict: null,
        reportType: null,
        rating: null,
        excerpt: 'Nobody is paid.',
        saidAt: at(2).toISOString(),
        ...noReplies,
      },
    ]);
    const reviews = await getAnswerables(owner, '?of=reviews');
    expect(reviews.headers.get('x-total-count')).toBe('1');
    expect(await reviews.json()).toEqual([
      {
        kind: 'review',
        subjectId: review.id,
        title: null,
        verdict: null,
        reportType: null,
        rating: 2,
        excerpt: 'Slow.',
        saidAt: at(3).toISOString(),
        ...noReplies,
      },
    ]);
    const second = await getAnswerables(owner, '?limit=1&offset=1');
    expect([second.headers.get('x-total-count'), await second.json()]).toEqual([
      '3',
      [expect.objectContaining({ subjectId: report.id })],
    ]);
  });

  it('a business sees that its reply is decided within seven days [REPLY-02]', async () => {
    const { providerId, owner } = await createListing();
    const before = Date.now();
    const reply = await submitReply(owner, replyToVerdict(providerId, `  ${TEXT} `));
    expect(reply).toEqual({
      kind: 'provider',
      subjectId: providerId,
      title: null,
      verdict: 'Pending',
      reportType: null,
      rating: null,
      excerpt: '',
      saidAt: null,
      published: null,
      latest: {
        id: expect.any(String) as string,
        text: TEXT,
        language: 'en',
        status: 'pending',
        reason: null,
        createdAt: isoTime,
        dueAt: isoTime,
        isOverdue: false,
      },
    });
    expect(Date.parse(reply.latest!.dueAt) - before).toBeGreaterThan(7 * DAY_MS - 1000);
    expect(Date.parse(reply.latest!.dueAt) - before).toBeLessThan(7 * DAY_MS + 60_000);
    expect(await listAnswerables(owner)).toEqual([reply]);
    expect((await getProvider(providerId)).reply).toBeNull();
    expect(await listAuditEntries(reply.latest!.id)).toEqual([
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
      const { providerId, owner } = await createListing({}, ['owner'], { subscriptionTier });
      const reply = await submitReply(owner, replyToVerdict(providerId));
      const days = (Date.parse(reply.latest!.dueAt) - Date.parse(reply.latest!.createdAt)) / DAY_MS;
      const [row] = await listModerated();
      expect([days, row?.id, (await approve(row!.id)).status, (await getProvider(providerId)).reply]).toEqual([
        7,
        reply.latest!.id,
        200,
        toPublicReply(),
      ]);
    },
  );

  it('an owner or editor of the business replies, a viewer only reads, and other members do neither [REPLY-02]', async () => {
    const { providerId, people } = await createListing({}, ['owner', 'editor', 'viewer']);
    const [owner, editor, viewer] = people;
    const id = await publishReply(editor!, replyToVerdict(providerId));
    expect((await listAnswerables(viewer!))[0]?.published?.id).toBe(id);
    expect(await summarizeResponse(await postReply(viewer!, replyToVerdict(providerId)))).toBe('403 FORBIDDEN');
    expect(await summarizeResponse(await withdraw(viewer!, id))).toBe('403 FORBIDDEN');

    const otherMember = await createMember();
    expect(await listAnswerables(otherMember)).toEqual([]);
    expect(await summarizeResponse(await postReply(otherMember, replyToVerdict(providerId)))).toBe(
      '404 NOTHING_TO_REPLY_TO',
    );
    const other = await createListing({ name: 'Demo Tembo' });
    expect((await listAnswerables(other.owner)).map(({ subjectId }) => subjectId)).toEqual([other.providerId]);
    expect(await summarizeResponse(await postReply(other.owner, replyToVerdict(providerId)))).toBe(
      '404 NOTHING_TO_REPLY_TO',
    );
    expect(await summarizeResponse(await withdraw(other.owner, id))).toBe('404 REPLY_NOT_FOUND');

    // A member who left the business.
    await test.sql('delete from business_members where user_id = $1', [editor!.id]);
    expect(await listAnswerables(editor!)).toEqual([]);
    expect(await summarizeResponse(await postReply(editor!, replyToVerdict(providerId)))).toBe(
      '404 NOTHING_TO_REPLY_TO',
    );
    expect(await summarizeResponse(await withdraw(editor!, id))).toBe('404 REPLY_NOT_FOUND');
    expect(await summarizeResponse(await withdraw(owner!, id))).toBe('200');
  });

  it('a business cannot reply to what is not public, is about another provider or has another kind', async () => {
    const { providerId, owner } = await createListing();
    const pending = await makeAlert(db(), { affectedProviderId: providerId, status: 'pending' });
    const otherAlert = await makeAlert(db(), { affectedProviderId: (await makeProvider(db())).id });
    const sendTo = (kind: string, subjectId: string) =>
      postReply(owner, { ...replyToVerdict(providerId), kind, subjectId });
    for (const [kind, id] of [
      ['alert', pending.id],
      ['alert', otherAlert.id],
      ['alert', providerId],
      ['report', otherAlert.id],
    ] as const) {
      expect(await summarizeResponse(await sendTo(kind, id))).toBe('404 NOTHING_TO_REPLY_TO');
    }
    const hidden = await createListing({ name: 'Demo Hidden', reviewState: 'pending' });
    expect(await listAnswerables(hidden.owner)).toEqual([]);
    expect(await summarizeResponse(await postReply(hidden.owner, replyToVerdict(hidden.providerId)))).toBe(
      '404 NOTHING_TO_REPLY_TO',
    );
    const unlisted = await createMember();
    await makeBusiness(db(), { members: [{ userId: unlisted.id, role: 'owner' }] });
    expect(await summarizeResponse(await postReply(unlisted, replyToVerdict(providerId)))).toBe(
      '404 NOTHING_TO_REPLY_TO',
    );
  });

  it('a reply needs a text within the length limit', async () => {
    const { providerId, owner } = await createListing();
    const empty = await postReply(owner, replyToVerdict(providerId, '  \n '));
    expect([empty.status, await empty.json()]).toEqual([400, toInvalidInputReply({ text: 'Text is required' })]);
    expect((await postReply(owner, replyToVerdict(providerId, 'x'.repeat(replyRules.text + 1)))).status).toBe(400);
    expect((await postReply(owner, replyToVerdict(providerId, 'x'.repeat(replyRules.text)))).status).toBe(201);
  });
});

describe('deciding a reply', () => {
  it('a moderator sees pending replies with their subject, overdue ones first [REPLY-02]', async () => {
    const { providerId, owner, businessId } = await createListing({
      verificationStatus: 'Flagged',
      flaggedReasons: ['No licence.'],
    });
    const alert = await makeAlert(db(), { affectedProviderId: providerId, title: 'Withdrawals stopped' });
    const { latest } = await submitReply(owner, replyToVerdict(providerId));
    const overdueReply = await makeBusinessReply(db(), {
      providerId,
      businessId,
      kind: 'alert',
      subjectId: alert.id,
      createdAt: new Date(Date.now() - 8 * DAY_MS),
      dueAt: new Date(Date.now() - DAY_MS),
    });
    expect(await listModerated()).toEqual([
      {
        id: overdueReply.id,
        providerId,
        providerName: 'Demo Kora',
        kind: 'alert',
        subjectId: alert.id,
        title: 'Withdrawals stopped',
        verdict: null,
        reportType: null,
        rating: null,
        excerpt: alert.description,
        saidAt: isoTime,
        text: 'We have paid everybody back.',
        language: 'en',
        reason: null,
        dueAt: isoTime,
        isOverdue: true,
        createdAt: isoTime,
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
        rating: null,
        excerpt: 'No licence.',
        saidAt: null,
        text: TEXT,
        language: 'en',
        reason: null,
        dueAt: isoTime,
        isOverdue: false,
        createdAt: isoTime,
        status: 'pending',
      },
    ]);
    expect(await server.running.services.replies.countOverdue()).toBe(1);
    expect((await listAnswerables(owner)).map((one) => one.latest?.isOverdue)).toEqual([false, true]);
  });

  it('of two concurrent approvals of a reply the second fails with a conflict [REPLY-02]', async () => {
    const { providerId, owner } = await createListing();
    const { latest } = await submitReply(owner, replyToVerdict(providerId));
    const id = latest!.id;
    const responses = await Promise.all([approve(id), approve(id, secondAdmin)]);
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    const [shown] = await listModerated('?status=approved');
    expect(shown).toEqual(expect.objectContaining({ id, status: 'approved', isOverdue: false }));
    expect(await listModerated()).toEqual([]);
  });

  it('a moderator rejects a reply only for an insult, a threat or private data, and the business sees the reason [REPLY-02]', async () => {
    const { providerId, owner } = await createListing();
    const { latest } = await submitReply(owner, replyToVerdict(providerId));
    for (const reason of ['untrue', '', undefined]) {
      const rejectedResponse = await putAsShownWithReason(admin, `/api/admin/replies/${latest!.id}/reject`, { reason });
      expect(rejectedResponse.status).toBe(400);
    }
    const response = await reject(latest!.id, 'private-data');
    expect(await response.json()).toEqual(
      expect.objectContaining({
        id: latest!.id,
        status: 'rejected',
        reason: 'private-data',
        ...decisionFields({ canUndo: false }),
      }),
    );
    expect((await listAnswerables(owner))[0]?.latest).toEqual(
      expect.objectContaining({ id: latest!.id, status: 'rejected', reason: 'private-data' }),
    );
    expect((await getProvider(providerId)).reply).toBeNull();
    expect(await summarizeResponse(await approve(latest!.id))).toBe('409 ALREADY_DECIDED');
    expect(
      (await listAuditEntries(latest!.id)).map(({ actor_id, action, reason }) => [actor_id, action, reason]),
    ).toEqual([
      [owner.id, 'reply.sent', null],
      [admin.id, 'reply.rejected', 'private-data'],
    ]);
  });

  it('a moderator can withdraw a published reply with private data; an unknown reply responds with 404', async () => {
    const { providerId, owner } = await createListing();
    const id = await publishReply(owner, replyToVerdict(providerId));
    expect(await summarizeResponse(await reject(id, 'private-data'))).toBe('200');
    expect((await getProvider(providerId)).reply).toBeNull();
    expect(await summarizeResponse(await approve('01890000-0000-7000-8000-00000000dead'))).toBe('404 REPLY_NOT_FOUND');
  });
});

describe('reading a reply', () => {
  it('a published reply is shown with the verdict, the alert and the report, and changes none of them [REPLY-02] [VERD-12]', async () => {
    const { providerId, owner } = await createListing({
      verificationStatus: 'Flagged',
      flaggedReasons: ['No licence.'],
    });
    const alert = await makeAlert(db(), { affectedProviderId: providerId });
    const report = await makeReport(db(), { providerId });
    const before = { provider: await getProvider(providerId), alert: await getAlert(alert.id) };
    const rank = async () => (await server.json<{ id: string }[]>('/api/providers')).map(({ id }) => id);
    await makeProvider(db(), { verificationStatus: 'Verified' });
    const rankBefore = await rank();
    await publishReply(owner, replyToVerdict(providerId));
    await publishReply(owner, {
      ...replyToVerdict(providerId, 'This was us, and it is fixed.'),
      kind: 'alert',
      subjectId: alert.id,
    });
    await publishReply(owner, {
      ...replyToVerdict(providerId, 'Paid on Monday.'),
      kind: 'report',
      subjectId: report.id,
    });
    expect(await getProvider(providerId)).toEqual({ ...before.provider, reply: toPublicReply() });
    expect(await getAlert(alert.id)).toEqual({
      ...before.alert,
      alert: { ...before.alert.alert, reply: toPublicReply('This was us, and it is fixed.') },
    });
    const reports = await server.json<Report[]>('/api/reports');
    expect(reports.map(({ id, reply }) => [id, reply])).toEqual([[report.id, toPublicReply('Paid on Monday.')]]);
    expect(await rank()).toEqual(rankBefore);
  });

  it('the last approved version of a reply is public until a newer one is approved or it is withdrawn [REPLY-02]', async () => {
    const { providerId, owner } = await createListing();
    const first = await publishReply(owner, replyToVerdict(providerId, 'First.'));
    const draft = await submitReply(owner, replyToVerdict(providerId, 'Second.'));
    expect([draft.published?.text, draft.latest?.text]).toEqual(['First.', 'Second.']);
    const third = await submitReply(owner, replyToVerdict(providerId, 'Third.'));
    // A version that was replaced cannot be decided.
    expect(await summarizeResponse(await approve(draft.latest!.id))).toBe('404 REPLY_NOT_FOUND');
    expect((await getProvider(providerId)).reply).toEqual(toPublicReply('First.'));
    await reject(third.latest!.id);
    expect((await getProvider(providerId)).reply).toEqual(toPublicReply('First.'));
    const fourth = await publishReply(owner, replyToVerdict(providerId, 'Fourth.'));
    expect((await getProvider(providerId)).reply).toEqual(toPublicReply('Fourth.'));
    expect(await summarizeResponse(await withdraw(owner, first))).toBe('404 REPLY_NOT_FOUND');
    const pendingReply = await submitReply(owner, replyToVerdict(providerId, 'Fifth.'));
    expect(await summarizeResponse(await withdraw(owner, pendingReply.latest!.id))).toBe('200');
    expect((await getProvider(providerId)).reply).toEqual(toPublicReply('Fourth.'));
    expect(await summarizeResponse(await withdraw(owner, fourth))).toBe('200');
    expect((await getProvider(providerId)).reply).toBeNull();
    expect((await listAnswerables(owner))[0]).toEqual(expect.objectContaining({ published: null, latest: null }));
    expect(await summarizeResponse(await withdraw(owner, fourth))).toBe('404 REPLY_NOT_FOUND');
  });

  it('of three concurrent versions of a reply one is pending', async () => {
    const { providerId, owner } = await createListing();
    const responses = await Promise.all(
      ['a', 'b', 'c'].map((text) => postReply(owner, replyToVerdict(providerId, text))),
    );
    expect(responses.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(await listModerated()).toHaveLength(1);
  });
});

describe('replies and changes of listings, alerts and accounts', () => {
  it('a suspended provider keeps its page, its reply and its right to reply; a removed provider loses them', async () => {
    const { providerId, owner } = await createListing();
    await publishReply(owner, replyToVerdict(providerId));
    await test.sql(`update providers set verification_status = 'Suspended' where id = $1`, [providerId]);
    expect((await getProvider(providerId)).reply).toEqual(toPublicReply());
    const next = await submitReply(owner, replyToVerdict(providerId, 'We object.'));
    await test.sql(`update providers set review_state = 'rejected' where id = $1`, [providerId]);
    expect((await server.get(`/api/providers/${providerId}`)).status).toBe(404);
    expect([await listModerated(), await listAnswerables(owner)]).toEqual([[], []]);
    expect(await summarizeResponse(await approve(next.latest!.id))).toBe('404 REPLY_NOT_FOUND');
  });

  it('a reply to an alert disappears with the alert, and is hidden while the alert is about another provider', async () => {
    const { providerId, owner } = await createListing();
    const alert = await makeAlert(db(), { affectedProviderId: providerId });
    const toAlert = { ...replyToVerdict(providerId), kind: 'alert', subjectId: alert.id };
    await publishReply(owner, toAlert);
    const next = await submitReply(owner, { ...toAlert, text: 'Newer.' });
    const other = await makeProvider(db());
    const setAffectedProvider = (id: string) => test.sql('update fraud_alerts set affected_provider_id = $1', [id]);
    await setAffectedProvider(other.id);
    expect([(await getAlert(alert.id)).alert?.reply, await listModerated()]).toEqual([null, []]);
    await setAffectedProvider(providerId);
    expect((await getAlert(alert.id)).alert?.reply).toEqual(toPublicReply());
    await test.sql(`update fraud_alerts set status = 'rejected', published_at = now(), withdrawn_at = now()`);
    const withdrawnResponse = await server.get(`/api/fraud-alerts/${alert.id}`);
    const text = await withdrawnResponse.text();
    expect([withdrawnResponse.status, text.includes('paid everybody'), await listModerated()]).toEqual([
      200,
      false,
      [],
    ]);
    expect(await summarizeResponse(await approve(next.latest!.id))).toBe('404 REPLY_NOT_FOUND');
    expect(await summarizeResponse(await postReply(owner, toAlert))).toBe('404 NOTHING_TO_REPLY_TO');
  });

  it('a published reply stays when its business loses the listing or is deleted, and a pending one is no longer decided', async () => {
    const { providerId, owner, businessId } = await createListing();
    const id = await publishReply(owner, replyToVerdict(providerId));
    await submitReply(owner, replyToVerdict(providerId, 'Newer.'));
    await test.sql('update businesses set provider_id = null');
    expect([(await getProvider(providerId)).reply, await listModerated(), await listAnswerables(owner)]).toEqual([
      toPublicReply(),
      [],
      [],
    ]);
    expect(await summarizeResponse(await withdraw(owner, id))).toBe('404 REPLY_NOT_FOUND');
    await test.sql('delete from users where id = $1', [owner.id]);
    await test.sql('delete from businesses where id = $1', [businessId]);
    expect((await getProvider(providerId)).reply).toEqual(toPublicReply());
    // The next owner of the listing replies for it.
    const newOwner = await createMember();
    await makeBusiness(db(), { providerId, members: [{ userId: newOwner.id, role: 'owner' }] });
    await publishReply(newOwner, replyToVerdict(providerId, 'We have taken over.'));
    expect((await getProvider(providerId)).reply).toEqual(toPublicReply('We have taken over.'));
  });

  it('a reply and an open appeal are shown together', async () => {
    const { providerId, owner } = await createListing({ verificationStatus: 'Flagged' });
    await publishReply(owner, replyToVerdict(providerId));
    const [filing] = await test.sql(`insert into filings (id, kind) values (gen_random_uuid(), 'appeal') returning id`);
    await test.sql(
      `insert into appeals (id, subject, subject_id, subject_title, asked_by, wants, is_noticed)
       values ($1, 'provider', $2, 'Demo Kora', 'named', 'correction', true)`,
      [filing!['id'], providerId],
    );
    const page = await getProvider(providerId);
    expect([page.appealSince !== null, page.reply, page.verificationStatus]).toEqual([
      true,
      toPublicReply(),
      'Flagged',
    ]);
  });

  it('neither the public pages nor the stored reply say which member wrote it [REPLY-02]', async () => {
    const { providerId, owner } = await createListing({}, ['owner'], {
      email: 'hidden-writer@example.com',
      firstName: 'Hiddenfirst',
      lastName: 'Hiddenlast',
    });
    const alert = await makeAlert(db(), { affectedProviderId: providerId });
    await publishReply(owner, replyToVerdict(providerId));
    await publishReply(owner, { ...replyToVerdict(providerId), kind: 'alert', subjectId: alert.id });
    const texts = await Promise.all(
      [`/api/providers/${providerId}`, `/api/fraud-alerts/${alert.id}`, '/api/reports'].map(async (path) =>
        (await server.get(path)).text(),
      ),
    );
    const rows = JSON.stringify(await test.sql('select * from business_replies'));
    const console = JSON.stringify(await listModerated('?status=approved'));
    for (const text of [...texts, rows, console]) {
      expect(text).not.toMatch(/hidden/i);
      expect(text).not.toContain(owner.id);
    }
  });
});
