/**
 * Removing a warning takes two people: tests every endpoint, a single administrator, concurrent requests and lost
 * roles.
 */
import type { AdminAlert } from '@hakiki/contract/alerts-admin';
import type { Decision } from '@hakiki/contract/decisions-admin';
import type { AdminProvider } from '@hakiki/contract/directory-admin';
import type { Proposal } from '@hakiki/contract/proposals-admin';
import { proposalHours } from '@hakiki/contract/admin-values';
import { editableAlertStatuses } from '@hakiki/contract/alert-values';
import { verificationStatuses } from '@hakiki/contract/directory';
import type { EndpointDefinition } from '@hakiki/contract/endpoint';
import { endpoints } from '@hakiki/contract/endpoints';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Admin, createConsoleClient, makeAdmin } from '../../../../test/support/staff.ts';
import { expectedReply } from '../../../../test/support/expected-replies.ts';
import { summarizeResponse } from '../../../../test/support/browser.ts';
import { getEndpointName } from '../../../../test/support/contract-rules.ts';
import { useDatabase } from '../../../../test/support/database.ts';
import { useMailbox } from '../../../../test/support/mailbox.ts';
import { makeAlert, makeProvider, makeRecentEvidence, makeSession } from '../../../../test/support/factories.ts';
import { useServer } from '../../../../test/support/server.ts';

const OPERATOR = 'operator@example.com';
const test = useDatabase();
const server = useServer(test, { settings: { rateLimitScale: 1000, operatorEmail: OPERATOR } });
const mailbox = useMailbox(test, server);
const { putAsShownWithReason, post, getJson, confirmProposal: confirm } = createConsoleClient(server);
const db = () => test.database.db;
const proposals = () => server.running.services.proposals;
const administration = () => server.running.services.accounts.administration;

let administrator: Admin;
let secondAdministrator: Admin;
beforeAll(async () => {
  administrator = await makeAdmin(db());
  secondAdministrator = await makeAdmin(db());
});

const providerPath = (id: string) => `/api/admin/providers/${id}`;
const alertPath = (id: string) => `/api/admin/fraud-alerts/${id}`;
const withdraw = (who: Admin, id: string) => post(who, `/api/admin/proposals/${id}/withdraw`);
const listProposals = (who: Admin) => getJson<Proposal[]>(who, '/api/admin/proposals');
const listDecisions = (id: string) => getJson<Decision[]>(administrator, `/api/admin/decisions?subjectId=${id}`);

const statusOfProvider = async (id: string) =>
  (await test.sql('select verification_status as status from providers where id = $1', [id]))[0]?.['status'];
const statusOfAlert = async (id: string) =>
  (await test.sql('select status from fraud_alerts where id = $1', [id]))[0]?.['status'];
const stateOf = async (id: string) => (await test.sql('select state from proposals where id = $1', [id]))[0]?.['state'];
const actionsAbout = async (id: string) =>
  (await test.sql(`select action from audit_entries where subject = $1 order by at, id`, [id])).map(
    ({ action }) => action,
  );

/** A proposal of the administrator to verify a flagged provider. */
async function proposeUnflagging(who = administrator, more: object = {}) {
  const { id } = await makeProvider(db(), { verificationStatus: 'Flagged', riskScore: 'High' });
  await makeRecentEvidence(db(), id);
  const response = await putAsShownWithReason(who, providerPath(id), { verificationStatus: 'Verified', ...more });
  const { proposal } = (await response.json()) as AdminProvider;
  return { id, proposal: proposal! };
}

const demoteToModerator = ({ id }: Admin) =>
  test.sql('update users set is_admin = false, is_moderator = true where id = $1', [id]);

describe('weakening a warning alone', () => {
  const pairs = verificationStatuses
    .flatMap((from) => verificationStatuses.map((to) => [from, to] as const))
    .filter(([from, to]) => from !== to && (from === 'Suspended' || (from === 'Flagged' && to !== 'Suspended')));

  it.each(pairs)(
    'one administrator alone cannot change a provider from %s to %s [ADMIN-35] [ADMIN-37] [DEC-02]',
    async (from, to) => {
      const { id } = await makeProvider(db(), { verificationStatus: from });
      await makeRecentEvidence(db(), id);
      const response = await putAsShownWithReason(administrator, providerPath(id), { verificationStatus: to });
      expect(response.status).toBe(200);
      const { proposal, ...unchanged } = (await response.json()) as AdminProvider;
      expect(unchanged).toEqual(
        expectedReply('PUT /api/admin/providers/:providerId', { id, verificationStatus: from }),
      );
      expect(proposal).toEqual(
        expectedReply('GET /api/admin/proposals', {
          subject: 'provider',
          subjectId: id,
          from,
          to,
          isOwn: true,
          state: 'open',
        }),
      );
      expect(await statusOfProvider(id)).toBe(from);
      expect(await summarizeResponse(await confirm(administrator, proposal!.id))).toBe('403 OWN_PROPOSAL');
      expect(await statusOfProvider(id)).toBe(from);
      expect((await confirm(secondAdministrator, proposal!.id)).status).toBe(200);
      expect(await statusOfProvider(id)).toBe(to);
    },
  );

  it.each(editableAlertStatuses.filter((status) => status !== 'approved'))(
    'one administrator alone cannot make a public alert %s [ADMIN-54] [DEC-15]',
    async (to) => {
      const { id } = await makeAlert(db());
      const response = await putAsShownWithReason(administrator, alertPath(id), { status: to, severity: 'Low' });
      const { proposal, ...unchanged } = (await response.json()) as AdminAlert;
      expect([response.status, unchanged.status, unchanged.severity, unchanged.isActive]).toEqual([
        200,
        'approved',
        'High',
        true,
      ]);
      for (const action of ['approve', 'reject']) {
        expect(await summarizeResponse(await putAsShownWithReason(administrator, `${alertPath(id)}/${action}`))).toBe(
          '409 ALREADY_DECIDED',
        );
      }
      expect(await summarizeResponse(await confirm(administrator, proposal!.id))).toBe('403 OWN_PROPOSAL');
      expect(await statusOfAlert(id)).toBe('approved');
      expect((await confirm(secondAdministrator, proposal!.id)).status).toBe(200);
      expect(await test.sql('select status, severity from fraud_alerts where id = $1', [id])).toEqual([
        { status: to, severity: 'Low' },
      ]);
    },
  );

  it(
    'one administrator alone cannot remove a warning with any write endpoint of the console',
    { timeout: 120_000 },
    async () => {
      const { id: providerId } = await makeProvider(db(), { verificationStatus: 'Flagged' });
      const { id: suspendedId } = await makeProvider(db(), { verificationStatus: 'Suspended' });
      const { id: alertId } = await makeAlert(db());
      const writes = (endpoints as readonly EndpointDefinition[]).filter(
        ({ access, method }) => access === 'admin' && method !== 'GET',
      );
      expect(writes.length).toBeGreaterThan(20);
      const everything = (id: string) => ({
        verificationStatus: 'Verified',
        status: 'rejected',
        reviewState: 'rejected',
        subscriptionTier: 'premium',
        decision: 'reject',
        filings: [id],
        alerts: [id],
        severity: 'Low',
        reason: 'Because I say so.',
        question: 'Well?',
      });
      for (let round = 0; round < 2; round += 1) {
        const open = (await listProposals(administrator)).map(({ id }) => id);
        for (const endpoint of writes) {
          for (const id of [providerId, suspendedId, alertId, ...open]) {
            const path = endpoint.path.replaceAll(/:\w+/g, id);
            await server.post(path, everything(id), {
              method: endpoint.method as 'POST',
              headers: { cookie: administrator.cookie },
            });
          }
          expect(
            [await statusOfProvider(providerId), await statusOfProvider(suspendedId), await statusOfAlert(alertId)],
            getEndpointName(endpoint),
          ).toEqual(['Flagged', 'Suspended', 'approved']);
        }
      }
    },
  );

  it('an administrator cannot confirm their own proposal from another session, nor propose twice', async () => {
    const { id, proposal } = await proposeUnflagging();
    const { cookie } = await makeSession(db(), { userId: administrator.id, hasSecondFactor: true });
    expect(await summarizeResponse(await confirm({ ...administrator, cookie }, proposal.id))).toBe('403 OWN_PROPOSAL');
    const again = await putAsShownWithReason({ ...administrator, cookie }, providerPath(id), {
      verificationStatus: 'Pending',
    });
    expect(await summarizeResponse(again)).toBe('409 ALREADY_PROPOSED');
    expect(await statusOfProvider(id)).toBe('Flagged');
  });

  it('one administrator alone can flag and suspend a provider [ADMIN-37] [ADMIN-52]', async () => {
    const { id } = await makeProvider(db(), { verificationStatus: 'Verified' });
    for (const verificationStatus of ['Flagged', 'Suspended']) {
      const response = await putAsShownWithReason(administrator, providerPath(id), { verificationStatus });
      expect(((await response.json()) as AdminProvider).proposal).toBeUndefined();
      expect(await statusOfProvider(id)).toBe(verificationStatus);
    }
  });
});

describe('proposals', () => {
  it('an edit stays without effect until a second administrator confirms it, then all of it is applied', async () => {
    const more = { riskScore: 'Low', regulatoryCompliance: 91, reason: 'Licence seen.', evidence: 'Letter of 3 May' };
    const { id, proposal } = await proposeUnflagging(administrator, more);
    const { name } = (await test.sql('select name from providers where id = $1', [id]))[0] as { name: string };
    expect(proposal).toEqual(
      expectedReply('GET /api/admin/proposals', {
        subjectTitle: name,
        reason: 'Licence seen.',
        proposedBy: administrator.email,
      }),
    );
    expect(Date.parse(proposal.expiresAt) - Date.parse(proposal.createdAt)).toBe(proposalHours.expiry * 3_600_000);
    expect(proposal.takesEffectAt).toBeNull();
    expect(await test.sql('select risk_score, regulatory_compliance from providers where id = $1', [id])).toEqual([
      { risk_score: 'High', regulatory_compliance: 70 },
    ]);
    expect((await listProposals(secondAdministrator)).find((other) => other.id === proposal.id)).toEqual(
      expectedReply('GET /api/admin/proposals', { isOwn: false }),
    );

    const confirmed = (await (await confirm(secondAdministrator, proposal.id)).json()) as Proposal;
    expect(confirmed).toEqual(
      expectedReply('POST /api/admin/proposals/:id/confirm', { id: proposal.id, state: 'confirmed' }),
    );
    expect(
      await test.sql('select verification_status, risk_score, regulatory_compliance from providers where id = $1', [
        id,
      ]),
    ).toEqual([{ verification_status: 'Verified', risk_score: 'Low', regulatory_compliance: 91 }]);
    expect((await listDecisions(id))[0]).toEqual(
      expectedReply('GET /api/admin/decisions', {
        from: 'Flagged',
        to: 'Verified',
        reason: 'Licence seen.',
        evidence: 'Letter of 3 May',
        decidedBy: administrator.email,
        confirmedBy: secondAdministrator.email,
        isReversal: false,
      }),
    );
    expect(await actionsAbout(id)).toEqual(['proposal.opened', 'proposal.confirmed', 'provider.status-changed']);
    expect((await listProposals(administrator)).some((other) => other.id === proposal.id)).toBe(false);
  });

  it('a proposal is applied once when 50 confirmations arrive at the same time', { timeout: 60_000 }, async () => {
    const others: Admin[] = [];
    for (let made = 0; made < 5; made += 1) others.push(await makeAdmin(db()));
    const { id, proposal } = await proposeUnflagging();
    const { seen } = await proposals().show(secondAdministrator.actor, proposal.id);
    const requests = await Promise.allSettled(
      Array.from({ length: 50 }, (_, index) => proposals().confirm(others[index % 5]!.actor, proposal.id, seen)),
    );
    const outcomes = requests.map((other) =>
      other.status === 'fulfilled' ? 'done' : (other.reason as { code: string }).code,
    );
    expect(outcomes.toSorted()).toEqual([...Array.from({ length: 49 }, () => 'ALREADY_DECIDED'), 'done']);
    expect(await listDecisions(id)).toHaveLength(1);
    expect(await statusOfProvider(id)).toBe('Verified');
  });

  it('a subject gets one proposal when many administrators propose at the same time', async () => {
    const { id } = await makeAlert(db());
    const outcomes = await Promise.all(
      Array.from({ length: 12 }, async (_, index) =>
        summarizeResponse(
          await putAsShownWithReason(index % 2 ? administrator : secondAdministrator, alertPath(id), {
            status: 'rejected',
          }),
        ),
      ),
    );
    expect(outcomes.toSorted()).toEqual(['200', ...Array.from({ length: 11 }, () => '409 ALREADY_PROPOSED')]);
  });

  it('a proposal is either confirmed or withdrawn when both are requested at the same time', async () => {
    const { id, proposal } = await proposeUnflagging();
    const requests = await Promise.all(
      Array.from({ length: 10 }, async (_, index) =>
        summarizeResponse(await (index % 2 ? confirm : withdraw)(secondAdministrator, proposal.id)),
      ),
    );
    expect(requests.filter((outcome) => outcome === '200')).toHaveLength(1);
    const state = await stateOf(proposal.id);
    expect(await statusOfProvider(id)).toBe(state === 'confirmed' ? 'Verified' : 'Flagged');
  });

  it('a withdrawn proposal has no effect, and an administrator can propose again', async () => {
    const { id, proposal } = await proposeUnflagging();
    const withdrawn = (await (await withdraw(secondAdministrator, proposal.id)).json()) as Proposal;
    expect(withdrawn.state).toBe('withdrawn');
    for (const action of [confirm, withdraw]) {
      expect(await summarizeResponse(await action(secondAdministrator, proposal.id))).toBe('409 ALREADY_DECIDED');
    }
    expect(await statusOfProvider(id)).toBe('Flagged');
    expect(await listDecisions(id)).toEqual([]);
    expect(
      (await putAsShownWithReason(administrator, providerPath(id), { verificationStatus: 'Limited' })).status,
    ).toBe(200);
  });

  it('a proposal cannot be confirmed after the status of its subject has changed', async () => {
    const decided = await proposeUnflagging();
    expect(
      (await putAsShownWithReason(secondAdministrator, providerPath(decided.id), { verificationStatus: 'Suspended' }))
        .status,
    ).toBe(200);
    expect(await stateOf(decided.proposal.id)).toBe('withdrawn');
    expect(await summarizeResponse(await confirm(secondAdministrator, decided.proposal.id))).toBe(
      '409 ALREADY_DECIDED',
    );

    const moved = await proposeUnflagging();
    await test.sql(`update providers set verification_status = 'Suspended' where id = $1`, [moved.id]);
    expect(await summarizeResponse(await confirm(secondAdministrator, moved.proposal.id))).toBe('409 ALREADY_DECIDED');
    expect([await statusOfProvider(decided.id), await statusOfProvider(moved.id)]).toEqual(['Suspended', 'Suspended']);
  });

  it(`a proposal expires after ${proposalHours.expiry} hours, also before the job has run`, async () => {
    const { id, proposal } = await proposeUnflagging();
    await test.sql('update proposals set expires_at = now() where id = $1', [proposal.id]);
    expect((await listProposals(secondAdministrator)).some((other) => other.id === proposal.id)).toBe(false);
    expect(await summarizeResponse(await confirm(secondAdministrator, proposal.id))).toBe('409 ALREADY_DECIDED');
    await proposals().processAllDue();
    expect([await stateOf(proposal.id), await statusOfProvider(id)]).toEqual(['expired', 'Flagged']);
    expect(await actionsAbout(id)).toEqual(['proposal.opened', 'proposal.expired']);

    const late = await proposeUnflagging();
    await test.sql('update proposals set expires_at = now() where id = $1', [late.proposal.id]);
    const nextProposal = (await (
      await putAsShownWithReason(secondAdministrator, providerPath(late.id), { verificationStatus: 'Verified' })
    ).json()) as AdminProvider;
    expect(nextProposal.proposal).toEqual(expectedReply('GET /api/admin/proposals', { state: 'open', isOwn: true }));
    expect(await stateOf(late.proposal.id)).toBe('expired');
  });

  it('a proposal cannot be confirmed after its proposer has lost the role, nor by a former administrator', async () => {
    const former = await makeAdmin(db());
    const revoked = await proposeUnflagging(former);
    await administration().revoke(former.email, 'test');
    expect(await summarizeResponse(await confirm(secondAdministrator, revoked.proposal.id))).toBe(
      '409 ALREADY_DECIDED',
    );

    const gone = await makeAdmin(db());
    const orphaned = await proposeUnflagging(gone);
    await test.sql('delete from users where id = $1', [gone.id]);
    expect(await summarizeResponse(await confirm(secondAdministrator, orphaned.proposal.id))).toBe(
      '409 ALREADY_DECIDED',
    );

    const { id, proposal } = await proposeUnflagging();
    expect(await summarizeResponse(await confirm(former, proposal.id))).toBe('401 NOT_SIGNED_IN');
    // The role was lost after the authentication of the request.
    const { seen } = await proposals().show(secondAdministrator.actor, proposal.id);
    await expect(proposals().confirm(former.actor, proposal.id, seen)).rejects.toThrow(
      expect.objectContaining({ code: 'FORBIDDEN' }),
    );
    for (const untouched of [id, revoked.id, orphaned.id]) expect(await statusOfProvider(untouched)).toBe('Flagged');
  });

  it('an administrator can confirm a proposal whose proposer is a moderator now [VERD-10]', async () => {
    const proposer = await makeAdmin(db());
    const { id, proposal } = await proposeUnflagging(proposer);
    await demoteToModerator(proposer);
    expect((await confirm(secondAdministrator, proposal.id)).status).toBe(200);
    expect(await statusOfProvider(id)).toBe('Verified');
  });

  it('an administrator gets 404 for an unknown proposal', async () => {
    const unknown = '01890000-0000-7000-8000-00000000dead';
    for (const action of [confirm, withdraw]) {
      expect(await summarizeResponse(await action(secondAdministrator, unknown))).toBe('404 PROPOSAL_NOT_FOUND');
    }
  });
});

describe('proposals of the only administrator', () => {
  /** Removes the role of all other administrators. */
  async function makeOnlyAdministrator(): Promise<Admin> {
    await test.sql('update users set is_admin = false');
    return makeAdmin(db());
  }
  const endWaitingTime = (id: string) => test.sql('update proposals set takes_effect_at = now() where id = $1', [id]);

  it('a proposal of the only administrator takes effect after 24 hours, and the operator gets an email at once [VERD-01]', async () => {
    const onlyAdministrator = await makeOnlyAdministrator();
    const { id, proposal } = await proposeUnflagging(onlyAdministrator, { reason: 'Licence seen.' });
    expect(Date.parse(proposal.takesEffectAt!) - Date.parse(proposal.createdAt)).toBe(24 * 3_600_000);
    const email = (await mailbox.listEmailsTo(OPERATOR)).at(-1)!;
    expect(email.subject).toBe('A warning is about to be removed');
    for (const expectedText of [
      onlyAdministrator.email,
      proposal.subjectTitle,
      'from Flagged to Verified',
      'Licence seen.',
    ]) {
      expect(email.text).toContain(expectedText);
    }
    expect(await summarizeResponse(await confirm(onlyAdministrator, proposal.id))).toBe('403 OWN_PROPOSAL');
    await proposals().processAllDue();
    expect(await statusOfProvider(id)).toBe('Flagged');

    await endWaitingTime(proposal.id);
    await Promise.all([proposals().processAllDue(), proposals().processAllDue()]);
    expect([await statusOfProvider(id), await stateOf(proposal.id)]).toEqual(['Verified', 'confirmed']);
    const entries = await server.running.services.decisions.listBySubjects([id]);
    expect(entries).toEqual(
      expectedReply('GET /api/admin/decisions', [
        { decidedBy: onlyAdministrator.email, confirmedBy: null, from: 'Flagged', to: 'Verified' },
      ]),
    );
    expect(await actionsAbout(id)).toEqual(['proposal.opened', 'proposal.took-effect', 'provider.status-changed']);
  });

  it('the operator reads in the email which texts would change when the status stays the same [VERD-03]', async () => {
    const onlyAdministrator = await makeOnlyAdministrator();
    const { id } = await makeAlert(db(), { title: 'Recovery fraud', severity: 'Critical' });
    await putAsShownWithReason(onlyAdministrator, alertPath(id), { title: 'Notice', severity: 'Low', advice: '' });
    const email = (await mailbox.listEmailsTo(OPERATOR)).at(-1)!;
    expect(email.subject).toBe('A warning is about to be changed');
    for (const expectedText of ['“Recovery fraud”.', 'New title: Notice', 'New severity: Low', 'New advice: nothing']) {
      expect(email.text).toContain(expectedText);
    }
  });

  it('a second administrator who joins later confirms or withdraws the proposal', async () => {
    const onlyAdministrator = await makeOnlyAdministrator();
    const [confirmed, withdrawn] = [
      await proposeUnflagging(onlyAdministrator),
      await proposeUnflagging(onlyAdministrator),
    ];
    const secondAdmin = await makeAdmin(db());
    expect((await confirm(secondAdmin, confirmed.proposal.id)).status).toBe(200);
    expect((await withdraw(secondAdmin, withdrawn.proposal.id)).status).toBe(200);
    await endWaitingTime(withdrawn.proposal.id);
    await proposals().processAllDue();
    expect([await statusOfProvider(confirmed.id), await statusOfProvider(withdrawn.id)]).toEqual([
      'Verified',
      'Flagged',
    ]);
  });

  it('a proposal expires when the only administrator has become a moderator [VERD-10] [VERD-01]', async () => {
    const onlyAdministrator = await makeOnlyAdministrator();
    const { id, proposal } = await proposeUnflagging(onlyAdministrator);
    await demoteToModerator(onlyAdministrator);
    await endWaitingTime(proposal.id);
    await proposals().processAllDue();
    expect([await statusOfProvider(id), await stateOf(proposal.id)]).toEqual(['Flagged', 'expired']);
  });

  it('a proposal expires when the only administrator has lost the role or the status has changed', async () => {
    const onlyAdministrator = await makeOnlyAdministrator();
    const [revoked, moved] = [await proposeUnflagging(onlyAdministrator), await proposeUnflagging(onlyAdministrator)];
    await test.sql(`update providers set verification_status = 'Suspended' where id = $1`, [moved.id]);
    await endWaitingTime(moved.proposal.id);
    await proposals().processAllDue();
    await administration().revoke(onlyAdministrator.email, 'test');
    await endWaitingTime(revoked.proposal.id);
    await proposals().processAllDue();
    expect([await statusOfProvider(revoked.id), await stateOf(revoked.proposal.id)]).toEqual(['Flagged', 'expired']);
    expect([await statusOfProvider(moved.id), await stateOf(moved.proposal.id)]).toEqual(['Suspended', 'expired']);
  });
});
