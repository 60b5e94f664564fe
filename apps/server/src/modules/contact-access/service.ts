/**
 * Lets an administrator see a reporter's contact data. They send a reason, which is recorded, their page's public key,
 * and their second factor for this one request. The worker, the only process with the private key, decrypts the contact
 * data and encrypts it for that page. The web process only passes on a box that it cannot open (its layout is in
 * platform/sealing/browser-box.ts; the purpose is `contact-opening`, the id that of the opening, the content JSON such
 * as `{"email":"…","phone":"…"}`). The worker trusts no row. It checks itself whether the request is recent and
 * recorded, whether the person is still an administrator, whether the second factor was given for exactly this request
 * and was enrolled on the website more than a day ago, and how much it has already opened.
 */
import { createHash } from 'node:crypto';
import type { UserId } from '@hakiki/contract/accounts';
import type { askForContact, getOpenedContact } from '@hakiki/contract/filings-admin';
import type { ContactDenialReason } from '@hakiki/contract/admin-values';
import { type ContactRequest, contactRequestText } from '@hakiki/contract/contact-request';
import type { BodyOf, ReplyOf } from '@hakiki/contract/endpoint';
import type { FilingId } from '@hakiki/contract/filings';
import { PasskeyAssertion } from '@hakiki/contract/sign-in';
import * as z from 'zod';
import { bindDeps } from '../../platform/bind-deps.ts';
import { AppError, invalidInput, notFound } from '../../platform/app-error.ts';
import type { Settings } from '../../platform/config/settings.ts';
import type { Database, Db } from '../../platform/db/database.ts';
import { uuidv7 } from '../../platform/db/uuid.ts';
import type { UserActor } from '../../platform/http/actor.ts';
import { defineJob, type JobHandler } from '../../platform/jobs/job.ts';
import type { Queue } from '../../platform/jobs/jobs.ts';
import { isBrowserKey } from '../../platform/sealing/browser-box.ts';
import { type AccountsService, type FactorProof, isBackupCode } from '../accounts/service.ts';
import { toAuditActor, type AuditService } from '../audit/service.ts';
import { createSealing } from '../intake/service.ts';
import * as store from './store.ts';

const READABLE_MINUTES = 10;
const RETENTION_MINUTES = 60;
/** More than the work needs, and too few to learn who all reporters are. */
const MAX_REQUESTS_PER_HOUR = 30;
/** For all together: an attacker with several administrator accounts learns little before the audit log is noticed. */
const MAX_OPENED_PER_DAY = 100;
const RETRY_AFTER_SECONDS = 600;

const openContactJob = defineJob({
  name: 'filings.open-contact',
  payload: z.object({ openingId: z.uuid() }),
  concurrency: 2,
});
const deleteOldOpeningsJob = defineJob({
  name: 'filings.forget-openings',
  payload: z.object({}),
  schedule: '*/10 * * * *',
});

interface Deps {
  database: Database;
  queue: Pick<Queue, 'enqueue'>;
  audit: AuditService;
  factors: Pick<AccountsService['factors'], 'describe' | 'prove'>;
  settings: Settings;
}

export type ContactRequestBody = BodyOf<typeof askForContact>;

const Proof = z.union([
  z.object({ code: z.string() }),
  z.object({
    passkey: z.custom<z.infer<typeof PasskeyAssertion>>((given) => z.safeParse(PasskeyAssertion, given).success),
  }),
]);

/** The text that a passkey signs. */
const toChallenge = (request: ContactRequest): string =>
  createHash('sha256').update(contactRequestText(request)).digest('base64url');

export type ContactOpenings = ReturnType<typeof createContactOpenings>;

type Context = ReturnType<typeof createContext>;

function createContext(deps: Deps) {
  const { settings } = deps;
  const sealing = createSealing(settings);
  return { ...deps, sealing };
}

type PendingRequest = NonNullable<Awaited<ReturnType<typeof store.findPendingRequest>>>;

const isQuotaExceeded = async (db: Db, askedBy: string): Promise<boolean> => {
  const opened = await store.countOpened(db, askedBy);
  return opened.byPerson >= MAX_REQUESTS_PER_HOUR || opened.byAll >= MAX_OPENED_PER_DAY;
};

/** Verifies the second factor for this request; returns the factor or a refusal. */
async function proveFactor(deps: Context, openingId: string, request: PendingRequest, reason: string) {
  const { filingId, askedBy, publicKey, askedAt, sealedProof } = request;
  const proof = sealedProof ? await readProof(deps, sealedProof, openingId) : undefined;
  if (!proof || !askedAt) return { refusal: 'factor' as const };
  const challenge = toChallenge({ filingId, askedBy, publicKey, reason, askedAt: askedAt.toISOString() });
  return deps.factors.prove(askedBy as UserId, proof, challenge);
}

/** A proof that cannot be decrypted or parsed counts as missing. */
async function readProof(
  { sealing }: Context,
  sealedProof: Buffer,
  openingId: string,
): Promise<FactorProof | undefined> {
  try {
    return Proof.parse(await sealing.openProof(sealedProof, openingId));
  } catch {
    return undefined;
  }
}

async function checkRequest(
  deps: Context,
  openingId: string,
  request: PendingRequest,
): Promise<{ refusal: ContactDenialReason } | { spent: Buffer }> {
  if (!request.isFresh) return { refusal: 'late' };
  if (!request.isAdmin) return { refusal: 'role' };
  const reason = await store.findReason(deps.database.db, { openingId, ...request });
  if (reason === undefined) return { refusal: 'unrecorded' };
  // Checked before a code is used up.
  if (await isQuotaExceeded(deps.database.db, request.askedBy)) return { refusal: 'quota' };
  const factor = await proveFactor(deps, openingId, request, reason);
  if ('refusal' in factor) return factor;
  return { spent: createHash('sha256').update(`${request.askedBy}\0${factor.spent}`).digest() };
}

const rejectRequest = (
  { audit, database }: Context,
  openingId: string,
  { filingId, askedBy }: PendingRequest,
  refusal: ContactDenialReason,
): Promise<void> =>
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
const openAndReseal = (
  { audit, database, sealing }: Context,
  openingId: string,
  request: PendingRequest,
  spent: Buffer,
): Promise<ContactDenialReason | undefined> =>
  database.transaction(async (tx) => {
    const { filingId, askedBy, publicKey } = request;
    await store.lockOpenings(tx);
    const locked = await store.lockPendingRequest(tx, openingId);
    if (!locked?.sealedContact) return undefined;
    if (!locked.isAdmin) return 'role';
    if (await isQuotaExceeded(tx, askedBy)) return 'quota';
    if (!(await store.recordOpened(tx, { openingId, askedBy, spent }))) return 'factor';
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
async function processRequest(deps: Context, openingId: string): Promise<void> {
  const request = await store.findPendingRequest(deps.database.db, openingId, READABLE_MINUTES);
  if (!request) return;
  const checkResult = await checkRequest(deps, openingId, request);
  const refusal =
    'refusal' in checkResult ? checkResult.refusal : await openAndReseal(deps, openingId, request, checkResult.spent);
  if (refusal) await rejectRequest(deps, openingId, request, refusal);
}

/** A filing without contact data is reported as not found: there is nothing to open. */
async function requestOpening(
  { audit, database, factors, queue, sealing }: Context,
  actor: UserActor,
  filingId: FilingId,
  body: ContactRequestBody,
): Promise<{ id: string }> {
  const { reason, publicKey, askedAt, code, passkey } = body;
  if (!isBrowserKey(publicKey)) throw invalidInput({ publicKey: 'NOT_A_PUBLIC_KEY' });
  if ((code === undefined) === (passkey === undefined)) throw invalidInput({ code: 'CODE_REQUIRED' });
  // The worker rejects them as well; this error gives the person the reason.
  if (code !== undefined && isBackupCode(code)) throw invalidInput({ code: 'BACKUP_CODE_REFUSED' });
  const askedBy = actor.user.id;
  const { hasAuthenticatorApp, passkeys } = await factors.describe(askedBy);
  if (!hasAuthenticatorApp && passkeys.length === 0) throw new AppError('ADMIN_SECOND_FACTOR_REQUIRED');
  return database.transaction(async (tx) => {
    await store.lockUser(tx, askedBy);
    if (!(await store.hasContact(tx, filingId))) throw notFound('FILING_NOT_FOUND');
    if ((await store.countRequests(tx, askedBy, RETENTION_MINUTES)) >= MAX_REQUESTS_PER_HOUR) {
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
      actor: toAuditActor(actor),
      action: 'filing.contact-asked',
      subject: filingId,
      reason,
      detail: { opening: id },
    });
    await queue.enqueue(tx, openContactJob, { openingId: id });
    return { id };
  });
}

/** Returns null values until the worker has processed the request. */
async function getOpening(
  { database }: Context,
  { user }: UserActor,
  id: string,
): Promise<ReplyOf<typeof getOpenedContact>> {
  const opening = await store.findOwnRequest(database.db, id, user.id, READABLE_MINUTES);
  if (!opening) throw notFound('FILING_NOT_FOUND');
  return { sealed: opening.sealed?.toString('base64url') ?? null, refusal: opening.refusal };
}

const jobs = (deps: Context): JobHandler[] => [
  openContactJob.withHandler(({ openingId }) => processRequest(deps, openingId)),
  deleteOldOpeningsJob.withHandler(async () => {
    await store.deleteOlderThan(deps.database.db, RETENTION_MINUTES);
  }),
];

export function createContactOpenings(deps: Deps) {
  const context = createContext(deps);
  return {
    ...bindDeps(context, { requestOpening, getOpening, jobs }),
  };
}
