import { useAuth } from './auth.ts';
import type { Query } from './queries.ts';
import { useQuery, type QueryState } from './use-query.ts';

/** Members get full texts. Until these are loaded, a member sees the visitors' teasers. */
export function useMemberQuery<Reply>(memberQuery: Query<Reply>, publicQuery: Query<Reply>): QueryState<Reply> {
  const isMember = useAuth().status === 'signed-in';
  const full = useQuery(memberQuery, { enabled: isMember });
  const teasers = useQuery(publicQuery, { enabled: !isMember });
  return isMember && full.status !== 'loading' ? full : teasers;
}
