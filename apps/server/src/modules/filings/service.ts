/** The reporter's side: receipts, sealed contact data, questions and answers, evidence, and letters about decisions. */
import { type FilingKind, referenceOf } from '@hakiki/contract/alert-values';
import type { Receipt } from '@hakiki/contract/filed';
import type { FilingId, FilingState } from '@hakiki/contract/filings';
import type { Language } from '@hakiki/contract/site';
import type { Settings } from '../../platform/config/settings.ts';
import type { Database, Db } from '../../platform/db/database.ts';
import type { Actor, UserActor } from '../../platform/http/actor.ts';
import type { Queue } from '../../platform/jobs/jobs.ts';
import type { AuditService } from '../audit/service.ts';
import type { IndicatorsService } from '../indicators/service.ts';
import { examineFiling } from './examine-filing.ts';
import { decisionLetter, isDecided } from './letters.ts';
import { expectedBy, hashReceiptCode, newReceiptCode } from './receipt.ts';
import { type Contact, createSealing, type Details } from './sealed.ts';
import * as store from './store.ts';

export interface NewFiling {
  /** The id of the alert, report or provider. */
  id: string;
  kind: FilingKind;
  actor: Actor;
  language: Language;
  contact: Contact;
  /** For the reporter and for moderators; unreadable in the database. */
  details: Details;
}

/** How a filing is named by its reporter. */
export interface FilingKey {
  code?: string | undefined;
  id?: FilingId | undefined;
}

interface Needs {
  database: Database;
  queue: Pick<Queue, 'enqueue'>;
  audit: AuditService;
  indicators: IndicatorsService;
  settings: Settings;
}

export type FilingsService = ReturnType<typeof createFilingsService>;

export function createFilingsService({ queue, settings }: Needs) {
  const sealing = createSealing(settings);

  return {
    /** In the transaction of the thing itself. The receipt's code is given here and never again. */
    async open(tx: Db, { id, kind, actor, language, contact, details }: NewFiling): Promise<Receipt> {
      const code = newReceiptCode();
      const createdAt = await store.insertFiling(tx, {
        id,
        kind,
        receiptHash: hashReceiptCode(code),
        createdBy: actor.kind === 'user' ? actor.user.id : null,
        language,
        sealedContact: sealing.contact.seal(contact, id) ?? null,
        hasEmail: Boolean(contact.email),
        sealedDetails: sealing.details.seal(details, id) ?? null,
      });
      await queue.enqueue(tx, examineFiling, { filingId: id });
      return { reference: referenceOf(id), code, expectedBy: expectedBy(kind, createdAt).toISOString() };
    },

    lookUp: (_actor: Actor, _key: FilingKey): Promise<FilingState> => Promise.reject(new Error('To come.')),

    /** A moderator asks; the reporter is told by mail if we may write to them. */
    ask: (_actor: UserActor, _id: FilingId, _question: string): Promise<void> => Promise.reject(new Error('To come.')),

    /** Enqueues the letter about a decision; nothing for something nobody filed. */
    async tellOfDecision(tx: Db, id: string, status: FilingState['status']): Promise<void> {
      if (!isDecided(status)) return;
      const filing = await store.findRecipientKind(tx, id);
      if (!filing?.createdBy && !filing?.hasEmail) return;
      await queue.enqueue(tx, decisionLetter.job, { filingId: id, status });
    },
  };
}
