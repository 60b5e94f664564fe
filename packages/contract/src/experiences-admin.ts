/** Shared experiences that wait for a moderator. */
import * as z from 'zod/mini';
import { moderatedFields } from './decisions-admin.ts';
import { endpoint } from './endpoint.ts';
import { ExperienceId } from './experiences.ts';
import { paging, textLimits } from './limits.ts';
import { list, text } from './schema.ts';
import { moderationDefaults, staffReadDefaults, staffCommonErrors, pendingListQuery } from './staff.ts';

export const ModeratedExperience = z.object({
  id: ExperienceId,
  providerName: text(textLimits.title),
  rating: z.int(),
  experience: text(textLimits.text),
  issueType: text(40),
  ...moderatedFields,
});

export const listPendingExperiences = endpoint({
  ...staffReadDefaults,
  path: '/api/admin/experiences',
  summary: 'Shared experiences that wait for a moderator, newest first unless `order` is oldest.',
  query: pendingListQuery,
  reply: list(ModeratedExperience, paging.maxLimit),
  totalCount: true,
  errors: ['INVALID_INPUT', ...staffCommonErrors],
});

export const approveExperience = endpoint({
  ...moderationDefaults,
  path: '/api/admin/experiences/:id/approve',
  summary: 'Publishes a shared experience.',
  params: z.object({ id: ExperienceId }),
  reply: ModeratedExperience,
  errors: [...staffCommonErrors, 'EXPERIENCE_NOT_FOUND', 'ALREADY_DECIDED', 'PRIVATE_DATA_FOUND', 'RATE_LIMITED'],
});
export const rejectExperience = endpoint({
  ...moderationDefaults,
  path: '/api/admin/experiences/:id/reject',
  summary: 'Rejects a shared experience.',
  params: z.object({ id: ExperienceId }),
  reply: ModeratedExperience,
  errors: [...staffCommonErrors, 'EXPERIENCE_NOT_FOUND', 'ALREADY_DECIDED', 'RATE_LIMITED'],
});

export const experienceAdminEndpoints = [listPendingExperiences, approveExperience, rejectExperience] as const;
