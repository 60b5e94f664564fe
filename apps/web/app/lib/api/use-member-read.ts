import { useAuth } from './auth.ts';
import type { Read } from './reads.ts';
import { useRead, type ReadState } from './use-read.ts';

/** Members read whole texts. Until they are there a member sees what everybody sees. */
export function useMemberRead<Reply>(members: Read<Reply>, everyones: Read<Reply>): ReadState<Reply> {
  const isMember = useAuth().status === 'signed-in';
  const full = useRead(members, { enabled: isMember });
  const teasers = useRead(everyones, { enabled: !isMember });
  return isMember && full.status !== 'loading' ? full : teasers;
}
