/** The reporter's side: receipts, sealed contact data, questions and answers, evidence, and letters about decisions. */
import type { DecisionId } from '@hakiki/contract/admin';
import { undoSeconds } from '@hakiki/contract/admin-values';
import { type FilingKind, referenceOf } from '@hakiki/contract/alert-values';
import type { QueryOf } from '@hakiki/contract/endpoint';
import type { Receipt } from '@hakiki/contract/filed';
import type {
  EvidenceFile,
  EvidenceId,
  FilingId,
  FilingState,
  listMyFilings,
  MyFiling,
  QuestionId,
} from '@hakiki/contract/filings';
import type { Language } from '@hakiki/contract/site';
import { AppError, notFound } from '../../platform/app-error.ts';
import type { Settings } from '../../platform/config/settings.ts';
import type { Database, Db } from '../../platform/db/database.ts';
import type { Actor, UserActor } from '../../platform/http/actor.ts';
import type { Queue } from '../../platform/jobs/jobs.ts';
import type { SendMail } from '../../platform/mail/mail.ts';
import { actorOf, type AuditService } from '../audit/service.ts';
import type { IndicatorsService } from '../indicators/service.ts';
import { createEvidence } from './evidence.ts';
import { examineFiling } from './examine-filing.ts';
import { decisionLetter, filingLetterJobs, isDecided, questionLetter } from './letters.ts';
import { presentFiling, presentMyFiling, presentOwn } from './present.ts';
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

/** An undo that was asked for in time may take this long. */
const LETTER_SLACK_SECONDS = 5;

interface Needs {
  database: Database;
  queue: Pick<Queue, 'enqueue'>;
  audit: AuditService;
  indicators: IndicatorsService;
  settings: Settings;
}

export type FilingsService = ReturnType<typeof createFilingsService>;

export function createFilingsService({ database, queue, audit, indicators, settings }: Needs) {
  const sealing = createSealing(settings);
  const evidence = createEvidence({ database, audit, sealing, settings });

  /** Whoever may not see it learns nothing: a wrong code, somebody else's report and one that never was are answered alike. */
  async function find(actor: Actor, { code, id }: FilingKey): Promise<store.FilingRow> {
    const found =
      code !== undefined
        ? await store.findByReceipt(database, hashReceiptCode(code))
        : id !== undefined && actor.kind === 'user'
          ? await store.findOfUser(database, id, actor.user.id)
          : undefined;
    if (!found) throw notFound('FILING_NOT_FOUND');
    return found;
  }

  async function statesOf(filings: readonly store.FilingRow[]): Promise<FilingState[]> {
    const [oldest] = filings;
    if (!oldest) return [];
    const ids = filings.map(({ id }) => id);
    const [questions, files, named] = await Promise.all([
      store.listQuestions(database, ids),
      evidence.list(ids, oldest.now),
      indicators.listOf(database.db, ids),
    ]);
    const isOf = (id: string) => (row: { filingId: string }) => row.filingId === id;
    return filings.map((filing) =>
      presentFiling({
        filing,
        questions: questions.filter(isOf(filing.id)),
        files: files.filter(isOf(filing.id)).map(({ file }) => file),
        indicators: named.filter(isOf(filing.id)),
        sealing,
      }),
    );
  }

  const stateOf = async (filing: store.FilingRow): Promise<FilingState> => (await statesOf([filing]))[0]!;

  const canWriteTo = async (tx: Db, id: string): Promise<boolean> => {
    const recipient = await store.findRecipient(tx, id);
    return Boolean(recipient?.accountEmail ?? recipient?.hasEmail);
  };

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
        sealedContact: sealing.sealContact(contact, id) ?? null,
        hasEmail: Boolean(contact.email),
        sealedDetails: sealing.sealDetails(details, id) ?? null,
      });
      await queue.enqueue(tx, examineFiling, { filingId: id });
      return { reference: referenceOf(id), code, expectedBy: expectedBy(kind, createdAt).toISOString() };
    },

    async lookUp(actor: Actor, key: FilingKey): Promise<FilingState> {
      return stateOf(await find(actor, key));
    },

    /** What this person has sent besides scam reports. */
    async listMine(
      { user }: UserActor,
      page: QueryOf<typeof listMyFilings>,
    ): Promise<{ rows: MyFiling[]; total: number }> {
      const [rows, total] = await Promise.all([
        store.listButScams(database, user.id, page),
        store.countButScams(database, user.id),
      ]);
      return { rows: rows.map(presentMyFiling), total };
    },

    /** All that this person has sent, for their own copy of it. */
    async listOwn({ user }: UserActor, limit: number) {
      const rows = await store.listOfUser(database, user.id, limit);
      return rows.map((row) => presentOwn(row, sealing));
    },

    /** What their reporters see, for the console: in the order asked for, without those whose thing is gone. */
    async listForModerator(ids: readonly string[]): Promise<FilingState[]> {
      const states = await statesOf(await store.listByIds(database, ids));
      const byId = new Map<string, FilingState>(states.map((state) => [state.id, state]));
      return ids.flatMap((id) => byId.get(id) ?? []);
    },

    /** A moderator asks; the reporter is told by mail if we may write to them. */
    ask: (actor: UserActor, id: FilingId, question: string): Promise<QuestionId> =>
      database.transaction(async (tx) => {
        if (!(await store.lockFiling(tx, id))) throw notFound('FILING_NOT_FOUND');
        const questionId = await store.insertQuestion(tx, { filingId: id, question, askedBy: actor.user.id });
        await audit.record(tx, {
          actor: actorOf(actor),
          action: 'filing.question-asked',
          subject: id,
          detail: { question: questionId },
        });
        if (await canWriteTo(tx, id)) await queue.enqueue(tx, questionLetter.job, { questionId });
        return questionId;
      }),

    /** Once for each question. */
    async answer(actor: Actor, key: FilingKey, questionId: QuestionId, answer: string): Promise<FilingState> {
      const filing = await find(actor, key);
      await database.transaction(async (tx) => {
        const question = await store.lockQuestion(tx, filing.id, questionId);
        if (!question) throw notFound('FILING_NOT_FOUND');
        if (question.answeredAt) throw new AppError('ALREADY_ANSWERED');
        await store.setAnswer(tx, questionId, sealing.sealAnswer(answer, questionId));
        await audit.record(tx, {
          actor: actorOf(actor),
          action: 'filing.question-answered',
          subject: filing.id,
          detail: { question: questionId },
        });
      });
      return stateOf(filing);
    },

    /** Makes room for a file and says where to send it. */
    async announceEvidence(actor: Actor, key: FilingKey, file: { name: string; bytes: number }) {
      const { id, now } = await find(actor, key);
      return evidence.announce(id, file, now);
    },

    storeEvidence: (actor: Actor, id: EvidenceId, ticket: string, bytes: Uint8Array): Promise<EvidenceFile> =>
      evidence.store(actor, id, ticket, bytes),

    readEvidence: (id: EvidenceId, ticket: string) => evidence.read(id, ticket),

    forgetNeverArrived: () => evidence.forgetNeverArrived(),

    /** What a reporter wrote beside the report itself, for the console. */
    openDetails: (sealedDetails: Buffer | null, id: string): Details => sealing.openDetails(sealedDetails, id),

    /** Enqueues the letter about a decision; nothing for something nobody filed. It leaves when the decision can no longer be undone. */
    async tellOfDecision(tx: Db, id: string, status: FilingState['status'], decisionId?: DecisionId): Promise<void> {
      if (!isDecided(status) || !(await canWriteTo(tx, id))) return;
      const payload = { filingId: id, status, ...(decisionId && { decisionId }) };
      await queue.enqueue(tx, decisionLetter.job, payload, {
        afterSeconds: undoSeconds.allowed + LETTER_SLACK_SECONDS,
      });
    },

    letterJobs: (sendMail: SendMail) =>
      filingLetterJobs({ database, audit, sealing, sendMail, publicUrl: settings.publicUrl }),
  };
}
