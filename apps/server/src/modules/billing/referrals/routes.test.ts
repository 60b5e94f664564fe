import type { ReferralStats } from '@hakiki/contract/referrals';
import type { ReferralReview } from '@hakiki/contract/referrals-admin';
import { describe, expect, it } from 'vitest';
import { useDatabase } from '../../../../test/support/database.ts';
import { useMailbox } from '../../../../test/support/mailbox.ts';
import { makeReferral, makeSession, makeUser, PASSWORD } from '../../../../test/support/factories.ts';
import { useServer } from '../../../../test/support/server.ts';

const test = useDatabase();
const server = useServer(test, { settings: { rateLimitScale: 1000 } });
const mailbox = useMailbox(test, server);
const db = () => test.database.db;

const createLoggedInUser = async (overrides: Parameters<typeof makeUser>[1] = {}) => {
  const user = await makeUser(db(), overrides);
  const { cookie } = await makeSession(db(), { userId: user.id });
  const headers = { cookie };
  return {
    ...user,
    read: async (path: string): Promise<unknown> => (await server.get(path, { headers })).json(),
    generate: () => server.post('/api/referrals/generate-code', undefined, { headers }),
  };
};

let nth = 0;
const newAddress = () => `invited${(nth += 1)}@example.com`;

async function signUp(email: string, referralCode: string) {
  const password = { password: PASSWORD, confirmPassword: PASSWORD };
  const person = { userType: 'user', firstName: 'Kofi', lastName: 'Demo', email, cellphoneNumber: '+234 800 000 0000' };
  const response = await server.post('/api/auth/signup', { ...person, ...password, referralCode });
  expect(response.status).toBe(201);
  const [row] = await test.sql('select id from users where email = $1', [email]);
  return String(row?.['id']);
}

const verify = async (email: string) => {
  const token = await mailbox.getTokenFromEmail(email, '/verify-email');
  expect((await server.post('/api/auth/verify-email', { token })).status).toBe(200);
};

const emptyStats = { totalReferrals: 0, completedReferrals: 0, pendingReferrals: 0, totalRewards: 0 };

describe('POST /api/referrals/generate-code', () => {
  it('a member creates a code once, with an audit entry, and always gets the same one [CALL-22] [SHAPE-17] [DEC-46] [REF-06]', async () => {
    const inviter = await createLoggedInUser();
    expect(inviter.referralCode).toBeNull();
    const responses = await Promise.all(Array.from({ length: 10 }, () => inviter.generate()));
    const replies = (await Promise.all(responses.map((response) => response.json()))) as { referralCode: string }[];
    const code = replies[0]!.referralCode;
    expect(code).toMatch(/^[2-9A-HJKMNP-Z]{8}$/);
    expect(replies).toEqual(replies.map(() => ({ referralCode: code })));
    expect(await inviter.read('/api/auth/user')).toEqual(expect.objectContaining({ referralCode: code }));
    const entries = await test.sql(`select action from audit_entries where subject = $1`, [inviter.id]);
    expect(entries).toEqual([{ action: 'account.code-made' }]);
  });

  it('a visitor cannot create a referral code', async () => {
    const response = await server.post('/api/referrals/generate-code', undefined);
    expect([response.status, await response.json()]).toEqual([
      401,
      { code: 'NOT_SIGNED_IN', message: 'Please log in to continue.' },
    ]);
  });
});

describe('referrals', () => {
  it('a referral is pending until the address is verified, then earns 50 credits once [CALL-20] [CALL-21] [SHAPE-17] [ENT-22] [ENT-23] [REF-03] [REF-11] [DEC-46]', async () => {
    const inviter = await createLoggedInUser({ referralCode: 'FRIEND-1' });
    const [unverifiedAddress, verifiedAddress] = [newAddress(), newAddress()];
    const unverifiedUserId = await signUp(unverifiedAddress, 'FRIEND-1');
    const verifiedUserId = await signUp(verifiedAddress, 'FRIEND-1');
    await verify(verifiedAddress);
    const shape = { id: expect.any(String) as string, createdAt: expect.any(String) as string };
    expect(await inviter.read('/api/referrals/my-referrals')).toEqual([
      { ...shape, referredUserId: verifiedUserId, status: 'completed', rewardAmount: 50 },
      { ...shape, referredUserId: unverifiedUserId, status: 'pending', rewardAmount: 0 },
    ]);
    const stats = { totalReferrals: 2, completedReferrals: 1, pendingReferrals: 1, totalRewards: 50 };
    expect(await inviter.read('/api/referrals/stats')).toEqual(stats);
    const again = await server.post('/api/auth/verify-email', {
      token: await mailbox.getTokenFromEmail(verifiedAddress, '/verify-email'),
    });
    expect(again.status).toBe(409);
    expect(await inviter.read('/api/referrals/stats')).toEqual(stats);
  });

  it('the statistics count credited referrals as completed, and only those of the member [REF-03] [DEC-46]', async () => {
    const inviter = await createLoggedInUser();
    const otherMember = await createLoggedInUser();
    await makeReferral(db(), { referrerId: inviter.id, status: 'credited', rewardAmount: 50 });
    await makeReferral(db(), { referrerId: inviter.id, status: 'completed', rewardAmount: 50 });
    await makeReferral(db(), { referrerId: inviter.id });
    expect(await inviter.read('/api/referrals/stats')).toEqual({
      totalReferrals: 3,
      completedReferrals: 2,
      pendingReferrals: 1,
      totalRewards: 100,
    });
    expect(await otherMember.read('/api/referrals/stats')).toEqual(emptyStats);
    expect(await otherMember.read('/api/referrals/my-referrals')).toEqual([]);
  });

  it('an unknown code and another mailbox name of the same person make no referral [DEC-46]', async () => {
    const inviter = await createLoggedInUser({ email: 'amina.demo@gmail.com', referralCode: 'FRIEND-2' });
    await signUp(newAddress(), 'NOBODY-1');
    await signUp('aminademo+two@googlemail.com', 'FRIEND-2');
    await signUp('kofi@example.org', 'FRIEND-2');
    await signUp('kofi+again@example.org', 'FRIEND-2');
    await signUp('ko.fi@example.org', 'FRIEND-2');
    const list = (await inviter.read('/api/referrals/my-referrals')) as unknown[];
    expect(list).toHaveLength(2);
  });

  it('counts one mailbox once, even if ten of its names sign up at the same time [DEC-46]', async () => {
    const inviter = await createLoggedInUser({ referralCode: 'FRIEND-3' });
    await Promise.all(Array.from({ length: 10 }, (_, name) => signUp(`flood+${name}@example.net`, 'FRIEND-3')));
    expect(await inviter.read('/api/referrals/stats')).toEqual({
      ...emptyStats,
      totalReferrals: 1,
      pendingReferrals: 1,
    });
  });

  it('a referral keeps its reward when the invited person is deleted, and is deleted with the inviter', async () => {
    const inviter = await createLoggedInUser();
    const { id, referredUserId } = await makeReferral(db(), {
      referrerId: inviter.id,
      status: 'completed',
      rewardAmount: 50,
    });
    await test.sql('delete from users where id = $1', [referredUserId]);
    expect(await inviter.read('/api/referrals/my-referrals')).toEqual([
      { id, referredUserId: null, createdAt: expect.any(String) as string, status: 'completed', rewardAmount: 50 },
    ]);
    await test.sql('delete from users where id = $1', [inviter.id]);
    expect(await test.sql('select id from referrals where id = $1', [id])).toEqual([]);
  });

  it('lists referrals newest first, page by page [DEC-55]', async () => {
    const inviter = await createLoggedInUser();
    const referralIds: string[] = [];
    for (let count = 0; count < 3; count += 1)
      referralIds.push((await makeReferral(db(), { referrerId: inviter.id })).id);
    const ids = async (query: string) =>
      ((await inviter.read(`/api/referrals/my-referrals${query}`)) as { id: string }[]).map(({ id }) => id);
    expect(await ids('')).toEqual(referralIds.toReversed());
    expect(await ids('?limit=2&offset=1')).toEqual(referralIds.toReversed().slice(1));
  });
});

describe('suspiciously fast referrals', () => {
  const inviteFriends = async (code: string, count: number) => {
    for (let friend = 0; friend < count; friend += 1) {
      const email = newAddress();
      await signUp(email, code);
      await verify(email);
    }
  };
  const createReviewer = async () => {
    const { cookie } = await makeSession(db(), { userId: (await makeUser(db(), { isAdmin: true })).id });
    const headers = { cookie };
    return {
      list: async () =>
        (await server.get('/api/admin/referral-reviews', { headers })).json() as Promise<ReferralReview[]>,
      decide: (id: string, act: 'count' | 'refuse') =>
        server.post(`/api/admin/referral-reviews/${id}/${act}`, undefined, { method: 'PUT', headers }),
    };
  };
  const counted = async (person: Awaited<ReturnType<typeof createLoggedInUser>>) =>
    ((await person.read('/api/referrals/stats')) as ReferralStats).totalRewards;

  it('counts five referrals a day; the others earn credits once, after an administrator approves the review [REF-11] [DEC-46]', async () => {
    const inviter = await createLoggedInUser({ referralCode: 'MANY-1', email: 'many@example.com' });
    await inviteFriends('MANY-1', 7);
    expect(await inviter.read('/api/referrals/stats')).toEqual({
      totalReferrals: 7,
      completedReferrals: 5,
      pendingReferrals: 2,
      totalRewards: 250,
    });
    const { list, decide } = await createReviewer();
    const [review, ...others] = (await list()).filter(({ userId }) => userId === inviter.id);
    expect(others).toEqual([]);
    const friend = { joinedAt: expect.any(String) as string };
    const expectedReview = {
      id: review!.id,
      userId: inviter.id,
      email: 'many@example.com',
      held: 2,
      friends: [
        { ...friend, email: `invited${nth}@example.com` },
        { ...friend, email: `invited${nth - 1}@example.com` },
      ],
      createdAt: expect.any(String) as string,
    };
    expect(review).toEqual({ ...expectedReview, counted: 5, status: 'pending' });
    const response = await decide(review!.id, 'count');
    expect([response.status, await response.json()]).toEqual([
      200,
      { ...expectedReview, counted: 5, status: 'approved', decisionId: expect.any(String) as string, canUndo: false },
    ]);
    expect(await counted(inviter)).toBe(350);
    expect((await decide(review!.id, 'refuse')).status).toBe(409);
    expect(await counted(inviter)).toBe(350);
    expect((await list()).filter(({ userId }) => userId === inviter.id)).toEqual([]);
  });

  it('rejected referrals earn nothing, and the next one needs a review again [DEC-46]', async () => {
    const inviter = await createLoggedInUser({ referralCode: 'MANY-2' });
    await inviteFriends('MANY-2', 6);
    const { list, decide } = await createReviewer();
    const findOpenReview = async () => (await list()).find(({ userId }) => userId === inviter.id);
    const rejectedReview = (await findOpenReview())!;
    expect((await decide(rejectedReview.id, 'refuse')).status).toBe(200);
    expect(await counted(inviter)).toBe(250);
    await inviteFriends('MANY-2', 1);
    const nextReview = (await findOpenReview())!;
    expect([nextReview.held, nextReview.id === rejectedReview.id]).toEqual([1, false]);
    expect(await counted(inviter)).toBe(250);
  });

  it('counts ten referrals a week, and more when the week is over [DEC-46]', async () => {
    const inviter = await createLoggedInUser({ referralCode: 'MANY-3' });
    const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 3_600_000);
    for (let friend = 0; friend < 10; friend += 1) {
      const overrides = { status: 'completed', rewardAmount: 50, completedAt: daysAgo(2 + friend / 10) } as const;
      await makeReferral(db(), { referrerId: inviter.id, ...overrides });
    }
    await inviteFriends('MANY-3', 1);
    expect(await counted(inviter)).toBe(500);
    await test.sql(`update referrals set completed_at = completed_at - interval '6 days' where referrer_id = $1`, [
      inviter.id,
    ]);
    await inviteFriends('MANY-3', 1);
    expect(await counted(inviter)).toBe(550);
  });

  it('counts referrals one after the other, even if twenty people verify at the same time [DEC-46]', async () => {
    const inviter = await createLoggedInUser({ referralCode: 'MANY-4' });
    const emails = Array.from({ length: 20 }, newAddress);
    for (const email of emails) await signUp(email, 'MANY-4');
    await Promise.all(emails.map(verify));
    expect(await counted(inviter)).toBe(250);
    const { list } = await createReviewer();
    expect((await list()).filter(({ userId }) => userId === inviter.id).map(({ held }) => held)).toEqual([15]);
  });
});

describe('GET /api/referrals/invitations/:code', () => {
  it('tells an invited person the first name of the inviter and nothing else', async () => {
    const inviter = await createLoggedInUser({ firstName: 'Amina', lastName: 'Diallo' });
    const { referralCode } = (await (await inviter.generate()).json()) as { referralCode: string };
    expect(await server.json(`/api/referrals/invitations/${referralCode}`)).toEqual({ firstName: 'Amina' });
    expect(await server.json('/api/referrals/invitations/UNKNOWN1')).toEqual({ firstName: null });
  });
});
