/** Contact details of the company, and a message on its way from the form to the mail server of sales. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { useDatabase } from '../../../test/support/database.ts';
import { requestProofOfWork } from '../../../test/support/proof-of-work.ts';
import { useServer } from '../../../test/support/server.ts';
import { useSmtp } from '../../../test/support/smtp.ts';
import { type Jobs, startJobs } from '../../platform/jobs/jobs.ts';
import { createLog } from '../../platform/log/log.ts';
import { createMailer } from '../../platform/mail/mail.ts';

const company = { email: 'hello@example.com', phone: '+27 00 111 2222', office: '1 Example Street, Example City' };

const test = useDatabase();
const server = useServer(test, { settings: { company, salesEmail: 'sales@example.com' } });
const smtp = useSmtp();
const log = createLog('silent');
let jobs: Jobs;

beforeAll(async () => {
  const from = 'Hakiki <no-reply@hakiki.example>';
  const sendMail = createMailer({ smtpUrl: smtp.url, from, outboxFolder: '' }, log);
  jobs = await startJobs(test.url, log);
  await jobs.work(server.running.services.contact.emailJobs(sendMail));
});
afterAll(() => jobs.stop());

const message = {
  name: 'Amina Demo',
  email: 'amina@example.org',
  subject: 'Prices',
  message: 'What does it cost?\n<b>For ten people.</b>',
};

/** Sends a message and waits for its email. */
async function sendAndReadEmail(changes: Partial<typeof message> = {}) {
  smtp.reset();
  const response = await server.post('/api/contact', {
    ...message,
    ...changes,
    proof: await requestProofOfWork(server),
  });
  expect(response.status).toBe(201);
  await vi.waitFor(() => expect(smtp.accepted).toHaveLength(1), { timeout: 10_000, interval: 20 });
  return smtp.accepted[0] ?? expect.unreachable();
}

describe('GET /api/site-info', () => {
  it('returns email, phone and office from the settings [REAL-15] [CONTACT-07]', async () => {
    const response = await server.get('/api/site-info');
    expect(await response.json()).toEqual(company);
    expect(response.headers.get('Cache-Control')).toMatch(/^public/);
  });
});

describe('messages to sales', () => {
  it('a message reaches the mail server of sales, and a reply goes to its sender [REAL-01] [CONTACT-08]', async () => {
    const email = await sendAndReadEmail();
    expect(email).toMatchObject({
      from: { address: 'no-reply@hakiki.example' },
      to: [{ address: 'sales@example.com' }],
      replyTo: [{ name: 'Amina Demo', address: 'amina@example.org' }],
      subject: 'Message to sales: Prices',
    });
    expect(email.text).toContain('What does it cost?\n\n<b>For ten people.</b>');
    expect(email.html).toContain('&lt;b&gt;For ten people.&lt;/b&gt;');
  });

  it('a message cannot add recipients or headers to its email', async () => {
    const email = await sendAndReadEmail({
      name: 'Amina <boss@example.net>, "x"\r\nBcc: all@example.net',
      subject: 'Prices\r\nBcc: all@example.net\r\n\r\nAnother text',
    });
    expect(email.to).toEqual([expect.objectContaining({ address: 'sales@example.com' })]);
    expect(email.replyTo?.map(({ address }) => address)).toEqual(['amina@example.org']);
    expect(email.bcc ?? []).toEqual([]);
    expect(email.headers.map(({ key }) => key)).not.toContain('bcc');
    expect(email.text).toContain('What does it cost?');
  });

  it('a message is sent later when the mail server is down, and its sender does not wait', async () => {
    await smtp.kill();
    smtp.reset();
    const response = await server.post('/api/contact', { ...message, proof: await requestProofOfWork(server) });
    expect(response.status).toBe(201);
    await smtp.restart();
    await vi.waitFor(() => expect(smtp.accepted).toHaveLength(1), { timeout: 14_000, interval: 50 });
  });
});
