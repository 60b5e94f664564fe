/** All endpoints of the product. */
import { accountEndpoints } from './account.ts';
import { getAuthUser } from './accounts.ts';
import { accountAdminEndpoints } from './accounts-admin.ts';
import { alertEndpoints } from './alerts.ts';
import { alertAdminEndpoints } from './alerts-admin.ts';
import { apiKeyEndpoints } from './api-keys.ts';
import { appealEndpoints } from './appeals.ts';
import { appealAdminEndpoints } from './appeals-admin.ts';
import { billingEndpoints } from './billing.ts';
import { billingAdminEndpoints } from './billing-admin.ts';
import { businessEndpoints } from './business.ts';
import { businessAdminEndpoints } from './business-admin.ts';
import { businessMemberEndpoints } from './business-members.ts';
import { getSiteInfo, sendContactMessage } from './contact.ts';
import { checkEndpoints } from './check.ts';
import { contactAdminEndpoints } from './contact-admin.ts';
import { dashboardEndpoints } from './dashboard.ts';
import { watchEndpoints } from './watches.ts';
import { decisionLogEndpoints } from './decision-log.ts';
import { decisionEndpoints } from './decisions.ts';
import { decisionAdminEndpoints } from './decisions-admin.ts';
import { getProvider, getStats, listCountryWarnings, listProviders, listSimilarProviders } from './directory.ts';
import { directoryAdminEndpoints } from './directory-admin.ts';
import { fileDispute } from './disputes.ts';
import { disputeAdminEndpoints } from './disputes-admin.ts';
import type { EndpointDefinition } from './endpoint.ts';
import { getEvidencePicture, listEvidence } from './evidence.ts';
import { evidenceAdminEndpoints } from './evidence-admin.ts';
import { listExperiences, submitExperience } from './experiences.ts';
import { experienceAdminEndpoints } from './experiences-admin.ts';
import { familiesAdminEndpoints } from './families-admin.ts';
import { familiesEndpoints } from './families.ts';
import { filingEndpoints } from './filings.ts';
import { filingAdminEndpoints } from './filings-admin.ts';
import { logoEndpoints } from './logos.ts';
import { licenceEndpoints } from './licences.ts';
import { licenceAdminEndpoints } from './licences-admin.ts';
import { sourceAdminEndpoints } from './sources-admin.ts';
import { lookalikesAdminEndpoints } from './lookalikes-admin.ts';
import { lookUp } from './lookup.ts';
import { chatEndpoints } from './chat.ts';
import { mcpEndpoints } from './mcp.ts';
import { listingClaimEndpoints } from './listing-claims.ts';
import { newsEndpoints } from './news.ts';
import { maskAdminEndpoints } from './masks-admin.ts';
import { newsAdminEndpoints } from './news-admin.ts';
import { newsMentionEndpoints } from './news-mentions.ts';
import { newsReaderEndpoints } from './news-readers.ts';
import { openDataEndpoints } from './open-data.ts';
import { overviewAdminEndpoints } from './overview-admin.ts';
import { proposalAdminEndpoints } from './proposals-admin.ts';
import { confirmSubmission, getProofOfWork } from './public-form.ts';
import { referralAdminEndpoints } from './referrals-admin.ts';
import { referralEndpoints } from './referrals.ts';
import { regtechEndpoints } from './regtech.ts';
import { replyEndpoints } from './replies.ts';
import { replyAdminEndpoints } from './replies-admin.ts';
import { reportEndpoints } from './reports.ts';
import { reportAdminEndpoints } from './reports-admin.ts';
import { getReviewSummary, listProviderReviews, submitReview } from './reviews.ts';
import { rescueEndpoints } from './rescue.ts';
import { rescueAdminEndpoints } from './rescue-admin.ts';
import { reviewAdminEndpoints } from './reviews-admin.ts';
import { signInEndpoints } from './sign-in.ts';
import { signUpEndpoints } from './sign-up.ts';
import { submitProvider } from './submissions.ts';
import { taskAdminEndpoints } from './tasks-admin.ts';
import { taxiiEndpoints } from './taxii.ts';
import { triageAdminEndpoints } from './triage-admin.ts';
import { v1Endpoints } from './v1.ts';
import { watchAdminEndpoints } from './watches-admin.ts';
import { webhookEndpoints } from './webhooks.ts';

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
  getEvidencePicture,
  listProviderReviews,
  getReviewSummary,
  submitReview,
  listCountryWarnings,
  lookUp,
  ...checkEndpoints,
  ...mcpEndpoints,
  ...chatEndpoints,
  ...taxiiEndpoints,
  ...alertEndpoints,
  ...reportEndpoints,
  submitProvider,
  ...filingEndpoints,
  ...dashboardEndpoints,
  ...watchEndpoints,
  ...rescueEndpoints,
  ...referralEndpoints,
  ...referralAdminEndpoints,
  ...regtechEndpoints,
  ...billingEndpoints,
  ...businessEndpoints,
  ...businessMemberEndpoints,
  ...replyEndpoints,
  ...decisionLogEndpoints,
  ...listingClaimEndpoints,
  ...newsEndpoints,
  ...newsReaderEndpoints,
  ...openDataEndpoints,
  ...newsMentionEndpoints,
  ...licenceEndpoints,
  ...licenceAdminEndpoints,
  ...sourceAdminEndpoints,
  ...maskAdminEndpoints,
  ...newsAdminEndpoints,
  ...webhookEndpoints,
  ...apiKeyEndpoints,
  ...v1Endpoints,
  ...overviewAdminEndpoints,
  ...accountAdminEndpoints,
  ...directoryAdminEndpoints,
  ...evidenceAdminEndpoints,
  ...logoEndpoints,
  ...alertAdminEndpoints,
  ...reportAdminEndpoints,
  ...decisionAdminEndpoints,
  ...decisionEndpoints,
  ...proposalAdminEndpoints,
  ...contactAdminEndpoints,
  ...reviewAdminEndpoints,
  ...experienceAdminEndpoints,
  ...billingAdminEndpoints,
  ...businessAdminEndpoints,
  ...replyAdminEndpoints,
  ...triageAdminEndpoints,
  ...watchAdminEndpoints,
  ...rescueAdminEndpoints,
  ...filingAdminEndpoints,
  ...taskAdminEndpoints,
  ...appealEndpoints,
  ...appealAdminEndpoints,
  fileDispute,
  ...disputeAdminEndpoints,
  ...lookalikesAdminEndpoints,
  ...familiesEndpoints,
  ...familiesAdminEndpoints,
  listExperiences,
  submitExperience,
  sendContactMessage,
  getSiteInfo,
  getProofOfWork,
  confirmSubmission,
] as const satisfies readonly EndpointDefinition[];

type AnyEndpoint = (typeof endpoints)[number];

/**
 * Endpoints by method and path, as a type only: the browser's client checks its calls against it without loading
 * schemas. `Call<'GET', '/api/stats'>` is that endpoint.
 */
export type Call<Method extends string, Path extends string> = Extract<AnyEndpoint, { method: Method; path: Path }>;
export type ReadPath = Exclude<Extract<AnyEndpoint, { method: 'GET' }>, { status: 302 } | { isDownload: true }>['path'];
export type WriteMethod = 'POST' | 'PUT' | 'DELETE';
export type WritePath<Method extends WriteMethod> = Extract<AnyEndpoint, { method: Method }>['path'];
