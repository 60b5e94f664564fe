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
import { AppError, invalidInput, notFound } from '../../platform/app-error.ts';
import type { Database, Db } from '../../platform/db/database.ts';
import type { UserActor } from '../../platform/http/actor.ts';
import { defineJob } from '../../platform/jobs/job.ts';
import type { Queue } from '../../platform/jobs/jobs.ts';
import type { RateLimiter } from '../../platform/rate-limit/rate-limiter.ts';
import { actorOf, type AuditService } from '../audit/service.ts';
import type { DecisionsService } from '../decisions/service.ts';
import type { DirectoryService } from '../directory/service.ts';
import { addressOf, contentOf, fileAddressOf, recordNameOf, siteOf } from './claim-domain.ts';
import { claimLetter } from './claim-letters.ts';
import * as store from './claims-store.ts';
import { membershipOf, membershipOrOwn, requireMembership } from './membership.ts';
import { lockBusiness, setBusiness } from './portal-store.ts';

export const lookForProof = defineJob({
  name: 'business.look-for-proof',
  payload: z.object({ claimId: z.uuid().transform((id) => id as ListingClaimId) }),
});

interface Needs {
  database: Database;
  queue: Pick<Queue, 'enqueue'>;
  limiter: Pick<RateLimiter, 'consume'>;
  audit: AuditService;
  decisions: Pick<DecisionsService, 'createWorkflow'>;
  directory: Pick<DirectoryService, 'hold'>;
}

interface StatusEdit {
  status: 'approved' | 'rejected';
}
type Proven = store.ClaimRow & { provenAt: Date };

const DAY_MS = 24 * 3_600_000;
/** After this time a check that never finished, because the worker was stopped, can be requested again. */
const LOOKING_MS = 60_000;

const isSame = (given: string, token: string): boolean => {
  const [one, other] = [Buffer.from(given), Buffer.from(token)];
  return one.length === other.length && timingSafeEqual(one, other);
};

function presentOwn(row: store.ClaimRow): ListingClaim {
  const site = siteOf(row.website);
  const isOpen = row.status === 'open' && site !== undefined;
  const place = row.method === 'dns' ? recordNameOf : fileAddressOf;
  return {
    id: row.id,
    providerId: row.providerId,
    providerName: row.providerName,
    domain: row.domain,
    method: row.method,
    status: row.status,
    place: isOpen && row.method !== 'mail' ? place(site) : null,
    content: isOpen && row.method !== 'mail' ? contentOf(row.token) : null,
    mailedTo: row.mailbox && `${row.mailbox}@${row.domain}`,
    fault: row.fault,
    isChecking: row.askedAt !== null && Date.now() - row.askedAt.getTime() < LOOKING_MS,
    createdAt: row.createdAt.toISOString(),
    endsAt: new Date(row.createdAt.getTime() + claimDays * DAY_MS).toISOString(),
  };
}

const presentAdmin = (row: Proven): AdminListingClaim => ({
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

const isProven = (row: store.ClaimRow): row is Proven => row.provenAt !== null;

export function createClaims({ database, queue, limiter, audit, decisions, directory }: Needs) {
  const life = decisions.createWorkflow<Proven, StatusEdit, StatusEdit>({
    subject: 'change',
    notFoundCode: 'CLAIM_NOT_FOUND',
    undecidedStatus: 'pending',
    /** Lock order: the business, then the listing, then the claim. */
    async lockForUpdate(tx, id) {
      const known = await store.findClaim(tx, id);
      if (!known) return undefined;
      await lockBusiness(tx, known.businessId);
      await directory.hold(tx, known.providerId);
      const claim = await store.lockClaim(tx, id);
      return claim && isProven(claim) ? claim : undefined;
    },
    publishedTexts: 'nothing',
    computeChanges: (_, wanted) => wanted,
    async saveChanges(tx, claim, { status }) {
      if (status === 'approved') await handOver(tx, claim);
      await store.setDecision(tx, claim.id, status);
    },
    auditDetail: ({ providerId, method }) => ({ provider: providerId, method }),
  });

  /** Rejects a second business, and a domain that the listing no longer has. */
  async function handOver(tx: Db, { id, businessId, providerId, domain, website }: Proven): Promise<void> {
    const listing = await store.findListing(tx, providerId);
    if (!listing || listing.ownerId || siteOf(website)?.domain !== domain) throw new AppError('LISTING_TAKEN');
    await setBusiness(tx, businessId, { providerId });
    await store.refuseOthers(tx, providerId, id);
  }

  async function getOwnClaim(actor: UserActor): Promise<{ claim: ListingClaim | null }> {
    const membership = await membershipOf(database.db, actor);
    const row = membership && (await store.findNewest(database.db, membership.businessId));
    return { claim: row ? presentOwn(row) : null };
  }

  /** Stores the result, so that the business sees why a check failed. */
  async function noteLook(tx: Db, row: store.ClaimRow, fault: ListingClaim['fault'] | undefined): Promise<void> {
    const isNoted = await store.setLook(tx, row.id, fault ?? undefined);
    if (isNoted && !fault) {
      await audit.record(tx, {
        actor: { kind: 'system' },
        action: 'business.domain-proven',
        subject: row.businessId,
        detail: { provider: row.providerId, method: row.method },
      });
    }
  }

  return {
    getOwnClaim,

    async start(actor: UserActor, given: BodyOf<typeof startListingClaim>) {
      if ((given.method === 'mail') !== (given.mailbox !== undefined)) {
        throw invalidInput({ mailbox: 'MAILBOX_OF_LETTERS' });
      }
      const listing = await store.findListing(database.db, given.providerId);
      if (!listing) throw notFound('PROVIDER_NOT_FOUND');
      if (listing.ownerId) throw new AppError('LISTING_TAKEN');
      const site = siteOf(listing.website);
      if (!site) throw new AppError('LISTING_WITHOUT_DOMAIN');
      // Limits the emails to one mailbox over all claims.
      if (given.mailbox) await limiter.consume('mails', accountLimits.mails, addressOf(site, given.mailbox));
      await database.transaction(async (tx) => {
        const { businessId } = await membershipOrOwn(tx, audit, actor);
        const business = (await lockBusiness(tx, businessId))!;
        if (business.listing?.reviewState === 'approved') throw new AppError('HAS_LISTING');
        await store.deleteUndecided(tx, businessId);
        const claimId = await store.insertClaim(tx, {
          businessId,
          providerId: given.providerId,
          domain: site.domain,
          method: given.method,
          mailbox: given.mailbox ?? null,
          token: randomBytes(24).toString('base64url'),
        });
        await audit.record(tx, {
          actor: actorOf(actor),
          action: 'business.listing-claimed',
          subject: businessId,
          detail: { provider: given.providerId, method: given.method },
        });
        if (given.mailbox) await queue.enqueue(tx, claimLetter.job, { claimId });
      });
      return getOwnClaim(actor);
    },

    async check(actor: UserActor, code: string | undefined) {
      if (!(await membershipOf(database.db, actor))) throw notFound('CLAIM_NOT_FOUND');
      const { businessId } = await requireMembership(database.db, actor, 'editor');
      await database.transaction(async (tx) => {
        const newest = await store.findNewest(tx, businessId);
        const row = newest && (await store.lockClaim(tx, newest.id));
        if (row?.status !== 'open') throw notFound('CLAIM_NOT_FOUND');
        if (row.method === 'mail') {
          const isCurrent = siteOf(row.website)?.domain === row.domain;
          await noteLook(
            tx,
            row,
            !isCurrent ? 'website-changed' : isSame(code ?? '', row.token) ? null : 'code-differs',
          );
          return;
        }
        await store.setAsked(tx, row.id);
        await queue.enqueue(tx, lookForProof, { claimId: row.id });
      });
      return getOwnClaim(actor);
    },

    async withdraw(actor: UserActor) {
      if (!(await membershipOf(database.db, actor))) return getOwnClaim(actor);
      const { businessId } = await requireMembership(database.db, actor, 'editor');
      await database.transaction((tx) => store.deleteUndecided(tx, businessId));
      return getOwnClaim(actor);
    },

    /** Called by the worker, which alone connects to external servers. */
    async look(claimId: ListingClaimId, prove: (row: store.ClaimRow) => Promise<ListingClaim['fault'] | undefined>) {
      const row = await store.findClaim(database.db, claimId);
      if (row?.status !== 'open') return;
      const fault = siteOf(row.website)?.domain === row.domain ? await prove(row) : 'website-changed';
      await database.transaction((tx) => noteLook(tx, row, fault));
    },

    forgetOverdue: () => store.deleteOverdue(database.db),

    async listWaiting(query: QueryOf<typeof listListingClaims>) {
      const { rows, total } = await store.listWaiting(database.db, query);
      return { rows: rows.filter(isProven).map(presentAdmin), total };
    },

    settle: (actor: UserActor, id: ListingClaimId, status: 'approved' | 'rejected'): Promise<AdminListingClaim> =>
      database.transaction(async (tx) => {
        const { row, ...outcome } = await life.decideFirst(tx, id, { status }, { actor });
        return { ...presentAdmin(row), status, ...outcome };
      }),
  };
}
