/**
 * Filings from before owner tags name their account in `created_by`, and so does the audit log. The tag key is not in
 * the database, so no migration can replace them: the worker tags those rows, then encrypts the account with the
 * contact data, removes it from the audit log and clears the column. Small idempotent transactions, safe while
 * processes of the previous version still file reports (a rolling deployment). Remove both jobs with the column.
 */
import * as z from 'zod';
import type { Settings } from '../../platform/config/settings.ts';
import type { Database, Db } from '../../platform/db/database.ts';
import { defineJob, type JobHandler } from '../../platform/jobs/job.ts';
import type { Log } from '../../platform/log/log.ts';
import { type AuditService, createClearing } from '../audit/service.ts';
import { createOwnerTags } from './owner-tag.ts';
import { createSealing } from './sealed.ts';
import * as store from './store.ts';

/** Every minute, so that members find filings that an older process stored. */
const tagOwnersJob = defineJob({ name: 'filings.tag-owners', payload: z.object({}), schedule: '* * * * *' });
/** Later than tagging: by then no process queries by account. */
const hideOwnersJob = defineJob({ name: 'filings.hide-owners', payload: z.object({}), schedule: '50 * * * *' });

interface Deps {
  database: Database;
  audit: AuditService;
  settings: Settings;
  log: Log;
}

export function createOwnerHiding({ database, audit, settings, log }: Deps) {
  const sealing = createSealing(settings);
  const { tagOf } = createOwnerTags(settings.appSecret);
  const clearing = createClearing(settings.audit.secret);

  async function tagAll(): Promise<void> {
    for (;;) {
      const userIds = await store.listUntagged(database.db);
      for (const userId of userIds) await store.setOwnerTag(database.db, userId, tagOf(userId));
      if (userIds.length === 0) return;
    }
  }

  async function hideFilingOwner(
    tx: Db,
    { id, createdBy, email, sealedContact }: store.VisibleOwnerRow,
  ): Promise<boolean> {
    // An entry that is not sealed yet cannot be cleared.
    if ((await clearing.clear(tx, await audit.listWithReporterId(tx, id), ['actorId'])) > 0) return false;
    const storedContact = sealedContact ? await sealing.openContact(sealedContact, id) : {};
    const contact =
      (await sealing.sealContact({ ...storedContact, account: createdBy, accountEmail: email }, id)) ?? null;
    await store.hideOwner(tx, id, contact);
    return true;
  }

  /** One transaction per filing: a filing that cannot be decrypted does not block the others. */
  async function hideAll(): Promise<void> {
    let hidden = 0;
    let remaining = 0;
    for (let after: string | undefined; ;) {
      const ids = await store.listWithVisibleOwner(database.db, after);
      for (const id of ids) {
        const isHidden = await database
          .transaction(async (tx) => {
            const row = await store.lockWithVisibleOwner(tx, id);
            return row ? hideFilingOwner(tx, row) : false;
          })
          .catch((error: unknown) => {
            log.warn({ err: error }, 'the owner of a report could not be hidden');
            return false;
          });
        if (isHidden) hidden += 1;
        else remaining += 1;
      }
      after = ids.at(-1);
      if (!after) break;
    }
    if (hidden > 0 || remaining > 0) log.info({ hidden, left: remaining }, 'owners of reports hidden');
  }

  return {
    tagAll,
    hideAll,
    jobs: (): JobHandler[] => [tagOwnersJob.withHandler(tagAll), hideOwnersJob.withHandler(hideAll)],
  };
}
