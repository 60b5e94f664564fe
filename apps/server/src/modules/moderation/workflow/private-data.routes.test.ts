/** Tests every way to publish with a private phone number in each text that can become public. */
import { errors } from '@hakiki/contract/errors';
import { endpoints } from '@hakiki/contract/endpoints';
import { PRIVATE_DATA_HEADER, type PrivateDataError } from '@hakiki/contract/private-data';
import type { Proposal } from '@hakiki/contract/proposals-admin';
import type { Task } from '@hakiki/contract/tasks-admin';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { acknowledgePrivateData, type Admin, createConsoleClient, makeAdmin } from '../../../../test/support/staff.ts';
import { summarizeResponse } from '../../../../test/support/browser.ts';
import { useDatabase } from '../../../../test/support/database.ts';
import {
  makeAlert,
  makeBusiness,
  makeExperience,
  makePendingNewsBatch,
  makeNewsItem,
  makeProfileChange,
  makeProvider,
  makeBusinessReply,
  makeReport,
  makeReview,
} from '../../../../test/support/factories.ts';
import { createReporter } from '../../../../test/support/reporter.ts';
import { useServer } from '../../../../test/support/server.ts';
import { uuidv7 } from '../../../platform/db/uuid.ts';

const test = useDatabase();
const server = useServer(test, { settings: { rateLimitScale: 1000, replyCacheSeconds: 0 } });
const { putAsShownWithReason, post, getJson, markShown, confirmProposal } = createConsoleClient(server);
const reporter = createReporter(server);
const db = () => test.database.db;

let admin: Admin;
let secondAdmin: Admin;
beforeAll(async () => {
  admin = await makeAdmin(db());
  secondAdmin = await makeAdmin(db());
});
beforeEach(() =>
  test.deleteAllRows('cases', 'fraud_alerts', 'reports', 'filings', 'providers', 'news_items', 'news_batches'),
);

const PHONE = '+27 83 000 0123';
const TEXT = `The victim can be called at ${PHONE} in the evening.`;
const markIn = (text: string) => ({
  kind: 'phone',
  start: text.indexOf(PHONE),
  end: text.indexOf(PHONE) + PHONE.length,
});
const markedText = (field: string, text = TEXT) => ({
  field,
  text,
  marks: [markIn(text)],
  token: expect.any(String) as string,
});
const errorReply = (...privateData: unknown[]) => ({
  message: errors.PRIVATE_DATA_FOUND.message,
  code: 'PRIVATE_DATA_FOUND',
  privateData,
});
const lastDetail = async (subject: string) => {
  const rows = await test.sql(`select detail from audit_entries where subject = $1 order by at desc, id desc`, [
    subject,
  ]);
  return rows.map(({ detail }) => (detail as { privateData?: string } | null)?.privateData).find(Boolean);
};

type Send = (headers: Record<string, string>) => Promise<Response>;

interface PublishingCase {
  send: Send;
  /** The subject of the audit entry. */
  subject: string;
  field: string;
  isPublic: () => Promise<boolean>;
}

const statusOf = async (table: string, id: string) =>
  (await test.sql(`select status from ${table} where id = $1`, [id]))[0]?.['status'];

/** Every way to publish a text, prepared up to the last request. */
const publishingCases: Record<string, () => Promise<PublishingCase>> = {
  async 'approving an alert in its tab'() {
    const { id } = await makeAlert(db(), { status: 'pending', description: TEXT });
    return {
      send: (headers) => putAsShownWithReason(admin, `/api/admin/fraud-alerts/${id}/approve`, {}, headers),
      subject: id,
      field: 'description',
      isPublic: async () => (await statusOf('fraud_alerts', id)) === 'approved',
    };
  },
  async 'publishing an alert by an edit'() {
    const { id } = await makeAlert(db(), { status: 'rejected', advice: TEXT });
    return {
      send: (headers) => putAsShownWithReason(admin, `/api/admin/fraud-alerts/${id}`, { status: 'approved' }, headers),
      subject: id,
      field: 'advice',
      isPublic: async () => (await statusOf('fraud_alerts', id)) === 'approved',
    };
  },
  async 'writing the reason of a decision'() {
    const { id } = await makeAlert(db(), { status: 'pending' });
    return {
      send: (headers) =>
        putAsShownWithReason(admin, `/api/admin/fraud-alerts/${id}/approve`, { reason: TEXT }, headers),
      subject: id,
      field: 'reason',
      isPublic: async () => (await statusOf('fraud_alerts', id)) === 'approved',
    };
  },
  async 'starting the investigation of a report'() {
    const { id } = await makeReport(db(), { status: 'pending', description: TEXT });
    return {
      send: (headers) => putAsShownWithReason(admin, `/api/admin/reports/${id}`, { status: 'investigating' }, headers),
      subject: id,
      field: 'description',
      isPublic: async () => (await statusOf('reports', id)) === 'investigating',
    };
  },
  async 'listing a proposed provider'() {
    const { id } = await makeProvider(db(), {
      reviewState: 'pending',
      verificationStatus: 'Pending',
      description: TEXT,
    });
    return {
      send: (headers) =>
        putAsShownWithReason(admin, `/api/admin/providers/${id}`, { verificationStatus: 'Limited' }, headers),
      subject: id,
      field: 'description',
      isPublic: async () => (await test.sql('select from providers where id = $1 and is_public', [id])).length > 0,
    };
  },
  async 'writing the reasons for a flag'() {
    const { id } = await makeProvider(db());
    const flag = { verificationStatus: 'Flagged', flaggedReasons: [TEXT] };
    return {
      send: (headers) => putAsShownWithReason(admin, `/api/admin/providers/${id}`, flag, headers),
      subject: id,
      field: 'flaggedReasons',
      isPublic: async () =>
        (await test.sql(`select from providers where id = $1 and verification_status = 'Flagged'`, [id])).length > 0,
    };
  },
  async 'approving a change that a business requested'() {
    const { id: providerId } = await makeProvider(db());
    const { id } = await makeProfileChange(db(), { providerId, changes: { description: TEXT } });
    return {
      send: (headers) => putAsShownWithReason(admin, `/api/admin/profile-changes/${id}/approve`, {}, headers),
      subject: id,
      field: 'description',
      isPublic: async () => (await statusOf('profile_changes', id)) === 'approved',
    };
  },
  async 'approving a reply of a business'() {
    const { id: providerId } = await makeProvider(db(), { verificationStatus: 'Flagged' });
    const { id: businessId } = await makeBusiness(db(), { providerId });
    const { id } = await makeBusinessReply(db(), { providerId, businessId, text: TEXT });
    return {
      send: (headers) => putAsShownWithReason(admin, `/api/admin/replies/${id}/approve`, {}, headers),
      subject: id,
      field: 'text',
      isPublic: async () => (await statusOf('business_replies', id)) === 'approved',
    };
  },
  async 'approving a review'() {
    const { id: providerId } = await makeProvider(db());
    const { id } = await makeReview(db(), { providerId, status: 'pending', experience: TEXT });
    return {
      send: (headers) => putAsShownWithReason(admin, `/api/admin/reviews/${id}/approve`, {}, headers),
      subject: id,
      field: 'experience',
      isPublic: async () => (await statusOf('reviews', id)) === 'approved',
    };
  },
  async 'approving an experience'() {
    const { id } = await makeExperience(db(), { status: 'pending', experience: TEXT });
    return {
      send: (headers) => putAsShownWithReason(admin, `/api/admin/experiences/${id}/approve`, {}, headers),
      subject: id,
      field: 'experience',
      isPublic: async () => (await statusOf('experiences', id)) === 'approved',
    };
  },
  async 'releasing held announcements'() {
    const id = await makePendingNewsBatch(db(), 'cbk');
    await test.sql('update news_items set summary = $1', [TEXT]);
    return {
      send: (headers) => post(admin, `/api/admin/news-batches/${id}/release`, { version: 1 }, headers),
      subject: 'cbk',
      field: 'summary',
      isPublic: async () => (await test.sql(`select from news_items where state = 'shown'`)).length > 0,
    };
  },
  async 'showing a hidden announcement'() {
    const { id } = await makeNewsItem(db(), { state: 'hidden', summary: TEXT });
    return {
      send: (headers) => post(admin, `/api/admin/news/${id}/show`, { reason: 'It is right.' }, headers),
      subject: id,
      field: 'summary',
      isPublic: async () => (await test.sql(`select from news_items where state = 'shown'`)).length > 0,
    };
  },
};

describe('the private data gate', () => {
  it.each(Object.entries(publishingCases))(
    'an administrator must acknowledge a phone number before it becomes public: %s [FILL-06]',
    async (_, prepare) => {
      const { send, subject, field, isPublic } = await prepare();
      const rejected = await send({});
      expect([rejected.status, await rejected.json()]).toEqual([409, errorReply(markedText(field))]);
      expect(await summarizeResponse(await send({ [PRIVATE_DATA_HEADER]: 'abc,def' }))).toBe('409 PRIVATE_DATA_FOUND');
      expect(await isPublic()).toBe(false);

      const { status } = await acknowledgePrivateData(send);
      expect([status, await isPublic()]).toEqual([200, true]);
      // The audit log stores kinds and counts, never the details.
      expect(await lastDetail(subject)).toBe('phone 1');
      expect(await test.sql('select from audit_entries where detail::text like $1', [`%${PHONE}%`])).toEqual([]);
    },
  );

  it('an administrator must acknowledge again when the private details of the text have changed [FILL-06]', async () => {
    const { id } = await makeAlert(db(), { status: 'pending', description: TEXT });
    const approve = (headers: Record<string, string> = {}) =>
      putAsShownWithReason(admin, `/api/admin/fraud-alerts/${id}/approve`, {}, headers);
    const { privateData } = (await (await approve()).json()) as PrivateDataError;
    const seen = { [PRIVATE_DATA_HEADER]: privateData[0]!.token };
    await test.sql('update fraud_alerts set description = $1', [TEXT.replace(PHONE, '+27 83 000 0456')]);
    expect(await summarizeResponse(await approve(seen))).toBe('409 PRIVATE_DATA_FOUND');
    await test.sql('update fraud_alerts set description = $1', [TEXT.replace('evening', 'morning')]);
    expect((await approve(seen)).status).toBe(200);
  });

  it('an administrator publishes without acknowledging when there are no private details or they are public already [FILL-06]', async () => {
    const plain = await makeAlert(db(), { status: 'pending' });
    await markShown(admin, plain.id);
    const emptied = await server.get(`/api/admin/fraud-alerts/${plain.id}/approve`, {
      method: 'PUT',
      headers: { cookie: admin.cookie },
    });
    expect(emptied.status).toBe(200);
    const known = await makeAlert(db(), { status: 'approved', severity: 'Low', description: TEXT });
    expect(
      (await putAsShownWithReason(admin, `/api/admin/fraud-alerts/${known.id}`, { severity: 'High' })).status,
    ).toBe(200);
  });

  it('an administrator must acknowledge private details in a report or provider that they enter themselves [FILL-06]', async () => {
    const report = { reportType: 'other', description: TEXT, severity: 'High', status: 'investigating' };
    const provider = { name: 'Zenith Coins', type: 'Exchange', description: TEXT, countries: ['kenya'] };
    for (const [path, body] of [
      ['/api/admin/reports', report],
      ['/api/admin/providers', provider],
    ] as const) {
      const rejected = await post(admin, path, body);
      expect([rejected.status, await rejected.json()]).toEqual([409, errorReply(markedText('description'))]);
      expect((await acknowledgePrivateData((headers) => post(admin, path, body, headers))).status).toBe(201);
    }
    expect((await post(admin, '/api/admin/reports', { ...report, status: 'pending' })).status).toBe(201);
  });

  it('the proposer and the confirming administrator must both acknowledge private details [FILL-06]', async () => {
    const { id } = await makeAlert(db(), { status: 'approved' });
    const edit = (headers: Record<string, string> = {}) =>
      putAsShownWithReason(admin, `/api/admin/fraud-alerts/${id}`, { description: TEXT }, headers);
    expect(await summarizeResponse(await edit())).toBe('409 PRIVATE_DATA_FOUND');
    const { proposal } = (await (await acknowledgePrivateData(edit)).json()) as { proposal: Proposal };
    const path = `/api/admin/proposals/${proposal.id}`;
    const { seen } = await getJson<{ seen: string }>(secondAdmin, path);
    const rejected = await post(secondAdmin, `${path}/confirm`, { seen });
    expect([rejected.status, await rejected.json()]).toEqual([409, errorReply(markedText('description'))]);
    expect((await confirmProposal(secondAdmin, proposal.id)).status).toBe(200);
  });

  it('an administrator must acknowledge the private details of a whole case before its first report is decided [FILL-06]', async () => {
    const report = { description: `${TEXT} A broker at goldmine-demo.com promises a third each month.` };
    const { item } = await reporter.reportScam(report);
    await server.running.services.cases.groupFiling(item.id);
    const [row] = await test.sql('select case_id as id from case_filings where filing_id = $1', [item.id]);
    const path = `/api/admin/cases/${String(row?.['id'])}`;
    await post(admin, `${path}/claim`);
    const decide = (headers: Record<string, string> = {}) =>
      post(admin, `${path}/decide`, { decision: 'approve', reason: 'Seen by two others.' }, headers);
    const rejected = await decide();
    expect([rejected.status, await rejected.json()]).toEqual([
      409,
      errorReply(markedText('description', report.description)),
    ]);
    expect(await statusOf('fraud_alerts', item.id)).toBe('pending');
    expect((await acknowledgePrivateData(decide)).status).toBe(200);
    expect(await statusOf('fraud_alerts', item.id)).toBe('approved');
  });

  it('a bulk approval skips alerts with private details and lists them [FILL-06]', async () => {
    const plain = await makeAlert(db(), { status: 'pending', title: 'A plain one' });
    const marked = await makeAlert(db(), { status: 'pending', title: 'A marked one', description: TEXT });
    await markShown(admin, plain.id, marked.id);
    const order = { decision: 'approve', alerts: [plain.id, marked.id], reason: 'Seen by two others.' };
    const task = (await (await post(admin, '/api/admin/bulk', order)).json()) as Task;
    const job = server.running.services.tasks.jobs().find(({ name }) => name === 'tasks.bulk')!;
    await job.run({ taskId: task.id }, { id: uuidv7() });
    expect(await getJson<Task>(admin, `/api/admin/tasks/${task.id}`)).toEqual({
      ...task,
      state: 'done',
      done: 2,
      total: 2,
      problems: [{ title: 'A marked one', why: 'PRIVATE_DATA_FOUND' }],
    });
    expect([await statusOf('fraud_alerts', plain.id), await statusOf('fraud_alerts', marked.id)]).toEqual([
      'approved',
      'pending',
    ]);
  });

  it('the decision record rejects private details even when a module does not declare what it publishes [FILL-06]', async () => {
    const { id } = await makeAlert(db(), { status: 'pending', description: TEXT });
    const { alerts } = server.running.services;
    await markShown(admin, id);
    const { acknowledged: _, ...actor } = admin.actor;
    await expect(
      test.database.transaction((tx) =>
        alerts.applyOrPropose(tx, id, { status: 'approved' }, { actor, reason: 'Seen.' }),
      ),
    ).rejects.toMatchObject({ code: 'PRIVATE_DATA_FOUND' });
  });

  it('every endpoint that publishes declares the error PRIVATE_DATA_FOUND [FILL-06]', () => {
    const publishing = endpoints.filter(({ errors: known }) =>
      (known as readonly string[]).includes('PRIVATE_DATA_FOUND'),
    );
    expect(publishing.map(({ method, path }) => `${method} ${path}`).toSorted()).toEqual([
      'POST /api/admin/appeals/:id/decision',
      'POST /api/admin/cases/:id/decide',
      'POST /api/admin/masks/:id/revert',
      'POST /api/admin/news-batches/:id/release',
      'POST /api/admin/news/:id/show',
      'POST /api/admin/proposals/:id/confirm',
      'POST /api/admin/providers',
      'POST /api/admin/providers/:providerId/evidence',
      'POST /api/admin/reports',
      'PUT /api/admin/experiences/:id/approve',
      'PUT /api/admin/fraud-alerts/:alertId',
      'PUT /api/admin/fraud-alerts/:id/approve',
      'PUT /api/admin/profile-changes/:id/approve',
      'PUT /api/admin/providers/:providerId',
      'PUT /api/admin/replies/:id/approve',
      'PUT /api/admin/reports/:reportId',
      'PUT /api/admin/reviews/:id/approve',
    ]);
  });
});
