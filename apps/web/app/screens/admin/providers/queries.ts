/** Queries and mutations of the providers tab: `?tab=providers&verificationStatus=Flagged&edit=…`. */
import { reviewStates, verificationStatuses } from '@hakiki/contract/directory-values';
import { listLimits } from '@hakiki/contract/limits';
import { defineQuery, type Query } from '../../../lib/api/queries.ts';
import { defineMutation, type Mutation } from '../../../lib/api/mutations.ts';
import { putFile } from '../../../lib/evidence/upload.ts';
import { pathTo } from '../../../lib/pages/paths.ts';
import { parseSearch } from '../../../lib/pages/search-text.ts';
import { parseChoice, parseWorkList, toPageQuery, oldestFirst } from '../parts/console-url.ts';
import { proposalsQuery, verdictPaths } from '../proposals/queries.ts';

/** The filters of the list without the page; an export uses the same. */
export const toProviderFilter = (params: URLSearchParams) => ({
  search: parseSearch(params).text,
  verificationStatus: parseChoice(params, 'verificationStatus', verificationStatuses),
  reviewState: parseChoice(params, 'reviewState', reviewStates),
});

export const providersQuery = (params: URLSearchParams) =>
  defineQuery('/api/admin/providers', { query: { ...toPageQuery(params), ...toProviderFilter(params) } });
export const pendingReviewsQuery = defineQuery('/api/admin/reviews', { query: oldestFirst });
export const profileChangesQuery = defineQuery('/api/admin/profile-changes', { query: oldestFirst });
export const claimsQuery = defineQuery('/api/admin/listing-claims', { query: oldestFirst });
export const documentsQuery = defineQuery('/api/admin/documents', { query: oldestFirst });
export const acceptedDocumentsQuery = defineQuery('/api/admin/documents', {
  query: { status: 'approved', limit: listLimits.adminPendingPage },
});

export const repliesQuery = defineQuery('/api/admin/replies', { query: { limit: listLimits.adminPendingPage } });
export const publishedRepliesQuery = defineQuery('/api/admin/replies', {
  query: { status: 'approved', limit: listLimits.adminPendingPage },
});

export const providersTabQueries = (params: URLSearchParams): Query<unknown>[] => {
  const list = parseWorkList('providers', params);
  const queries = {
    reviews: [pendingReviewsQuery],
    replies: [repliesQuery],
    claims: [claimsQuery],
    documents: [profileChangesQuery, documentsQuery],
  };
  return list ? queries[list] : [providersQuery(params), proposalsQuery];
};

export const providerQuery = (providerId: string) =>
  defineQuery('/api/admin/providers/:providerId', { params: { providerId } });
/** As visitors see it: moderators have no access to what its sender wrote. */
export const listedProviderQuery = (id: string) => defineQuery('/api/providers/:id', { params: { id } });
export const evidenceQuery = (providerId: string) =>
  defineQuery('/api/admin/providers/:providerId/evidence', { params: { providerId } });
export const dueChecksQuery = (params: URLSearchParams) => {
  const { limit, offset } = toPageQuery(params);
  return defineQuery('/api/admin/evidence-due', { query: { limit, offset } });
};

export const editorPath = (id: string, section = ''): string =>
  pathTo(`/admin/provider?id=${id}${section && `#${section}`}`);

const evidencePaths = ['/api/admin/providers', '/api/admin/evidence-due', '/api/providers'] as const;
export const addEvidence = defineMutation('POST', '/api/admin/providers/:providerId/evidence', {
  invalidates: evidencePaths,
});
export const withdrawEvidence = defineMutation('POST', '/api/admin/evidence/:id/withdraw', {
  invalidates: evidencePaths,
});

/** Bypasses the API client, which sends JSON. The picture becomes public with the evidence that names its id. */
export const uploadEvidencePicture = (id: string, file: File): Promise<void> =>
  putFile(`/api/admin/evidence-pictures/${id}`, file, () => undefined);

const logoPaths = ['/api/admin/providers', '/api/providers'] as const;
/** Bypasses the API client, which sends JSON. */
export const createLogoUpload = (providerId: string, file: File): Mutation<undefined, void> => ({
  send: () => putFile(`/api/admin/providers/${providerId}/logo`, file, () => undefined),
  refreshes: [],
  invalidates: logoPaths,
});
export const removeLogo = defineMutation('DELETE', '/api/admin/providers/:providerId/logo', { invalidates: logoPaths });

export const createProvider = defineMutation('POST', '/api/admin/providers', { invalidates: verdictPaths });
export const updateProvider = defineMutation('PUT', '/api/admin/providers/:providerId', { invalidates: verdictPaths });

/** A public review changes the rating of its provider. */
const reviewPaths = ['/api/admin/work', '/api/admin/reviews', '/api/admin/providers', '/api/providers'] as const;
export const approveReview = defineMutation('PUT', '/api/admin/reviews/:id/approve', { invalidates: reviewPaths });
export const rejectReview = defineMutation('PUT', '/api/admin/reviews/:id/reject', { invalidates: reviewPaths });

const changePaths = ['/api/admin/work', '/api/admin/profile-changes', ...verdictPaths] as const;
export const approveProfileChange = defineMutation('PUT', '/api/admin/profile-changes/:id/approve', {
  invalidates: changePaths,
});
export const rejectProfileChange = defineMutation('PUT', '/api/admin/profile-changes/:id/reject', {
  invalidates: changePaths,
});

const claimInvalidation = { invalidates: ['/api/admin/listing-claims', '/api/admin/work'] } as const;
export const approveClaim = defineMutation('PUT', '/api/admin/listing-claims/:id/approve', claimInvalidation);
export const rejectClaim = defineMutation('PUT', '/api/admin/listing-claims/:id/reject', claimInvalidation);

/** The badge of a listing depends on its documents. */
const documentPaths = ['/api/admin/work', '/api/admin/documents', '/api/admin/providers', '/api/providers'] as const;
export const approveDocument = defineMutation('PUT', '/api/admin/documents/:id/approve', {
  invalidates: documentPaths,
});
export const rejectDocument = defineMutation('PUT', '/api/admin/documents/:id/reject', { invalidates: documentPaths });

/** A public reply is shown beside its subject. */
const replyPaths = [
  '/api/admin/work',
  '/api/admin/replies',
  '/api/providers/:id',
  '/api/fraud-alerts/:id',
  '/api/reports',
] as const;
export const approveReply = defineMutation('PUT', '/api/admin/replies/:id/approve', { invalidates: replyPaths });
export const rejectReply = defineMutation('PUT', '/api/admin/replies/:id/reject', { invalidates: replyPaths });
