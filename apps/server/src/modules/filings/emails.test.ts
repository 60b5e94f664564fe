import type { FilingId, FilingState } from '@hakiki/contract/filings';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Admin, createConsoleClient, makeAdmin, DEFAULT_REASON } from '../../../test/support/staff.ts';
import { useDatabase } from '../../../test/support/database.ts';
import { useMailbox } from '../../../test/support/mailbox.ts';
import { makeUser } from '../../../test/support/factories.ts';
import { makeUserActor } from '../../../test/support/actors.ts';
import { createReporter } from '../../../test/support/reporter.ts';
import { useServer } from '../../../test/support/server.ts';
import { readSettings } from '../../platform/config/settings.ts';
import type { UserActor } from '../../platform/http/actor.ts';
import { generateKeyPair } from '../../platform/sealing/sealed-box.ts';
import { createSealing } from '../intake/service.ts';

const test = useDatabase();
const server = useServer(test, { settings: { rateLimitScale: 1000 } });
const mailbox = useMailbox(test, server);
const reporter = createReporter(server);
const { approve, putAsShownWithReason, reject, markShown } = createConsoleClient(server);
const services = () => server.running.services;

async function makeMember(userFields: Parameters<typeof makeUser>[1] = {}): Promise<UserActor> {
  const { id, email, isAdmin } = await makeUser(test.database.db, userFields);
  return makeUserActor({ id, email, isAdmin });
}

let moderator: Admin;
beforeAll(async () => {
  moderator = await makeAdmin(test.database.db);
});

let addressCount = 0;
const newAddress = () => `reporter-${(addressCount += 1)}@example.com`;
const getOnlyEmail = async (email: string) => {
  const emails = await mailbox.listEmailsTo(email);
  expect(emails).toHaveLength(1);
  const [onlyEmail] = emails;
  if (!onlyEmail) throw new Error('No email.');
  return onlyEmail;
};
const listContactUses = async (id: string) =>
  (await services().audit.listBySubject(test.database.db, id, 50)).filter(
    ({ action }) => action === 'filing.contact-used',
  );
const listEmailJobs = (id: string) =>
  test.sql("select name from pgboss.job where name like 'mail.filing-%' and data->>'filingId' = $1", [id]);

describe('emails to a reporter without an account', () => {
  it('a reporter without an account is emailed at their encrypted address in their language, and the use of the address is recorded', async () => {
    const email = newAddress();
    const { item, receipt } = await reporter.reportScam(
      { contactEmail: email, contactPhone: '+234 800 111 2222', additionalDetails: 'A secret detail.' },
      { language: 'fr' },
    );
    expect(await listContactUses(item.id)).toEqual([]);
    await approve(moderator, item.id);
    const { subject, text, html } = await getOnlyEmail(email);
    expect(subject).toBe('Votre signalement d’arnaque est vérifié');
    expect(text).toContain(`Numéro de référence\u202f: ${receipt.reference}`);
    expect(text).toContain('http://hakiki.test/fr/follow\n');
    for (const secret of [item.title, item.description, 'A secret detail', '111 2222', receipt.code, item.id]) {
      expect(text + html + subject, secret).not.toContain(secret);
    }
    expect(await listContactUses(item.id)).toEqual([
      expect.objectContaining({ actorKind: 'system', actorId: null, reason: 'a letter about the report' }),
    ]);
  });

  it('the email about a merged report says that one alert counts the reporter, and does not name the alert [VERD-05]', async () => {
    const email = newAddress();
    const { item: lead } = await reporter.reportScam();
    const { item, receipt } = await reporter.reportScam({ contactEmail: email });
    await approve(moderator, lead.id);
    await markShown(moderator, item.id);
    await server.running.database.transaction((tx) =>
      services().alerts.merge(tx, moderator.actor, item.id, { leadId: lead.id, isRead: true, reason: 'The same.' }),
    );
    const { subject, text, html } = await getOnlyEmail(email);
    expect(subject).toBe('Your scam report was confirmed');
    expect(text).toContain('there is one public alert, and your report counts in it. You find it on the page below.');
    expect(text).toContain('http://hakiki.test/follow\n');
    for (const secret of [lead.id, item.id, lead.title, receipt.code]) expect(text + html).not.toContain(secret);
  });

  it('a reporter without an address is never emailed', async () => {
    const { item } = await reporter.reportScam({ contactPhone: '+234 800 111 2222' });
    await reject(moderator, item.id);
    expect(await listEmailJobs(item.id)).toEqual([]);
    const { item: report } = await reporter.reportIssue();
    await putAsShownWithReason(moderator, `/api/admin/reports/${report.id}`, { status: 'investigating' });
    expect(await listEmailJobs(report.id)).toEqual([]);
  });

  it('the email about a question does not quote the question', async () => {
    const email = newAddress();
    const { item, receipt } = await reporter.reportScam({ contactEmail: email });
    await services().filings.askReporter(moderator.actor, item.id as string as FilingId, 'Which bank did they name?');
    const { subject, text } = await getOnlyEmail(email);
    expect(subject).toBe('A question about what you sent us');
    expect(text).toContain(receipt.reference);
    expect(text).toContain('http://hakiki.test/follow\n');
    expect(text).not.toContain('bank');
    expect(await listContactUses(item.id)).toHaveLength(1);
  });
});

describe('emails to a reporter with an account', () => {
  it('a reporter with an account is emailed at its current address and in its language, and decrypting the account is recorded [SAFE-04]', async () => {
    const email = newAddress();
    const other = newAddress();
    const actor = await makeMember({ email, language: 'fr' });
    const { item } = await reporter.reportScam({ contactEmail: other }, { actor, language: 'en' });
    const newEmail = newAddress();
    await test.sql('update users set email = $2 where id = $1', [actor.user.id, newEmail]);
    await reject(moderator, item.id);
    expect((await getOnlyEmail(newEmail)).subject).toBe('Votre signalement d’arnaque n’est pas publié');
    for (const address of [email, other]) expect(await mailbox.listEmailsTo(address)).toEqual([]);
    expect(await listContactUses(item.id)).toHaveLength(1);
  });

  it('a reporter whose account is deleted is emailed at the encrypted address of the report', async () => {
    const email = newAddress();
    const actor = await makeMember();
    const { item } = await reporter.reportScam({ contactEmail: email }, { actor });
    await test.sql('delete from users where id = $1', [actor.user.id]);
    await approve(moderator, item.id);
    expect((await getOnlyEmail(email)).subject).toBe('Your scam report was verified');
  });
});

describe('emails about decisions', () => {
  it('each decision about an issue report has its own email [DEC-26]', async () => {
    const email = newAddress();
    const { item } = await reporter.reportIssue({ email });
    await putAsShownWithReason(moderator, `/api/admin/reports/${item.id}`, { status: 'investigating' });
    await mailbox.listEmailsTo(email);
    await putAsShownWithReason(moderator, `/api/admin/reports/${item.id}`, { status: 'resolved' });
    const emails = await mailbox.listEmailsTo(email);
    expect(emails.map(({ subject }) => subject)).toEqual([
      'We are looking into your report',
      'Your report was resolved',
    ]);
    expect(await listContactUses(item.id)).toHaveLength(2);
    const { item: other } = await reporter.reportIssue({ email });
    await putAsShownWithReason(moderator, `/api/admin/reports/${other.id}`, {
      status: 'rejected',
      reason: 'Nothing to it.',
    });
    expect((await mailbox.listEmailsTo(email)).at(-1)?.subject).toBe('Your report was not published');
  });

  it.for([
    ['Limited', 'The provider you submitted is listed'],
    ['Suspended', 'The provider you submitted was not listed'],
  ] as const)('the submitter of a provider is emailed about the decision %s [SUBMIT-22]', async ([status, subject]) => {
    const submitterEmail = newAddress();
    const { item } = await reporter.submitProvider({ submitterEmail, contactEmail: newAddress() });
    const decide = (next: 'Pending' | typeof status) =>
      services().directory.update(moderator.actor, item.id, { verificationStatus: next, reason: DEFAULT_REASON });
    await decide('Pending');
    await decide(status);
    await decide(status);
    expect((await getOnlyEmail(submitterEmail)).subject).toBe(subject);
  });

  it('a decision that is changed before its email is sent has no email', async () => {
    const email = newAddress();
    const { item } = await reporter.reportIssue({ email });
    const { database } = server.running;
    await database.transaction((tx) => services().intake.enqueueDecisionEmail(tx, item.id, 'resolved'));
    expect(await mailbox.listEmailsTo(email)).toEqual([]);
    await database.transaction((tx) => services().intake.enqueueDecisionEmail(tx, item.id, 'pending'));
    expect(await listEmailJobs(item.id)).toHaveLength(1);
  });
});

describe('retries of an email', () => {
  it('retries of an email are recorded as one use of the address', async () => {
    const { item } = await reporter.reportIssue({ email: newAddress() });
    await putAsShownWithReason(moderator, `/api/admin/reports/${item.id}`, { status: 'investigating' });
    await mailbox.listEmailsTo('nobody');
    const uses = await listContactUses(item.id);
    expect(uses).toHaveLength(1);
    const [decision] = services().filings.emailJobs(() => Promise.reject(new Error('mail server: down')));
    const status: FilingState['status'] = 'investigating';
    const retryJob = () => decision?.run({ filingId: item.id, status }, { id: '01890000-0000-7000-8000-000000000001' });
    for (let attempt = 0; attempt < 3; attempt += 1) await expect(retryJob()).rejects.toThrow('mail server: down');
    expect(await listContactUses(item.id)).toHaveLength(2);
  });
});

describe('encryption in the web process', () => {
  it('the web process can encrypt contact data and never decrypt it', async () => {
    const { publicKey, privateKey } = generateKeyPair();
    const settings = readSettings({ NODE_ENV: 'test' });
    const web = createSealing({ ...settings, reporterKeys: { public: publicKey, private: [] } });
    const worker = createSealing({ ...settings, reporterKeys: { public: publicKey, private: [privateKey] } });
    const sealed = (await web.sealContact({ email: 'amina@example.com', phone: '' }, 'one')) ?? Buffer.alloc(0);
    await expect(web.openContact(sealed, 'one')).rejects.toThrow('A sealed box is for a key that is not here.');
    expect(await worker.openContact(sealed, 'one')).toEqual({ email: 'amina@example.com' });
    await expect(worker.openContact(sealed, 'two')).rejects.toThrow('A sealed box cannot be opened.');
    expect(await web.sealContact({ email: '', phone: undefined }, 'one')).toBeUndefined();
    const unset = createSealing({ ...settings, reporterKeys: { public: undefined, private: [] } });
    await expect(unset.sealContact({ email: 'amina@example.com' }, 'one')).rejects.toThrow(
      'REPORTER_PUBLIC_KEY is not set',
    );
  });
});
