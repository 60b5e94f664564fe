/** The reporter's side: receipts, sealed contact data, questions and answers, evidence, and letters about decisions. */
import type { FilingKind } from '@hakiki/contract/alert-values';
import type { Receipt } from '@hakiki/contract/filed';
import type { FilingId, FilingState } from '@hakiki/contract/filings';
import type { Language } from '@hakiki/contract/site';
import type { Settings } from '../../platform/config/settings.ts';
import type { Database, Db } from '../../platform/db/database.ts';
import type { Actor, UserActor } from '../../platform/http/actor.ts';
import type { Queue } from '../../platform/jobs/jobs.ts';
import type { AuditService } from '../audit/service.ts';
import type { IndicatorsService } from '../indicators/service.ts';

/** What a reporter says about themselves; `email` is where they want to be written to. */
export interface Contact {
  email?: string;
  [name: string]: string | undefined;
}

export interface NewFiling {
  /** The id of the alert, report or provider. */
  id: string;
  kind: FilingKind;
  actor: Actor;
  language: Language;
  contact: Contact;
  /** For the reporter and for moderators; unreadable in the database. */
  details: Record<string, string | undefined>;
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

export function createFilingsService(_needs: Needs) {
  return {
    /** In the transaction of the thing itself. The receipt's code is given here and never again. */
    open: (_tx: Db, _filing: NewFiling): Promise<Receipt> => Promise.reject(new Error('To come.')),

    lookUp: (_actor: Actor, _key: FilingKey): Promise<FilingState> => Promise.reject(new Error('To come.')),

    /** A moderator asks; the reporter is told by mail if we may write to them. */
    ask: (_actor: UserActor, _id: FilingId, _question: string): Promise<void> => Promise.reject(new Error('To come.')),

    /** Enqueues the letter about a decision; nothing for something nobody filed. */
    tellOfDecision: (_tx: Db, _id: string, _status: FilingState['status']): Promise<void> =>
      Promise.reject(new Error('To come.')),
  };
}
