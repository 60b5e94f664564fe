/** Key rotation of everything about filings that the application's secret protects: texts, files and owner tags. */
import type { UserId } from '@hakiki/contract/accounts';
import type { AppSecret } from '../../platform/app-secret.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import type { RotatingBox } from '../../platform/sealing/secret-box.ts';
import { tryOpen, type KeyRotation, type RotationCounts, rotateRows } from '../../platform/key-rotation.ts';
import { createOwnerTags, lockFiling, type Sealing } from '../intake/service.ts';
import * as store from './key-rotation-store.ts';

interface Deps {
  database: Database;
  appSecret: AppSecret;
  sealing: Sealing;
  storage: Storage;
}

export function createKeyRotations({ database, appSecret, sealing: { boxes }, storage }: Deps): KeyRotation[] {
  const { db } = database;
  const { tagsOf } = createOwnerTags(appSecret);

  const rotateColumn = (what: string, column: store.SealedColumn, box: RotatingBox): KeyRotation => ({
    what,
    ends: 'renewed',
    rotate: (renews) =>
      rotateRows(
        {
          readPage: (after) => store.listSealed(db, column, after),
          checkRow: ({ id, sealed }) => {
            if (!sealed || !box.isOlder(sealed)) return 'current';
            return tryOpen(() => box.open(sealed, id)) === undefined ? 'lost' : 'older';
          },
          renew: async ({ id, sealed }) => {
            const isSet = await store.reseal(db, column, id, sealed!, box.seal(box.open(sealed!, id), id));
            return isSet ? 'renewed' : 'left';
          },
        },
        renews,
      ),
  });

  /** Locks the filing: a file that is purged in the meantime must not be written again. */
  const rotateFile = ({ id, filingId }: store.StoredFileRow): Promise<'renewed' | 'lost'> =>
    database.transaction(async (tx) => {
      await lockFiling(tx, filingId);
      if (!(await store.isStillStored(tx, id))) return 'renewed';
      const sealed = await storage.get(id);
      const content = sealed && tryOpen(() => boxes.files.open(sealed, id));
      if (!sealed || !content) return 'lost';
      if (boxes.files.isOlder(sealed)) await storage.put(id, boxes.files.seal(content, id));
      await store.setSealedUnder(tx, id, boxes.files.keyId);
      return 'renewed';
    });

  async function rotateOwnerTags(renews: boolean): Promise<RotationCounts> {
    const counts: RotationCounts = { left: 0, renewed: 0, lost: 0 };
    for (let after: UserId | undefined; ;) {
      const userIds = await store.listUserIds(db, after);
      const moves = userIds.flatMap((id) => {
        const [now, ...others] = tagsOf(id);
        return others.map((other) => ({ other, now: now! }));
      });
      if (moves.length > 0) {
        if (renews) counts.renewed += await store.replaceTags(db, moves);
        else counts.left += await store.countOldTags(db, moves);
      }
      after = userIds.at(-1);
      if (!after) return counts;
    }
  }

  return [
    rotateColumn('details of reports', 'details', boxes.details),
    rotateColumn('reports in their first words', 'originals', boxes.originals),
    rotateColumn('answers of reporters', 'answers', boxes.answers),
    rotateColumn('names of files', 'fileNames', boxes.fileNames),
    {
      what: 'files of reports',
      ends: 'renewed',
      rotate: (renews) =>
        rotateRows(
          {
            readPage: (after) => store.listStoredFiles(db, after),
            checkRow: ({ sealedUnder }) => (sealedUnder?.equals(boxes.files.keyId) ? 'current' : 'older'),
            renew: rotateFile,
          },
          renews,
        ),
    },
    { what: 'owner tags', ends: 'renewed', rotate: rotateOwnerTags },
  ];
}
