/**
 * The gate before every form that anyone may send. Who comes with a proof of work is let through at once; who comes without,
 * because no scripts run there, confirms by mail; nobody else is. What passes the gate reaches its room exactly once.
 */
import { createHash, createHmac } from 'node:crypto';
import { accountLimits, lifetimes, targetLimits } from '@hakiki/contract/limits';
import type { Language } from '@hakiki/contract/site';
import * as z from 'zod/mini';
import { AppError } from '../../platform/app-error.ts';
import type { Database } from '../../platform/db/database.ts';
import { uuidv7 } from '../../platform/db/uuid.ts';
import { deriveKey } from '../../platform/derive-key.ts';
import type { Queue } from '../../platform/jobs/jobs.ts';
import type { SendMail } from '../../platform/mail/mail.ts';
import type { RateLimiter } from '../../platform/rate-limit/rate-limiter.ts';
import type { ContactService } from '../contact/service.ts';
import type { ExperiencesService } from '../experiences/service.ts';
import { type Contents, createForms, type FormKind, formKinds } from './forms.ts';
import { confirmationLetter, confirmationLetterJob } from './letters.ts';
import { createProofOfWork } from './proof-of-work.ts';
import * as store from './store.ts';

interface Needs {
  database: Database;
  queue: Pick<Queue, 'enqueue'>;
  limiter: RateLimiter;
  contact: ContactService;
  experiences: ExperiencesService;
  settings: { appSecret: string; publicUrl: string };
}

interface Submission<Kind extends FormKind> {
  kind: Kind;
  content: Contents[Kind];
  proof: string | undefined;
  /** Where to ask for a confirmation when there is no proof. */
  email: string | undefined;
  language: Language | undefined;
}

export interface Admitted {
  id: string;
  message: string;
  mailed?: true;
}

interface Waiting {
  id: string;
  content: unknown;
}

export type PublicFormsService = ReturnType<typeof createPublicFormsService>;

export function createPublicFormsService({ database, queue, limiter, contact, experiences, settings }: Needs) {
  const forms = createForms({ contact, experiences });
  const work = createProofOfWork(settings.appSecret);
  const tokenOfId = createTokens(settings.appSecret);

  /** Counted only for what came from a person: a flood without proofs must not shut the form for everybody else. */
  const countFor = <Kind extends FormKind>(kind: Kind, content: Contents[Kind]) => {
    const { limit, target } = forms[kind];
    return limiter.consume(limit, targetLimits[limit], target(content));
  };

  async function acceptProven<Kind extends FormKind>(kind: Kind, content: Contents[Kind], proof: string) {
    const valid = await work.check(proof);
    if (!valid) throw new AppError('PROOF_MISSING');
    await countFor(kind, content);
    const { accept, thanks } = forms[kind];
    return database.transaction(async (tx): Promise<Admitted> => {
      if (!(await store.spendProof(tx, valid))) throw new AppError('PROOF_MISSING');
      const id = uuidv7();
      await accept(tx, content, id);
      return { id, message: thanks };
    });
  }

  /** A limit of its own: what strangers write here never holds up the letters of an account. */
  async function askByMail({ kind, content, email, language }: Submission<FormKind> & { email: string }) {
    await limiter.consume('submissionMails', accountLimits.mails, email);
    const id = uuidv7();
    const tokenHash = hashOf(tokenOfId(id));
    await database.transaction(async (tx) => {
      await store.insertUnconfirmed(tx, { id, tokenHash, kind, content, email, language });
      await queue.enqueue(tx, confirmationLetter.job, { submissionId: id });
    });
    const message = `We have mailed you a link. Please open it within ${lifetimes.emailTokenHours} hours, then we have it.`;
    return { id, message, mailed: true as const };
  }

  async function confirmAs<Kind extends FormKind>(kind: Kind, { id, content: stored }: Waiting, tokenHash: Buffer) {
    const form = forms[kind];
    const { data: content } = z.safeParse(form.content, stored);
    if (!content) throw new AppError('LINK_INVALID');
    await countFor(kind, content);
    await database.transaction(async (tx) => {
      if (!(await store.takeUnconfirmed(tx, tokenHash))) throw new AppError('LINK_INVALID');
      await form.accept(tx, content, id);
    });
    return { message: form.thanks };
  }

  return {
    challenge: work.challenge,

    async admit<Kind extends FormKind>(submission: Submission<Kind>): Promise<Admitted> {
      const { kind, content, proof, email } = submission;
      if (proof !== undefined) return acceptProven(kind, content, proof);
      if (email !== undefined) return askByMail({ ...submission, email });
      throw new AppError('PROOF_MISSING');
    },

    async confirm(token: string): Promise<{ message: string }> {
      const tokenHash = hashOf(token);
      const found = await store.findUnconfirmed(database.db, tokenHash);
      const kind = formKinds.find((one) => one === found?.kind);
      if (!found || !kind) throw new AppError('LINK_INVALID');
      return confirmAs(kind, found, tokenHash);
    },

    forgetExpired: () => store.deleteExpired(database.db),

    letterJobs: (sendMail: SendMail) => [
      confirmationLetterJob({ database, sendMail, publicUrl: settings.publicUrl, tokenOfId }),
    ],
  };
}

/** Derived from the row's id: the job can write the link again at each attempt, and neither table nor queue holds it. */
function createTokens(appSecret: string): (id: string) => string {
  const key = deriveKey(appSecret, 'confirm-submission');
  return (id) => createHmac('sha256', key).update(id).digest('base64url');
}

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();
