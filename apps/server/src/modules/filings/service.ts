/** The reporter's side: receipts, encrypted contact data, questions and answers, evidence, emails about decisions. */
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
  /** For the reporter and for moderators; stored encrypted. */
  details: Details;
}

/** How a reporter identifies a filing: by receipt code, or by id when signed in. */
export interface FilingKey {
  code?: string | undefined;
  id?: FilingId | undefined;
}

/** An undo that was requested in time may take this long. */
const LETTER_SLACK_SECONDS = 5;

interface Needs {
  database: Database;
  queue: Pick<Queue, 'enqueue'>;
  audit: AuditService;
  cases: Pick<CasesService, 'markUnsorted' | 'recordQuestionState'>;
  indicators: IndicatorsService;
  settings: Settings;
}

export type FilingsService = ReturnType<typeof createFilingsService>;

export function createFilingsService({ database, queue, audit, cases, indicators, settings }: Needs) {
  const sealing = createSealing(settings);
  const { tagOf, tagsOf } = createOwnerTags(settings.appSecret);
  const evidence = createEvidence({ database, audit, sealing, settings });

  /** A wrong code, somebody else's report and an unknown one get the same error, so that it reveals nothing. */
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
    /** Runs in the transaction that creates the filed entity. The returned receipt code is not stored. */
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
      // An appeal reports no incident: it belongs to no case and has no indicators.
      if (kind !== 'appeal') {
        await cases.markUnsorted(tx, id);
        await queue.enqueue(tx, examineFiling, { filingId: id });
      }
      return { reference: referenceOf(id), code, expectedBy: expectedBy(kind, createdAt).toISOString() };
    },

    /** The tags under which other modules find a member's filings. */
    tagsOf,

    /** Returns the filings that one of these users sent. */
    listOwnAmong,

    /** Nobody may decide about their own filing. */
    async requireOfOthers(db: Db, ids: readonly string[], people: readonly UserId[]): Promise<void> {
      if ((await listOwnAmong(db, ids, people)).length > 0) throw new AppError('OWN_REPORT');
    },

    /** Removes every link between an account and its filings when the account is deleted. The filings stay. */
    async forgetOwner(tx: Db, userId: UserId): Promise<void> {
      await store.clearOwner(tx, tagsOf(userId));
    },

    async lookUp(actor: Actor, key: FilingKey): Promise<FilingState> {
      return stateOf(await find(actor, key));
    },

    /** The member's filings other than scam reports. */
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

    /** All filings of the member, for their data export. */
    async listOwn({ user }: UserActor, limit: number) {
      const rows = await store.listOfOwner(database, tagsOf(user.id), limit);
      return rows.map((row) => presentKept(row, sealing));
    },

    /** For the console: in the given order, without deleted ones. */
    async listForModerator(ids: readonly string[]): Promise<ModeratedFiling[]> {
      const states = (await partsOf(await store.listByIds(database, ids))).map(presentModerated);
      const byId = new Map<string, ModeratedFiling>(states.map((state) => [state.id, state]));
      return ids.flatMap((id) => byId.get(id) ?? []);
    },

    /** The reporter's view of a filing, for the console. */
    async show(id: string): Promise<FilingState | undefined> {
      const filing = await store.findById(database, id);
      return filing && stateOf(filing);
    },

    /** Fails if the texts changed since the editor saw them. */
    requireSeen(words: FiledWords, seen: string): void {
      if (versionOf(words) !== seen) throw new AppError('TEXT_OVERTAKEN');
    },

    /** Called before the first edit; does nothing for something without a filing. */
    async keepOriginal(tx: Db, id: string, words: FiledWords): Promise<void> {
      if (await store.lockFiling(tx, id)) await store.insertOriginal(tx, id, sealing.sealOriginal(words, id));
    },

    /** For extracting indicators from the answers. */
    async listAnswers(id: string): Promise<string[]> {
      const questions = await store.listQuestions(database, [id]);
      return questions.flatMap(({ id: questionId, sealedAnswer }) =>
        sealedAnswer ? [sealing.openAnswer(sealedAnswer, questionId)] : [],
      );
    },

    /** A moderator asks a question; the reporter is emailed if possible. */
    ask: (actor: UserActor, id: FilingId, question: string): Promise<QuestionId> =>
      database.transaction(async (tx) => {
        const filing = await store.lockFiling(tx, id);
        // Only administrators handle appeals.
        if (!filing || (filing.kind === 'appeal' && !actor.canAdminister)) throw notFound('FILING_NOT_FOUND');
        const questionId = await store.insertQuestion(tx, { filingId: id, question, askedBy: actor.user.id });
        await audit.record(tx, {
          actor: actorOf(actor),
          action: 'filing.question-asked',
          subject: id,
          detail: { question: questionId },
        });
        await cases.recordQuestionState(tx, id, 'asked');
        if (await store.canWriteTo(tx, id)) await queue.enqueue(tx, questionLetter.job, { questionId });
        return questionId;
      }),

    /** Each question is answered once. */
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
        // Another question may still be open, but there is an answer to read.
        await cases.recordQuestionState(tx, filing.id, 'answered');
        await queue.enqueue(tx, examineFiling, { filingId: filing.id });
      });
      return stateOf(filing);
    },

    /** Reserves a file and returns its upload URL. */
    async announceEvidence(actor: Actor, key: FilingKey, file: { name: string; bytes: number }) {
      const { id, now } = await find(actor, key);
      return evidence.announce(id, file, now);
    },

    admitEvidence: (id: EvidenceId, ticket: string): Promise<void> => evidence.admit(id, ticket),

    storeEvidence: (actor: Actor, id: EvidenceId, ticket: string, bytes: Uint8Array): Promise<EvidenceFile> =>
      evidence.store(actor, id, ticket, bytes),

    /** For other modules that accept files: all share one queue, which limits the load. */
    cleanFile: evidence.clean,

    readEvidence: (id: EvidenceId, ticket: string) => evidence.read(id, ticket),

    /** Purges expired data page by page; returns the number of filings of each kind. */
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

    /** The reporter's additional details, for the console. */
    openDetails: (sealedDetails: Buffer | null, id: string): Details => sealing.openDetails(sealedDetails, id),

    /** Enqueues the email about a decision, if there is a filing; sent once it cannot be undone any more. */
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
