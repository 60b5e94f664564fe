import type { ProviderId } from '@hakiki/contract/directory';
import type { Review } from '@hakiki/contract/reviews';
import type { Database, Statement } from '../../platform/db/database.ts';

export type ReviewRow = Omit<Review, 'createdAt'> & { createdAt: Date };

const approvedStatement: Statement = {
  name: 'reviews-approved',
  text: `
  select id, rating, experience, issue_type as "issueType", user_location as "userLocation", created_at as "createdAt"
  from reviews where provider_id = $1 and status = 'approved'
  order by created_at desc, id desc limit $2 offset $3`,
};

export const listApproved = (database: Database, providerId: ProviderId, limit: number, offset: number) =>
  database.read<ReviewRow>(approvedStatement, [providerId, limit, offset]);
