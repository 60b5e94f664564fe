/** Key rotation of the owner tags. */
import type { UserId } from '@hakiki/contract/accounts';
import type { Db } from '../../platform/db/database.ts';
import type { RotationCounts } from '../../platform/key-rotation.ts';
import type { OwnerTag } from './owner-tag.ts';
import { countOldTags, listUserIds, replaceTags } from './owner-tag-store.ts';

export async function rotateOwnerTags(
  db: Db,
  tagsOf: (accountId: UserId) => OwnerTag[],
  renews: boolean,
): Promise<RotationCounts> {
  const counts: RotationCounts = { left: 0, renewed: 0, lost: 0 };
  for (let after: UserId | undefined; ;) {
    const userIds = await listUserIds(db, after);
    const moves = userIds.flatMap((id) => {
      const [now, ...others] = tagsOf(id);
      return others.map((other) => ({ other, now: now! }));
    });
    if (moves.length > 0) {
      if (renews) counts.renewed += await replaceTags(db, moves);
      else counts.left += await countOldTags(db, moves);
    }
    after = userIds.at(-1);
    if (!after) return counts;
  }
}
