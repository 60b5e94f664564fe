/**
 * Spam protection of the public forms. A logged-in user or a valid proof of work is accepted at once; without a proof,
 * because the browser runs no scripts, the sender confirms by email; everything else is rejected. Each accepted form
 * reaches its module exactly once: submits are idempotent by their Idempotency-Key, and a repetition gets the first
 * reply.
 */
import type { Receipt } from '@hakiki/contract/filed';
import { accountLimits, lifetimes, targetLimits } from '@hakiki/contract/limits';
import { publicFormKinds } from '@hakiki/contract/public-form';
import { defaultLanguage, type Language } from '@hakiki/contract/site';
import * as z from 'zod/mini';
import { AppError } from '../../platform/app-error.ts';
import type { AppSecret } from '../../platform/app-secret.ts';
import type { Database } from '../../platform/db/database.ts';
import { uuidv7 } from '../../platform/db/uuid.ts';
import { type Actor, visitor } from '../../platform/http/actor.ts';
import {
  purgeOldKeys,
  runIdempotent,
  findEarlierReply,
  type IdempotencyContext,
} from '../../platform/idempotency/idempotency.ts';
import type { Queue } from '../../platform/jobs/jobs.ts';
import type { SendMail } from '../../platform/mail/mail.ts';
import type { RateLimiter } from '../../platform/rate-limit/rate-limiter.ts';
import { createDerivedTokens, hashToken } from '../../platform/derived-token.ts';
import { type KeyRotation, rotateRows } from '../../platform/key-rotation.ts';
import { type Contents, createForms, type FormKind, type Ids, type Items, type Rooms } from './forms.ts';
import { confirmationLetter, confirmationLetterJob } from './letters.ts';
import { createProofOfWork, type ValidProof } from './proof-of-work.ts';
import { openSubmission, sealSubmission } from './sealed-submission.ts';
import * as store from './store.ts';

interface Needs extends Rooms {
  database: Database;
  queue: Pick<Queue, 'enqueue'>;
  limiter: RateLimiter;
  settings: { appSecret: AppSecret; publicUrl: string };
}

interface SentForm<Kind extends FormKind> {
  kind: Kind;
  content: Contents[Kind];
  /** Default: a visitor. */
  actor?: Actor;
  proof: string | undefined;
  /** Receives the confirmation email when there is no proof. */
  email: string | undefined;
  language: Language | undefined;
  repeat?: IdempotencyContext | undefined;
}

export type Admitted<Item> = Item & { message: string; receipt?: Receipt; mailed?: true };

interface Waiting {
  id: string;
  content: unknown;
  language: Language;
}

export type PublicFormsService = ReturnType<typeof createPublicFormsService>;

export function createPublicFormsService({ database, queue, limiter, settings, ...modules }: Needs) {
  const forms = createForms(modules);
  const work = createProofOfWork(settings.appSecret);
  const tokens = createDerivedTokens(settings.appSecret, 'confirm-submission');

  /** Counts only forms that passed the spam check: a flood without proofs must not block the form for others. */
  async function countFor<Kind extends FormKind>(kind: Kind, content: Contents[Kind]) {
    const { limit } = forms[kind];
    if (limit) await limiter.consume(limit.name, targetLimits[limit.name], limit.target(content));
  }

  /** The proof is used up in the same transaction: a repetition neither needs nor uses another one. */
  async function accept<Kind extends FormKind>(
    { kind, content, actor = visitor, language = defaultLanguage, repeat }: SentForm<Kind>,
    proof?: ValidProof,
  ): Promise<Admitted<Items[Kind]>> {
    await countFor(kind, content);
    const form = forms[kind];
    return database.transaction((tx) =>
      runIdempotent(tx, repeat, async () => {
        if (proof && !(await store.spendProof(tx, proof))) throw new AppError('PROOF_MISSING');
        const { item, receipt } = await form.accept(tx, content, { id: uuidv7<Ids[Kind]>(), actor, language });
        return { ...item, message: form.thanks, ...(receipt && { receipt }) };
      }),
    );
  }

  /** Has its own rate limit, so that visitors cannot block the emails of an account. */
  async function askByMail<Kind extends FormKind>(
    { kind, content, language, repeat }: SentForm<Kind>,
    email: string,
  ): Promise<Admitted<Items[Kind]>> {
    await limiter.consume('submissionMails', accountLimits.mails, email);
    return database.transaction((tx) =>
      runIdempotent(tx, repeat, async () => {
        const id = uuidv7<Ids[Kind]>();
        const token = tokens.derive(id);
        const sealed = sealSubmission({ content, email }, token, id);
        await store.insertUnconfirmed(tx, { id, tokenHash: hashToken(token), kind, sealed, language });
        await queue.enqueue(tx, confirmationLetter.job, { submissionId: id });
        return { ...forms[kind].preview(content, id), message: mailedMessage, mailed: true as const };
      }),
    );
  }

  async function confirmAs<Kind extends FormKind>(kind: Kind, waiting: Waiting, tokenHash: Buffer) {
    const form = forms[kind];
    const { data: content } = z.safeParse(form.content, waiting.content);
    if (!content) throw new AppError('LINK_INVALID');
    await countFor(kind, content);
    return database.transaction(async (tx) => {
      if (!(await store.takeUnconfirmed(tx, tokenHash))) throw new AppError('LINK_INVALID');
      // The unconfirmed row already has the final id.
      const id = waiting.id as Ids[Kind];
      const { receipt } = await form.accept(tx, content, { id, actor: visitor, language: waiting.language });
      return { message: form.thanks, kind, ...(receipt && { receipt }) };
    });
  }

  return {
    challenge: work.challenge,

    async admit<Kind extends FormKind>(sent: SentForm<Kind>): Promise<Admitted<Items[Kind]>> {
      const { actor = visitor, proof, email, repeat } = sent;
      if (actor.kind === 'user') return accept(sent);
      const valid = proof === undefined ? undefined : await work.check(proof);
      if (valid) return accept(sent, valid);
      const earlier =
        repeat && (await database.transaction((tx) => findEarlierReply<Admitted<Items[Kind]>>(tx, repeat)));
      if (earlier) return earlier.reply;
      if (proof === undefined && email) return askByMail(sent, email);
      throw new AppError('PROOF_MISSING');
    },

    async confirm(token: string): Promise<{ message: string; kind: FormKind; receipt?: Receipt }> {
      const tokenHash = hashToken(token);
      const found = await store.findUnconfirmedByToken(database.db, tokenHash);
      const kind = publicFormKinds.find((one) => one === found?.kind);
      if (!found || !kind) throw new AppError('LINK_INVALID');
      const { id, language, sealed } = found;
      const { content } = openSubmission(sealed, token, id);
      return confirmAs(kind, { id, language, content }, tokenHash);
    },

    forgetExpired: async (): Promise<void> => {
      await store.deleteExpired(database.db);
      await purgeOldKeys(database.db);
    },

    underSecret: [
      {
        what: 'forms that wait for their confirmation',
        ends: 'expires',
        rotate: (renews) =>
          rotateRows(
            {
              readPage: (after) => store.listWaiting(database.db, after),
              checkRow: ({ id, tokenHash }) => (tokens.isOlder(id, tokenHash) ? 'older' : 'current'),
            },
            renews,
          ),
      },
    ] satisfies KeyRotation[],

    letterJobs: (sendMail: SendMail) => [
      confirmationLetterJob({ database, sendMail, publicUrl: settings.publicUrl, tokens }),
    ],
  };
}

const mailedMessage = `We have emailed you a link. Please open it within ${lifetimes.emailTokenHours} hours: we receive it only then.`;
