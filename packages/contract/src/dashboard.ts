/** The dashboard of a signed-in user; the analysis is part of some plans. */
import * as z from 'zod/mini';
import { severities } from './alert-values.ts';
import { reportTypes } from './report-values.ts';
import { ProviderId } from './directory.ts';
import { endpoint } from './endpoint.ts';
import { riskLevels } from './risk.ts';
import { list, text } from './schema.ts';

const countList = <Key extends z.core.$ZodType>(key: Key, max: number) => list(z.object({ key, n: z.int() }), max);

/** An example is shown while nothing was measured. */
export const moneySavedBases = ['measured', 'example'] as const;

export const DashboardSummary = z.object({
  activeAlerts: z.int(),
  totalReports: z.int(),
  highRiskProviders: z.int(),
  verifiedProviders: z.int(),
  /** In rand; null for plans without analysis. */
  moneySaved: z.nullable(z.object({ amount: z.int(), basis: z.enum(moneySavedBases) })),
  analysis: z.nullable(
    z.object({
      providersByRisk: countList(z.enum(riskLevels), riskLevels.length),
      alertsBySeverity: countList(z.enum(severities), severities.length),
      alertsByCountry: countList(text(60), 60),
      reportsByType: countList(z.enum(reportTypes), reportTypes.length),
    }),
  ),
});
export type DashboardSummary = z.infer<typeof DashboardSummary>;

export const getDashboardSummary = endpoint({
  method: 'GET',
  path: '/api/dashboard/summary',
  summary: 'The figures of the dashboard.',
  access: 'signed-in',
  reply: DashboardSummary,
  errors: ['NOT_SIGNED_IN'],
  cache: 'personal',
  rateLimit: 'read',
});

export const noteProviderVisit = endpoint({
  method: 'PUT',
  path: '/api/providers/:id/visit',
  summary: 'Records that the caller viewed a provider, for the money-saved figure.',
  access: 'entitled:analysis',
  params: z.object({ id: ProviderId }),
  reply: z.null(),
  errors: ['NOT_SIGNED_IN', 'FORBIDDEN', 'PROVIDER_NOT_FOUND', 'RATE_LIMITED'],
  cache: 'never',
  rateLimit: 'visit',
});

export const dashboardEndpoints = [getDashboardSummary, noteProviderVisit] as const;
