/** Other pending work of moderators: messages, payments, reviews, experiences, changes of listings and documents. */
import type { ReplyOf } from '@hakiki/contract/endpoint';
import type { confirmPayment } from '@hakiki/contract/billing-admin';
import type { approveDocument, approveProfileChange } from '@hakiki/contract/business-admin';
import type { finishContactMessage } from '@hakiki/contract/contact-admin';
import type { approveExperience } from '@hakiki/contract/experiences-admin';
import type { approveReview } from '@hakiki/contract/reviews-admin';
import { TOTAL_COUNT_HEADER } from '@hakiki/contract/limits';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Admin, createConsoleClient, makeAdmin } from '../../../../test/support/staff.ts';
import { decisionFields, expectedReply } from '../../../../test/support/expected-replies.ts';
import { summarizeResponse } from '../../../../test/support/browser.ts';
import { useDatabase } from '../../../../test/support/database.ts';
import {
  makeBusinessDocument,
  makeExperience,
  makePayment,
  makeProfileChange,
  makeProvider,
  makeReview,
  makeSalesMessage,
  makeUser,
} from '../../../../test/support/factories.ts';
import { useServer } from '../../../../test/support/server.ts';

const test = useDatabase();
const server = useServer(test, { settings: { rateLimitScale: 1000 } });
const { putAsShownWithReason, getJson } = createConsoleClient(server);
const db = () => test.database.db;
const UNKNOWN = '01890000-0000-7000-8000-00000000dead';
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);

let admin: Admin;
beforeAll(async () => {
  admin = await makeAdmin(db());
});

const putAndRead = async <Body>(path: string) => {
  const response = await server.get(path, { method: 'PUT', headers: { cookie: admin.cookie } });
  expect(response.status, path).toBe(200);
  return (await response.json()) as Body;
};
const putOutcome = async (path: string) => summarizeResponse(await putAsShownWithReason(admin, path));
const decisionsOn = (id: string) =>
  test.sql(
    `select d.id, d.subject, d.from_value as "from", d.to_value as "to", d.decided_by as "by", a.action
     from decisions d join audit_entries a on a.subject = d.subject_id::text where d.subject_id = $1 order by a.id`,
    [id],
  );

describe('pending lists', () => {
  it('lists messages oldest first on request, in pages with a total, and removes a finished message [DEC-77]', async () => {
    const recent = await makeSalesMessage(db(), { createdAt: daysAgo(1) });
    const old = await makeSalesMessage(db(), { createdAt: daysAgo(2), subject: 'Old' });
    const path = '/api/admin/contact-messages';
    const response = await server.get(`${path}?order=oldest&limit=1`, { headers: { cookie: admin.cookie } });
    expect(response.headers.get(TOTAL_COUNT_HEADER)).toBe('2');
    expect(await response.json()).toEqual([
      {
        id: old.id,
        name: 'Kofi',
        email: 'kofi@example.com',
        company: null,
        phone: null,
        subject: 'Old',
        message: 'Please call me.',
        createdAt: old.createdAt.toISOString(),
        status: 'open',
      },
    ]);
    const done = await putAndRead<ReplyOf<typeof finishContactMessage>>(`${path}/${old.id}/done`);
    expect(done).toEqual(
      expectedReply('PUT /api/admin/contact-messages/:id/done', {
        id: old.id,
        status: 'done',
        ...decisionFields({ canUndo: false }),
      }),
    );
    expect(await getJson(admin, path)).toEqual(expectedReply('GET /api/admin/contact-messages', [{ id: recent.id }]));
    expect(await decisionsOn(old.id)).toEqual([
      {
        id: done.decisionId,
        subject: 'message',
        from: 'open',
        to: 'done',
        by: admin.id,
        action: 'message.status-changed',
      },
    ]);
    expect(await putOutcome(`${path}/${old.id}/done`)).toBe('409 ALREADY_DECIDED');
    expect(await putOutcome(`${path}/${UNKNOWN}/done`)).toBe('404 MESSAGE_NOT_FOUND');
  });

  it('an administrator publishes or rejects a review once, and the provider’s rating changes [DEC-77]', async () => {
    const provider = await makeProvider(db());
    const review = await makeReview(db(), { providerId: provider.id, rating: 5, status: 'pending' });
    const other = await makeReview(db(), { providerId: provider.id, rating: 1, status: 'pending' });
    const path = '/api/admin/reviews';
    expect(await getJson(admin, `${path}?order=oldest`)).toEqual(
      expectedReply('GET /api/admin/reviews', [{ id: review.id, providerName: provider.name }, { id: other.id }]),
    );
    const approved = await putAndRead<ReplyOf<typeof approveReview>>(`${path}/${review.id}/approve`);
    expect(approved).toEqual(
      expectedReply('PUT /api/admin/reviews/:id/approve', {
        id: review.id,
        status: 'approved',
        rating: 5,
        userLocation: 'nigeria',
        ...decisionFields({ canUndo: true }),
      }),
    );
    expect(await putAndRead(`${path}/${other.id}/reject`)).toEqual(
      expectedReply('PUT /api/admin/reviews/:id/reject', { status: 'rejected', ...decisionFields({ canUndo: true }) }),
    );
    expect(await server.json(`/api/providers/${provider.id}`)).toEqual(
      expectedReply('GET /api/providers/:id', { rating: '5.0', reviewCount: 1 }),
    );
    expect(await getJson(admin, path)).toEqual([]);
    for (const [id, verb] of [
      [review.id, 'reject'],
      [other.id, 'approve'],
    ] as const) {
      expect(await putOutcome(`${path}/${id}/${verb}`)).toBe('409 ALREADY_DECIDED');
    }
    expect(await putOutcome(`${path}/${UNKNOWN}/approve`)).toBe('404 REVIEW_NOT_FOUND');
    expect(await decisionsOn(other.id)).toEqual([
      expect.objectContaining({ subject: 'review', to: 'rejected', by: admin.id }),
    ]);
  });

  it('an administrator publishes or rejects a shared experience once [DEC-77]', async () => {
    const sharedExperience = await makeExperience(db(), { status: 'pending', providerName: 'Demo Naming' });
    const other = await makeExperience(db(), { status: 'pending' });
    const path = '/api/admin/experiences';
    expect(await getJson(admin, `${path}?order=oldest`)).toEqual(
      expectedReply('GET /api/admin/experiences', [{ id: sharedExperience.id, status: 'pending' }, { id: other.id }]),
    );
    const approved = await putAndRead<ReplyOf<typeof approveExperience>>(`${path}/${sharedExperience.id}/approve`);
    expect(approved).toEqual(
      expectedReply('PUT /api/admin/experiences/:id/approve', {
        id: sharedExperience.id,
        status: 'approved',
        providerName: 'Demo Naming',
        ...decisionFields({ canUndo: true }),
      }),
    );
    expect(await putAndRead(`${path}/${other.id}/reject`)).toEqual(
      expectedReply('PUT /api/admin/experiences/:id/reject', {
        status: 'rejected',
        ...decisionFields({ canUndo: true }),
      }),
    );
    expect(await server.json('/api/experiences')).toEqual(
      expectedReply('GET /api/experiences', [{ id: sharedExperience.id }]),
    );
    expect(await putOutcome(`${path}/${sharedExperience.id}/reject`)).toBe('409 ALREADY_DECIDED');
    expect(await putOutcome(`${path}/${UNKNOWN}/reject`)).toBe('404 EXPERIENCE_NOT_FOUND');
    expect(await decisionsOn(sharedExperience.id)).toEqual([
      expect.objectContaining({ id: approved.decisionId, subject: 'experience', from: 'pending', to: 'approved' }),
    ]);
  });
});

describe('payments', () => {
  const path = '/api/admin/payments';

  it('a confirmed payment starts the plan, with audit entries [DEC-77]', async () => {
    const payer = await makeUser(db());
    const { id } = await makePayment(db(), { userId: payer.id });
    expect(await getJson(admin, path)).toEqual(
      expectedReply('GET /api/admin/payments', [{ id, userId: payer.id, email: payer.email, amountCents: 29_900 }]),
    );
    const confirmed = await putAndRead<ReplyOf<typeof confirmPayment>>(`${path}/${id}/confirm`);
    expect(confirmed).toEqual(
      expectedReply('PUT /api/admin/payments/:id/confirm', {
        id,
        status: 'confirmed',
        tier: 'premium',
        ...decisionFields({ canUndo: false }),
      }),
    );
    const [user] = await test.sql(
      `select subscription_tier as tier, subscription_status as status, subscription_ends_at > now() + interval '27 days' as "isPaid"
       from users where id = $1`,
      [payer.id],
    );
    expect(user).toEqual({ tier: 'premium', status: 'active', isPaid: true });
    expect(await decisionsOn(id)).toEqual([
      expect.objectContaining({ id: confirmed.decisionId, subject: 'payment', to: 'confirmed', by: admin.id }),
    ]);
    expect(await decisionsOn(payer.id)).toEqual([
      expect.objectContaining({ action: 'account.tier-changed', from: 'free', to: 'premium', by: admin.id }),
      expect.objectContaining({ action: 'account.plan-extended' }),
    ]);
    for (const verb of ['confirm', 'decline']) {
      expect(await putOutcome(`${path}/${id}/${verb}`)).toBe('409 ALREADY_DECIDED');
      expect(await putOutcome(`${path}/${UNKNOWN}/${verb}`)).toBe('404 PAYMENT_NOT_FOUND');
    }
  });

  it('a declined payment does not change the account, and payments of a deleted account are not pending [DEC-77]', async () => {
    const payer = await makeUser(db());
    const { id } = await makePayment(db(), { userId: payer.id, tier: 'api' });
    expect(await putAndRead(`${path}/${id}/decline`)).toEqual(
      expectedReply('PUT /api/admin/payments/:id/decline', {
        status: 'declined',
        ...decisionFields({ canUndo: false }),
      }),
    );
    expect(await test.sql('select subscription_tier as tier from users where id = $1', [payer.id])).toEqual([
      { tier: 'free' },
    ]);
    const pendingPayment = await makePayment(db(), { userId: payer.id, tier: 'api' });
    await test.sql('delete from users where id = $1', [payer.id]);
    expect(await getJson(admin, path)).toEqual([]);
    expect(await putOutcome(`${path}/${pendingPayment.id}/confirm`)).toBe('404 PAYMENT_NOT_FOUND');
  });

  it('starts one plan when a payment is confirmed several times at the same time [DEC-77]', async () => {
    const { id } = await makePayment(db(), { userId: (await makeUser(db())).id });
    const outcomes = await Promise.all([1, 2, 3].map(() => putAsShownWithReason(admin, `${path}/${id}/confirm`)));
    expect(outcomes.map(({ status }) => String(status)).toSorted()).toEqual(['200', '409', '409']);
  });
});

describe('listings of businesses', () => {
  it('a profile change updates only the fields that a business may edit [DEC-77]', async () => {
    const provider = await makeProvider(db(), { name: 'Demo Old Name', website: 'https://old.example' });
    const requestedChanges = {
      name: '  Demo New Name ',
      website: 'javascript:alert(1)',
      countries: ['South-Africa', 'Kenya'],
      licenseInfo: null,
      description: 'An invented service for tests.',
      verificationStatus: 'Verified',
      riskScore: 'Low',
      rating: '5.0',
    };
    const { id } = await makeProfileChange(db(), { providerId: provider.id, changes: requestedChanges });
    const path = '/api/admin/profile-changes';
    const expected = {
      id,
      providerId: provider.id,
      providerName: 'Demo Old Name',
      changes: [
        { field: 'name', from: 'Demo Old Name', to: 'Demo New Name' },
        { field: 'countries', from: 'nigeria', to: 'south africa, kenya' },
      ],
      createdAt: expect.any(String),
      status: 'pending',
    };
    expect(await getJson(admin, path)).toEqual([expected]);
    const approved = await putAndRead<ReplyOf<typeof approveProfileChange>>(`${path}/${id}/approve`);
    expect(approved).toEqual({ ...expected, status: 'approved', ...decisionFields({ canUndo: false }) });
    expect(await server.json(`/api/providers/${provider.id}`)).toEqual(
      expectedReply('GET /api/providers/:id', {
        name: 'Demo New Name',
        website: 'https://old.example',
        countries: ['south africa', 'kenya'],
        verificationStatus: 'Pending',
        riskScore: 'Medium',
        rating: '0.0',
      }),
    );
    expect(await server.json('/api/providers?country=kenya')).toEqual(
      expectedReply('GET /api/providers', [{ id: provider.id }]),
    );
    expect(await decisionsOn(id)).toEqual([
      expect.objectContaining({
        id: approved.decisionId,
        subject: 'change',
        to: 'approved',
        action: 'change.approved',
      }),
    ]);
    expect(await putOutcome(`${path}/${id}/reject`)).toBe('409 ALREADY_DECIDED');
    expect(await putOutcome(`${path}/${UNKNOWN}/approve`)).toBe('404 CHANGE_NOT_FOUND');

    const declined = await makeProfileChange(db(), { providerId: provider.id });
    expect(await putAndRead(`${path}/${declined.id}/reject`)).toEqual(
      expectedReply('PUT /api/admin/profile-changes/:id/reject', {
        status: 'rejected',
        ...decisionFields({ canUndo: false }),
      }),
    );
    expect(await server.json(`/api/providers/${provider.id}`)).toEqual(
      expectedReply('GET /api/providers/:id', { name: 'Demo New Name' }),
    );
  });

  it('an administrator accepts or rejects a document once [DEC-77]', async () => {
    const provider = await makeProvider(db());
    const document = await makeBusinessDocument(db(), { providerId: provider.id });
    const other = await makeBusinessDocument(db(), { providerId: provider.id });
    const path = '/api/admin/documents';
    expect(await getJson(admin, `${path}?order=oldest`)).toEqual(
      expectedReply('GET /api/admin/documents', [{ id: document.id, providerName: provider.name }, { id: other.id }]),
    );
    const approved = await putAndRead<ReplyOf<typeof approveDocument>>(`${path}/${document.id}/approve`);
    expect(approved).toEqual(
      expectedReply('PUT /api/admin/documents/:id/approve', {
        id: document.id,
        name: 'licence.pdf',
        type: 'Licence',
        status: 'approved',
        ...decisionFields({ canUndo: false }),
      }),
    );
    expect(await putAndRead(`${path}/${other.id}/reject`)).toEqual(
      expectedReply('PUT /api/admin/documents/:id/reject', {
        status: 'rejected',
        ...decisionFields({ canUndo: false }),
      }),
    );
    expect(await getJson(admin, path)).toEqual([]);
    expect(await putOutcome(`${path}/${document.id}/approve`)).toBe('409 ALREADY_DECIDED');
    expect(await putOutcome(`${path}/${UNKNOWN}/reject`)).toBe('404 DOCUMENT_NOT_FOUND');
    expect(await decisionsOn(document.id)).toEqual([
      expect.objectContaining({ id: approved.decisionId, subject: 'document', to: 'approved', by: admin.id }),
    ]);
  });
});
