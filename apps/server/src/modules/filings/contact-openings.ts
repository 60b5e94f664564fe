/**
 * Lets an administrator see a reporter's contact data. They send a reason, which is recorded, their page's public key,
 * and their second factor for this one request. The worker, which alone has the private key, decrypts the contact data
 * and encrypts it for that page. The web process only passes on a box that it cannot open (its layout is in
 * platform/sealing/browser-box.ts; the purpose is `contact-opening`, the id that of the opening, the content JSON such
 * as `{"email":"…","phone":"…"}`).
 * The worker trusts no row. It checks itself whether the request is recent and recorded, whether the person is still an
 * administrator, whether the second factor was given for exactly this request and was enrolled on the website more than
 * a day ago, and how much it has already opened.
 */
import { createHash } from 'node:crypto';
import type { UserId } from '@hakiki/contract/accounts';
import type { askForContact, getOpenedContact } from '@hakiki/contract/filings-admin';
import type { ContactRefusal } from '@hakiki/contract/admin-values';
import { type ContactRequest, contactRequestText } from '@hakiki/contract/contact-request';
import type { BodyOf, ReplyOf } from '@hakiki/contract/endpoint';
import type { FilingId } from '@hakiki/contract/filings';
import { PasskeyAssertion } from '@hakiki/contract/sign-in';
import * as z from 'zod';
import { AppError, invalidInput, notFound } from '../../platform/app-error.ts';
import type { Settings } from '../../platform/config/settings.ts';
import type { Database, Db } from '../../platform/db/database.ts';
import { uuidv7 } from '../../platform/db/uuid.ts';
import type { UserActor } from '../../platform/http/actor.ts';
import { defineJob, type JobHandler } from '../../platform/jobs/job.ts';
import type { Queue } from '../../platform/jobs/jobs.ts';
import { isBrowserKey } from '../../platform/sealing/browser-box.ts';
import { type AccountsService, type FactorProof, isBackupCode } from '../accounts/service.ts';
import { actorOf, type AuditService } from '../audit/service.ts';
import * as store from './contact-openings-store.ts';
import { createSealing } from './sealed.ts';

const READABLE_MINUTES = 10;
const KEPT_MINUTES = 60;
/** More than the work needs, and too few to learn who all reporters are. */
const ASKED_PER_HOUR = 30;
/** For all together: an attacker with several administrator accounts learns little before the audit log is noticed. */
const OPENED_PER_DAY = 100;
const RETRY_AFTER_SECONDS = 600;

export const openContact = defineJob({
  name: 'filings.open-contact',
  payload: z.object({ openingId: z.uuid() }),
  concurrency: 2,
});
const forgetOpenings = defineJob({
  name: 'filings.forget-openings',
  payload: z.object({}),
  schedule: '*/10 * * * *',
});

interface Needs {
  database: Database;
  queue: Pick<Queue, 'enqueue'>;
  audit: AuditService;
  factors: Pick<AccountsService['factors'], 'describe' | 'prove'>;
  settings: Settings;
}

export type Wish = BodyOf<typeof askForContact>;

const Proof = z.union([
  z.object({ code: z.string() }),
  z.object({
    passkey: z.custom<z.infer<typeof PasskeyAssertion>>((given) => z.safeParse(PasskeyAssertion, given).success),
  }),
]);

/** The text that a passkey signs. */
const challengeOf = (request: ContactRequest): string =>
  createHash('sha256').update(contactRequestText(request)).digest('base64url');

export type ContactOpenings = ReturnType<typeof createContactOpenings>;

export function createContactOpenings({ database, queue, audit, factors, settings }: Needs) {
  const sealing = createSealing(settings);

  type Asked = NonNullable<Awaited<ReturnType<typeof store.findAsked>>>;

  const isSpentUp = async (db: Db, askedBy: string): Promise<boolean> => {
    const opened = await store.countOpened(db, askedBy);
    return opened.byPerson >= ASKED_PER_HOUR || opened.byAll >= OPENED_PER_DAY;
  };

  /** Verifies the second factor for this request; returns the factor or a refusal. */
  async function proveFactor(openingId: string, asked: Asked, reason: string) {
    const { filingId, askedBy, publicKey, askedAt, sealedProof } = asked;
    const proof = sealedProof ? await readProof(sealedProof, openingId) : undefined;
    if (!proof || !askedAt) return { refusal: 'factor' as const };
    const challenge = challengeOf({ filingId, askedBy, publicKey, reason, askedAt: askedAt.toISOString() });
    return factors.prove(askedBy as UserId, proof, challenge);
  }

  /** A proof that cannot be decrypted or parsed counts as missing. */
  async function readProof(sealedProof: Buffer, openingId: string): Promise<FactorProof | undefined> {
    try {
      return Proof.parse(await sealing.openProof(sealedProof, openingId));
    } catch {
      return undefined;
    }
  }

  async function examine(openingId: string, asked: Asked): Promise<{ refusal: ContactRefusal } | { spent: Buffer }> {
    if (!asked.isFresh) return { refusal: 'late' };
    if (!asked.isAdmin) return { refusal: 'role' };
    const reason = await store.findReason(database.db, { openingId, ...asked });
    if (reason === undefined) return { refusal: 'unrecorded' };
    // Checked before a code is used up.
    if (await isSpentUp(database.db, asked.askedBy)) return { refusal: 'quota' };
    const given = await proveFactor(openingId, asked, reason);
    if ('refusal' in given) return given;
    return { spent: createHash('sha256').update(`${asked.askedBy}\0${given.spent}`).digest() };
  }

  const refuse = (openingId: string, { filingId, askedBy }: Asked, refusal: ContactRefusal): Promise<void> =>
    database.transaction(async (tx) => {
      if (!(await store.setRefusal(tx, openingId, refusal))) return;
      await audit.record(tx, {
        actor: { kind: 'system' },
        action: 'filing.contact-refused',
        subject: filingId,
        detail: { opening: openingId, askedBy, why: refusal },
      });
    });

  /** Opens the contact data, or returns what has changed since the check. */
  const reseal = (openingId: string, asked: Asked, spent: Buffer): Promise<ContactRefusal | undefined> =>
    database.transaction(async (tx) => {
      const { filingId, askedBy, publicKey } = asked;
      await store.holdOpenings(tx);
      const locked = await store.lockAsked(tx, openingId);
      if (!locked?.sealedContact) return undefined;
      if (!locked.isAdmin) return 'role';
      if (await isSpentUp(tx, askedBy)) return 'quota';
      if (!(await store.insertOpened(tx, { openingId, askedBy, spent }))) return 'factor';
      const page = { publicKey, openingId };
      await store.setSealed(tx, openingId, await sealing.resealContact(locked.sealedContact, filingId, page));
      await audit.record(tx, {
        actor: { kind: 'system' },
        action: 'filing.contact-opened',
        subject: filingId,
        detail: { opening: openingId, askedBy },
      });
      return undefined;
    });

  /** Idempotent: a retry finds nothing left to do. */
  async function open(openingId: string): Promise<void> {
    const asked = await store.findAsked(database.db, openingId, READABLE_MINUTES);
    if (!asked) return;
    const examined = await examine(openingId, asked);
    const refusal = 'refusal' in examined ? examined.refusal : await reseal(openingId, asked, examined.spent);
    if (refusal) await refuse(openingId, asked, refusal);
  }

  return {
    /** A filing without contact data is reported as not found: there is nothing to open. */
    async ask(actor: UserActor, filingId: FilingId, wish: Wish): Promise<{ id: string }> {
      const { reason, publicKey, askedAt, code, passkey } = wish;
      if (!isBrowserKey(publicKey)) throw invalidInput({ publicKey: 'NOT_A_PUBLIC_KEY' });
      if ((code === undefined) === (passkey === undefined)) throw invalidInput({ code: 'CODE_REQUIRED' });
      // The worker rejects them as well; this error tells the person why.
      if (code !== undefined && isBackupCode(code)) throw invalidInput({ code: 'BACKUP_CODE_REFUSED' });
      const askedBy = actor.user.id;
      const { hasAuthenticatorApp, passkeys } = await factors.describe(askedBy);
      if (!hasAuthenticatorApp && passkeys.length === 0) throw new AppError('ADMIN_SECOND_FACTOR_REQUIRED');
      return database.transaction(async (tx) => {
        await store.holdPerson(tx, askedBy);
        if (!(await store.hasContact(tx, filingId))) throw notFound('FILING_NOT_FOUND');
        if ((await store.countAsked(tx, askedBy, KEPT_MINUTES)) >= ASKED_PER_HOUR) {
          throw new AppError('RATE_LIMITED', { retryAfterSeconds: RETRY_AFTER_SECONDS });
        }
        const id = uuidv7();
        await store.insertOpening(tx, {
          id,
          filingId,
          askedBy,
          publicKey,
          askedAt: new Date(askedAt),
          sealedProof: await sealing.sealProof(code === undefined ? { passkey } : { code }, id),
        });
        await audit.record(tx, {
          actor: actorOf(actor),
          action: 'filing.contact-asked',
          subject: filingId,
          reason,
          detail: { opening: id },
        });
        await queue.enqueue(tx, openContact, { openingId: id });
        return { id };
      });
    },

    /** Returns null values until the worker has processed the request. */
    async read({ user }: UserActor, id: string): Promise<ReplyOf<typeof getOpenedContact>> {
      const opening = await store.findOf(database.db, id, user.id, READABLE_MINUTES);
      if (!opening) throw notFound('FILING_NOT_FOUND');
      return { sealed: opening.sealed?.toString('base64url') ?? null, refusal: opening.refusal };
    },

    jobs: (): JobHandler[] => [
      openContact.withHandler(({ openingId }) => open(openingId)),
      forgetOpenings.withHandler(async () => {
        await store.deleteOlderThan(database.db, KEPT_MINUTES);
      }),
    ],
  };
}
