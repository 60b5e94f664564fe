/** Key rotation of everything about filings that the application's secret protects: texts, files and owner tags. */
import type { UserId } from '@hakiki/contract/accounts';
import type { AppSecret } from '../../platform/app-secret.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import type { RotatingBox } from '../../platform/sealing/secret-box.ts';
import { tryOpen, type KeyRotation, type RotationCounts, rotateRows } from '../../platform/key-rotation.ts';
import { createOwnerTags } from './owner-tag.ts';
import * as store from './renewal-store.ts';
import type { Sealing } from './sealed.ts';
import { lockFiling } from './store.ts';

interface Needs {
  database: Database;
  appSecret: AppSecret;
  sealing: Sealing;
  storage: Storage;
}

export function createRenewal({ database, appSecret, sealing: { boxes }, storage }: Needs): KeyRotation[] {
  const { db } = database;
  const { tagsOf } = createOwnerTags(appSecret);

  const words = (what: string, column: store.SealedColumn, box: RotatingBox): KeyRotation => ({
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
  const renewFile = ({ id, filingId }: store.StoredRow): Promise<'renewed' | 'lost'> =>
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

  async function walkOwners(renews: boolean): Promise<RotationCounts> {
    const walked: RotationCounts = { left: 0, renewed: 0, lost: 0 };
    for (let after: UserId | undefined; ;) {
      const people = await store.listPeople(db, after);
      const moves = people.flatMap((id) => {
        const [now, ...others] = tagsOf(id);
        return others.map((other) => ({ other, now: now! }));
      });
      if (moves.length > 0) {
        if (renews) walked.renewed += await store.moveTags(db, moves);
        else walked.left += await store.countTagged(db, moves);
      }
      after = people.at(-1);
      if (!after) return walked;
    }
  }

  return [
    words('details of reports', 'details', boxes.details),
    words('reports in their first words', 'originals', boxes.originals),
    words('answers of reporters', 'answers', boxes.answers),
    words('names of files', 'fileNames', boxes.fileNames),
    {
      what: 'files of reports',
      ends: 'renewed',
      rotate: (renews) =>
        rotateRows(
          {
            readPage: (after) => store.listStored(db, after),
            checkRow: ({ sealedUnder }) => (sealedUnder?.equals(boxes.files.keyId) ? 'current' : 'older'),
            renew: renewFile,
          },
          renews,
        ),
    },
    { what: 'owner tags', ends: 'renewed', rotate: walkOwners },
  ];
}
