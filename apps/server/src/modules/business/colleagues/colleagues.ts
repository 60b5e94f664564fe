/**
 * Members of a business. Every change locks the business and then checks the caller's role: of two owners who leave
 * concurrently one stays, and a removed colleague can change nothing.
 */
import type { UserId } from '@hakiki/contract/accounts';
import type { BusinessId } from '@hakiki/contract/business';
import type {
  acceptInvitation,
  BusinessMembers,
  Colleague,
  Invitation,
  InvitationId,
  inviteColleague,
} from '@hakiki/contract/business-members';
import { type BusinessRole, colleagueLimits } from '@hakiki/contract/business-values';
import type { BodyOf, ReplyOf } from '@hakiki/contract/endpoint';
import { accountLimits, targetLimits } from '@hakiki/contract/limits';
import { retention } from '@hakiki/contract/retention';
import { bindDeps } from '../../../platform/bind-deps.ts';
import { AppError, notFound } from '../../../platform/app-error.ts';
import type { Settings } from '../../../platform/config/settings.ts';
import type { Database, Db } from '../../../platform/db/database.ts';
import { uuidv7 } from '../../../platform/db/uuid.ts';
import type { UserActor } from '../../../platform/http/actor.ts';
import type { JobHandler } from '../../../platform/jobs/job.ts';
import type { Queue } from '../../../platform/jobs/jobs.ts';
import type { SendMail } from '../../../platform/mail/mail.ts';
import type { RateLimiter } from '../../../platform/rate-limit/rate-limiter.ts';
import { createDerivedTokens, hashToken } from '../../../platform/derived-token.ts';
import { type KeyRotation, rotateRows } from '../../../platform/key-rotation.ts';
import { toAuditActor, type AuditService } from '../../audit/service.ts';
import { colleagueEmailJobs, invitationEmail, successionEmail } from './colleague-emails.ts';
import * as store from './colleagues-store.ts';
import { findMembershipOf, requireMembership } from './membership.ts';
import {
  findMembership,
  insertMember,
  listOwners,
  lockBusiness,
  lockBusinessCreation,
} from '../portal/portal-store.ts';

interface Deps {
  database: Database;
  queue: Pick<Queue, 'enqueue'>;
  limiter: Pick<RateLimiter, 'consume'>;
  audit: AuditService;
  settings: Pick<Settings, 'appSecret' | 'publicUrl'>;
}

const DAY_MS = 86_400_000;

const presentMember = (row: store.MemberRow, actor: UserActor): Colleague => ({
  userId: row.userId,
  name: [row.firstName, row.lastName].filter(Boolean).join(' '),
  email: row.email,
  role: row.role,
  since: row.createdAt.toISOString(),
  isYou: row.userId === actor.user.id,
});

const presentInvitation = (row: store.InvitationRow): Invitation => ({
  id: row.id,
  email: row.email,
  role: row.role,
  sentAt: row.createdAt.toISOString(),
  expiresAt: row.expiresAt.toISOString(),
});

type Context = ReturnType<typeof createContext>;

function createContext(deps: Deps) {
  const { settings } = deps;
  const tokens = createDerivedTokens(settings.appSecret, 'business-invitation');
  return { ...deps, tokens };
}

async function list({ database }: Context, actor: UserActor): Promise<BusinessMembers> {
  const { db } = database;
  const membership = await findMembershipOf(db, actor);
  if (!membership) return { members: [], invitations: [] };
  const { businessId, role } = membership;
  const members = await store.listMembers(db, businessId);
  const invitations = role === 'owner' ? await store.listOpenInvitations(db, businessId) : [];
  return {
    members: members.map((row) => presentMember(row, actor)),
    invitations: invitations.map(presentInvitation),
  };
}

async function lockBusinessAs(tx: Db, actor: UserActor, minimumRole: BusinessRole): Promise<BusinessId> {
  const { businessId } = await requireMembership(tx, actor, minimumRole);
  await lockBusiness(tx, businessId);
  const current = await requireMembership(tx, actor, minimumRole);
  if (current.businessId !== businessId) throw new AppError('FORBIDDEN');
  return businessId;
}

/** Call it under the lock of the business. */
async function assertNotLastOwner(tx: Db, businessId: BusinessId, userId: UserId): Promise<void> {
  const owners = await listOwners(tx, businessId);
  if (owners.length === 1 && owners[0] === userId) throw new AppError('LAST_OWNER');
}

const record = (
  { audit }: Context,
  tx: Db,
  actor: UserActor,
  action: Parameters<AuditService['record']>[1]['action'],
  businessId: BusinessId,
  detail: Record<string, string>,
) => audit.record(tx, { actor: toAuditActor(actor), action, subject: businessId, detail });

async function invite(deps: Context, actor: UserActor, body: BodyOf<typeof inviteColleague>): Promise<BusinessMembers> {
  const { email, role, language = 'en' } = body;
  const { businessId: currentBusinessId } = await requireMembership(deps.database.db, actor, 'owner');
  // Limits the emails to one mailbox and from one business.
  await deps.limiter.consume('mails', accountLimits.mails, email);
  await deps.limiter.consume('invitationsOfBusiness', targetLimits.invitationsOfBusiness, currentBusinessId);
  await deps.database.transaction(async (tx) => {
    const businessId = await lockBusinessAs(tx, actor, 'owner');
    if (await store.isMemberAddress(tx, businessId, email)) throw new AppError('IS_COLLEAGUE');
    const takenSlots =
      (await store.countMembers(tx, businessId)) + (await store.countOtherOpenInvitations(tx, businessId, email));
    if (takenSlots >= colleagueLimits.max) throw new AppError('TOO_MANY_COLLEAGUES');
    const id = uuidv7<InvitationId>();
    await store.replaceInvitation(tx, {
      id,
      businessId,
      email,
      role,
      language,
      tokenHash: hashToken(deps.tokens.derive(id)),
      invitedBy: actor.user.id,
      expiresAt: new Date(Date.now() + retention.invitations.days * DAY_MS),
    });
    await record(deps, tx, actor, 'business.colleague-invited', businessId, { invitation: id, role });
    await deps.queue.enqueue(tx, invitationEmail.job, { invitationId: id });
  });
  return list(deps, actor);
}

async function withdraw(deps: Context, actor: UserActor, id: InvitationId): Promise<BusinessMembers> {
  if (!(await findMembershipOf(deps.database.db, actor))) throw notFound('INVITATION_NOT_FOUND');
  await deps.database.transaction(async (tx) => {
    const businessId = await lockBusinessAs(tx, actor, 'owner');
    if (!(await store.deleteOpenInvitation(tx, businessId, id))) return;
    await record(deps, tx, actor, 'business.invitation-withdrawn', businessId, { invitation: id });
  });
  return list(deps, actor);
}

/** A wrong address gets the same error as a wrong token, so that a found email reveals nothing. */
const accept = (deps: Context, actor: UserActor, token: string): Promise<ReplyOf<typeof acceptInvitation>> =>
  deps.database.transaction(async (tx) => {
    const tokenHash = hashToken(token);
    const invitation = await store.findInvitation(tx, tokenHash);
    if (!invitation || invitation.email !== (await store.findVerifiedAddress(tx, actor.user.id))) {
      throw notFound('INVITATION_NOT_FOUND');
    }
    const { id, businessId } = invitation;
    // Same lock as the creation of a business: an account belongs to at most one.
    await lockBusinessCreation(tx, actor.user.id);
    const membership = await findMembershipOf(tx, actor);
    const business = await lockBusiness(tx, businessId);
    if (!business) throw notFound('INVITATION_NOT_FOUND');
    const { companyName } = business;
    // Handles a repeated request. Read under the locks, because a concurrent request may have just finished.
    const currentInvitation = await store.findInvitation(tx, tokenHash);
    if (currentInvitation?.isAccepted && membership?.businessId === businessId)
      return { companyName, role: membership.role };
    if (membership) throw new AppError('HAS_BUSINESS');
    if ((await store.countMembers(tx, businessId)) >= colleagueLimits.max) throw new AppError('TOO_MANY_COLLEAGUES');
    const takenSlots = await store.markAccepted(tx, id);
    if (!takenSlots) throw notFound('INVITATION_NOT_FOUND');
    const { role } = takenSlots;
    await insertMember(tx, { businessId, userId: actor.user.id, role });
    await record(deps, tx, actor, 'business.colleague-joined', businessId, { invitation: id, role });
    return { companyName, role };
  });

async function setRole(deps: Context, actor: UserActor, userId: UserId, role: BusinessRole): Promise<BusinessMembers> {
  await deps.database.transaction(async (tx) => {
    const businessId = await lockBusinessAs(tx, actor, 'owner');
    const current = await store.findMember(tx, businessId, userId);
    if (!current) throw notFound('COLLEAGUE_NOT_FOUND');
    if (current === role) return;
    await assertNotLastOwner(tx, businessId, userId);
    await store.setRole(tx, businessId, userId, role);
    await record(deps, tx, actor, 'business.role-changed', businessId, { user: userId, from: current, to: role });
  });
  return list(deps, actor);
}

async function remove(deps: Context, actor: UserActor, userId: UserId): Promise<BusinessMembers> {
  const isLeaving = userId === actor.user.id;
  if (!(await findMembershipOf(deps.database.db, actor))) {
    if (isLeaving) return list(deps, actor);
    throw notFound('COLLEAGUE_NOT_FOUND');
  }
  await deps.database.transaction(async (tx) => {
    const businessId = await lockBusinessAs(tx, actor, isLeaving ? 'viewer' : 'owner');
    if (!(await store.findMember(tx, businessId, userId))) return;
    await assertNotLastOwner(tx, businessId, userId);
    await store.deleteMember(tx, businessId, userId);
    const action = isLeaving ? 'business.colleague-left' : 'business.colleague-removed';
    await record(deps, tx, actor, action, businessId, { user: userId });
  });
  return list(deps, actor);
}

/**
 * Called before an account is deleted. A deletion is never blocked, and no business is left without an owner: the
 * member with the highest role becomes the owner and gets an email. A business without members is deleted with its
 * documents (documents.ts).
 */
async function transferOwnership({ audit, queue }: Context, tx: Db, userId: UserId): Promise<void> {
  const membership = await findMembership(tx, userId);
  if (!membership) return;
  const { businessId } = membership;
  await lockBusiness(tx, businessId);
  const owners = await listOwners(tx, businessId);
  if (owners.length !== 1 || owners[0] !== userId) return;
  const successor = await store.findSuccessor(tx, businessId, userId);
  if (!successor) return;
  await store.setRole(tx, businessId, successor.userId, 'owner');
  await audit.record(tx, {
    actor: { kind: 'system' },
    action: 'business.owner-succeeded',
    subject: businessId,
    detail: { user: successor.userId, from: successor.role },
  });
  await queue.enqueue(tx, successionEmail.job, { userId: successor.userId });
}

const purgeExpired = ({ database }: Context) => store.deleteExpired(database.db);

const emailJobs = ({ database, settings, tokens }: Context, sendMail: SendMail): JobHandler[] =>
  colleagueEmailJobs({ database, sendMail, publicUrl: settings.publicUrl, tokens });

export function createColleagues(deps: Deps) {
  const context = createContext(deps);
  return {
    ...bindDeps(context, {
      list,
      invite,
      withdraw,
      accept,
      setRole,
      remove,
      transferOwnership,
      purgeExpired,
      emailJobs,
    }),
    keyRotations: [
      {
        what: 'invitations of colleagues',
        ends: 'expires',
        rotate: (renews) =>
          rotateRows(
            {
              readPage: (after) => store.listTokens(context.database.db, after),
              checkRow: ({ id, tokenHash }) => (context.tokens.isOlder(id, tokenHash) ? 'older' : 'current'),
            },
            renews,
          ),
      },
    ] satisfies KeyRotation[] as KeyRotation[],
  };
}
