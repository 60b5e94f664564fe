/** The lists and counts of the console over HTTP. */
import type { AdminUser } from '@hakiki/contract/accounts-admin';
import type { AdminAlert } from '@hakiki/contract/alerts-admin';
import type { AdminProvider } from '@hakiki/contract/directory-admin';
import type { AdminStats } from '@hakiki/contract/overview-admin';
import type { AdminReport } from '@hakiki/contract/reports-admin';
import { TOTAL_COUNT_HEADER } from '@hakiki/contract/limits';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Admin, createConsoleClient, makeAdmin } from '../../../../test/support/staff.ts';
import { expectedReply } from '../../../../test/support/expected-replies.ts';
import { summarizeResponse } from '../../../../test/support/browser.ts';
import { useDatabase } from '../../../../test/support/database.ts';
import { makeAlert, makeProvider, makeReport, makeUser } from '../../../../test/support/factories.ts';
import { createReporter } from '../../../../test/support/reporter.ts';
import { useServer } from '../../../../test/support/server.ts';

const test = useDatabase();
const server = useServer(test, { settings: { rateLimitScale: 1000 } });
const { getJson } = createConsoleClient(server);
const reporter = createReporter(server);
const db = () => test.database.db;
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);

let admin: Admin;
beforeAll(async () => {
  admin = await makeAdmin(db());
});

async function list<Row>(path: string): Promise<{ rows: Row[]; total: number }> {
  const response = await server.get(path, { headers: { cookie: admin.cookie } });
  expect(response.status, path).toBe(200);
  return { rows: (await response.json()) as Row[], total: Number(response.headers.get(TOTAL_COUNT_HEADER)) };
}

const readOutcome = async (path: string) =>
  summarizeResponse(await server.get(path, { headers: { cookie: admin.cookie } }));

describe('GET /api/admin/users', () => {
  beforeAll(async () => {
    await makeUser(db(), { email: 'zuri@traders.example', firstName: 'Zuri', lastName: 'Demo', createdAt: daysAgo(3) });
    await makeUser(db(), {
      email: 'office@example.com',
      firstName: 'ÉLODIE',
      lastName: 'Ab_c%d',
      userType: 'business',
      subscriptionTier: 'premium',
      createdAt: daysAgo(2),
    });
    await makeUser(db(), {
      email: 'watch@example.com',
      firstName: null,
      lastName: null,
      userType: 'regtech',
      subscriptionTier: 'enterprise',
      emailVerifiedAt: null,
      createdAt: daysAgo(1),
    });
  });

  const emails = async (query: string) => {
    const { rows, total } = await list<AdminUser>(`/api/admin/users?${query}`);
    return [rows.map(({ email }) => email), total];
  };

  it('lists all accounts, newest first, in pages and with the total [CALL-28] [SHAPE-20] [DEC-71]', async () => {
    const all = ['watch@example.com', 'office@example.com', 'zuri@traders.example'];
    expect(await emails('')).toEqual([[admin.email, ...all], 4]);
    expect(await emails('limit=2&offset=1')).toEqual([all.slice(0, 2), 4]);
    const { rows } = await list<AdminUser>('/api/admin/users?limit=1&offset=1');
    expect(rows).toEqual([
      {
        id: expect.any(String),
        firstName: null,
        lastName: null,
        email: 'watch@example.com',
        profileImageUrl: null,
        subscriptionTier: 'enterprise',
        userType: 'regtech',
        subscriptionStatus: 'inactive',
        subscriptionEndsAt: null,
        isAdmin: false,
        isModerator: false,
        referralCode: null,
        createdAt: expect.any(String),
        emailVerified: false,
      },
    ]);
  });

  it('searches email and full name, ignores case, and treats every character literally [ADMIN-19]', async () => {
    for (const [search, found] of [
      ['TRADERS', ['zuri@traders.example']],
      ['zuri demo', ['zuri@traders.example']],
      ['  Zuri   DEMO ', ['zuri@traders.example']],
      ['élodie', ['office@example.com']],
      ['b_c%', ['office@example.com']],
      ['Zuri@Traders.example', ['zuri@traders.example']],
      ['uri@traders.example', ['zuri@traders.example']],
      ['zu', ['zuri@traders.example']],
      ['nobody at all', []],
      ['%%%', []],
      ['___', []],
      ['\\', []],
    ] as const) {
      expect(await emails(`search=${encodeURIComponent(search)}`), search).toEqual([found, found.length]);
    }
  });

  it('filters by type and by plan, alone, together and with a search [ADMIN-20] [ADMIN-21] [DEC-56]', async () => {
    expect(await emails('userType=business')).toEqual([['office@example.com'], 1]);
    expect(await emails('subscriptionTier=enterprise')).toEqual([['watch@example.com'], 1]);
    expect(await emails('userType=user&subscriptionTier=free')).toEqual([[admin.email, 'zuri@traders.example'], 2]);
    expect(await emails('userType=regtech&subscriptionTier=free')).toEqual([[], 0]);
    expect(await emails('search=example.com&subscriptionTier=premium')).toEqual([['office@example.com'], 1]);
    expect(await emails('search=office@example.com&subscriptionTier=free')).toEqual([[], 0]);
    expect(await emails('search=office@example.com&offset=1')).toEqual([[], 1]);
    expect(await emails('search=example&userType=user&limit=1&offset=1')).toEqual([['zuri@traders.example'], 2]);
    for (const query of [
      'userType=admin',
      'subscriptionTier=gold',
      'limit=201',
      'offset=10001',
      `search=${'x'.repeat(101)}`,
    ]) {
      expect(await readOutcome(`/api/admin/users?${query}`), query).toBe('400 INVALID_INPUT');
    }
  });
});

describe('GET /api/admin/users with plans that are over', () => {
  it('shows and filters a plan that is over as expired before the hourly job has run [DEC-43] [ADMIN-21]', async () => {
    const endsAt = daysAgo(1);
    const over = { subscriptionTier: 'premium', subscriptionStatus: 'active', subscriptionEndsAt: endsAt } as const;
    const [user, inGrace, staff] = [
      await makeUser(db(), { ...over, email: 'over@plans.example' }),
      await makeUser(db(), { ...over, email: 'grace@plans.example', graceUntil: new Date(Date.now() + 86_400_000) }),
      await makeUser(db(), { ...over, email: 'staff@plans.example', isModerator: true }),
    ];
    const find = async (query: string) =>
      (await list<AdminUser>(`/api/admin/users?${query}`)).rows
        .filter(({ id }) => [user.id, inGrace.id, staff.id].includes(id))
        .map(({ email, subscriptionTier, subscriptionStatus }) => `${email} ${subscriptionTier} ${subscriptionStatus}`);
    const [isOver, isOpen, isStaff] = [
      'over@plans.example free expired',
      'grace@plans.example premium active',
      'staff@plans.example free expired',
    ];
    expect(await find('limit=100')).toEqual([isStaff, isOpen, isOver]);
    expect(await find('subscriptionTier=premium')).toEqual([isOpen]);
    expect(await find('search=plans.example&subscriptionTier=premium')).toEqual([isOpen]);
    expect(await find('search=%40p&subscriptionTier=premium')).toEqual([isOpen]);
    expect(await find('search=over@plans.example&subscriptionTier=premium')).toEqual([]);
    expect(await find('search=over@plans.example&subscriptionTier=free')).toEqual([isOver]);
    const moderators = await list<AdminUser>('/api/admin/users?role=moderator&subscriptionTier=premium');
    expect(moderators).toEqual({ rows: [], total: 0 });
    for (const { id } of [user, inGrace, staff]) await test.sql('delete from users where id = $1', [id]);
  });
});

describe('GET /api/admin/providers', () => {
  it('lists public and other providers, newest first, by name, verdict and listing [CALL-29] [SHAPE-20]', async () => {
    const shared = { createdAt: daysAgo(1) };
    const verifiedProvider = await makeProvider(db(), {
      ...shared,
      name: 'Demo Kórà Exchange',
      verificationStatus: 'Verified',
    });
    const pendingProvider = await makeProvider(db(), { name: 'Demo Waiting Wallet', reviewState: 'pending' });
    await makeProvider(db(), { name: 'Demo Halted', verificationStatus: 'Suspended', createdAt: daysAgo(3) });
    const names = async (query: string) => {
      const { rows, total } = await list<AdminProvider>(`/api/admin/providers?${query}`);
      return [rows.map(({ name }) => name), total];
    };
    expect(await names('')).toEqual([['Demo Waiting Wallet', 'Demo Kórà Exchange', 'Demo Halted'], 3]);
    expect(await names('search=KORA')).toEqual([['Demo Kórà Exchange'], 1]);
    expect(await names('search=demo&verificationStatus=Suspended')).toEqual([['Demo Halted'], 1]);
    expect(await names('verificationStatus=Suspended')).toEqual([['Demo Halted'], 1]);
    expect(await names('reviewState=pending')).toEqual([['Demo Waiting Wallet'], 1]);
    expect(await names('reviewState=approved&limit=1')).toEqual([['Demo Kórà Exchange'], 2]);
    const { rows } = await list<AdminProvider>('/api/admin/providers');
    expect(rows[0]).toEqual(
      expectedReply('GET /api/admin/providers', {
        id: pendingProvider.id,
        reviewState: 'pending',
        countries: ['nigeria'],
      }),
    );
    expect(rows[1]).toEqual(
      expectedReply('GET /api/admin/providers', {
        id: verifiedProvider.id,
        reviewState: 'approved',
        createdAt: verifiedProvider.createdAt.toISOString(),
      }),
    );
  });
});

describe('GET /api/admin/fraud-alerts', () => {
  it("lists alerts of all statuses with private fields, but without the sender's identity and contact data [CALL-31] [SHAPE-20] [SAFE-04]", async () => {
    const { item } = await reporter.reportScam({
      amountLost: 'R 900',
      evidenceDescription: 'A chat.',
      contactEmail: 'secret-contact@example.com',
      contactPhone: '+234 800 111 2222',
    });
    const sender = await makeUser(db(), {});
    const ownAlert = await makeAlert(db(), {
      status: 'rejected',
      severity: 'Critical',
      createdBy: sender.id,
      createdAt: daysAgo(1),
    });
    const kenyanAlert = await makeAlert(db(), {
      title: 'A pump that empties WALLETS',
      affectedCountries: ['south africa', 'kenya'],
      severity: 'Low',
      createdAt: daysAgo(2),
    });
    const { rows, total } = await list<AdminAlert>('/api/admin/fraud-alerts');
    expect([rows.map(({ id }) => id), total]).toEqual([[item.id, ownAlert.id, kenyanAlert.id], 3]);
    expect(rows[0]).toEqual(
      expectedReply('GET /api/admin/fraud-alerts', {
        status: 'pending',
        amountLost: 'R 900',
        evidenceDescription: 'A chat.',
        hasContact: true,
        affectedProvider: null,
        hasAccount: false,
      }),
    );
    expect(rows[1]).toEqual(
      expectedReply('GET /api/admin/fraud-alerts', {
        affectedProvider: null,
        hasAccount: true,
        hasContact: false,
        status: 'rejected',
      }),
    );
    expect(JSON.stringify(rows)).not.toMatch(/secret-contact|111 2222/);
    expect(JSON.stringify(rows)).not.toContain(sender.id);

    const ids = async (query: string) => {
      const found = await list<AdminAlert>(`/api/admin/fraud-alerts?${query}`);
      return [found.rows.map(({ id }) => id), found.total];
    };
    expect(await ids('status=rejected')).toEqual([[ownAlert.id], 1]);
    expect(await ids('severity=critical,LOW')).toEqual([[ownAlert.id, kenyanAlert.id], 2]);
    expect(await ids('severity=unknown')).toEqual([[], 0]);
    expect(await ids('country=South-Africa')).toEqual([[kenyanAlert.id], 1]);
    expect(await ids('country=south africa&status=pending')).toEqual([[], 0]);
    expect(await ids('search=empties wallets')).toEqual([[kenyanAlert.id], 1]);
    expect(await ids('search=wallets&severity=high')).toEqual([[], 0]);
    expect(await ids('limit=1&offset=2')).toEqual([[kenyanAlert.id], 3]);
    expect(await getJson(admin, '/api/admin/fraud-alerts/counts')).toEqual({
      pending: 1,
      approved: 1,
      rejected: 1,
      merged: 0,
    });
  });

  it('counts pending and approved alerts correctly after each change [ADMIN-16]', async () => {
    await makeAlert(db(), { status: 'pending', severity: 'Low' });
    await makeAlert(db(), { status: 'approved' });
    expect(await getJson(admin, '/api/admin/fraud-alerts/counts')).toEqual({
      pending: 2,
      approved: 2,
      rejected: 1,
      merged: 0,
    });
  });
});

describe('GET /api/admin/reports', () => {
  it('lists reports of all statuses, by status, severity, type and text [CALL-30] [SHAPE-20] [DEC-26]', async () => {
    const provider = await makeProvider(db(), { name: 'Demo Savings Circle' });
    const sender = await makeUser(db(), {});
    const first = await makeReport(db(), {
      status: 'pending',
      severity: 'Critical',
      reportType: 'phishing',
      description: 'They copied the LOGIN page.',
      providerId: provider.id,
      createdBy: sender.id,
    });
    const second = await makeReport(db(), { status: 'resolved', createdAt: daysAgo(1) });
    const third = await makeReport(db(), { status: 'rejected', createdAt: daysAgo(2) });
    const { rows, total } = await list<AdminReport>('/api/admin/reports');
    expect([rows.map(({ id }) => id), total]).toEqual([[first.id, second.id, third.id], 3]);
    expect(rows[0]).toEqual(
      expectedReply('GET /api/admin/reports', {
        providerName: 'Demo Savings Circle',
        hasAccount: true,
        caseId: null,
        reporterLocation: 'Lagos',
      }),
    );
    const ids = async (query: string) => {
      const found = await list<AdminReport>(`/api/admin/reports?${query}`);
      return [found.rows.map(({ id }) => id), found.total];
    };
    expect(await ids('status=resolved')).toEqual([[second.id], 1]);
    expect(await ids('status=rejected')).toEqual([[third.id], 1]);
    expect(await ids('severity=critical')).toEqual([[first.id], 1]);
    expect(await ids('reportType=phishing&status=pending')).toEqual([[first.id], 1]);
    expect(await ids('reportType=scam')).toEqual([[], 0]);
    expect(await ids('search=login PAGE')).toEqual([[first.id], 1]);
    expect(await ids('search=login&status=resolved')).toEqual([[], 0]);
  });
});

describe('GET /api/admin/stats', () => {
  it("returns six statistics, with new users since midnight in the company's time zone [CALL-27] [ENT-32] [SHAPE-20] [ADMIN-14] [ADMIN-15] [ADMIN-17] [DEC-72]", async () => {
    const before = await getJson<AdminStats>(admin, '/api/admin/stats');
    const [{ midnight }] = (await test.sql(`select date_trunc('day', now(), 'Africa/Johannesburg') as midnight`)) as [
      { midnight: Date },
    ];
    await makeUser(db(), { createdAt: midnight, subscriptionTier: 'premium' });
    await makeUser(db(), { createdAt: new Date(midnight.getTime() - 1), subscriptionTier: 'premium' });
    await makeUser(db(), { createdAt: daysAgo(9), subscriptionTier: 'premium' });
    await makeProvider(db(), { verificationStatus: 'Verified', reviewState: 'pending' });
    const after = await getJson<AdminStats>(admin, '/api/admin/stats');
    const [counted] = await test.sql(`
      select (select count(*)::int from users) as "totalUsers",
        (select count(*)::int from users where subscription_tier = 'premium') as "premiumUsers",
        (select count(*)::int from providers) as "totalProviders",
        (select count(*)::int from providers where verification_status = 'Verified') as "verifiedProviders",
        (select round(100.0 * count(*) filter (where subscription_tier = 'premium') / count(*))::int from users) as "conversionRate"`);
    expect(after).toEqual({ ...counted, newUsersToday: before.newUsersToday + 1 });
  });

  it('returns the same totals as the lists, for pages that fall back to them [ADMIN-18] [DEC-72]', async () => {
    const { totalUsers, totalProviders } = await getJson<AdminStats>(admin, '/api/admin/stats');
    expect((await list('/api/admin/users?limit=1')).total).toBe(totalUsers);
    expect((await list('/api/admin/providers?limit=1')).total).toBe(totalProviders);
    await test.sql('delete from users where is_admin = false');
    expect(await getJson<AdminStats>(admin, '/api/admin/stats')).toEqual(
      expectedReply('GET /api/admin/stats', { totalUsers: 1, conversionRate: 0 }),
    );
  });
});
