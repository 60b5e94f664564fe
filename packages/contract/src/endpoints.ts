/** Every call of the product: what is not listed here does not exist. */
import { accountEndpoints } from './account.ts';
import { getAuthUser } from './accounts.ts';
import { adminEndpoints } from './admin.ts';
import { alertEndpoints } from './alerts.ts';
import { appealEndpoints } from './appeals.ts';
import { getSiteInfo, sendContactMessage } from './contact.ts';
import { dashboardEndpoints } from './dashboard.ts';
import { decisionLogEndpoints } from './decision-log.ts';
import { getProvider, getStats, listCountryWarnings, listProviders, listSimilarProviders } from './directory.ts';
import type { EndpointDefinition } from './endpoint.ts';
import { listEvidence } from './evidence.ts';
import { listExperiences, submitExperience } from './experiences.ts';
import { filingEndpoints } from './filings.ts';
import { lookUp } from './lookup.ts';
import { confirmSubmission, getProofOfWork } from './public-form.ts';
import { reportEndpoints } from './reports.ts';
import { getReviewSummary, listProviderReviews, submitReview } from './reviews.ts';
import { signInEndpoints } from './sign-in.ts';
import { signUpEndpoints } from './sign-up.ts';
import { submitProvider } from './submissions.ts';

export const endpoints = [
  getAuthUser,
  ...signUpEndpoints,
  ...signInEndpoints,
  ...accountEndpoints,
  getStats,
  listProviders,
  getProvider,
  listSimilarProviders,
  listEvidence,
  listProviderReviews,
  getReviewSummary,
  submitReview,
  listCountryWarnings,
  lookUp,
  ...alertEndpoints,
  ...reportEndpoints,
  submitProvider,
  ...filingEndpoints,
  ...dashboardEndpoints,
  ...decisionLogEndpoints,
  ...adminEndpoints,
  ...appealEndpoints,
  listExperiences,
  submitExperience,
  sendContactMessage,
  getSiteInfo,
  getProofOfWork,
  confirmSubmission,
] as const satisfies readonly EndpointDefinition[];

type AnyEndpoint = (typeof endpoints)[number];

/**
 * The calls by address, as a type only: the browser's client checks its calls against it and carries none of the schemas.
 * `Call<'GET', '/api/stats'>` is that endpoint.
 */
export type Call<Method extends string, Path extends string> = Extract<AnyEndpoint, { method: Method; path: Path }>;
export type ReadPath = Exclude<Extract<AnyEndpoint, { method: 'GET' }>, { status: 302 } | { isDownload: true }>['path'];
export type WriteMethod = 'POST' | 'PUT' | 'DELETE';
export type WritePath<Method extends WriteMethod> = Extract<AnyEndpoint, { method: Method }>['path'];
