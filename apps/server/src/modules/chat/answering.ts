/**
 * Answers a stored question in two steps that each survive the end of the worker: the answer is written with the new
 * state of the conversation, then it is sent. A question whose sending was interrupted is not sent again, because it
 * has probably arrived; nobody gets two answers.
 */
import { MAX_QUESTION_AGE_HOURS, type ChatChannel } from '@hakiki/contract/chat-values';
import { countryCodes } from '@hakiki/contract/country-codes';
import { defaultLanguage } from '@hakiki/contract/site';
import * as z from 'zod';
import { AppError } from '../../platform/app-error.ts';
import type { AppSecret } from '../../platform/app-secret.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Database, Db } from '../../platform/db/database.ts';
import { defineJob } from '../../platform/jobs/job.ts';
import type { Queue } from '../../platform/jobs/jobs.ts';
import type { RateLimiter } from '../../platform/rate-limit/rate-limiter.ts';
import { fillTexts, getTexts } from '../../platform/texts.ts';
import type { CheckService } from '../check/service.ts';
import type { PublicFormsService } from '../public-forms/service.ts';
import type { RescueService } from '../rescue/service.ts';
import type { Recipient, Send, SendOutcome } from './channel.ts';
import { findCommand } from './commands.ts';
import type { ChatEvent, ChatReply, Conversation, createStep, Effect, Message, Step } from './conversation.ts';
import type { PersonKeys } from './person-keys.ts';
import { getCheckUrl } from './render.ts';
import * as store from './store.ts';

interface ConnectedChannel {
  send: Send;
  costOf: (use: store.Use) => number;
}

export interface AnsweringDeps {
  database: Database;
  queue: Pick<Queue, 'enqueue'>;
  limiter: RateLimiter;
  check: Pick<CheckService, 'check'>;
  rescue: Pick<RescueService, 'getCountry'>;
  publicForms: Pick<PublicFormsService, 'acceptFromChat'>;
  keys: PersonKeys;
  step: ReturnType<typeof createStep>;
  /** Undefined if the channel is not connected. */
  findSend: (channel: ChatChannel) => Promise<ConnectedChannel | undefined>;
  settings: { appSecret: AppSecret; publicUrl: string };
  clock: Clock;
}

/** The content of a question until it is answered, and then of its answer. */
export interface StoredMessage {
  recipient: Recipient;
  askedAt: number;
  message: Message;
}
interface StoredAnswer {
  recipient: Recipient;
  reply: ChatReply;
}

const MAX_RETRY_SECONDS = 600;

export const answerJob = defineJob({
  name: 'chat.answer',
  payload: z.object({ questionId: z.uuid(), attempt: z.int() }),
  concurrency: 4,
  // About a day, after which a question is too old: a fault that lasts longer than minutes must not lose questions.
  retries: { limit: 150, initialDelaySeconds: 2, maxDelaySeconds: MAX_RETRY_SECONDS },
});

type Question = NonNullable<Awaited<ReturnType<typeof store.findQuestion>>>;

const DAY_SECONDS = 86_400;
/** A person asks a few times a day; a program that uses a person's account asks more. */
export const personLimits = {
  message: { points: 60, seconds: DAY_SECONDS },
  /** Each pause while typing is a query. */
  inline: { points: 300, seconds: DAY_SECONDS },
  limitLine: { points: 1, seconds: DAY_SECONDS },
} as const;
const MAX_QUESTION_AGE_MS = MAX_QUESTION_AGE_HOURS * 3_600_000;
const MAX_EFFECTS = 3;
const MAX_STATE_CONFLICTS = 5;

/** Beyond a limit, once a day; undefined afterwards. */
async function writeLimitLine({ limiter, settings }: AnsweringDeps, who: string, { language }: Message) {
  if (!(await limiter.isAllowed('chatLimitLine', personLimits.limitLine, who))) return undefined;
  const shown = language ?? defaultLanguage;
  const url = getCheckUrl({ language: shown, publicUrl: settings.publicUrl });
  return { text: fillTexts(getTexts(shown).chat.limit, { url }), choices: [] };
}

export const isOverBudget = (
  { dailyAnswers, monthlyBudgetCents }: Pick<store.ConnectionRow, 'dailyAnswers' | 'monthlyBudgetCents'>,
  { answersToday, costThisMonth }: store.Use,
): boolean =>
  answersToday >= dailyAnswers || (monthlyBudgetCents !== null && costThisMonth >= monthlyBudgetCents * 10_000);

/** Whether the person or the channel has used up today's answers. Words that end a conversation always work. */
async function isLimited(deps: AnsweringDeps, { channel }: Question, who: string, message: Message): Promise<boolean> {
  const command = findCommand(message.text, message.choice);
  if (command === 'stop' || command === 'delete') return false;
  const [name, rule] = message.isInline
    ? (['chatInline', personLimits.inline] as const)
    : (['chatPerson', personLimits.message] as const);
  if (!(await deps.limiter.isAllowed(name, rule, who))) return true;
  const connection = await store.findConnection(deps.database.db, channel);
  return !connection || isOverBudget(connection, await store.readUse(deps.database.db, channel));
}

async function apply(deps: AnsweringDeps, question: Question, effect: Effect): Promise<ChatEvent> {
  if (effect.kind === 'check') {
    const { input, country, numberIs } = effect;
    const answer = await deps.check.check({
      input,
      ...(country && { country }),
      ...(numberIs && { numberIs }),
    });
    return { kind: 'checked', answer, asked: effect };
  }
  if (effect.kind === 'findContacts') {
    const { country } = effect;
    return { kind: 'contactsFound', found: await deps.rescue.getCountry(countryCodes[country]), country };
  }
  try {
    const receipt = await deps.publicForms.acceptFromChat(effect, question.id, effect.language);
    return { kind: 'filed', receipt };
  } catch (error) {
    if (error instanceof AppError && error.code === 'INVALID_INPUT') return { kind: 'failed' };
    throw error;
  }
}

/** Carries out the effects of a message until there is a reply. */
async function converse(
  deps: AnsweringDeps,
  question: Question,
  before: Conversation | undefined,
  message: Message,
): Promise<Step> {
  let step = deps.step(before, message, deps.clock());
  for (let count = 0; step.effects[0] && count < MAX_EFFECTS; count += 1) {
    const event = await apply(deps, question, step.effects[0]);
    step = deps.step(step.state ?? undefined, event, deps.clock());
  }
  return step;
}

const drop = (db: Db, id: string) => store.moveQuestion(db, id, ['received'], { state: 'dropped', sealed: null });

/** Without a reply the question ends here. */
async function storeReply(db: Db, keys: PersonKeys, id: string, recipient: Recipient, reply: ChatReply | undefined) {
  if (!reply) return void (await drop(db, id));
  const sealed = keys.sealAnswer(id, { recipient, reply } satisfies StoredAnswer);
  await store.moveQuestion(db, id, ['received'], { state: 'answered', sealed });
}

/** Writes answer and state in one transaction. Returns false if the state changed meanwhile. */
const save = (
  { database, keys }: AnsweringDeps,
  question: Question,
  person: store.PersonRow,
  { state, reply, recipient }: { state: Conversation | null; reply: ChatReply | undefined; recipient: Recipient },
): Promise<boolean> =>
  database.transaction(async (tx) => {
    const isKept =
      recipient.kind === 'inline' ||
      state === null ||
      (await store.saveState(tx, person, keys.seal(person, person.id, state)));
    if (!isKept) return false;
    await storeReply(tx, keys, question.id, recipient, reply);
    if (state === null) await store.deletePerson(tx, person.id, question.id);
    return true;
  });

async function writeAnswer(deps: AnsweringDeps, question: Question): Promise<void> {
  const { database, keys, clock } = deps;
  for (let attempt = 0; attempt < MAX_STATE_CONFLICTS; attempt += 1) {
    const person = question.personId ? await store.findPerson(database.db, question.personId) : undefined;
    if (!person || !question.sealed) return void (await drop(database.db, question.id));
    const { recipient, askedAt, message } = keys.open<StoredMessage>(person, question.id, question.sealed);
    if (clock() - askedAt > MAX_QUESTION_AGE_MS) return void (await drop(database.db, question.id));
    const who = person.pseudonym.toString('hex');
    const before = person.sealedState ? keys.open<Conversation>(person, person.id, person.sealedState) : undefined;
    if (attempt === 0 && (await isLimited(deps, question, who, message))) {
      await store.countDay(database.db, question.channel, { refused: 1 });
      const reply = message.isInline
        ? undefined
        : await writeLimitLine(deps, who, { ...message, ...(before && { language: before.language }) });
      return storeReply(database.db, keys, question.id, recipient, reply);
    }
    const { state, replies } = await converse(deps, question, before, message);
    if (await save(deps, question, person, { state, reply: replies[0], recipient })) return;
  }
  throw new Error('The conversation changed too often.');
}

async function finish(
  { database, queue }: AnsweringDeps,
  { id, channel }: Question,
  { outcome, attempt, costOf }: { outcome: SendOutcome; attempt: number; costOf: ConnectedChannel['costOf'] },
): Promise<void> {
  if (outcome.kind === 'claimedElsewhere') return;
  if (outcome.kind === 'later' || outcome.kind === 'notConnected') {
    const [from, afterSeconds] =
      outcome.kind === 'later' ? ['sending' as const, outcome.afterSeconds] : ['answered' as const];
    await database.transaction(async (tx) => {
      if (!(await store.moveQuestion(tx, id, [from], { state: 'answered' }))) return;
      await queue.enqueue(
        tx,
        answerJob,
        { questionId: id, attempt: attempt + 1 },
        { afterSeconds: afterSeconds ?? Math.min(MAX_RETRY_SECONDS, 2 ** attempt) },
      );
    });
    return;
  }
  const isSent = outcome.kind === 'sent';
  const state = isSent ? 'sent' : outcome.kind === 'unknown' ? 'unknown' : 'failed';
  await database.transaction(async (tx) => {
    // A second run may have marked it as interrupted meanwhile.
    if (!(await store.moveQuestion(tx, id, ['sending', 'unknown'], { state, sealed: null }))) return;
    if (!isSent) return store.countDay(tx, channel, { failed: 1 });
    await store.countDay(tx, channel, { answers: 1, cost: costOf(await store.readUse(tx, channel)) });
    await store.recordAnswered(tx, channel);
  });
}

async function send(deps: AnsweringDeps, id: string, attempt: number): Promise<void> {
  const { database, keys, clock } = deps;
  const question = await store.findQuestion(database.db, id);
  if (question?.state !== 'answered' || !question.sealed) return;
  const claim = async () =>
    (await store.moveQuestion(database.db, id, ['answered'], { state: 'sending' })) !== undefined;
  const isTooOld = clock() - question.createdAt.getTime() > MAX_QUESTION_AGE_MS;
  const channel = isTooOld ? undefined : await deps.findSend(question.channel);
  const { recipient, reply } = keys.openAnswer<StoredAnswer>(id, question.sealed);
  const { send: sendReply, costOf } = channel ?? { send: refuse, costOf: () => 0 };
  await finish(deps, question, { outcome: await sendReply(id, recipient, reply, claim), attempt, costOf });
}

/** For a channel that is no longer connected, or a question that is too old. */
const refuse: Send = async (_, __, ___, claim) => ({ kind: (await claim()) ? 'refused' : 'claimedElsewhere' });

/** The worker ended while sending. The answer has probably arrived. */
const markInterrupted = ({ database }: AnsweringDeps, { id, channel }: Question): Promise<void> =>
  database.transaction(async (tx) => {
    if (await store.moveQuestion(tx, id, ['sending'], { state: 'unknown', sealed: null }))
      await store.countDay(tx, channel, { failed: 1 });
  });

/** May run twice, also at the same time. */
export async function answerQuestion(deps: AnsweringDeps, { questionId, attempt }: z.infer<typeof answerJob.payload>) {
  const question = await store.findQuestion(deps.database.db, questionId);
  if (question?.state === 'sending') return markInterrupted(deps, question);
  if (question?.state === 'received') await writeAnswer(deps, question);
  await send(deps, questionId, attempt);
}
