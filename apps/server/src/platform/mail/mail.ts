/** Sends mail, or keeps it where a developer or a test can open it. Only jobs send: a request never waits for a mail server. */
import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import nodemailer from 'nodemailer';
import * as z from 'zod';
import { defineJob, type JobHandler } from '../jobs/job.ts';

export interface MailSettings {
  smtpUrl: string | undefined;
  from: string;
  /** Where mail is kept while there is no server to send it. */
  outboxFolder: string;
}

export const Letter = z.object({ to: z.email(), subject: z.string().max(200), text: z.string().max(20_000) });
export type Letter = z.infer<typeof Letter>;

export type SendMail = (letter: Letter) => Promise<void>;

export function createMailer({ smtpUrl, from, outboxFolder }: MailSettings): SendMail {
  if (smtpUrl) {
    const server = nodemailer.createTransport(smtpUrl);
    return async (letter) => {
      await server.sendMail({ from, ...letter });
    };
  }
  const composer = nodemailer.createTransport({ streamTransport: true, buffer: true, newline: 'unix' });
  return async (letter) => {
    const { message } = await composer.sendMail({ from, ...letter });
    await mkdir(outboxFolder, { recursive: true });
    await writeFile(join(outboxFolder, `${Date.now()}-${randomUUID()}.eml`), message as Buffer);
  };
}

export const mailSend = defineJob({ name: 'mail.send', payload: Letter });

export const mailJobs = (sendMail: SendMail): JobHandler[] => [mailSend.handledBy(sendMail)];
