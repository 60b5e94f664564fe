/** Emails from the queue to a real mail server, also one that rejects, hangs or is down. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import type { Language } from '@hakiki/contract/site';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { useDatabase } from '../../../test/support/database.ts';
import { useSmtp } from '../../../test/support/smtp.ts';
import { type Jobs, startJobs } from '../jobs/jobs.ts';
import { renderEmail } from './layout.ts';
import { defineEmail } from './email-job.ts';
import { createMailer } from './mail.ts';

const test = useDatabase();
const smtp = useSmtp();
const from = 'Hakiki <no-reply@hakiki.example>';
const logged: string[] = [];
const log = pino(
  { level: 'info' },
  new Writable({
    write(line: Buffer, _, done) {
      logged.push(line.toString());
      done();
    },
  }),
);

const welcome = defineEmail({ name: 'test-welcome', payload: z.object({ personId: z.int() }) });
const people = new Map<number, { address: string; language: Language }>();
let jobs: Jobs;
let lastPerson = 0;

beforeAll(async () => {
  const sendMail = createMailer({ smtpUrl: `${smtp.url}?socketTimeout=1000`, from, outboxFolder: '' }, log);
  jobs = await startJobs(test.url, log);
  await jobs.work([
    welcome.withComposer(sendMail, async ({ personId }) => {
      const person = people.get(personId);
      if (!person) return undefined;
      const isFrench = person.language === 'fr';
      return {
        to: person.address,
        subject: isFrench ? 'Bienvenue à Hakiki' : 'Welcome to Hakiki',
        ...renderEmail({
          language: person.language,
          preheader: '',
          paragraphs: [isFrench ? 'Vous êtes inscrit.' : 'You have signed up.'],
          action: { label: isFrench ? 'Ouvrir' : 'Open', url: 'https://hakiki.example/' },
          footer: '',
        }),
      };
    }),
  ]);
});
afterAll(() => jobs.stop());
beforeEach(() => {
  smtp.reset();
  logged.length = 0;
});

const addPerson = (language: Language = 'en') => {
  lastPerson += 1;
  people.set(lastPerson, { address: `person-${lastPerson}@example.com`, language });
  return lastPerson;
};
/** Retries after one second; otherwise as defined. */
const quickRetryJob = { ...welcome.job, retries: { limit: 20, initialDelaySeconds: 1, maxDelaySeconds: 1 } };
const enqueueFor = (personId: number) =>
  test.database.transaction((tx) => jobs.enqueue(tx, quickRetryJob, { personId }));
const findJob = async (personId: number) => {
  const found = await test.sql(
    `select id, state, retry_count from pgboss.job where data->'personId' = to_jsonb($1::int)`,
    [personId],
  );
  return found[0];
};
const untilDone = (personId: number) =>
  vi.waitFor(async () => expect(await findJob(personId)).toMatchObject({ state: 'completed' }), {
    timeout: 12_000,
    interval: 50,
  });
const untilFailed = () =>
  vi.waitFor(() => expect(logged.join('')).toContain('job failed'), { timeout: 8000, interval: 20 });

describe('sending an email', () => {
  it('delivers text and HTML in the language of the recipient [DEC-85]', async () => {
    const person = addPerson('fr');
    await enqueueFor(person);
    await untilDone(person);
    expect(smtp.accepted).toHaveLength(1);
    expect(smtp.accepted[0]).toMatchObject({
      from: { name: 'Hakiki', address: 'no-reply@hakiki.example' },
      to: [{ address: `person-${person}@example.com` }],
      subject: 'Bienvenue à Hakiki',
      messageId: `<${String((await findJob(person))?.['id'])}@hakiki.example>`,
      text: expect.stringContaining('Vous êtes inscrit.\n\nOuvrir\nhttps://hakiki.example/') as string,
      html: expect.stringMatching(/<html lang="fr"[^]*Vous êtes inscrit\./) as string,
    });
    expect(smtp.accepted[0]?.headers).toContainEqual(
      expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }),
    );
  });

  it('does not send an email that is no longer needed', async () => {
    const person = addPerson();
    people.delete(person);
    await enqueueFor(person);
    await untilDone(person);
    expect(smtp.accepted).toEqual([]);
  });

  it('retries for long enough when a mail server is down for days', () => {
    const { limit, initialDelaySeconds, maxDelaySeconds } = welcome.job.retries ?? expect.unreachable();
    expect(initialDelaySeconds).toBeLessThan(10);
    expect((limit * maxDelaySeconds) / 86_400).toBeGreaterThan(4);
    expect((limit * maxDelaySeconds) / 86_400).toBeLessThan(14);
  });

  it.each(['mail', 'rcpt', 'data'] as const)('delivers an email once after a 451 at %s', async (at) => {
    smtp.respondWith(() => (smtp.rejectedCount === 0 ? { status: 451, at } : 'accept'));
    const person = addPerson();
    await enqueueFor(person);
    await untilDone(person);
    expect(smtp.rejectedCount).toBe(1);
    expect(smtp.accepted).toHaveLength(1);
    expect(await findJob(person)).toMatchObject({ retry_count: 1 });
  });

  it('delivers an email once when the server was down and is back', async () => {
    await smtp.kill();
    const person = addPerson();
    await enqueueFor(person);
    await untilFailed();
    await smtp.restart();
    await untilDone(person);
    expect(smtp.accepted).toHaveLength(1);
  });

  it('times out on a hanging server and delivers later, without blocking other emails', async () => {
    smtp.respondWith('hang');
    const person = addPerson();
    await enqueueFor(person);
    await vi.waitFor(() => expect(smtp.hangingCount).toBe(1), { timeout: 4000, interval: 5 });
    const other = addPerson();
    await enqueueFor(other);
    expect(smtp.hangingCount).toBeGreaterThan(0);

    await untilFailed();
    smtp.respondWith('accept');
    await untilDone(person);
    await untilDone(other);
    expect(smtp.accepted).toHaveLength(2);
    expect(new Set(smtp.accepted.map(({ to }) => to?.[0]?.address))).toEqual(
      new Set([person, other].map((id) => `person-${id}@example.com`)),
    );
  });

  it.each(['rcpt', 'data'] as const)('does not retry an email that is permanently rejected at %s', async (at) => {
    smtp.respondWith({ status: 550, at });
    const person = addPerson();
    await enqueueFor(person);
    await untilDone(person);
    expect(smtp.rejectedCount).toBe(1);
    expect(await findJob(person)).toMatchObject({ retry_count: 0 });
    const line = logged.find((entry) => entry.includes('email permanently rejected'));
    expect(JSON.parse(line ?? '{}')).toMatchObject({ id: (await findJob(person))?.['id'], status: 550 });
  });

  it('retries an email when our own address is rejected', async () => {
    smtp.respondWith(() => (smtp.rejectedCount === 0 ? { status: 550, at: 'mail' } : 'accept'));
    const person = addPerson();
    await enqueueFor(person);
    await untilDone(person);
    expect(smtp.accepted).toHaveLength(1);
  });

  it('writes no email address to the log or the queue', async () => {
    for (const at of ['rcpt', 'data'] as const)
      for (const status of [451, 550] as const) {
        smtp.reset();
        smtp.respondWith(() => (smtp.rejectedCount === 0 ? { status, at } : 'accept'));
        const person = addPerson();
        await enqueueFor(person);
        await untilDone(person);
        expect(smtp.rejectedCount).toBe(1);
      }
    expect(logged.join('')).toContain('451');
    expect(logged.join('')).not.toContain('@example.com');
    const stored = await test.sql(`select data, output from pgboss.job where name = $1`, [welcome.job.name]);
    expect(stored.length).toBeGreaterThan(4);
    expect(JSON.stringify(stored)).not.toContain('@');
  });
});

describe('without a mail server', () => {
  it('stores an email as a file, which a repetition replaces [DEC-85]', async () => {
    const outboxFolder = mkdtempSync(join(tmpdir(), 'hakiki-outbox-'));
    const sendMail = createMailer({ smtpUrl: undefined, from, outboxFolder }, log);
    const email = { to: 'amina@example.com', subject: 'Once', text: 'Hello', html: '<p>Hello</p>' };
    await sendMail(email, { messageId: 'one' });
    await sendMail({ ...email, subject: 'Twice' }, { messageId: 'one' });
    expect(readdirSync(outboxFolder)).toEqual(['one.eml']);
    const stored = readFileSync(join(outboxFolder, 'one.eml'), 'utf8');
    for (const part of ['To: amina@example.com', 'Subject: Twice', 'Message-ID: <one@hakiki.example>', '<p>Hello</p>'])
      expect(stored).toContain(part);
    rmSync(outboxFolder, { recursive: true });
  });
});

it('a demo neither sends nor stores an email, even with a mail server', async () => {
  const outboxFolder = mkdtempSync(join(tmpdir(), 'hakiki-demo-'));
  for (const smtpUrl of [smtp.url, undefined]) {
    const before = smtp.accepted.length;
    const sendMail = createMailer({ smtpUrl, from, outboxFolder, isDiscarded: true }, log);
    await sendMail({ to: 'amina@example.com', subject: 'Never', text: 'Hello', html: '' }, { messageId: 'never' });
    expect([smtp.accepted.length - before, readdirSync(outboxFolder)]).toEqual([0, []]);
  }
  rmSync(outboxFolder, { recursive: true });
});

it('adds one-click unsubscribe headers only to emails with an unsubscribe URL', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'hakiki-leave-'));
  const send = createMailer({ smtpUrl: undefined, from, outboxFolder: folder }, log);
  const email = { to: 'amina@example.com', subject: 'News', text: 'News', html: '<p>News</p>' };
  await send(
    { ...email, unsubscribeUrl: 'https://hakiki.example/api/news-letter/leave/1' },
    { messageId: 'asked-for' },
  );
  await send(email, { messageId: 'plain' });
  const readListHeaders = (name: string) =>
    readFileSync(join(folder, `${name}.eml`), 'utf8')
      .split('\n')
      .filter((line) => line.startsWith('List-'));
  expect([readListHeaders('asked-for'), readListHeaders('plain')]).toEqual([
    [
      'List-Unsubscribe: <https://hakiki.example/api/news-letter/leave/1>',
      'List-Unsubscribe-Post: List-Unsubscribe=One-Click',
    ],
    [],
  ]);
  rmSync(folder, { recursive: true });
});
