/** Public forms: accepted with a proof of work or after confirmation by email, and stored once. */
import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Experience } from '@hakiki/contract/experiences';
import { makeAdmin } from '../../../test/support/staff.ts';
import { openBrowser, summarizeResponse } from '../../../test/support/browser.ts';
import { useDatabase } from '../../../test/support/database.ts';
import { toInvalidInputReply, expectedReply } from '../../../test/support/expected-replies.ts';
import { useMailbox } from '../../../test/support/mailbox.ts';
import { requestProofOfWork } from '../../../test/support/proof-of-work.ts';
import { useServer } from '../../../test/support/server.ts';
import { sealSubmission } from './sealed-submission.ts';

const test = useDatabase();
const server = useServer(test, { settings: { trustedProxies: ['loopback'], salesEmail: 'sales@example.com' } });
const mailbox = useMailbox(test, server);

let testCount = 0;
let address = '';
/** Each test has its own client address, so that rate limits do not interfere. */
beforeEach(() => {
  testCount += 1;
  address = `198.51.${Math.trunc(testCount / 250)}.${testCount % 250}`;
});

const message = (changes: Record<string, unknown> = {}) => ({
  name: 'Amina Demo',
  email: `sender${testCount}@example.com`,
  subject: 'Prices for ten people',
  message: 'What does it cost?',
  ...changes,
});
const experience = (changes: Record<string, unknown> = {}) => ({
  providerName: `Demo Exchange ${testCount}`,
  rating: 2,
  experience: 'My withdrawal took a month.',
  issueType: 'withdrawal',
  ...changes,
});
const send = (path: string, body: unknown) => openBrowser(server, { address }).post(path, body);
const readOutcome = async (path: string, body: unknown) => summarizeResponse(await send(path, body));
const count = async (table: string) => Number((await test.sql(`select count(*) from ${table}`))[0]?.['count']);
const confirm = (token: string) => send('/api/confirm-submission', { token });
/** Finds the row by its token: nothing else in it identifies the sender. */
const findUnconfirmed = (token: string, columns = '1') =>
  test.sql(`select ${columns} from unconfirmed_submissions where token_hash = $1`, [hashToken(token)]);
const hashToken = (token: string) => createHash('sha256').update(token).digest();

describe('GET /api/proof-of-work', () => {
  it('gives every visitor a different challenge that is not cached', async () => {
    const [one, other] = await Promise.all([server.get('/api/proof-of-work'), server.get('/api/proof-of-work')]);
    expect(one.headers.get('Cache-Control')).toBe('no-store');
    expect(await one.json()).not.toEqual(await other.json());
  });
});

describe('POST /api/contact', () => {
  it('stores a message with a proof and says when sales will reply [REAL-01] [CONTACT-08] [DEC-83]', async () => {
    const proof = await requestProofOfWork(server);
    const response = await send('/api/contact', message({ company: 'Demo Ltd', phone: '', language: 'fr', proof }));
    expect(response.status).toBe(201);
    expect(await response.json()).toEqual({ message: 'Our sales team will reply within 24 hours.' });
    expect(await test.sql('select * from sales_messages where email = $1', [message().email])).toEqual([
      expect.objectContaining({
        name: 'Amina Demo',
        company: 'Demo Ltd',
        phone: null,
        subject: 'Prices for ten people',
        message: 'What does it cost?',
        language: 'fr',
        answered_at: null,
      }),
    ]);
  });

  it('emails the message to sales, whose reply goes to the sender [REAL-01]', async () => {
    const body = message({ subject: `Question ${testCount}`, company: 'Demo Ltd', message: 'One.\n\nTwo.' });
    await send('/api/contact', { ...body, proof: await requestProofOfWork(server) });
    const letters = await mailbox.listEmailsTo('sales@example.com');
    const letter = letters.find(({ subject }) => subject === `Message to sales: Question ${testCount}`);
    expect(letter).toEqual(expect.objectContaining({ replyTo: { name: 'Amina Demo', address: body.email } }));
    expect(letter?.text).toContain(`From: Amina Demo, ${body.email}, Demo Ltd\n\n`);
    expect(letter?.text).toContain('One.\n\nTwo.\n\n');
  });

  it('records in the audit log that a message arrived, without a name', async () => {
    await send('/api/contact', message({ proof: await requestProofOfWork(server) }));
    const [stored] = await test.sql('select id from sales_messages where email = $1', [message().email]);
    const entries = await test.sql('select * from audit_entries where subject = $1', [stored?.['id']]);
    expect(entries).toEqual([expect.objectContaining({ action: 'contact.received', actor_kind: 'visitor' })]);
    expect(JSON.stringify(entries)).not.toMatch(/amina|example\.com/i);
  });

  it.each([
    ['name', 'Name is required', '  '],
    ['subject', 'Subject is required', ''],
    ['message', 'Message is required', undefined],
    ['email', 'Please enter a valid email address', 'amina@'],
    ['email', 'Please enter a valid email address', undefined],
  ])('requires the %s with “%s” [CONTACT-02] [CONTACT-03] [DEC-82]', async (field, sentence, value) => {
    const response = await send('/api/contact', message({ [field]: value, proof: await requestProofOfWork(server) }));
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual(toInvalidInputReply({ [field]: sentence }));
  });

  it('requires neither company nor phone [CONTACT-04]', async () => {
    expect((await send('/api/contact', message({ proof: await requestProofOfWork(server) }))).status).toBe(201);
  });

  it('accepts 5,000 characters and not one more [DEC-84]', async () => {
    const proof = await requestProofOfWork(server);
    expect(await readOutcome('/api/contact', message({ message: 'x'.repeat(5001), proof }))).toBe('400 INVALID_INPUT');
    expect(await readOutcome('/api/contact', message({ subject: 'x'.repeat(201), proof }))).toBe('400 INVALID_INPUT');
    expect(await readOutcome('/api/contact', message({ message: 'x'.repeat(5000), proof }))).toBe('201');
  });

  it('accepts ten messages an hour from one sender, whatever address they come from', async () => {
    const outcomes: string[] = [];
    for (let index = 0; index < 11; index += 1) {
      address = `203.0.113.${index}`;
      outcomes.push(await readOutcome('/api/contact', message({ proof: await requestProofOfWork(server) })));
    }
    expect(outcomes).toEqual([...Array.from({ length: 10 }, () => '201'), '429 RATE_LIMITED']);
  });
});

describe('POST /api/experiences', () => {
  it('stores an experience with a proof as pending [REAL-02]', async () => {
    const response = await send('/api/experiences', experience({ proof: await requestProofOfWork(server) }));
    expect(response.status).toBe(201);
    const reply = (await response.json()) as { id: string };
    expect(reply).toEqual({
      id: expect.any(String) as string,
      status: 'pending',
      message: 'Thank you. It will be visible once verified by the team.',
    });
    expect(await test.sql('select * from experiences where id = $1', [reply.id])).toEqual([
      expect.objectContaining({ status: 'pending', rating: 2, issue_type: 'withdrawal' }),
    ]);
  });

  it('a visitor shares an experience without an account, and everybody reads it once it is approved [ROLE-14] [DEC-28]', async () => {
    const sharedExperience = experience({
      experience: `Nobody asked who I am. ${testCount}`,
      proof: await requestProofOfWork(server),
    });
    const { id } = (await (await send('/api/experiences', sharedExperience)).json()) as { id: string };
    const listed = () => server.json<Experience[]>('/api/experiences?limit=50');
    expect((await listed()).map((one) => one.id)).not.toContain(id);
    const moderator = await makeAdmin(test.database.db);
    await server.post(
      `/api/admin/experiences/${id}/approve`,
      {},
      { method: 'PUT', headers: { cookie: moderator.cookie } },
    );
    expect((await listed()).find((one) => one.id === id)).toEqual({
      id,
      providerName: sharedExperience.providerName,
      rating: 2,
      experience: sharedExperience.experience,
      issueType: 'withdrawal',
      language: 'en',
      createdAt: expect.any(String) as string,
    });
  });

  it('rejects an experience with neither a proof nor an address [DEC-84]', async () => {
    const before = await count('experiences');
    expect(await readOutcome('/api/experiences', experience())).toBe('400 PROOF_MISSING');
    expect(await count('experiences')).toBe(before);
  });

  it('accepts thirty experiences an hour about one provider, however its name is spelled, and others meanwhile', async () => {
    const proofs = await Promise.all(Array.from({ length: 31 }, () => requestProofOfWork(server)));
    const outcomes: string[] = [];
    for (const [index, proof] of proofs.entries()) {
      const providerName = index % 2 ? `Flooded  EXCHANGE` : 'Flooded Exchange';
      outcomes.push(await readOutcome('/api/experiences', experience({ providerName, proof })));
    }
    expect(outcomes).toEqual([...Array.from({ length: 30 }, () => '201'), '429 RATE_LIMITED']);
    expect(await readOutcome('/api/experiences', experience({ proof: proofs[30] }))).toBe('201');
  });
});

describe('using a proof of work', () => {
  it('a proof works for one form only', async () => {
    const proof = await requestProofOfWork(server);
    expect(await readOutcome('/api/contact', message({ proof }))).toBe('201');
    expect(await readOutcome('/api/contact', message({ proof }))).toBe('400 PROOF_MISSING');
    expect(await readOutcome('/api/experiences', experience({ proof }))).toBe('400 PROOF_MISSING');
  });

  it('a proof lets one of fifty concurrent forms pass', async () => {
    const proof = await requestProofOfWork(server);
    const before = await count('experiences');
    const outcomes = await Promise.all(
      Array.from({ length: 50 }, (_, index) => {
        const providerName = `Provider ${testCount} of ${index}`;
        return readOutcome('/api/experiences', experience({ providerName, proof }));
      }),
    );
    expect(outcomes.filter((outcome) => outcome === '201')).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === '400 PROOF_MISSING')).toHaveLength(49);
    expect(await count('experiences')).toBe(before + 1);
  });

  it('a form with invalid input does not use up its proof', async () => {
    const proof = await requestProofOfWork(server);
    expect(await readOutcome('/api/contact', message({ name: '', proof }))).toBe('400 INVALID_INPUT');
    expect(await readOutcome('/api/contact', message({ proof }))).toBe('201');
  });

  it('rejects an invalid proof even with an email address', async () => {
    expect(await readOutcome('/api/contact', message({ proof: '{}' }))).toBe('400 PROOF_MISSING');
    expect(await readOutcome('/api/contact', message({ proof: '' }))).toBe('400 PROOF_MISSING');
  });
});

describe('forms without a proof of work', () => {
  it('a message is stored when its sender has opened the emailed link [REAL-01]', async () => {
    const { email } = message();
    const response = await send('/api/contact', message());
    expect(response.status).toBe(201);
    expect(await response.json()).toEqual({
      mailed: true,
      message: 'We have emailed you a link. Please open it within 24 hours: we receive it only then.',
    });
    expect(await test.sql('select 1 from sales_messages where email = $1', [email])).toEqual([]);

    const token = await mailbox.getTokenFromEmail(email, '/confirm-submission');
    expect(await findUnconfirmed(token)).toHaveLength(1);
    const confirmed = await confirm(token);
    expect(await confirmed.json()).toEqual({
      message: 'Our sales team will reply within 24 hours.',
      kind: 'contact',
    });
    expect(await test.sql('select subject from sales_messages where email = $1', [email])).toEqual([
      { subject: 'Prices for ten people' },
    ]);
    expect(await findUnconfirmed(token)).toEqual([]);
  });

  it("an experience is stored when its sender has opened the link, without the sender's address [REAL-02]", async () => {
    const email = `writer${testCount}@example.com`;
    const response = await send('/api/experiences', experience({ email, language: 'fr' }));
    const reply = (await response.json()) as { id: string };
    expect(reply).toEqual(expectedReply('POST /api/experiences', { status: 'pending', mailed: true }));
    const [letter] = await mailbox.listEmailsTo(email);
    expect(letter).toEqual(expect.objectContaining({ subject: 'Confirmez l’expérience que vous avez partagée' }));

    const token = await mailbox.getTokenFromEmail(email, '/fr/confirm-submission');
    expect(await (await confirm(token)).json()).toEqual({
      message: 'Thank you. It will be visible once verified by the team.',
      kind: 'experience',
    });
    const stored = await test.sql('select * from experiences where provider_name = $1', [experience().providerName]);
    expect(stored).toEqual([
      expect.objectContaining({
        id: reply.id,
        status: 'pending',
        experience: 'My withdrawal took a month.',
        language: 'fr',
      }),
    ]);
    expect(JSON.stringify(stored)).not.toContain(email);
  });

  it('a visitor cannot send their own text to others through the confirmation email', async () => {
    const spamTexts = { name: 'Free coins', subject: 'Free coins', message: 'Free coins at https://coins.example' };
    await send('/api/contact', message(spamTexts));
    const [letter] = await mailbox.listEmailsTo(message().email);
    expect(letter).toBeDefined();
    expect(JSON.stringify(letter)).not.toMatch(/free coins|coins\.example/i);
  });

  it('neither table nor queue contains the link or any input', async () => {
    await send('/api/contact', message({ company: 'Demo Ltd', phone: '0800123456' }));
    const token = await mailbox.getTokenFromEmail(message().email, '/confirm-submission');
    const [row] = await findUnconfirmed(token, 'id');
    const storedText = JSON.stringify([
      await test.sql(`select *, encode(token_hash, 'escape'), encode(sealed, 'escape') from unconfirmed_submissions`),
      await test.sql(`select * from pgboss.job`),
    ]);
    expect(storedText).toContain(row?.['id']);
    expect(storedText).not.toContain(token);
    expect(storedText).not.toMatch(/amina|example\.com|prices for ten|what does it cost|demo ltd|0800123456/i);
  });

  it('a link works once, also when it is opened nine times at the same time', async () => {
    await send('/api/contact', message());
    const token = await mailbox.getTokenFromEmail(message().email, '/confirm-submission');
    const outcomes = await Promise.all(Array.from({ length: 9 }, async () => summarizeResponse(await confirm(token))));
    expect(outcomes.filter((outcome) => outcome === '200')).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === '400 LINK_INVALID')).toHaveLength(8);
    expect(await test.sql('select 1 from sales_messages where email = $1', [message().email])).toHaveLength(1);
  });

  it('a link expires after a day, and the unconfirmed form is deleted', async () => {
    await send('/api/contact', message());
    const token = await mailbox.getTokenFromEmail(message().email, '/confirm-submission');
    await test.sql(
      `update unconfirmed_submissions set expires_at = now() - interval '1 second' where token_hash = $1`,
      [hashToken(token)],
    );
    expect(await summarizeResponse(await confirm(token))).toBe('400 LINK_INVALID');
    expect(await summarizeResponse(await confirm('made-up'))).toBe('400 LINK_INVALID');
    await server.running.services.publicForms.purgeExpired();
    expect(await findUnconfirmed(token)).toEqual([]);
  });

  it('rejects a link when a new release does not understand the stored form', async () => {
    await send('/api/contact', message());
    const token = await mailbox.getTokenFromEmail(message().email, '/confirm-submission');
    const [row] = await findUnconfirmed(token, 'id');
    const oldContent = sealSubmission(
      { content: { title: 'Of old' }, email: message().email },
      token,
      String(row?.['id']),
    );
    for (const [column, value] of [
      ['sealed', oldContent],
      ['kind', 'of-old'],
    ]) {
      const change = `update unconfirmed_submissions set ${String(column)} = $2 where token_hash = $1`;
      await test.sql(change, [hashToken(token), value]);
      expect(await summarizeResponse(await confirm(token))).toBe('400 LINK_INVALID');
    }
  });

  it('one address gets five emails an hour, and the sixth request is rate limited', async () => {
    const outcomes: string[] = [];
    for (let index = 0; index < 6; index += 1) outcomes.push(await readOutcome('/api/contact', message()));
    expect(outcomes).toEqual([...Array.from({ length: 5 }, () => '201'), '429 RATE_LIMITED']);
    expect(await mailbox.listEmailsTo(message().email)).toHaveLength(5);
  });

  it('visitors who use up the five emails do not block a password reset', async () => {
    const { email } = message();
    for (let index = 0; index < 6; index += 1) await send('/api/contact', message());
    await test.sql(
      `insert into users (id, email, password_hash, email_verified_at) values (gen_random_uuid(), $1, 'none', now())`,
      [email],
    );
    expect((await send('/api/auth/forgot-password', { email })).status).toBe(200);
    expect(await mailbox.getTokenFromEmail(email, '/reset-password')).not.toBe('');
  });
});

describe('used proofs', () => {
  it('a used proof is deleted an hour after it expires, and not before', async () => {
    const proof = await requestProofOfWork(server);
    await send('/api/contact', message({ proof }));
    const { purgeExpired } = server.running.services.publicForms;
    await purgeExpired();
    expect(await readOutcome('/api/contact', message({ proof }))).toBe('400 PROOF_MISSING');
    await test.sql(`update spent_proofs set expires_at = now() - interval '61 minutes'`);
    await purgeExpired();
    expect(await count('spent_proofs')).toBe(0);
  });
});

/** `FLOOD=10000` for a longer run. */
const FLOOD = Number(process.env['FLOOD'] ?? 1000);

describe('a flood of messages', () => {
  it('a flood from one address leaves at most sixty unconfirmed messages [DEC-84]', { timeout: 120_000 }, async () => {
    const before = { waiting: await count('unconfirmed_submissions'), letters: await count('pgboss.job') };
    const browser = openBrowser(server, { address });
    const outcomes = new Map<number, number>();
    let sent = 0;
    const sendUntilDone = async () => {
      while (sent < FLOOD) {
        sent += 1;
        const { status } = await browser.post('/api/contact', message({ email: `flood${sent}@example.com` }));
        outcomes.set(status, (outcomes.get(status) ?? 0) + 1);
      }
    };
    await Promise.all(Array.from({ length: 25 }, sendUntilDone));
    expect(Object.fromEntries(outcomes)).toEqual({ 201: 60, 429: FLOOD - 60 });
    expect(await count('unconfirmed_submissions')).toBe(before.waiting + 60);
    expect(await count('pgboss.job')).toBeLessThanOrEqual(before.letters + 60);
  });
});
