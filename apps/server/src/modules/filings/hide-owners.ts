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
const tagOwners = defineJob({ name: 'filings.tag-owners', payload: z.object({}), schedule: '* * * * *' });
/** Later than tagging: by then no process queries by account. */
const hideOwners = defineJob({ name: 'filings.hide-owners', payload: z.object({}), schedule: '50 * * * *' });

interface Needs {
  database: Database;
  audit: AuditService;
  settings: Settings;
  log: Log;
}

export function createHidingOfOwners({ database, audit, settings, log }: Needs) {
  const sealing = createSealing(settings);
  const { tagOf } = createOwnerTags(settings.appSecret);
  const clearing = createClearing(settings.audit.secret);

  async function tagAll(): Promise<void> {
    for (;;) {
      const people = await store.listUntagged(database.db);
      for (const userId of people) await store.tagOf(database.db, userId, tagOf(userId));
      if (people.length === 0) return;
    }
  }

  async function hide(tx: Db, { id, createdBy, email, sealedContact }: store.NamingRow): Promise<boolean> {
    // An entry that is not sealed yet cannot be cleared.
    if ((await clearing.clear(tx, await audit.listNamingReporter(tx, id), ['actorId'])) > 0) return false;
    const given = sealedContact ? await sealing.openContact(sealedContact, id) : {};
    const contact = (await sealing.sealContact({ ...given, account: createdBy, accountEmail: email }, id)) ?? null;
    await store.hideOwner(tx, id, contact);
    return true;
  }

  /** One transaction per filing: a filing that cannot be decrypted does not block the others. */
  async function hideAll(): Promise<void> {
    let hidden = 0;
    let left = 0;
    for (let after: string | undefined; ;) {
      const ids = await store.listNaming(database.db, after);
      for (const id of ids) {
        const isHidden = await database
          .transaction(async (tx) => {
            const row = await store.lockNaming(tx, id);
            return row ? hide(tx, row) : false;
          })
          .catch((error: unknown) => {
            log.warn({ err: error }, 'the owner of a report could not be hidden');
            return false;
          });
        if (isHidden) hidden += 1;
        else left += 1;
      }
      after = ids.at(-1);
      if (!after) break;
    }
    if (hidden > 0 || left > 0) log.info({ hidden, left }, 'owners of reports hidden');
  }

  return {
    tagAll,
    hideAll,
    jobs: (): JobHandler[] => [tagOwners.withHandler(tagAll), hideOwners.withHandler(hideAll)],
  };
}
