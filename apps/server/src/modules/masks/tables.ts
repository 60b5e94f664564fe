/**
 * Masks over private data that became public. The words and the texts before any mask are sealed under the application's secret, so that
 * a second person can take a mask back; both end some time after it was confirmed.
 */
import type { UserId } from '@hakiki/contract/accounts';
import type { MaskId } from '@hakiki/contract/masks-admin';
import { maskStates, maskSubjects } from '@hakiki/contract/masks';
import { languages } from '@hakiki/contract/site';
import { sql } from 'drizzle-orm';
import { index, pgTable, smallint, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { bytes, choice, createdAt, id, oneOf } from '../../platform/db/columns.ts';
import { users } from '../accounts/tables.ts';

const time = () => timestamp({ withTimezone: true });
const staff = () =>
  uuid()
    .$type<UserId>()
    .references(() => users.id, { onDelete: 'set null' });

export const masks = pgTable(
  'masks',
  {
    id: id<MaskId>(),
    subject: choice(maskSubjects).notNull(),
    subjectId: uuid().notNull(),
    /** As it reads with its masks. */
    subjectTitle: text().notNull(),
    language: choice(languages).notNull(),
    /** The masked words; nothing once they were deleted for good. */
    sealedSpans: bytes(),
    spanCount: smallint().notNull(),
    state: choice(maskStates).notNull().default('open'),
    maskedBy: staff(),
    createdAt: createdAt(),
    dueAt: time().notNull(),
    settledBy: staff(),
    settledAt: time(),
    /** The time of the transaction that last applied or removed it: only in that one may versions and reasons be rewritten. */
    changedAt: time().notNull().defaultNow(),
  },
  (table) => [
    oneOf('masks_subject_known', table.subject, maskSubjects),
    oneOf('masks_state_known', table.state, maskStates),
    oneOf('masks_language_known', table.language, languages),
    index('masks_of_subject').on(table.subjectId),
    index('masks_waiting')
      .on(table.dueAt, table.id)
      .where(sql`${table.state} = 'open'`),
    index('masks_settled')
      .on(table.settledAt)
      .where(sql`${table.sealedSpans} is not null`),
  ],
);

/** A text as it was before any mask, while its masks can be taken back. */
export const maskedTexts = pgTable(
  'masked_texts',
  {
    id: id(),
    subjectId: uuid().notNull(),
    /** Which field of which row. */
    place: text().notNull(),
    sealedText: bytes().notNull(),
  },
  (table) => [uniqueIndex('masked_texts_once').on(table.subjectId, table.place)],
);
