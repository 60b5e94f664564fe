/** Sends emails, or stores them as files. Only jobs send: a request never waits for a mail server. */
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import nodemailer from 'nodemailer';
import type { Log } from '../log/log.ts';
import { replaceFile } from '../storage/replace-file.ts';
import { inSpan } from '../tracing/span.ts';

export interface MailSettings {
  /** May contain options such as `?requireTLS=true`, which override ours. Production requires TLS (settings.ts). */
  smtpUrl: string | undefined;
  from: string;
  /** The folder for emails if no server is set. */
  outboxFolder: string;
  /** In a demo no email leaves, and none is stored. */
  isDiscarded?: boolean;
}

export interface OutgoingEmail {
  to: string;
  /** Set if replies go to somebody else. */
  replyTo?: { name: string; address: string };
  subject: string;
  /** The one-click unsubscribe URL of a subscription email (RFC 8058). */
  unsubscribeUrl?: string;
  text: string;
  html: string;
}

/**
 * Resolves when nothing is left to do: the server has accepted the email or rejected it permanently. Rejects if another
 * attempt makes sense. Errors and log lines never contain the recipient.
 */
export type SendMail = (email: OutgoingEmail, options: SendOptions) => Promise<void>;

interface SendOptions {
  /** The local part of the Message-ID: the same at each attempt, so that a receiver can recognise a repetition. */
  messageId: string;
}

export const mailOutcomes = ['sent', 'kept', 'refused', 'failed'] as const;
export type MailOutcome = (typeof mailOutcomes)[number];

/** Limits how long a hanging server can block a worker. */
const timeouts = { dnsTimeout: 10_000, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };

export function createMailer(
  { smtpUrl, from, outboxFolder, isDiscarded }: MailSettings,
  log: Log,
  count: (outcome: MailOutcome) => void = () => undefined,
): SendMail {
  if (isDiscarded) return () => Promise.resolve();
  const host = parseHost(from);
  const toMessage = ({ to, unsubscribeUrl, ...letter }: OutgoingEmail, { messageId }: SendOptions) => ({
    ...letter,
    from,
    // An object is always one recipient, whatever it contains.
    to: { name: '', address: to },
    messageId: `<${messageId}@${host}>`,
    headers: {
      'Auto-Submitted': 'auto-generated',
      ...(unsubscribeUrl && {
        'List-Unsubscribe': `<${unsubscribeUrl}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  });

  if (smtpUrl) {
    const server = nodemailer.createTransport({ url: smtpUrl, ...timeouts });
    return async (email, options) => {
      try {
        await inSpan({ name: 'mail', kind: 'client' }, () => server.sendMail(toMessage(email, options)));
        count('sent');
      } catch (error) {
        const { isFinal, ...failure } = parseFailure(error);
        count(isFinal ? 'refused' : 'failed');
        // oxlint-disable-next-line preserve-caught-error -- the original quotes the recipient, and errors are logged
        if (!isFinal) throw new Error(`mail server: ${Object.values(failure).join(' ')}`);
        log.warn({ id: options.messageId, ...failure }, 'email permanently rejected');
      }
    };
  }

  const composer = nodemailer.createTransport({ streamTransport: true, buffer: true, newline: 'unix' });
  return async (email, options) => {
    const composed = await composer.sendMail(toMessage(email, options));
    const file = join(outboxFolder, `${options.messageId}.eml`);
    await mkdir(outboxFolder, { recursive: true });
    await replaceFile(file, composed.message as Buffer);
    count('kept');
  };
}

const DAY_MS = 24 * 3_600_000;

/** Deletes emails stored as files after their retention time; returns the number of deleted files. */
export async function purgeStoredEmails(outboxFolder: string, days: number, now = Date.now()): Promise<number> {
  const names = await readdir(outboxFolder).catch(() => []);
  let deleted = 0;
  for (const name of names) {
    const file = join(outboxFolder, name);
    const { mtimeMs } = await stat(file);
    if (!/\.eml(\.part)?$/.test(name) || mtimeMs > now - days * DAY_MS) continue;
    await rm(file, { force: true });
    deleted += 1;
  }
  return deleted;
}

const parseHost = (from: string): string => /@([^@\s>]+)>?\s*$/.exec(from)?.[1] ?? 'localhost';

interface Failure {
  reason: string;
  command: string;
  status: number | string;
}

const AUTHENTICATION_REQUIRED = 530;

/** Only a rejection of this recipient or text is permanent; other errors are ours, and the email is retried. */
function parseFailure(error: unknown): Failure & { isFinal: boolean } {
  const { code, command, responseCode } = error as { code?: string; command?: string; responseCode?: number };
  const concernsEmail = command === 'RCPT TO' || command === 'DATA';
  return {
    reason: code ?? 'failed',
    command: command ?? '',
    status: responseCode ?? '',
    isFinal: concernsEmail && (responseCode ?? 0) >= 500 && responseCode !== AUTHENTICATION_REQUIRED,
  };
}
