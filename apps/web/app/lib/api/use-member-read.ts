import { useAuth } from './auth.ts';
import type { Read } from './reads.ts';
import { useRead, type ReadState } from './use-read.ts';

/** Members get full texts. Until these are loaded, a member sees the visitors' teasers. */
export function useMemberRead<Reply>(members: Read<Reply>, everyones: Read<Reply>): ReadState<Reply> {
  const isMember = useAuth().status === 'signed-in';
  const full = useRead(members, { enabled: isMember });
  const teasers = useRead(everyones, { enabled: !isMember });
  return isMember && full.status !== 'loading' ? full : teasers;
}
