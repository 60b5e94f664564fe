/** Queries and mutations of the providers tab: `?tab=providers&verificationStatus=Flagged&edit=…`. */
import { reviewStates, verificationStatuses } from '@hakiki/contract/directory-values';
import { listLimits } from '@hakiki/contract/limits';
import { read } from '../../../lib/api/reads.ts';
import { write } from '../../../lib/api/writes.ts';
import { searchedIn } from '../../../lib/pages/search-text.ts';
import { chosenIn, pagedQuery, workedOff } from '../parts/address.ts';
import { proposalsRead, verdictLists } from '../proposals/reads.ts';

/** The filters of the list without the page; an export uses the same. */
export const providerFilter = (params: URLSearchParams) => ({
  search: searchedIn(params).text,
  verificationStatus: chosenIn(params, 'verificationStatus', verificationStatuses),
  reviewState: chosenIn(params, 'reviewState', reviewStates),
});

export const providersRead = (params: URLSearchParams) =>
  read('/api/admin/providers', { query: { ...pagedQuery(params), ...providerFilter(params) } });
export const pendingReviewsRead = read('/api/admin/reviews', { query: workedOff });
export const profileChangesRead = read('/api/admin/profile-changes', { query: workedOff });
export const claimsRead = read('/api/admin/listing-claims', { query: workedOff });
export const documentsRead = read('/api/admin/documents', { query: workedOff });
export const acceptedDocumentsRead = read('/api/admin/documents', {
  query: { status: 'approved', limit: listLimits.adminWaiting },
});

export const repliesRead = read('/api/admin/replies', { query: { limit: listLimits.adminWaiting } });
export const publishedRepliesRead = read('/api/admin/replies', {
  query: { status: 'approved', limit: listLimits.adminWaiting },
});

export const providersReads = (params: URLSearchParams) => [
  providersRead(params),
  proposalsRead,
  pendingReviewsRead,
  profileChangesRead,
  claimsRead,
  documentsRead,
  repliesRead,
];

export const createProvider = write('POST', '/api/admin/providers', { outdates: verdictLists });
export const updateProvider = write('PUT', '/api/admin/providers/:providerId', { outdates: verdictLists });

/** A public review changes the rating of its provider. */
const reviewLists = ['/api/admin/reviews', '/api/admin/providers', '/api/providers'] as const;
export const approveReview = write('PUT', '/api/admin/reviews/:id/approve', { outdates: reviewLists });
export const rejectReview = write('PUT', '/api/admin/reviews/:id/reject', { outdates: reviewLists });

const changeLists = ['/api/admin/profile-changes', ...verdictLists] as const;
export const approveProfileChange = write('PUT', '/api/admin/profile-changes/:id/approve', { outdates: changeLists });
export const rejectProfileChange = write('PUT', '/api/admin/profile-changes/:id/reject', { outdates: changeLists });

const claimLists = { outdates: ['/api/admin/listing-claims'] } as const;
export const approveClaim = write('PUT', '/api/admin/listing-claims/:id/approve', claimLists);
export const rejectClaim = write('PUT', '/api/admin/listing-claims/:id/reject', claimLists);

/** The badge of a listing depends on its documents. */
const documentLists = ['/api/admin/documents', '/api/admin/providers', '/api/providers'] as const;
export const approveDocument = write('PUT', '/api/admin/documents/:id/approve', { outdates: documentLists });
export const rejectDocument = write('PUT', '/api/admin/documents/:id/reject', { outdates: documentLists });

/** A public reply is shown beside its subject. */
const replyLists = ['/api/admin/replies', '/api/providers/:id', '/api/fraud-alerts/:id', '/api/reports'] as const;
export const approveReply = write('PUT', '/api/admin/replies/:id/approve', { outdates: replyLists });
export const rejectReply = write('PUT', '/api/admin/replies/:id/reject', { outdates: replyLists });
