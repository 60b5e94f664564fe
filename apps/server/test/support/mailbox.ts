/** Collects all emails: the real jobs write them, and they arrive here instead of at a mail server. */
import { afterAll, beforeAll, vi } from 'vitest';
import { type Jobs, startJobs } from '../../src/platform/jobs/jobs.ts';
import { createLog } from '../../src/platform/log/log.ts';
import type { OutgoingEmail } from '../../src/platform/mail/mail.ts';
import type { TestDatabase } from './database.ts';
import type { TestServer } from './server.ts';

export interface Mailbox {
  /** Returns all emails to this address, oldest first, once no email job is pending. */
  listEmailsTo: (email: string) => Promise<OutgoingEmail[]>;
  /** Returns the token in the newest email to this address that links to this page. */
  getTokenFromEmail: (email: string, page: string) => Promise<string>;
}

export function useMailbox(test: TestDatabase, server: TestServer): Mailbox {
  const letters: OutgoingEmail[] = [];
  let jobs: Jobs | undefined;

  beforeAll(async () => {
    jobs = await startJobs(test.url, createLog('silent'));
    const receive = (email: OutgoingEmail) => {
      letters.push(email);
      return Promise.resolve();
    };
    const { accounts, appeals, business, contact, proposals, filings, publicForms } = server.running.services;
    await jobs.work(
      [accounts, appeals, business.colleagues, contact, proposals, filings, publicForms].flatMap((service) =>
        service.emailJobs(receive),
      ),
    );
  });
  afterAll(() => jobs?.stop());

  const waitUntilAllSent = () =>
    vi.waitFor(
      async () => {
        // Makes delayed emails due now.
        await test.sql(
          "update pgboss.job set start_after = now() where name like 'mail.%' and state = 'created' and start_after > now()",
        );
        const pending = await test.sql(
          "select name, state from pgboss.job where name like 'mail.%' and state <> 'completed'",
        );
        if (pending.length > 0) throw new Error(`Emails are still pending: ${JSON.stringify(pending)}`);
      },
      { timeout: 10_000, interval: 10 },
    );

  async function listEmailsTo(email: string) {
    await waitUntilAllSent();
    return letters.filter(({ to }) => to === email);
  }

  return {
    listEmailsTo,
    async getTokenFromEmail(email, page) {
      const received = await listEmailsTo(email);
      const links = received.flatMap(({ text }) => text.match(/https?:\/\/\S+/g) ?? []).map((link) => new URL(link));
      const token = links.findLast(({ pathname }) => pathname === page)?.searchParams.get('token');
      if (!token) throw new Error(`No email to ${email} has a link to ${page}.`);
      return token;
    },
  };
}
