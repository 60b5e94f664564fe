/** Granting and revoking the moderator role, and what a moderator may do. */
import type { AdminUser } from '@hakiki/contract/accounts-admin';
import type { decideCase } from '@hakiki/contract/triage-admin';
import type { ReplyOf } from '@hakiki/contract/endpoint';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Admin, createConsoleClient, makeAdmin, makeModerator } from '../../../../test/support/staff.ts';
import { openBrowser, summarizeResponse } from '../../../../test/support/browser.ts';
import { useDatabase } from '../../../../test/support/database.ts';
import { toInvalidInputReply, expectedReply, toUserReply } from '../../../../test/support/expected-replies.ts';
import { useMailbox } from '../../../../test/support/mailbox.ts';
import { makeSession, makeUser, PASSWORD } from '../../../../test/support/factories.ts';
import { createReporter } from '../../../../test/support/reporter.ts';
import { useServer } from '../../../../test/support/server.ts';

const test = useDatabase();
const server = useServer(test, { settings: { rateLimitScale: 1000 } });
const mailbox = useMailbox(test, server);
const reporter = createReporter(server);
const { putAsShownWithReason, post, getJson } = createConsoleClient(server);
const db = () => test.database.db;

let admin: Admin;
beforeAll(async () => {
  admin = await makeAdmin(db());
});

const reason = 'She knows the scams of Kenya.';
const setRole = (id: string, isModerator: boolean, by = admin) =>
  putAsShownWithReason(by, `/api/admin/users/${id}/role`, { isModerator, reason });
const readReply = async (response: Promise<Response>) => (await (await response).json()) as AdminUser;
const isSignedIn = async (cookie: string) =>
  (await server.get('/api/auth/user', { headers: { cookie } })).status === 200;
const readRoleEntries = (id: string) =>
  test.sql(
    `select actor_id, action, reason, detail from audit_entries
     where subject = $1 and action like 'account.role-%' order by at`,
    [id],
  );
const readRoles = async (id: string) =>
  (await test.sql('select is_admin as admin, is_moderator as moderator from users where id = $1', [id]))[0];

const readAlertStatus = async (id: string) =>
  (await test.sql('select status from fraud_alerts where id = $1', [id]))[0]?.['status'];

/** All reports have the same text and share a case, which nobody claims any more. */
async function createPendingCase(): Promise<{ caseId: string; filingId: string }> {
  await test.sql('delete from case_claims');
  const { item } = await reporter.reportScam();
  await server.running.services.cases.groupFiling(item.id);
  const [row] = await test.sql('select case_id as id from case_filings where filing_id = $1', [item.id]);
  return { caseId: String(row?.['id']), filingId: item.id };
}
const claimCase = (who: Admin, caseId: string) => post(who, `/api/admin/cases/${caseId}/claim`);

describe('PUT /api/admin/users/:userId/role', () => {
  it('an administrator grants the moderator role with a reason; the person gets an email and must log in again [VERD-10]', async () => {
    const user = await makeUser(db());
    const { cookie } = await makeSession(db(), { userId: user.id });
    expect(await readReply(setRole(user.id, true))).toEqual({
      ...toUserReply(user),
      isModerator: true,
      emailVerified: true,
    });
    expect(await isSignedIn(cookie)).toBe(false);
    expect(await readRoleEntries(user.id)).toEqual([
      { actor_id: admin.id, action: 'account.role-granted', reason, detail: { role: 'moderator' } },
    ]);
    expect((await mailbox.listEmailsTo(user.email)).map(({ subject }) => subject)).toEqual(['You are a moderator now']);

    const browser = openBrowser(server);
    const login = await browser.post('/api/auth/login', { email: user.email, password: PASSWORD });
    expect(await login.json()).toEqual({ user: { ...toUserReply(user), isModerator: true } });
    expect((await browser.get('/api/admin/cases')).status).toBe(200);
  });

  it('granting the moderator role twice has no further effect [VERD-10]', async () => {
    const user = await makeUser(db());
    await setRole(user.id, true);
    const { cookie } = await makeSession(db(), { userId: user.id });
    expect(await readReply(setRole(user.id, true))).toEqual({
      ...toUserReply(user),
      isModerator: true,
      emailVerified: true,
    });
    expect(await isSignedIn(cookie)).toBe(true);
    expect(await readRoleEntries(user.id)).toHaveLength(1);
    expect(await mailbox.listEmailsTo(user.email)).toHaveLength(1);
  });

  it('revoking the moderator role ends the sessions and releases the claims for other moderators at once [VERD-10]', async () => {
    const [formerModerator, otherModerator] = [await makeModerator(db()), await makeModerator(db())];
    const { caseId } = await createPendingCase();
    expect((await claimCase(formerModerator, caseId)).status).toBe(200);
    expect(await summarizeResponse(await claimCase(otherModerator, caseId))).toBe('409 CASE_CLAIMED');
    expect(await readReply(setRole(formerModerator.id, false))).toEqual(
      expectedReply('PUT /api/admin/users/:userId/role', {
        id: formerModerator.id,
        isModerator: false,
        isAdmin: false,
      }),
    );
    expect(
      await summarizeResponse(
        await post(formerModerator, `/api/admin/cases/${caseId}/decide`, { decision: 'reject', reason }),
      ),
    ).toBe('401 NOT_SIGNED_IN');
    expect((await claimCase(otherModerator, caseId)).status).toBe(200);
    expect(await readRoleEntries(formerModerator.id)).toEqual([
      { actor_id: admin.id, action: 'account.role-revoked', reason, detail: { role: 'moderator' } },
    ]);
    expect((await mailbox.listEmailsTo(formerModerator.email)).map(({ subject }) => subject)).toEqual([
      'You are no longer a moderator',
    ]);
    const again = await makeSession(db(), { userId: formerModerator.id, hasSecondFactor: true });
    expect(await summarizeResponse(await server.get('/api/admin/cases', { headers: { cookie: again.cookie } }))).toBe(
      '403 FORBIDDEN',
    );
  });

  it('an administrator cannot change their own role or that of another administrator [VERD-10] [DEC-37]', async () => {
    const otherAdmin = await makeAdmin(db());
    for (const { id } of [admin, otherAdmin]) {
      for (const isModerator of [true, false]) {
        expect(await summarizeResponse(await setRole(id, isModerator))).toBe('409 ROLE_OF_ADMINISTRATOR');
      }
      expect(await readRoles(id)).toEqual({ admin: true, moderator: false });
    }
  });

  it('requires a verified address, a reason and an existing account, and never makes an administrator [VERD-10] [DEC-37]', async () => {
    const { id: unverified } = await makeUser(db(), { emailVerifiedAt: null });
    expect(await summarizeResponse(await setRole(unverified, true))).toBe('409 ADDRESS_NOT_VERIFIED');
    expect(await summarizeResponse(await setRole('01890000-0000-7000-8000-00000000dead', true))).toBe(
      '404 USER_NOT_FOUND',
    );
    const { id } = await makeUser(db());
    const path = `/api/admin/users/${id}/role`;
    expect(await (await putAsShownWithReason(admin, path, { isModerator: true, reason: ' ' })).json()).toEqual(
      toInvalidInputReply({ reason: 'Please give a reason' }),
    );
    await putAsShownWithReason(admin, path, { isModerator: true, reason, isAdmin: true, role: 'admin' });
    expect(await readRoles(id)).toEqual({ admin: false, moderator: true });
    expect(await readRoles(unverified)).toEqual({ admin: false, moderator: false });
  });

  it('a moderator can neither grant nor revoke the role [VERD-10]', async () => {
    const [moderator, { id }] = [await makeModerator(db()), await makeUser(db())];
    expect(await summarizeResponse(await setRole(id, true, moderator))).toBe('403 FORBIDDEN');
    expect(await summarizeResponse(await setRole(moderator.id, false, moderator))).toBe('403 FORBIDDEN');
  });
});

describe('moderators', () => {
  it('a moderator claims a case, asks a question, decides, undoes the decision and saves a view [VERD-10]', async () => {
    const moderator = await makeModerator(db());
    const { caseId, filingId } = await createPendingCase();
    expect(await (await claimCase(moderator, caseId)).json()).toEqual(
      expectedReply('POST /api/admin/cases/:id/claim', { id: caseId, isOwn: true, claimedBy: moderator.email }),
    );
    const questionResponse = await post(moderator, `/api/admin/filings/${filingId}/questions`, {
      question: 'Which site was it?',
    });
    expect(questionResponse.status).toBe(201);
    const verdict = { decision: 'approve', filings: [filingId], reason };
    const decision = await post(moderator, `/api/admin/cases/${caseId}/decide`, verdict);
    const { decisionIds, ...rest } = (await decision.json()) as ReplyOf<typeof decideCase>;
    expect(rest).toEqual({ decided: 1, unreadCount: 0, alertId: filingId, rest: null });
    expect(await readAlertStatus(filingId)).toBe('approved');
    expect((await post(moderator, `/api/admin/decisions/${decisionIds[0]}/undo`)).status).toBe(200);
    expect(await readAlertStatus(filingId)).toBe('pending');
    expect((await post(moderator, '/api/admin/views', { name: 'Kenya', query: 'country=kenya' })).status).toBe(201);
    expect(await getJson(moderator, '/api/admin/views')).toEqual([
      { id: expect.any(String), name: 'Kenya', query: 'country=kenya' },
    ]);
  });

  it('a moderator cannot undo the decision of somebody else [VERD-10]', async () => {
    const moderator = await makeModerator(db());
    const { filingId } = await createPendingCase();
    const { decisionId } = (await (
      await putAsShownWithReason(admin, `/api/admin/fraud-alerts/${filingId}/approve`)
    ).json()) as {
      decisionId: string;
    };
    expect(await summarizeResponse(await post(moderator, `/api/admin/decisions/${decisionId}/undo`))).toBe(
      '404 DECISION_NOT_FOUND',
    );
  });

  it('a moderator can neither reveal contact data nor confirm a proposal [VERD-10]', async () => {
    const moderator = await makeModerator(db());
    const { item } = await reporter.reportScam({ contactEmail: 'reporter@example.com' });
    const request = { reason, publicKey: 'x' };
    expect(await summarizeResponse(await post(moderator, `/api/admin/filings/${item.id}/contact`, request))).toBe(
      '403 FORBIDDEN',
    );
    expect(
      await summarizeResponse(await post(moderator, `/api/admin/proposals/${item.id}/confirm`, { seen: 'x' })),
    ).toBe('403 FORBIDDEN');
  });
});

describe('roles changed by the operator', () => {
  const administration = () => server.running.services.accounts.administration;

  it('the operator makes a moderator an administrator, who then has no other role [DEC-37] [VERD-10]', async () => {
    const moderator = await makeModerator(db());
    await administration().grant(moderator.email, 'test');
    expect(await readRoles(moderator.id)).toEqual({ admin: true, moderator: false });
    await administration().revoke(moderator.email, 'test');
    expect(await readRoles(moderator.id)).toEqual({ admin: false, moderator: false });
  });

  it("revoking the administrator role releases the person's claims", async () => {
    const [formerModerator, otherModerator] = [await makeAdmin(db()), await makeModerator(db())];
    const { caseId } = await createPendingCase();
    await claimCase(formerModerator, caseId);
    await administration().revoke(formerModerator.email, 'test');
    expect((await claimCase(otherModerator, caseId)).status).toBe(200);
  });
});

describe('GET /api/admin/users?role=', () => {
  it('lists the people with a role, newest first, also with other filters [VERD-10]', async () => {
    await test.sql('update users set is_moderator = false');
    const older = await makeUser(db(), { isModerator: true, createdAt: new Date('2026-01-01') });
    const newer = await makeUser(db(), { isModerator: true, userType: 'business', createdAt: new Date('2026-02-01') });
    const idsAt = async (query: string) => {
      const response = await server.get(`/api/admin/users?${query}`, { headers: { cookie: admin.cookie } });
      const rows = (await response.json()) as AdminUser[];
      return [response.headers.get('X-Total-Count'), ...rows.map(({ id }) => id)];
    };
    expect(await idsAt('role=moderator')).toEqual(['2', newer.id, older.id]);
    expect(await idsAt('role=moderator&limit=1&offset=1')).toEqual(['2', older.id]);
    expect(await idsAt('role=moderator&userType=business')).toEqual(['1', newer.id]);
    expect(await idsAt(`role=moderator&search=${older.email}`)).toEqual(['1', older.id]);
    expect(await idsAt(`role=moderator&search=${admin.email}`)).toEqual(['0']);
    expect(await idsAt(`role=admin&search=${admin.email}`)).toEqual(['1', admin.id]);
    expect(
      await summarizeResponse(await server.get('/api/admin/users?role=king', { headers: { cookie: admin.cookie } })),
    ).toBe('400 INVALID_INPUT');
  });
});
