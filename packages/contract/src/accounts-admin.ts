/** Accounts in the admin console: plans and roles. */
import * as z from 'zod/mini';
import { User, UserId } from './accounts.ts';
import { staffRoles } from './admin-values.ts';
import { outcomeFields } from './decisions-admin.ts';
import { endpoint } from './endpoint.ts';
import { userTypes } from './entitlements.ts';
import { paging, textLimits } from './limits.ts';
import { list, required, tierInput } from './schema.ts';
import { pagedQueryFields, staffReadDefaults, reason, staffCommonErrors, staffWriteDefaults } from './staff.ts';

export const AdminUser = z.extend(User, { emailVerified: z.boolean(), ...outcomeFields });
export type AdminUser = z.infer<typeof AdminUser>;

export const listAdminUsers = endpoint({
  ...staffReadDefaults,
  path: '/api/admin/users',
  summary: 'All accounts, newest first.',
  query: z.object({
    ...pagedQueryFields,
    userType: z.optional(z.enum(userTypes)),
    subscriptionTier: z.optional(tierInput()),
    role: z.optional(z.enum(staffRoles)),
  }),
  reply: list(AdminUser, paging.maxLimit),
  totalCount: true,
  errors: ['INVALID_INPUT', ...staffCommonErrors],
});

export const updateUser = endpoint({
  ...staffWriteDefaults,
  method: 'PUT',
  path: '/api/admin/users/:userId',
  summary:
    "Changes an account's plan. API and Enterprise plans have an end date, by default in twelve months; send another date to change it.",
  params: z.object({ userId: UserId }),
  body: z.object({ subscriptionTier: tierInput(), endsOn: z.optional(z.iso.date()), reason }),
  reply: AdminUser,
  errors: ['INVALID_INPUT', ...staffCommonErrors, 'USER_NOT_FOUND', 'RATE_LIMITED'],
});

export const setUserRole = endpoint({
  ...staffWriteDefaults,
  method: 'PUT',
  path: '/api/admin/users/:userId/role',
  stepUp: true,
  summary: 'Gives an account the moderator role, or removes it. All its sessions end.',
  params: z.object({ userId: UserId }),
  body: z.object({ isModerator: z.boolean(), reason: required('REASON_REQUIRED', textLimits.text) }),
  reply: AdminUser,
  errors: [
    'INVALID_INPUT',
    ...staffCommonErrors,
    'STEP_UP_REQUIRED',
    'USER_NOT_FOUND',
    'ROLE_OF_ADMINISTRATOR',
    'ADDRESS_NOT_VERIFIED',
    'RATE_LIMITED',
  ],
});

export const accountAdminEndpoints = [listAdminUsers, updateUser, setUserRole] as const;
