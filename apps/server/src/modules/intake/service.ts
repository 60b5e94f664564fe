/** Accepts filings: issues the receipt, encrypts what the reporter wrote, and knows whose filing it is. */
import type { UserId } from '@hakiki/contract/accounts';
import type { DecisionId } from '@hakiki/contract/decisions';
import { undoSeconds } from '@hakiki/contract/admin-values';
import { type FilingKind, getFilingKindRules, toReference } from '@hakiki/contract/filing-values';
import type { Receipt } from '@hakiki/contract/filed';
import type { FilingState } from '@hakiki/contract/filings';
import type { Language } from '@hakiki/contract/site';
import { AppError } from '../../platform/app-error.ts';
import type { Settings } from '../../platform/config/settings.ts';
import type { Database, Db } from '../../platform/db/database.ts';
import type { Actor } from '../../platform/http/actor.ts';
import type { Queue } from '../../platform/jobs/jobs.ts';
import { rotateSealedColumn } from '../../platform/db/sealed-column.ts';
import type { KeyRotation } from '../../platform/key-rotation.ts';
import type { CaseHooks } from '../moderation/workflow/service.ts';
import { decisionEmail, groupFilingJob, hasDecisionEmail } from './jobs.ts';
import { createOwnerTags } from './owner-tag.ts';
import { rotateOwnerTags } from './owner-tag-rotation.ts';
import { expectedBy, hashReceiptCode, newReceiptCode } from './receipt.ts';
import { toAccountContact, type Contact, createSealing, type Details, type FilingTexts, hashTexts } from './sealed.ts';
import * as store from './store.ts';
import { filingOriginals, filings } from './tables.ts';

export * from './jobs.ts';
export { createOwnerTags, type OwnerTag } from './owner-tag.ts';
export { expectedBy, hashReceiptCode } from './receipt.ts';
export * from './sealed.ts';
export { canEmailReporter, clearContact, clearReceipts, deleteTexts, lockFiling } from './store.ts';

export interface NewFiling {
  /** The id of the alert, report, provider or appeal. */
  id: string;
  kind: FilingKind;
  actor: Actor;
  language: Language;
  contact: Contact;
  /** For the reporter and for moderators; stored encrypted. */
  details: Details;
}

/** An undo that was requested in time may take this long. */
const EMAIL_SLACK_SECONDS = 5;

interface Deps {
  database: Database;
  queue: Pick<Queue, 'enqueue'>;
  cases: Pick<CaseHooks, 'markUnsorted'>;
  settings: Settings;
}

export type IntakeService = ReturnType<typeof createIntakeService>;

export function createIntakeService({ database, queue, cases, settings }: Deps) {
  const sealing = createSealing(settings);
  const { tagOf, tagsOf } = createOwnerTags(settings.appSecret);

  const listOwnAmong = (db: Db, ids: readonly string[], people: readonly UserId[]): Promise<string[]> =>
    ids.length === 0 || people.length === 0
      ? Promise.resolve([])
      : store.filterByOwners(db, ids, people.flatMap(tagsOf));

  return {
    /** Runs in the transaction that creates the filed entity. The returned receipt code is not stored. */
    async createFiling(tx: Db, { id, kind, actor, language, contact, details }: NewFiling): Promise<Receipt> {
      const code = newReceiptCode();
      const createdAt = await store.insertFiling(tx, {
        id,
        kind,
        receiptHash: hashReceiptCode(code),
        ownerTag: actor.kind === 'user' ? tagOf(actor.user.id) : null,
        language,
        sealedContact: (await sealing.sealContact({ ...contact, ...toAccountContact(actor) }, id)) ?? null,
        hasEmail: Boolean(contact.email),
        sealedDetails: sealing.sealDetails(details, id) ?? null,
      });
      if (getFilingKindRules(kind).isIncident) {
        await cases.markUnsorted(tx, id);
        await queue.enqueue(tx, groupFilingJob, { filingId: id });
      }
      return { reference: toReference(id), code, expectedBy: expectedBy(kind, createdAt).toISOString() };
    },

    /** The tags under which other modules find a member's filings. */
    tagsOf,

    /** Returns the filings that one of these users sent. */
    listOwnAmong,

    /** Staff cannot decide on their own filings. */
    async assertNotOwnFilings(db: Db, ids: readonly string[], people: readonly UserId[]): Promise<void> {
      if ((await listOwnAmong(db, ids, people)).length > 0) throw new AppError('OWN_REPORT');
    },

    /** Removes every link between an account and its filings when the account is deleted. The filings stay. */
    async unlinkOwner(tx: Db, userId: UserId): Promise<void> {
      await store.clearOwner(tx, tagsOf(userId));
    },

    /** Fails if the texts changed since the editor saw them. */
    assertTextUnchanged(texts: FilingTexts, seenHash: string): void {
      if (hashTexts(texts) !== seenHash) throw new AppError('TEXT_OVERTAKEN');
    },

    /** Called before the first edit; does nothing for something without a filing. */
    async storeOriginalTexts(tx: Db, id: string, texts: FilingTexts): Promise<void> {
      if (await store.lockFiling(tx, id)) await store.insertOriginal(tx, id, sealing.sealOriginal(texts, id));
    },

    /** The reporter's additional details, for the console. */
    openDetails: (sealedDetails: Buffer | null, id: string): Details => sealing.openDetails(sealedDetails, id),

    /** Enqueues the email about a decision, if there is a filing; sent once it cannot be undone any more. */
    async enqueueDecisionEmail(
      tx: Db,
      id: string,
      status: FilingState['status'],
      decisionId?: DecisionId,
    ): Promise<void> {
      if (!hasDecisionEmail(status) || !(await store.canEmailReporter(tx, id))) return;
      const payload = { filingId: id, status, ...(decisionId && { decisionId }) };
      await queue.enqueue(tx, decisionEmail.job, payload, {
        afterSeconds: undoSeconds.allowed + EMAIL_SLACK_SECONDS,
      });
    },

    keyRotations: [
      rotateSealedColumn(database.db, {
        what: 'details of reports',
        table: filings,
        id: filings.id,
        column: filings.sealedDetails,
        name: 'sealed_details',
        box: sealing.boxes.details,
      }),
      rotateSealedColumn(database.db, {
        what: 'reports in their first words',
        table: filingOriginals,
        id: filingOriginals.filingId,
        column: filingOriginals.sealed,
        name: 'sealed',
        box: sealing.boxes.originals,
      }),
      { what: 'owner tags', ends: 'renewed', rotate: (renews) => rotateOwnerTags(database.db, tagsOf, renews) },
    ] satisfies KeyRotation[],
  };
}
