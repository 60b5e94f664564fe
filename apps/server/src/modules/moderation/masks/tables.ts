/**
 * Masks over private data that became public. The masked spans and the original texts are encrypted with the
 * application's secret, so that a second person can revert a mask. Both are deleted some time after the mask was
 * confirmed.
 */
import type { UserId } from '@hakiki/contract/accounts';
import type { MaskId } from '@hakiki/contract/masks-admin';
import { maskStates, maskSubjects } from '@hakiki/contract/masks';
import { sql } from 'drizzle-orm';
import { index, pgTable, smallint, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { bytes, enumText, createdAt, id, checkOneOf, timestampColumn } from '../../../platform/db/columns.ts';
import { language } from '../../../platform/db/languages.ts';
import { users } from '../../accounts/tables.ts';

const staffReference = () =>
  uuid()
    .$type<UserId>()
    .references(() => users.id, { onDelete: 'set null' });

export const masks = pgTable(
  'masks',
  {
    id: id<MaskId>(),
    subject: enumText(maskSubjects).notNull(),
    subjectId: uuid().notNull(),
    /** The title with its masks. */
    subjectTitle: text().notNull(),
    language: language(),
    /** The masked spans; null after they were purged. */
    sealedSpans: bytes(),
    spanCount: smallint().notNull(),
    state: enumText(maskStates).notNull().default('open'),
    maskedBy: staffReference(),
    createdAt: createdAt(),
    dueAt: timestampColumn().notNull(),
    settledBy: staffReference(),
    settledAt: timestampColumn(),
    /** When it was last applied or removed: only that transaction may rewrite versions and reasons. */
    changedAt: timestampColumn().notNull().defaultNow(),
  },
  (table) => [
    checkOneOf('masks_subject_known', table.subject, maskSubjects),
    checkOneOf('masks_state_known', table.state, maskStates),
    index('masks_of_subject').on(table.subjectId),
    index('masks_waiting')
      .on(table.dueAt, table.id)
      .where(sql`${table.state} = 'open'`),
    index('masks_settled')
      .on(table.settledAt)
      .where(sql`${table.sealedSpans} is not null`),
  ],
);

/** The original of a masked text, stored while the mask can be reverted. */
export const maskedTexts = pgTable(
  'masked_texts',
  {
    id: id(),
    subjectId: uuid().notNull(),
    /** The row and the field of the text. */
    place: text().notNull(),
    sealedText: bytes().notNull(),
  },
  (table) => [uniqueIndex('masked_texts_once').on(table.subjectId, table.place)],
);
