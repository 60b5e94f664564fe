/** The numbers of the admin overview. */
import * as z from 'zod/mini';
import { caseAges, workKinds } from './admin-values.ts';
import { endpoint } from './endpoint.ts';
import { IsoTime, list, text } from './schema.ts';
import { queueReadDefaults, staffReadDefaults, staffCommonErrors } from './staff.ts';
import { Sorting } from './triage-admin.ts';

export const AdminStats = z.object({
  totalUsers: z.int(),
  newUsersToday: z.int(),
  totalProviders: z.int(),
  verifiedProviders: z.int(),
  premiumUsers: z.int(),
  conversionRate: z.int(),
});
export type AdminStats = z.infer<typeof AdminStats>;

export const getAdminStats = endpoint({
  ...staffReadDefaults,
  path: '/api/admin/stats',
  summary: 'The four figures of the overview.',
  reply: AdminStats,
  errors: [...staffCommonErrors],
});

const dailyCounts = list(z.object({ day: z.iso.date(), arrived: z.int(), decided: z.int() }), 31);

export const Overview = z.object({
  days: dailyCounts,
  /** In hours, over the last 30 days; null if nothing was decided. */
  medianHoursToDecision: z.nullable(z.number()),
  openByAge: list(z.object({ age: z.enum(caseAges), n: z.int() }), caseAges.length),
  openByCountry: list(z.object({ country: text(60), n: z.int() }), 10),
  snoozed: z.int(),
  sorting: Sorting,
  /** Decisions of the last 30 days, and how many of them were reversed. */
  decisions: z.int(),
  reversed: z.int(),
});
export type Overview = z.infer<typeof Overview>;

export const getOverview = endpoint({
  ...staffReadDefaults,
  path: '/api/admin/overview',
  summary: 'Statistics of the moderation work.',
  reply: Overview,
  errors: [...staffCommonErrors],
});

export const WorkCounts = list(
  z.object({
    kind: z.enum(workKinds),
    count: z.int(),
    /** The promised time of the most urgent item, for kinds of work with a promise. */
    dueAt: z.nullable(IsoTime),
  }),
  workKinds.length,
);
export type WorkCounts = z.infer<typeof WorkCounts>;

export const getWorkCounts = endpoint({
  ...queueReadDefaults,
  path: '/api/admin/work',
  summary: 'How many items of each kind of work wait for staff. Moderators see their kinds only.',
  reply: WorkCounts,
  errors: [...staffCommonErrors],
});

/** First steps of a new installation; `backup` is null where this server has no folder of backups. */
export const FirstSteps = z.object({
  mail: z.boolean(),
  backup: z.nullable(z.boolean()),
  people: z.boolean(),
  /** Whether a third-party list is turned on, as `hakiki starter import` does. */
  starter: z.boolean(),
  providers: z.boolean(),
  news: z.boolean(),
});
export type FirstSteps = z.infer<typeof FirstSteps>;

export const getFirstSteps = endpoint({
  ...staffReadDefaults,
  path: '/api/admin/first-steps',
  summary: 'Which first steps of a new installation are done.',
  reply: FirstSteps,
  errors: [...staffCommonErrors],
});

export const overviewAdminEndpoints = [getAdminStats, getOverview, getWorkCounts, getFirstSteps] as const;
