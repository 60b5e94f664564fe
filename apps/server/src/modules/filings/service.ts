/** All filings as their reporters and moderators see them: status, questions and answers, evidence, emails. */
import type { QueryOf } from '@hakiki/contract/endpoint';
import type { FilingId, FilingState, listMyFilings, MyFiling, QuestionId } from '@hakiki/contract/filings';
import { bindDeps } from '../../platform/bind-deps.ts';
import { AppError, notFound } from '../../platform/app-error.ts';
import type { Settings } from '../../platform/config/settings.ts';
import type { Database } from '../../platform/db/database.ts';
import { rotateSealedColumn } from '../../platform/db/sealed-column.ts';
import type { Actor, UserActor } from '../../platform/http/actor.ts';
import type { Queue } from '../../platform/jobs/jobs.ts';
import type { SendMail } from '../../platform/mail/mail.ts';
import { toAuditActor, type AuditService, toAnonymousActor } from '../audit/service.ts';
import type { CaseHooks } from '../moderation/workflow/service.ts';
import type { EvidenceService } from '../evidence/service.ts';
import type { IndicatorsService } from '../indicators/service.ts';
import {
  canEmailReporter,
  clearContact,
  clearReceipts,
  createOwnerTags,
  createSealing,
  deleteTexts,
  groupFilingJob,
  hashReceiptCode,
  lockFiling,
} from '../intake/service.ts';
import { filingEmailJobs, questionEmail } from './emails.ts';
import {
  type ModeratedFiling,
  type FilingParts,
  presentFiling,
  presentForExport,
  presentModerated,
  presentMyFiling,
} from './present.ts';
import * as store from './store.ts';
import { filingQuestions } from './tables.ts';

export type { ModeratedFiling };

/** How a reporter identifies a filing: by receipt code, or by id when signed in. */
export interface FilingKey {
  code?: string | undefined;
  id?: FilingId | undefined;
}

interface Deps {
  database: Database;
  queue: Pick<Queue, 'enqueue'>;
  audit: AuditService;
  cases: Pick<CaseHooks, 'recordAsked' | 'recordAnswered'>;
  evidence: EvidenceService;
  indicators: IndicatorsService;
  settings: Settings;
}

export type FilingsService = ReturnType<typeof createFilingsService>;

type Context = ReturnType<typeof createContext>;

function createContext(deps: Deps) {
  const { settings } = deps;
  const sealing = createSealing(settings);
  const { tagsOf } = createOwnerTags(settings.appSecret);
  return { ...deps, sealing, tagsOf };
}

/** A wrong code, somebody else's report and an unknown one get the same error, so that it reveals nothing. */
async function find({ database, tagsOf }: Context, actor: Actor, { code, id }: FilingKey): Promise<store.FilingRow> {
  const found =
    code !== undefined
      ? await store.findByReceipt(database, hashReceiptCode(code))
      : id !== undefined && actor.kind === 'user'
        ? await store.findByOwner(database, id, tagsOf(actor.user.id))
        : undefined;
  if (!found) throw notFound('FILING_NOT_FOUND');
  return found;
}

async function loadParts(
  { database, evidence, indicators, sealing }: Context,
  filings: readonly store.FilingRow[],
): Promise<FilingParts[]> {
  const [oldest] = filings;
  if (!oldest) return [];
  const ids = filings.map(({ id }) => id);
  const [questions, files, namedIndicators] = await Promise.all([
    store.listQuestions(database, ids),
    evidence.list(ids, oldest.now),
    indicators.listByFilings(database.db, ids),
  ]);
  const belongsTo = (id: string) => (row: { filingId: string }) => row.filingId === id;
  return filings.map((filing) => ({
    filing,
    questions: questions.filter(belongsTo(filing.id)),
    files: files.filter(belongsTo(filing.id)).map(({ file }) => file),
    indicators: namedIndicators.filter(belongsTo(filing.id)),
    sealing,
  }));
}

const loadState = async (deps: Context, filing: store.FilingRow): Promise<FilingState> =>
  (await loadParts(deps, [filing])).map(presentFiling)[0]!;

/** The lock prevents that a file arrives at the same time. */
const deleteConfidentialData = ({ database, evidence }: Context, id: string): Promise<void> =>
  database.transaction(async (tx) => {
    await lockFiling(tx, id);
    await evidence.deleteFiles(tx, id);
    await store.deleteQuestions(tx, id);
    await deleteTexts(tx, id);
  });

async function lookUp(deps: Context, actor: Actor, key: FilingKey): Promise<FilingState> {
  return loadState(deps, await find(deps, actor, key));
}

/** The member's filings other than scam reports. */
async function listMine(
  { database, tagsOf }: Context,
  { user }: UserActor,
  page: QueryOf<typeof listMyFilings>,
): Promise<{ rows: MyFiling[]; total: number }> {
  const [rows, total] = await Promise.all([
    store.listNonScamFilings(database, tagsOf(user.id), page),
    store.countNonScamFilings(database, tagsOf(user.id)),
  ]);
  return { rows: rows.map(presentMyFiling), total };
}

/** All filings of the member, for their data export. */
async function listForExport({ database, sealing, tagsOf }: Context, { user }: UserActor, limit: number) {
  const rows = await store.listByOwner(database, tagsOf(user.id), limit);
  return rows.map((row) => presentForExport(row, sealing));
}

/** For the console: in the given order, without deleted ones. */
async function listForModerator(deps: Context, ids: readonly string[]): Promise<ModeratedFiling[]> {
  const states = (await loadParts(deps, await store.listByIds(deps.database, ids))).map(presentModerated);
  const byId = new Map<string, ModeratedFiling>(states.map((state) => [state.id, state]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** The reporter's view of a filing, for the console. */
async function getState(deps: Context, id: string): Promise<FilingState | undefined> {
  const filing = await store.findById(deps.database, id);
  return filing && loadState(deps, filing);
}

/** For extracting indicators from the answers. */
async function listAnswers({ database, sealing }: Context, id: string): Promise<string[]> {
  const questions = await store.listQuestions(database, [id]);
  return questions.flatMap(({ id: questionId, sealedAnswer }) =>
    sealedAnswer ? [sealing.openAnswer(sealedAnswer, questionId)] : [],
  );
}

/** A moderator asks a question; the reporter is emailed if possible. */
const askReporter = (
  { audit, cases, database, queue }: Context,
  actor: UserActor,
  id: FilingId,
  question: string,
): Promise<QuestionId> =>
  database.transaction(async (tx) => {
    const filing = await lockFiling(tx, id);
    // Only administrators handle appeals.
    if (!filing || (filing.kind === 'appeal' && !actor.canAdminister)) throw notFound('FILING_NOT_FOUND');
    const questionId = await store.insertQuestion(tx, { filingId: id, question, askedBy: actor.user.id });
    await audit.record(tx, {
      actor: toAuditActor(actor),
      action: 'filing.question-asked',
      subject: id,
      detail: { question: questionId },
    });
    await cases.recordAsked(tx, id, actor.user.id);
    if (await canEmailReporter(tx, id)) await queue.enqueue(tx, questionEmail.job, { questionId });
    return questionId;
  });

/** Each question is answered once. */
async function answer(
  deps: Context,
  actor: Actor,
  key: FilingKey,
  questionId: QuestionId,
  answer: string,
): Promise<FilingState> {
  const filing = await find(deps, actor, key);
  await deps.database.transaction(async (tx) => {
    const question = await store.lockQuestion(tx, filing.id, questionId);
    if (!question) throw notFound('FILING_NOT_FOUND');
    if (question.answeredAt) throw new AppError('ALREADY_ANSWERED');
    await store.setAnswer(tx, questionId, deps.sealing.sealAnswer(answer, questionId));
    await deps.audit.record(tx, {
      actor: toAnonymousActor(actor),
      action: 'filing.question-answered',
      subject: filing.id,
      detail: { question: questionId },
    });
    // Another question may still be open, but there is an answer to read.
    await deps.cases.recordAnswered(tx, filing.id);
    await deps.queue.enqueue(tx, groupFilingJob, { filingId: filing.id });
  });
  return loadState(deps, filing);
}

/** Reserves a file and returns its upload URL. */
async function announceEvidence(deps: Context, actor: Actor, key: FilingKey, file: { name: string; bytes: number }) {
  const { id, now } = await find(deps, actor, key);
  return deps.evidence.announce(id, file, now);
}

/** Purges expired data page by page; returns the number of filings of each kind. */
async function purgeExpired(deps: Context): Promise<{ contact: number; receipts: number; evidence: number }> {
  const purged = { contact: 0, receipts: 0, evidence: 0 };
  for (let after: string | undefined; ;) {
    const page = await store.listExpired(deps.database, after);
    const listExpired = (part: 'contact' | 'receipt' | 'evidence') =>
      page.filter((row) => row[part]).map(({ id }) => id);
    const [contact, receipts, evidenceIds] = [listExpired('contact'), listExpired('receipt'), listExpired('evidence')];
    if (contact.length > 0) await clearContact(deps.database.db, contact);
    if (receipts.length > 0) await clearReceipts(deps.database.db, receipts);
    for (const id of evidenceIds) await deleteConfidentialData(deps, id);
    purged.contact += contact.length;
    purged.receipts += receipts.length;
    purged.evidence += evidenceIds.length;
    after = page.at(-1)?.id;
    if (!after) return purged;
  }
}

const emailJobs = ({ audit, database, sealing, settings }: Context, sendMail: SendMail) =>
  filingEmailJobs({ database, audit, sealing, sendMail, publicUrl: settings.publicUrl });

export function createFilingsService(deps: Deps) {
  const context = createContext(deps);
  return {
    ...bindDeps(context, {
      lookUp,
      listMine,
      listForExport,
      listForModerator,
      getState,
      listAnswers,
      askReporter,
      answer,
      announceEvidence,
      purgeExpired,
      emailJobs,
    }),
    keyRotations: [
      rotateSealedColumn(context.database.db, {
        what: 'answers of reporters',
        table: filingQuestions,
        id: filingQuestions.id,
        column: filingQuestions.sealedAnswer,
        name: 'sealed_answer',
        box: context.sealing.boxes.answers,
      }),
    ],
  };
}
