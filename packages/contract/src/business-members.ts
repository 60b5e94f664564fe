/**
 * The members of a business. An owner invites by email, changes roles and removes members; other members can leave. A
 * business always has an owner, so that its listing stays manageable.
 */
import * as z from 'zod/mini';
import { UserId } from './accounts.ts';
import { businessRoles, colleagueLimits } from './business-values.ts';
import { endpoint } from './endpoint.ts';
import { textLimits } from './limits.ts';
import { email, id, IsoTime, list, text } from './schema.ts';
import { languages } from './site.ts';

export const InvitationId = id<'InvitationId'>();
export type InvitationId = z.infer<typeof InvitationId>;

const writeDefaults = { access: 'business', cache: 'never', rateLimit: 'account' } as const;
const commonErrors = ['NOT_SIGNED_IN', 'FORBIDDEN'] as const;
const role = z.enum(businessRoles);

export const Colleague = z.object({
  userId: UserId,
  /** Empty if the user gave no name. */
  name: text(textLimits.title),
  email: text(254),
  role,
  since: IsoTime,
  isYou: z.boolean(),
});
export type Colleague = z.infer<typeof Colleague>;

export const Invitation = z.object({ id: InvitationId, email: text(254), role, sentAt: IsoTime, expiresAt: IsoTime });
export type Invitation = z.infer<typeof Invitation>;

export const BusinessMembers = z.object({
  /** In the order in which they joined. */
  members: list(Colleague, colleagueLimits.max),
  /** Invitations that can still be accepted; sent to owners only. */
  invitations: list(Invitation, colleagueLimits.max),
});
export type BusinessMembers = z.infer<typeof BusinessMembers>;

export const listBusinessMembers = endpoint({
  method: 'GET',
  path: '/api/business/members',
  summary: "Who belongs to the caller's business, and who is invited.",
  access: 'business',
  cache: 'personal',
  rateLimit: 'read',
  reply: BusinessMembers,
  errors: commonErrors,
});

export const inviteColleague = endpoint({
  ...writeDefaults,
  method: 'POST',
  path: '/api/business/invitations',
  summary: 'Invites an address by email. Inviting it again replaces the earlier invitation.',
  /** `language`: of the email. */
  body: z.object({ email: email(), role, language: z.optional(z.enum(languages)) }),
  reply: BusinessMembers,
  errors: ['INVALID_INPUT', ...commonErrors, 'IS_COLLEAGUE', 'TOO_MANY_COLLEAGUES', 'RATE_LIMITED'],
});

export const withdrawInvitation = endpoint({
  ...writeDefaults,
  method: 'DELETE',
  path: '/api/business/invitations/:id',
  summary: 'Withdraws an invitation. Withdrawing it twice is not an error.',
  params: z.object({ id: InvitationId }),
  reply: BusinessMembers,
  errors: [...commonErrors, 'INVITATION_NOT_FOUND', 'RATE_LIMITED'],
});

export const acceptInvitation = endpoint({
  ...writeDefaults,
  method: 'POST',
  path: '/api/business/invitations/accept',
  summary: 'Accepts an invitation with the token from its email, as the account whose verified address was invited.',
  body: z.object({ token: text(200) }),
  reply: z.object({ companyName: text(textLimits.title), role }),
  errors: [
    'INVALID_INPUT',
    ...commonErrors,
    'INVITATION_NOT_FOUND',
    'HAS_BUSINESS',
    'TOO_MANY_COLLEAGUES',
    'RATE_LIMITED',
  ],
});

const params = z.object({ id: UserId });

export const setColleagueRole = endpoint({
  ...writeDefaults,
  method: 'PUT',
  path: '/api/business/members/:id/role',
  summary: 'Changes the role of a colleague.',
  params,
  body: z.object({ role }),
  reply: BusinessMembers,
  errors: ['INVALID_INPUT', ...commonErrors, 'COLLEAGUE_NOT_FOUND', 'LAST_OWNER', 'RATE_LIMITED'],
});

export const removeColleague = endpoint({
  ...writeDefaults,
  method: 'DELETE',
  path: '/api/business/members/:id',
  summary:
    'Removes a colleague immediately; with the own id, leaves the business. Removing someone twice is not an error.',
  params,
  reply: BusinessMembers,
  errors: [...commonErrors, 'COLLEAGUE_NOT_FOUND', 'LAST_OWNER', 'RATE_LIMITED'],
});

export const businessMemberEndpoints = [
  listBusinessMembers,
  inviteColleague,
  withdrawInvitation,
  acceptInvitation,
  setColleagueRole,
  removeColleague,
] as const;
