/** Disputes: free, without an account, decided in time, by two people where a warning is removed. */
import { disputeRules } from '@hakiki/contract/dispute-values';
import type { AdminDispute, AdminDisputeDetail } from '@hakiki/contract/disputes-admin';
import type { Proposal } from '@hakiki/contract/proposals-admin';
import { beforeAll, describe, expect, it } from 'vitest';
import { useDatabase } from '../../../../test/support/database.ts';
import { expectedReply, toInvalidInputReply } from '../../../../test/support/expected-replies.ts';
import { makeUser } from '../../../../test/support/factories.ts';
import { summarizeResponse } from '../../../../test/support/browser.ts';
import { useMailbox } from '../../../../test/support/mailbox.ts';
import { requestProofOfWork } from '../../../../test/support/proof-of-work.ts';
import { createReporter, newDispute } from '../../../../test/support/reporter.ts';
import { useServer } from '../../../../test/support/server.ts';
import { type Admin, createConsoleClient, makeAdmin, makeModerator } from '../../../../test/support/staff.ts';

const test = useDatabase();
const server = useServer(test, { settings: { rateLimitScale: 1000 } });
const mailbox = useMailbox(test, server);
const reporter = createReporter(server);
const { approve, post, getJson, confirmProposal } = createConsoleClient(server);
const db = () => test.database.db;

let administrator: Admin;
let secondAdministrator: Admin;
let moderator: Admin;
beforeAll(async () => {
  administrator = await makeAdmin(db());
  secondAdministrator = await makeAdmin(db());
  moderator = await makeModerator(db());
});

/** Publishes an alert whose text names something. */
async function publishAlert(description: string): Promise<void> {
  const { item } = await reporter.reportScam({ description });
  await server.running.services.cases.groupFiling(item.id);
  await approve(administrator, item.id);
}

let sites = 0;
/** A website that a public alert names. */
async function warnOf(site = `warned-${(sites += 1)}.example`): Promise<string> {
  await publishAlert(`It promises a third more every month at https://${site} and asks for a fee first.`);
  return site;
}
const stateOf = async (value: string) =>
  (await test.sql('select state from indicators where value = $1', [value]))[0]?.['state'];
const changesOf = async (value: string) =>
  (
    await test.sql(
      'select c.change from indicator_changes c join indicators i on i.key = c.key where i.value = $1 order by c.seq',
      [value],
    )
  ).map(({ change }) => change as string);
const decide = (who: Admin, id: string, outcome: 'upheld' | 'dismissed', reason = 'The papers show it.') =>
  post(who, `/api/admin/disputes/${id}/decision`, { outcome, reason });
const readProposal = async (response: Response) => ((await response.json()) as { proposal: Proposal }).proposal;
const getDispute = (id: string) => getJson<AdminDisputeDetail>(moderator, `/api/admin/disputes/${id}`);
const listDisputes = (state = 'open') =>
  getJson<AdminDispute[]>(moderator, `/api/admin/disputes?state=${state}&limit=200`);
const send = async (form: object) => server.post('/api/disputes', { ...form, proof: await requestProofOfWork(server) });

describe('POST /api/disputes', () => {
  it('a visitor disputes a warning without an account and without paying, and gets a receipt and a clock of 72 hours [CHECK-16]', async () => {
    const site = await warnOf();
    const form = newDispute(`https://${site}/`, { contactEmail: 'choir@example.com' });
    const response = await send(form);
    expect(response.status).toBe(201);
    const reply = (await response.json()) as { id: string; dueAt: string; receipt: { code: string } };
    expect(reply).toEqual({
      id: expect.any(String),
      kind: 'website',
      status: 'pending',
      dueAt: expect.any(String),
      message: 'Your dispute will be decided within 72 hours.',
      receipt: { reference: expect.stringMatching(/^HK-/), code: expect.any(String), expectedBy: reply.dueAt },
    });
    const hours = (Date.parse(reply.dueAt) - Date.now()) / 3_600_000;
    expect(hours).toBeGreaterThan(71.9);
    expect(hours).toBeLessThanOrEqual(72);
    expect(await reporter.lookUpReceipt(reply.receipt.code)).toEqual(
      expectedReply('POST /api/filings/look-up', {
        id: reply.id,
        kind: 'dispute',
        title: `https://${site}/`,
        description: form.text,
        status: 'pending',
        expectedBy: reply.dueAt,
        hasContact: true,
        dispute: { kind: 'website', ground: 'not-scam', reason: null },
      }),
    );
    const stored = await test.sql('select d.*, f.* from disputes d join filings f on f.id = d.id where d.id = $1', [
      reply.id,
    ]);
    expect(JSON.stringify(stored)).not.toContain('choir');
  });

  it('a visitor without JavaScript confirms the dispute by email, and it counts from then on [CHECK-16]', async () => {
    const site = await warnOf();
    const email = 'no-scripts-dispute@example.com';
    const sent = await server.post('/api/disputes', newDispute(site, { contactEmail: email }));
    expect(await sent.json()).toEqual(expectedReply('POST /api/disputes', { kind: 'website', mailed: true }));
    expect(await stateOf(site)).toBe('active');
    const token = await mailbox.getTokenFromEmail(email, '/confirm-submission');
    const confirmed = await server.post('/api/confirm-submission', { token });
    expect(await confirmed.json()).toEqual(
      expectedReply('POST /api/confirm-submission', { kind: 'dispute', receipt: expect.any(Object) }),
    );
    expect(await stateOf(site)).toBe('disputed');
  });

  it('the reply is the same for a number that was reported and for one that nobody knows, so it reveals no reporter [CHECK-16]', async () => {
    await publishAlert('A man called from +254 712 345 678 and asked for a fee before anything was paid out.');
    expect(await test.sql(`select state from indicators where kind = 'phone'`)).toEqual([{ state: 'active' }]);
    const ofForm = async (about: string) => {
      const response = await send(newDispute(about));
      const { receipt } = (await response.clone().json()) as { receipt: { code: string } };
      return { reply: (await response.json()) as object, followed: await reporter.lookUpReceipt(receipt.code) };
    };
    const reported = await ofForm('+254 712 345 678');
    const unknown = await ofForm('+254 733 999 111');
    expect(reported.reply).toEqual(expectedReply('POST /api/disputes', { kind: 'phone', receipt: expect.any(Object) }));
    expect(unknown.reply).toEqual(expectedReply('POST /api/disputes', { kind: 'phone', receipt: expect.any(Object) }));
    expect(Object.keys(reported.followed)).toEqual(Object.keys(unknown.followed));
    expect(reported.followed.dispute).toEqual(unknown.followed.dispute);
    expect(reported.followed.indicators).toEqual([]);
    // The number is stored as a keyed hash, and encrypted as it was typed.
    const stored = await test.sql(
      `select d.*, f.* from disputes d join filings f on f.id = d.id where d.kind = 'phone'`,
    );
    expect(JSON.stringify(stored)).not.toContain('712345678');
    expect(stored[0]?.['value']).toBeNull();
  });

  it('a visitor gets an error for missing fields, and for a number that could belong to several countries', async () => {
    expect(await (await send({})).json()).toEqual(
      toInvalidInputReply({
        about: 'Please enter the link, wallet, number or name',
        ground: 'Please say what is wrong',
        text: 'Please say in at least 20 characters why it is wrong',
      }),
    );
    const unreadable = 'We could not read this. Write a phone number with its country code, such as +254';
    for (const about of ['0712 345 678', '…']) {
      expect(await (await send(newDispute(about))).json()).toEqual(toInvalidInputReply({ about: unreadable }));
    }
  });

  it('a repeated request with the same idempotency key files one dispute', async () => {
    const site = await warnOf();
    const headers = { 'idempotency-key': 'a-dispute-that-is-sent-twice' };
    const sendAgain = async () =>
      server.post('/api/disputes', { ...newDispute(site), proof: await requestProofOfWork(server) }, { headers });
    const [one, two] = [await (await sendAgain()).json(), await (await sendAgain()).json()];
    expect(two).toEqual(one);
    expect(await test.sql('select id from disputes where value = $1', [site])).toHaveLength(1);
  });

  it('a member has one open dispute about an indicator, and duplicates of others are one entry of the queue, decided together [CHECK-16]', async () => {
    const site = await warnOf();
    const { id } = await makeUser(db());
    const actor = { ...administrator.actor, user: { ...administrator.actor.user, id } };
    const first = await reporter.dispute(site, {}, { actor });
    await expect(reporter.dispute(`www.${site}`, {}, { actor })).rejects.toMatchObject({ code: 'ALREADY_DISPUTED' });
    const second = await reporter.dispute(site, { text: 'I know the people of this choir for years.' });
    const entries = (await listDisputes()).filter(({ value }) => value === site);
    expect(entries).toEqual([
      expectedReply('GET /api/admin/disputes', { id: first.item.id, value: site, joined: 1, isMarked: true }),
    ]);
    expect((await getDispute(first.item.id)).others.map(({ description }) => description)).toEqual([
      'I know the people of this choir for years.',
    ]);
    expect((await decide(moderator, second.item.id, 'dismissed')).status).toBe(200);
    for (const { receipt } of [first, second]) {
      const { status, dispute } = await reporter.lookUpReceipt(receipt.code);
      expect([status, dispute?.reason]).toEqual(['dismissed', 'The papers show it.']);
    }
  });

  it('disputes about one indicator are refused after 50 open ones, and the warning stays public [CHECK-16]', async () => {
    const site = await warnOf();
    for (let n = 0; n < disputeRules.openPerThing; n += 1) await reporter.dispute(site);
    expect(await summarizeResponse(await send(newDispute(site)))).toBe('409 TOO_MANY_DISPUTES');
    const { indicators } = (await (await server.get(`/api/lookup?search=${site}`)).json()) as { indicators: unknown[] };
    expect(indicators).toHaveLength(1);
  });
});

describe('deciding a dispute', () => {
  it('an accepted dispute withdraws the warning only when a second administrator confirms, and the sender gets the reason [CHECK-16]', async () => {
    const site = await warnOf();
    const email = 'accepted@example.com';
    const { item, receipt } = await reporter.dispute(site, { contactEmail: email });
    expect(await stateOf(site)).toBe('disputed');
    const proposal = await readProposal(await decide(moderator, item.id, 'upheld'));
    expect(proposal).toEqual(expect.objectContaining({ subject: 'dispute', subjectTitle: site, to: 'upheld' }));
    expect(await stateOf(site)).toBe('disputed');
    expect((await getDispute(item.id)).proposalId).toBe(proposal.id);
    expect(await summarizeResponse(await decide(administrator, item.id, 'upheld'))).toBe('409 ALREADY_PROPOSED');
    expect((await confirmProposal(secondAdministrator, proposal.id)).status).toBe(200);
    expect(await stateOf(site)).toBe('withdrawn');
    expect(await changesOf(site)).toEqual(['added', 'disputed', 'withdrawn']);
    const { status, dispute } = await reporter.lookUpReceipt(receipt.code);
    expect([status, dispute]).toEqual([
      'upheld',
      { kind: 'website', ground: 'not-scam', reason: 'The papers show it.' },
    ]);
    expect((await mailbox.listEmailsTo(email)).map(({ subject }) => subject)).toEqual(['Your dispute was accepted']);
    const [decision] = await test.sql('select decided_by, confirmed_by from decisions where subject_id = $1', [
      item.id,
    ]);
    expect(decision).toEqual({ decided_by: moderator.id, confirmed_by: secondAdministrator.id });
  });

  it('a dismissed dispute leaves the warning active, needs a reason, and marks nothing again for half a year [CHECK-16]', async () => {
    const site = await warnOf();
    const { item } = await reporter.dispute(site);
    expect(await (await decide(moderator, item.id, 'dismissed', '')).json()).toEqual(
      toInvalidInputReply({ reason: 'Please give a reason' }),
    );
    expect(await (await decide(moderator, item.id, 'dismissed')).json()).toEqual(
      expectedReply('POST /api/admin/disputes/:id/decision', {
        id: item.id,
        value: site,
        status: 'dismissed',
        reason: 'The papers show it.',
        isMarked: true,
        decidedAt: expect.any(String),
        decisionId: expect.any(String),
      }),
    );
    expect(await stateOf(site)).toBe('active');
    expect(await changesOf(site)).toEqual(['added', 'disputed', 'settled']);
    expect(await summarizeResponse(await decide(moderator, item.id, 'dismissed'))).toBe('409 ALREADY_DECIDED');

    const again = await reporter.dispute(site);
    expect(await stateOf(site)).toBe('active');
    expect((await getDispute(again.item.id)).isMarked).toBe(false);
    await test.sql(`update disputes set decided_at = decided_at - interval '7 months' where id = $1`, [item.id]);
    await decide(moderator, again.item.id, 'dismissed');
    await test.sql(`update disputes set decided_at = decided_at - interval '7 months' where value = $1`, [site]);
    await reporter.dispute(site);
    expect(await stateOf(site)).toBe('disputed');
  });

  it('a dismissal does not bring back a warning that was withdrawn before [CHECK-16]', async () => {
    const site = await warnOf();
    const { item } = await reporter.dispute(site);
    await confirmProposal(secondAdministrator, (await readProposal(await decide(moderator, item.id, 'upheld'))).id);
    const { item: pointless } = await reporter.dispute(site);
    await decide(moderator, pointless.id, 'dismissed');
    expect(await stateOf(site)).toBe('withdrawn');
  });

  it('an accepted dispute about a look-alike that nobody reported is remembered, until a report about it is approved [CHECK-16]', async () => {
    const site = 'lookalike-choir.example';
    const { item } = await reporter.dispute(site, { ground: 'not-lookalike' });
    expect(await stateOf(site)).toBeUndefined();
    const proposal = await readProposal(await decide(administrator, item.id, 'upheld'));
    await confirmProposal(secondAdministrator, proposal.id);
    expect(await test.sql('select state, is_overruled from indicators where value = $1', [site])).toEqual([
      { state: 'withdrawn', is_overruled: true },
    ]);
    await warnOf(site);
    expect(await stateOf(site)).toBe('active');
  });

  it('staff cannot decide their own dispute, and visitors cannot read the queue [CHECK-16]', async () => {
    const site = await warnOf();
    const { item } = await reporter.dispute(site, {}, { actor: moderator.actor });
    for (const outcome of ['dismissed', 'upheld'] as const)
      expect(await summarizeResponse(await decide(moderator, item.id, outcome))).toBe('403 OWN_REPORT');
    expect(await summarizeResponse(await server.get('/api/admin/disputes'))).toBe('401 NOT_SIGNED_IN');
    const missing = '/api/admin/disputes/01900000-0000-7000-8000-000000000000';
    expect(await getJson(moderator, missing)).toEqual({
      code: 'DISPUTE_NOT_FOUND',
      message: 'There is no such dispute.',
    });
  });

  it('the queue shows the most urgent dispute first, counts it with its deadline, and shows what is public about the indicator [CHECK-16]', async () => {
    const site = await warnOf();
    const { item } = await reporter.dispute(site);
    await test.sql(`update disputes set due_at = now() - interval '1 day' where id = $1`, [item.id]);
    expect((await listDisputes())[0]?.id).toBe(item.id);
    const work = await getJson<{ kind: string; count: number; dueAt: string | null }[]>(moderator, '/api/admin/work');
    const entry = work.find(({ kind }) => kind === 'disputes');
    expect(entry).toEqual({ kind: 'disputes', count: expect.any(Number), dueAt: expect.any(String) });
    expect(Date.parse(entry!.dueAt!)).toBeLessThan(Date.now());
    const { known, alerts } = await getDispute(item.id);
    expect(known).toEqual({ reportCount: 1, firstSeenAt: expect.any(String), lastSeenAt: expect.any(String) });
    expect(alerts).toEqual([{ id: expect.any(String), title: 'A broker that pays nobody' }]);
  });
});
