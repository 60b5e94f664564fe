/** Claims of an existing listing: a business proves its domain, and a moderator approves before it gets the listing. */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import { claimDays } from '@hakiki/contract/business-values';
import type { BodyOf, QueryOf } from '@hakiki/contract/endpoint';
import type {
  AdminListingClaim,
  ListingClaim,
  ListingClaimId,
  listListingClaims,
  startListingClaim,
} from '@hakiki/contract/listing-claims';
import { accountLimits } from '@hakiki/contract/limits';
import * as z from 'zod';
import { AppError, invalidInput, notFound } from '../../../platform/app-error.ts';
import { bindDeps } from '../../../platform/bind-deps.ts';
import type { Database, Db } from '../../../platform/db/database.ts';
import type { UserActor } from '../../../platform/http/actor.ts';
import { defineJob } from '../../../platform/jobs/job.ts';
import type { Queue } from '../../../platform/jobs/jobs.ts';
import type { RateLimiter } from '../../../platform/rate-limit/rate-limiter.ts';
import { toAuditActor, type AuditService } from '../../audit/service.ts';
import type { DecisionsService } from '../../moderation/workflow/service.ts';
import type { DirectoryService } from '../../directory/service.ts';
import { toEmailAddress, toProofText, toFileUrl, toRecordName, parseSite } from './claim-domain.ts';
import { claimEmail } from './claim-emails.ts';
import * as store from './claims-store.ts';
import { findMembershipOf, findOrCreateMembership, requireMembership } from '../colleagues/membership.ts';
import { lockBusiness, setBusiness } from '../portal/portal-store.ts';

export const checkProofJob = defineJob({
  name: 'business.look-for-proof',
  payload: z.object({ claimId: z.uuid().transform((id) => id as ListingClaimId) }),
});

interface Deps {
  database: Database;
  queue: Pick<Queue, 'enqueue'>;
  limiter: Pick<RateLimiter, 'consume'>;
  audit: AuditService;
  decisions: Pick<DecisionsService, 'createWorkflow'>;
  directory: Pick<DirectoryService, 'lockForDecision'>;
}

interface StatusEdit {
  status: 'approved' | 'rejected';
}
type ProvenClaim = store.ClaimRow & { provenAt: Date };

const DAY_MS = 24 * 3_600_000;
/** After this time a check that never finished, because the worker was stopped, can be requested again. */
const CHECK_TIMEOUT_MS = 60_000;

const isSameToken = (code: string, token: string): boolean => {
  const [one, other] = [Buffer.from(code), Buffer.from(token)];
  return one.length === other.length && timingSafeEqual(one, other);
};

function presentOwn(row: store.ClaimRow): ListingClaim {
  const site = parseSite(row.website);
  const isOpen = row.status === 'open' && site !== undefined;
  const place = row.method === 'dns' ? toRecordName : toFileUrl;
  return {
    id: row.id,
    providerId: row.providerId,
    providerName: row.providerName,
    domain: row.domain,
    method: row.method,
    status: row.status,
    place: isOpen && row.method !== 'mail' ? place(site) : null,
    content: isOpen && row.method !== 'mail' ? toProofText(row.token) : null,
    mailedTo: row.mailbox && `${row.mailbox}@${row.domain}`,
    fault: row.fault,
    isChecking: row.askedAt !== null && Date.now() - row.askedAt.getTime() < CHECK_TIMEOUT_MS,
    createdAt: row.createdAt.toISOString(),
    endsAt: new Date(row.createdAt.getTime() + claimDays * DAY_MS).toISOString(),
  };
}

const presentAdmin = (row: ProvenClaim): AdminListingClaim => ({
  id: row.id,
  providerId: row.providerId,
  providerName: row.providerName,
  companyName: row.companyName,
  contactEmail: row.contactEmail,
  domain: row.domain,
  method: row.method,
  provenAt: row.provenAt.toISOString(),
  status: row.status,
  createdAt: row.createdAt.toISOString(),
});

const isProven = (row: store.ClaimRow): row is ProvenClaim => row.provenAt !== null;

const createClaimWorkflow = ({ decisions, directory }: Deps) =>
  decisions.createWorkflow<ProvenClaim, StatusEdit, StatusEdit>({
    subject: 'change',
    notFoundCode: 'CLAIM_NOT_FOUND',
    undecidedStatus: 'pending',
    /** Lock order: the business, then the listing, then the claim. */
    async lockForUpdate(tx, id) {
      const found = await store.findClaim(tx, id);
      if (!found) return undefined;
      await lockBusiness(tx, found.businessId);
      await directory.lockForDecision(tx, found.providerId);
      const claim = await store.lockClaim(tx, id);
      return claim && isProven(claim) ? claim : undefined;
    },
    publishedTexts: 'nothing',
    computeChanges: (_, edit) => edit,
    async saveChanges(tx, claim, { status }) {
      if (status === 'approved') await transferListing(tx, claim);
      await store.setDecision(tx, claim.id, status);
    },
    auditDetail: ({ providerId, method }) => ({ provider: providerId, method }),
  });

/** Rejects a second business, and a domain that the listing no longer has. */
async function transferListing(tx: Db, { id, businessId, providerId, domain, website }: ProvenClaim): Promise<void> {
  const listing = await store.findListing(tx, providerId);
  if (!listing || listing.ownerId || parseSite(website)?.domain !== domain) throw new AppError('LISTING_TAKEN');
  await setBusiness(tx, businessId, { providerId });
  await store.rejectOthers(tx, providerId, id);
}

async function getOwnClaim({ database }: Deps, actor: UserActor): Promise<{ claim: ListingClaim | null }> {
  const membership = await findMembershipOf(database.db, actor);
  const row = membership && (await store.findNewest(database.db, membership.businessId));
  return { claim: row ? presentOwn(row) : null };
}

/** Stores the result, so that the business sees why a check failed. */
async function recordCheck(
  { audit }: Deps,
  tx: Db,
  row: store.ClaimRow,
  fault: ListingClaim['fault'] | undefined,
): Promise<void> {
  const isRecorded = await store.setCheckResult(tx, row.id, fault ?? undefined);
  if (isRecorded && !fault) {
    await audit.record(tx, {
      actor: { kind: 'system' },
      action: 'business.domain-proven',
      subject: row.businessId,
      detail: { provider: row.providerId, method: row.method },
    });
  }
}

async function start(deps: Deps, actor: UserActor, body: BodyOf<typeof startListingClaim>) {
  if ((body.method === 'mail') !== (body.mailbox !== undefined)) {
    throw invalidInput({ mailbox: 'MAILBOX_OF_LETTERS' });
  }
  const listing = await store.findListing(deps.database.db, body.providerId);
  if (!listing) throw notFound('PROVIDER_NOT_FOUND');
  if (listing.ownerId) throw new AppError('LISTING_TAKEN');
  const site = parseSite(listing.website);
  if (!site) throw new AppError('LISTING_WITHOUT_DOMAIN');
  // Limits the emails to one mailbox over all claims.
  if (body.mailbox) await deps.limiter.consume('mails', accountLimits.mails, toEmailAddress(site, body.mailbox));
  await deps.database.transaction(async (tx) => {
    const { businessId } = await findOrCreateMembership(tx, deps.audit, actor);
    const business = (await lockBusiness(tx, businessId))!;
    if (business.listing?.reviewState === 'approved') throw new AppError('HAS_LISTING');
    await store.deleteUndecided(tx, businessId);
    const claimId = await store.insertClaim(tx, {
      businessId,
      providerId: body.providerId,
      domain: site.domain,
      method: body.method,
      mailbox: body.mailbox ?? null,
      token: randomBytes(24).toString('base64url'),
    });
    await deps.audit.record(tx, {
      actor: toAuditActor(actor),
      action: 'business.listing-claimed',
      subject: businessId,
      detail: { provider: body.providerId, method: body.method },
    });
    if (body.mailbox) await deps.queue.enqueue(tx, claimEmail.job, { claimId });
  });
  return getOwnClaim(deps, actor);
}

async function check(deps: Deps, actor: UserActor, code: string | undefined) {
  if (!(await findMembershipOf(deps.database.db, actor))) throw notFound('CLAIM_NOT_FOUND');
  const { businessId } = await requireMembership(deps.database.db, actor, 'editor');
  await deps.database.transaction(async (tx) => {
    const newest = await store.findNewest(tx, businessId);
    const row = newest && (await store.lockClaim(tx, newest.id));
    if (row?.status !== 'open') throw notFound('CLAIM_NOT_FOUND');
    if (row.method === 'mail') {
      const isCurrent = parseSite(row.website)?.domain === row.domain;
      const codeFault = isSameToken(code ?? '', row.token) ? null : 'code-differs';
      return recordCheck(deps, tx, row, isCurrent ? codeFault : 'website-changed');
    }
    await store.markCheckRequested(tx, row.id);
    await deps.queue.enqueue(tx, checkProofJob, { claimId: row.id });
  });
  return getOwnClaim(deps, actor);
}

async function withdraw(deps: Deps, actor: UserActor) {
  if (!(await findMembershipOf(deps.database.db, actor))) return getOwnClaim(deps, actor);
  const { businessId } = await requireMembership(deps.database.db, actor, 'editor');
  await deps.database.transaction((tx) => store.deleteUndecided(tx, businessId));
  return getOwnClaim(deps, actor);
}

/** Called by the worker, the only process that connects to external servers. */
async function runCheck(
  deps: Deps,
  claimId: ListingClaimId,
  findFault: (row: store.ClaimRow) => Promise<ListingClaim['fault'] | undefined>,
) {
  const row = await store.findClaim(deps.database.db, claimId);
  if (row?.status !== 'open') return;
  const fault = parseSite(row.website)?.domain === row.domain ? await findFault(row) : 'website-changed';
  await deps.database.transaction((tx) => recordCheck(deps, tx, row, fault));
}

export function createClaims(deps: Deps) {
  const { database } = deps;
  const workflow = createClaimWorkflow(deps);
  return {
    ...bindDeps(deps, { getOwnClaim, start, check, withdraw, runCheck }),
    purgeExpired: () => store.deleteExpired(database.db),

    async listPending(query: QueryOf<typeof listListingClaims>) {
      const { rows, total } = await store.listPending(database.db, query);
      return { rows: rows.filter(isProven).map(presentAdmin), total };
    },

    decide: (actor: UserActor, id: ListingClaimId, status: 'approved' | 'rejected'): Promise<AdminListingClaim> =>
      database.transaction(async (tx) => {
        const { row, ...outcome } = await workflow.decideFirst(tx, id, { status }, { actor });
        return { ...presentAdmin(row), status, ...outcome };
      }),
  };
}
