/** The reporter's side: receipts, sealed contact data, questions and answers, evidence, and letters about decisions. */
import type { UserId } from '@hakiki/contract/accounts';
import type { DecisionId } from '@hakiki/contract/decisions';
import { undoSeconds } from '@hakiki/contract/admin-values';
import { type FilingKind, referenceOf } from '@hakiki/contract/filing-values';
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
import { actorOf, type AuditService, reporterOf } from '../audit/service.ts';
import type { CasesService } from '../cases/service.ts';
import type { IndicatorsService } from '../indicators/service.ts';
import { createEvidence } from './evidence.ts';
import { examineFiling } from './examine-filing.ts';
import { decisionLetter, filingLetterJobs, isDecided, questionLetter } from './letters.ts';
import {
  type ModeratedFiling,
  type Parts,
  presentFiling,
  presentKept,
  presentModerated,
  presentMyFiling,
  versionOf,
} from './present.ts';
import { expectedBy, hashReceiptCode, newReceiptCode } from './receipt.ts';
import { accountIn, type Contact, createSealing, type Details, type FiledWords } from './sealed.ts';
import { createOwnerTags } from './owner-tag.ts';
import { createRenewal } from './renewal.ts';
import * as store from './store.ts';

export type { OwnerTag } from './owner-tag.ts';
export type { FiledWords, ModeratedFiling };

export interface NewFiling {
  /** The id of the alert, report, provider or appeal. */
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
  cases: Pick<CasesService, 'expect' | 'noteQuestion'>;
  indicators: IndicatorsService;
  settings: Settings;
}

export type FilingsService = ReturnType<typeof createFilingsService>;

export function createFilingsService({ database, queue, audit, cases, indicators, settings }: Needs) {
  const sealing = createSealing(settings);
  const { tagOf, tagsOf } = createOwnerTags(settings.appSecret);
  const evidence = createEvidence({ database, audit, sealing, settings });

  /** Whoever may not see it learns nothing: a wrong code, somebody else's report and one that never was are answered alike. */
  async function find(actor: Actor, { code, id }: FilingKey): Promise<store.FilingRow> {
    const found =
      code !== undefined
        ? await store.findByReceipt(database, hashReceiptCode(code))
        : id !== undefined && actor.kind === 'user'
          ? await store.findOfOwner(database, id, tagsOf(actor.user.id))
          : undefined;
    if (!found) throw notFound('FILING_NOT_FOUND');
    return found;
  }

  async function partsOf(filings: readonly store.FilingRow[]): Promise<Parts[]> {
    const [oldest] = filings;
    if (!oldest) return [];
    const ids = filings.map(({ id }) => id);
    const [questions, files, named] = await Promise.all([
      store.listQuestions(database, ids),
      evidence.list(ids, oldest.now),
      indicators.listOf(database.db, ids),
    ]);
    const isOf = (id: string) => (row: { filingId: string }) => row.filingId === id;
    return filings.map((filing) => ({
      filing,
      questions: questions.filter(isOf(filing.id)),
      files: files.filter(isOf(filing.id)).map(({ file }) => file),
      indicators: named.filter(isOf(filing.id)),
      sealing,
    }));
  }

  const stateOf = async (filing: store.FilingRow): Promise<FilingState> =>
    (await partsOf([filing])).map(presentFiling)[0]!;

  const listOwnAmong = (db: Db, ids: readonly string[], people: readonly UserId[]): Promise<string[]> =>
    ids.length === 0 || people.length === 0 ? Promise.resolve([]) : store.listOfOwners(db, ids, people.flatMap(tagsOf));

  return {
    /** In the transaction of the thing itself. The receipt's code is given here and never again. */
    async open(tx: Db, { id, kind, actor, language, contact, details }: NewFiling): Promise<Receipt> {
      const code = newReceiptCode();
      const createdAt = await store.insertFiling(tx, {
        id,
        kind,
        receiptHash: hashReceiptCode(code),
        ownerTag: actor.kind === 'user' ? tagOf(actor.user.id) : null,
        language,
        sealedContact: (await sealing.sealContact({ ...contact, ...accountIn(actor) }, id)) ?? null,
        hasEmail: Boolean(contact.email),
        sealedDetails: sealing.sealDetails(details, id) ?? null,
      });
      // An appeal is no report of anything: it belongs to no case, and nothing is looked for in it.
      if (kind !== 'appeal') {
        await cases.expect(tx, id);
        await queue.enqueue(tx, examineFiling, { filingId: id });
      }
      return { reference: referenceOf(id), code, expectedBy: expectedBy(kind, createdAt).toISOString() };
    },

    /** By which a room finds what a person has filed. */
    tagsOf,

    /** Which of these were sent by one of these people. */
    listOwnAmong,

    /** Nobody is the judge of what they sent themselves. */
    async requireOfOthers(db: Db, ids: readonly string[], people: readonly UserId[]): Promise<void> {
      if ((await listOwnAmong(db, ids, people)).length > 0) throw new AppError('OWN_REPORT');
    },

    /** When the account goes: nothing leads from its reports to it, or to whoever had it. The reports stay. */
    async forgetOwner(tx: Db, userId: UserId): Promise<void> {
      await store.clearOwner(tx, tagsOf(userId));
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
        store.listButScams(database, tagsOf(user.id), page),
        store.countButScams(database, tagsOf(user.id)),
      ]);
      return { rows: rows.map(presentMyFiling), total };
    },

    /** All that this person has sent, for their own copy of it. */
    async listOwn({ user }: UserActor, limit: number) {
      const rows = await store.listOfOwner(database, tagsOf(user.id), limit);
      return rows.map((row) => presentKept(row, sealing));
    },

    /** For the console: in the order asked for, without those whose thing is gone. */
    async listForModerator(ids: readonly string[]): Promise<ModeratedFiling[]> {
      const states = (await partsOf(await store.listByIds(database, ids))).map(presentModerated);
      const byId = new Map<string, ModeratedFiling>(states.map((state) => [state.id, state]));
      return ids.flatMap((id) => byId.get(id) ?? []);
    },

    /** What its sender sees of it, for the console. */
    async show(id: string): Promise<FilingState | undefined> {
      const filing = await store.findById(database, id);
      return filing && stateOf(filing);
    },

    /** Whoever puts a report into other words has to have seen those that stand there. */
    requireSeen(words: FiledWords, seen: string): void {
      if (versionOf(words) !== seen) throw new AppError('TEXT_OVERTAKEN');
    },

    /** Before it is put otherwise for the first time; nothing for something nobody filed. */
    async keepOriginal(tx: Db, id: string, words: FiledWords): Promise<void> {
      if (await store.lockFiling(tx, id)) await store.insertOriginal(tx, id, sealing.sealOriginal(words, id));
    },

    /** For whoever searches them. */
    async listAnswers(id: string): Promise<string[]> {
      const questions = await store.listQuestions(database, [id]);
      return questions.flatMap(({ id: questionId, sealedAnswer }) =>
        sealedAnswer ? [sealing.openAnswer(sealedAnswer, questionId)] : [],
      );
    },

    /** A moderator asks; the reporter is told by mail if we may write to them. */
    ask: (actor: UserActor, id: FilingId, question: string): Promise<QuestionId> =>
      database.transaction(async (tx) => {
        const filing = await store.lockFiling(tx, id);
        // An appeal is between its sender and administrators.
        if (!filing || (filing.kind === 'appeal' && !actor.canAdminister)) throw notFound('FILING_NOT_FOUND');
        const questionId = await store.insertQuestion(tx, { filingId: id, question, askedBy: actor.user.id });
        await audit.record(tx, {
          actor: actorOf(actor),
          action: 'filing.question-asked',
          subject: id,
          detail: { question: questionId },
        });
        await cases.noteQuestion(tx, id, 'asked');
        if (await store.canWriteTo(tx, id)) await queue.enqueue(tx, questionLetter.job, { questionId });
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
          actor: reporterOf(actor),
          action: 'filing.question-answered',
          subject: filing.id,
          detail: { question: questionId },
        });
        // Another question may still wait, but there is something to read.
        await cases.noteQuestion(tx, filing.id, 'answered');
        await queue.enqueue(tx, examineFiling, { filingId: filing.id });
      });
      return stateOf(filing);
    },

    /** Makes room for a file and says where to send it. */
    async announceEvidence(actor: Actor, key: FilingKey, file: { name: string; bytes: number }) {
      const { id, now } = await find(actor, key);
      return evidence.announce(id, file, now);
    },

    admitEvidence: (id: EvidenceId, ticket: string): Promise<void> => evidence.admit(id, ticket),

    storeEvidence: (actor: Actor, id: EvidenceId, ticket: string, bytes: Uint8Array): Promise<EvidenceFile> =>
      evidence.store(actor, id, ticket, bytes),

    /** For other rooms that take files: drawn anew in the one queue, so that all of them together stay within it. */
    cleanFile: evidence.clean,

    readEvidence: (id: EvidenceId, ticket: string) => evidence.read(id, ticket),

    /** Ends what has had its time, page by page; answers how much of each. */
    async endOld(): Promise<{ contact: number; receipts: number; evidence: number }> {
      const ended = { contact: 0, receipts: 0, evidence: 0 };
      for (let after: string | undefined; ;) {
        const page = await store.listEnding(database, after);
        const dueOf = (part: 'contact' | 'receipt' | 'evidence') => page.filter((row) => row[part]).map(({ id }) => id);
        const [contact, receipts, told] = [dueOf('contact'), dueOf('receipt'), dueOf('evidence')];
        if (contact.length > 0) await store.clearContact(database.db, contact);
        if (receipts.length > 0) await store.clearReceipts(database.db, receipts);
        for (const id of told) await evidence.end(id);
        ended.contact += contact.length;
        ended.receipts += receipts.length;
        ended.evidence += told.length;
        after = page.at(-1)?.id;
        if (!after) return ended;
      }
    },

    forgetNeverArrived: () => evidence.forgetNeverArrived(),

    /** What a reporter wrote beside the report itself, for the console. */
    openDetails: (sealedDetails: Buffer | null, id: string): Details => sealing.openDetails(sealedDetails, id),

    /** Enqueues the letter about a decision; nothing for something nobody filed. It leaves when the decision can no longer be undone. */
    async tellOfDecision(tx: Db, id: string, status: FilingState['status'], decisionId?: DecisionId): Promise<void> {
      if (!isDecided(status) || !(await store.canWriteTo(tx, id))) return;
      const payload = { filingId: id, status, ...(decisionId && { decisionId }) };
      await queue.enqueue(tx, decisionLetter.job, payload, {
        afterSeconds: undoSeconds.allowed + LETTER_SLACK_SECONDS,
      });
    },

    underSecret: createRenewal({ database, appSecret: settings.appSecret, sealing, storage: evidence.storage }),

    letterJobs: (sendMail: SendMail) =>
      filingLetterJobs({ database, audit, sealing, sendMail, publicUrl: settings.publicUrl }),
  };
}
