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
  createIdempotencyContext,
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
import {
  type FormContents,
  createForms,
  type FormKind,
  type FormIds,
  type FormItems,
  type FormModules,
} from './forms.ts';
import { confirmationEmail, confirmationEmailJob } from './emails.ts';
import { createProofOfWork, type ValidProof } from './proof-of-work.ts';
import { openSubmission, sealSubmission } from './sealed-submission.ts';
import * as store from './store.ts';

interface Deps extends FormModules {
  database: Database;
  queue: Pick<Queue, 'enqueue'>;
  limiter: RateLimiter;
  settings: { appSecret: AppSecret; publicUrl: string };
}

interface SentForm<Kind extends FormKind> {
  kind: Kind;
  content: FormContents[Kind];
  /** Default: a visitor. */
  actor?: Actor;
  proof: string | undefined;
  /** Receives the confirmation email when there is no proof. */
  email: string | undefined;
  language: Language | undefined;
  repeat?: IdempotencyContext | undefined;
}

export type FormReply<Item> = Item & { message: string; receipt?: Receipt; mailed?: true };

interface ChatReport {
  title: string;
  draft: { description: string; country: string; loss: string | null };
}

interface UnconfirmedForm {
  id: string;
  content: unknown;
  language: Language;
}

export type PublicFormsService = ReturnType<typeof createPublicFormsService>;

export function createPublicFormsService({ database, queue, limiter, settings, ...modules }: Deps) {
  const forms = createForms(modules);
  const proofOfWork = createProofOfWork(settings.appSecret);
  const tokens = createDerivedTokens(settings.appSecret, 'confirm-submission');

  /** Counts only forms that passed the spam check: a flood without proofs must not block the form for others. */
  async function consumeTargetLimit<Kind extends FormKind>(kind: Kind, content: FormContents[Kind]) {
    const { limit } = forms[kind];
    if (limit) await limiter.consume(limit.name, targetLimits[limit.name], limit.target(content));
  }

  /** The proof is used up in the same transaction: a repetition neither needs nor uses another one. */
  async function accept<Kind extends FormKind>(
    { kind, content, actor = visitor, language = defaultLanguage, repeat }: SentForm<Kind>,
    proof?: ValidProof,
  ): Promise<FormReply<FormItems[Kind]>> {
    await consumeTargetLimit(kind, content);
    const form = forms[kind];
    return database.transaction((tx) =>
      runIdempotent(tx, repeat, async () => {
        if (proof && !(await store.spendProof(tx, proof))) throw new AppError('PROOF_MISSING');
        const { item, receipt } = await form.accept(tx, content, { id: uuidv7<FormIds[Kind]>(), actor, language });
        return { ...item, message: form.thanks, ...(receipt && { receipt }) };
      }),
    );
  }

  /** Has its own rate limit, so that visitors cannot block the emails of an account. */
  async function requestEmailConfirmation<Kind extends FormKind>(
    { kind, content, language = defaultLanguage, repeat }: SentForm<Kind>,
    email: string,
  ): Promise<FormReply<FormItems[Kind]>> {
    await limiter.consume('submissionMails', accountLimits.mails, email);
    return database.transaction((tx) =>
      runIdempotent(tx, repeat, async () => {
        const id = uuidv7<FormIds[Kind]>();
        const token = tokens.derive(id);
        const sealed = sealSubmission({ content, email }, token, id);
        await store.insertUnconfirmed(tx, { id, tokenHash: hashToken(token), kind, sealed, language });
        await queue.enqueue(tx, confirmationEmail.job, { submissionId: id });
        return { ...forms[kind].preview(content, id, language), message: emailedMessage, mailed: true as const };
      }),
    );
  }

  async function storeConfirmed<Kind extends FormKind>(kind: Kind, unconfirmed: UnconfirmedForm, tokenHash: Buffer) {
    const form = forms[kind];
    const { data: content } = z.safeParse(form.content, unconfirmed.content);
    if (!content) throw new AppError('LINK_INVALID');
    await consumeTargetLimit(kind, content);
    return database.transaction(async (tx) => {
      if (!(await store.deleteUnconfirmed(tx, tokenHash))) throw new AppError('LINK_INVALID');
      // The unconfirmed row already has the final id.
      const id = unconfirmed.id as FormIds[Kind];
      const { receipt } = await form.accept(tx, content, { id, actor: visitor, language: unconfirmed.language });
      return { message: form.thanks, kind, ...(receipt && { receipt }) };
    });
  }

  return {
    challenge: proofOfWork.challenge,

    async submit<Kind extends FormKind>(form: SentForm<Kind>): Promise<FormReply<FormItems[Kind]>> {
      const { actor = visitor, proof, email, repeat } = form;
      if (actor.kind === 'user') return accept(form);
      const valid = proof === undefined ? undefined : await proofOfWork.check(proof);
      if (valid) return accept(form, valid);
      const earlierReply =
        repeat && (await database.transaction((tx) => findEarlierReply<FormReply<FormItems[Kind]>>(tx, repeat)));
      if (earlierReply) return earlierReply.reply;
      if (proof === undefined && email) return requestEmailConfirmation(form, email);
      throw new AppError('PROOF_MISSING');
    },

    /** A scam report that a person confirmed in a chat, by the rules of the form. The same question files it once. */
    async acceptFromChat(
      { title, draft: { description, country, loss } }: ChatReport,
      questionId: string,
      language: Language,
    ): Promise<Receipt> {
      const content = z.safeParse(forms.alert.content, {
        title,
        description,
        alertType: 'scam',
        affectedCountries: [country],
        severity: loss === null ? 'medium' : 'high',
        ...(loss !== null && { amountLost: loss }),
      });
      if (!content.success) throw new AppError('INVALID_INPUT');
      const repeat = createIdempotencyContext({ call: 'chat', who: undefined, key: questionId, body: content.data });
      const { receipt } = await accept({
        kind: 'alert',
        content: content.data,
        proof: undefined,
        email: undefined,
        language,
        repeat,
      });
      return receipt!;
    },

    async confirm(token: string): Promise<{ message: string; kind: FormKind; receipt?: Receipt }> {
      const tokenHash = hashToken(token);
      const found = await store.findUnconfirmedByToken(database.db, tokenHash);
      const kind = publicFormKinds.find((one) => one === found?.kind);
      if (!found || !kind) throw new AppError('LINK_INVALID');
      const { id, language, sealed } = found;
      const { content } = openSubmission(sealed, token, id);
      return storeConfirmed(kind, { id, language, content }, tokenHash);
    },

    purgeExpired: async (): Promise<void> => {
      await store.deleteExpired(database.db);
      await purgeOldKeys(database.db);
    },

    keyRotations: [
      {
        what: 'forms that wait for their confirmation',
        ends: 'expires',
        rotate: (renews) =>
          rotateRows(
            {
              readPage: (after) => store.listUnconfirmed(database.db, after),
              checkRow: ({ id, tokenHash }) => (tokens.isOlder(id, tokenHash) ? 'older' : 'current'),
            },
            renews,
          ),
      },
    ] satisfies KeyRotation[],

    emailJobs: (sendMail: SendMail) => [
      confirmationEmailJob({ database, sendMail, publicUrl: settings.publicUrl, tokens }),
    ],
  };
}

const emailedMessage = `We have emailed you a link. Please open it within ${lifetimes.emailTokenHours} hours: we receive it only then.`;
