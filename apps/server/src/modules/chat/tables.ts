/**
 * Questions from chats. Nothing is stored in the clear: what a person sent, where the answer goes and the state of the
 * conversation are encrypted with a random key of that person, and deleting the person's row deletes the key.
 */
import { chatChannels, chatChannelStates } from '@hakiki/contract/chat-values';
import { sql } from 'drizzle-orm';
import { bigint, date, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { bytes, checkOneOf, createdAt, enumText, id, timestampColumn } from '../../platform/db/columns.ts';

/** The connected channels, at most one of each kind. */
export const chatConnections = pgTable(
  'chat_connections',
  {
    id: id(),
    channel: enumText(chatChannels).notNull(),
    state: enumText(chatChannelStates).notNull().default('connecting'),
    /** Public: the name of the bot, the number or the code to dial. */
    address: text().notNull(),
    /** Tokens and secrets in JSON, encrypted with a key of the application secret. */
    sealed: bytes().notNull(),
    /** Answers per day (UTC). */
    dailyAnswers: integer().notNull(),
    /** Of a channel whose operator charges for answers; null if there is no limit. */
    monthlyBudgetCents: integer(),
    answeredAt: timestampColumn(),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('chat_connections_channel').on(table.channel),
    checkOneOf('chat_connections_channel_known', table.channel, chatChannels),
    checkOneOf('chat_connections_state_known', table.state, chatChannelStates),
  ],
);

/** People with an open conversation. */
export const chatPeople = pgTable(
  'chat_people',
  {
    id: id(),
    /** Keyed hash of channel and account. */
    pseudonym: bytes().notNull(),
    /** The person's key, encrypted with a key of the application secret. */
    sealedKey: bytes().notNull(),
    /** The state of the conversation, encrypted with the person's key. */
    sealedState: bytes(),
    /** Increases with each change, so that two questions of one person do not overwrite each other's state. */
    version: integer().notNull().default(0),
    expiresAt: timestampColumn().notNull(),
  },
  (table) => [
    uniqueIndex('chat_people_pseudonym').on(table.pseudonym),
    index('chat_people_expiry').on(table.expiresAt),
  ],
);

/**
 * `received` until the answer is written, `answered` until it is being sent. `unknown`: the worker ended while sending;
 * it is not sent again, because it has probably arrived.
 */
export const questionStates = ['received', 'answered', 'sending', 'sent', 'unknown', 'failed', 'dropped'] as const;
export type QuestionState = (typeof questionStates)[number];

/** Each message once. The content is deleted when it is answered; the mark stays to detect repeated deliveries. */
export const chatQuestions = pgTable(
  'chat_questions',
  {
    id: id(),
    channel: enumText(chatChannels).notNull(),
    /** Keyed hash of the message's id. */
    mark: bytes().notNull(),
    personId: uuid().references(() => chatPeople.id, { onDelete: 'set null' }),
    state: enumText(questionStates).notNull().default('received'),
    /** The message, then the answer, encrypted with the person's key. */
    sealed: bytes(),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('chat_questions_mark').on(table.mark),
    index('chat_questions_of_person').on(table.personId),
    index('chat_questions_age').on(table.createdAt),
    index('chat_questions_open')
      .on(table.createdAt)
      .where(sql`${table.sealed} is not null`),
    checkOneOf('chat_questions_channel_known', table.channel, chatChannels),
    checkOneOf('chat_questions_state_known', table.state, questionStates),
  ],
);

/** What a channel did on a day, for budgets, the doctor and the alarm. No person is counted apart. */
export const chatDays = pgTable(
  'chat_days',
  {
    channel: enumText(chatChannels).notNull(),
    day: date().notNull(),
    answers: integer().notNull().default(0),
    /** Questions beyond a limit. */
    refused: integer().notNull().default(0),
    failed: integer().notNull().default(0),
    /** In millionths of a US dollar. */
    cost: bigint({ mode: 'number' }).notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.channel, table.day] }),
    checkOneOf('chat_days_channel_known', table.channel, chatChannels),
  ],
);
