/** Lists show the newest entries first; an administrator who works through a list requests the oldest first. */
import type { ProviderId } from '@hakiki/contract/directory';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Admin, makeAdmin } from './support/staff.ts';
import { useDatabase } from './support/database.ts';
import {
  makeAlert,
  makeBusinessDocument,
  makeExperience,
  makePayment,
  makeProfileChange,
  makeProvider,
  makeReport,
  makeReview,
  makeSalesMessage,
  makeSession,
  makeUser,
} from './support/factories.ts';
import { useServer } from './support/server.ts';

const test = useDatabase();
const server = useServer(test, { settings: { rateLimitScale: 1000 } });
let admin: Admin;
let reporterCookie = '';
let providerId: ProviderId;

/** Inserted in mixed order, so that neither row order nor id order is the right one. */
const daysAgo = [2, 9, 4, 0.5, 7];
const times = daysAgo.map((days) => new Date(Date.now() - days * 86_400_000));
const newestFirst = times.map((time) => time.toISOString()).sort((a, b) => (a < b ? 1 : -1));

beforeAll(async () => {
  const { db } = test.database;
  const reporter = await makeUser(db, { createdAt: new Date(0) });
  ({ cookie: reporterCookie } = await makeSession(db, { userId: reporter.id }));
  const provider = await makeProvider(db, { createdAt: new Date(0) });
  providerId = provider.id;
  for (const createdAt of times) {
    await makeAlert(db, { createdAt, createdBy: reporter.id, severity: 'High', status: 'approved' });
    await makeReport(db, { createdAt, createdBy: reporter.id, severity: 'High' });
    await makeReview(db, { createdAt, providerId });
    await makeReview(db, { createdAt, providerId, status: 'pending' });
    await makeExperience(db, { createdAt });
    await makeExperience(db, { createdAt, status: 'pending' });
    await makeSalesMessage(db, { createdAt });
    const { id: payerId } = await makeUser(db, { createdAt });
    await makePayment(db, { createdAt, userId: payerId });
    await makeProfileChange(db, { createdAt, providerId });
    await makeBusinessDocument(db, { createdAt, providerId });
    await makeProvider(db, { createdAt });
  }
  admin = await makeAdmin(db);
  await db.execute(`update users set created_at = 'epoch' where id = '${admin.id}'`);
});

const readTimes = async (path: string, cookie: string) => {
  const response = await server.get(path, { headers: { cookie } });
  expect(response.status, path).toBe(200);
  const rows = (await response.json()) as { createdAt: string }[];
  return rows.map(({ createdAt }) => createdAt).filter((time) => newestFirst.includes(time));
};

const pendingLists = ['contact-messages', 'reviews', 'experiences', 'payments', 'profile-changes', 'documents'];

describe('the order of lists', () => {
  it('alerts, reports and reviews are listed newest first for visitors and members, experiences for visitors, and own scam reports for their reporter [DEC-55]', async () => {
    for (const path of ['/api/fraud-alerts/active', '/api/reports', `/api/providers/${providerId}/reviews`]) {
      expect(await readTimes(path, ''), path).toEqual(newestFirst);
      expect(await readTimes(path, reporterCookie), path).toEqual(newestFirst);
    }
    expect(await readTimes('/api/experiences?limit=50', '')).toEqual(newestFirst);
    expect(await readTimes('/api/fraud-alerts/my-reports', reporterCookie)).toEqual(newestFirst);
  });

  it.each(['users', 'providers', 'fraud-alerts', 'reports', ...pendingLists])(
    'the console lists %s newest first [DEC-55]',
    async (name) => {
      expect(await readTimes(`/api/admin/${name}`, admin.cookie)).toEqual(newestFirst);
    },
  );

  it.each(pendingLists)('the console lists %s oldest first on request', async (name) => {
    expect(await readTimes(`/api/admin/${name}?order=oldest`, admin.cookie)).toEqual(newestFirst.toReversed());
  });
});
