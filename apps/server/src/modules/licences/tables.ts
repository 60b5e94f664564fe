/**
 * The law of each country, the registers of its authorities, and what they say. Rows are only added, so that the past
 * stays readable; triggers refuse other changes (see migrations). The newest row of a subject is the current one.
 */
import type { UserId } from '@hakiki/contract/accounts';
import type { ProviderId } from '@hakiki/contract/directory';
import type { RegisterId } from '@hakiki/contract/licences';
import type { LicenceProposalId } from '@hakiki/contract/licences-admin';
import {
  confidences,
  entryStates,
  licenceChangeKinds,
  licenceProposalKinds,
  regimeKinds,
  registerFormats,
} from '@hakiki/contract/licence-values';
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { bytes, checkOneOf, createdAt, descending, enumText, id, timestampColumn } from '../../platform/db/columns.ts';
import { users } from '../accounts/tables.ts';

const sequence = () => bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity();
/** No foreign key: the table is append-only. */
const providerId = () => uuid().$type<ProviderId>();
const registerReference = () =>
  uuid()
    .$type<RegisterId>()
    .notNull()
    .references(() => licenceRegisters.id);
const fileReference = () => uuid().references(() => licenceFiles.id);

export const licenceRegimes = pgTable(
  'licence_regimes',
  {
    id: sequence(),
    country: text().notNull(),
    regulator: text().notNull(),
    regulatorUrl: text().notNull(),
    regime: enumText(regimeKinds).notNull(),
    instrument: text().notNull(),
    since: text(),
    summary: text().notNull(),
    sourceName: text().notNull(),
    sourceUrl: text(),
    asOf: text(),
    confidence: enumText(confidences).notNull(),
    checkedOn: date().notNull(),
    recordedAt: createdAt(),
  },
  (table) => [
    checkOneOf('licence_regimes_regime_known', table.regime, regimeKinds),
    checkOneOf('licence_regimes_confidence_known', table.confidence, confidences),
    index('licence_regimes_of_country').on(table.country, descending(table.id)),
  ],
);

export const licenceRegisters = pgTable(
  'licence_registers',
  {
    id: id<RegisterId>(),
    country: text().notNull(),
    authority: text().notNull(),
    name: text().notNull(),
    url: text().notNull(),
    /** Where the worker reads the file; null if people upload it. */
    fileUrl: text(),
    format: enumText(registerFormats).notNull(),
    createdAt: createdAt(),
    nextRunAt: timestampColumn().notNull().defaultNow(),
    lastReadAt: timestampColumn(),
    fault: text(),
    failures: integer().notNull().default(0),
    etag: text(),
    lastModified: text(),
    bodyHash: text(),
  },
  (table) => [
    checkOneOf('licence_registers_format_known', table.format, registerFormats),
    index('licence_registers_of_country').on(table.country),
    index('licence_registers_due')
      .on(table.nextRunAt)
      .where(sql`${table.fileUrl} is not null`),
  ],
);

/** The bytes of each file as they arrived. */
export const licenceFiles = pgTable('licence_files', {
  id: id(),
  registerId: registerReference(),
  sha256: text().notNull(),
  content: bytes().notNull(),
  asOf: date().notNull(),
  isUploaded: boolean().notNull(),
  createdAt: createdAt(),
});

/** When a register was last compared with its confirmed entries, and from which file. */
export const licenceChecks = pgTable(
  'licence_checks',
  {
    id: sequence(),
    registerId: registerReference(),
    fileId: fileReference().notNull(),
    asOf: date().notNull(),
    checkedOn: date().notNull(),
    recordedAt: createdAt(),
  },
  (table) => [index('licence_checks_of_register').on(table.registerId, descending(table.id))],
);

/** The versions of the entries, identified by register and key. */
export const licences = pgTable(
  'licences',
  {
    id: sequence(),
    registerId: registerReference(),
    entryKey: text().notNull(),
    holder: text().notNull(),
    number: text(),
    scope: text().array().notNull().default([]),
    state: enumText(entryStates).notNull(),
    grantedOn: date(),
    endsOn: date(),
    fileId: fileReference().notNull(),
    recordedAt: createdAt(),
  },
  (table) => [
    checkOneOf('licences_state_known', table.state, entryStates),
    index('licences_of_entry').on(table.registerId, table.entryKey, descending(table.id)),
  ],
);

/** Which provider an entry belongs to; null ends an earlier match. */
export const licenceMatches = pgTable(
  'licence_matches',
  {
    id: sequence(),
    registerId: registerReference(),
    entryKey: text().notNull(),
    providerId: providerId(),
    recordedAt: createdAt(),
  },
  (table) => [
    index('licence_matches_of_entry').on(table.registerId, table.entryKey, descending(table.id)),
    index('licence_matches_of_provider').on(table.providerId),
  ],
);

export const licenceWarnings = pgTable(
  'licence_warnings',
  {
    id: sequence(),
    country: text().notNull(),
    authority: text().notNull(),
    title: text().notNull(),
    names: text().array().notNull(),
    publishedOn: date().notNull(),
    checkedOn: date().notNull(),
    url: text().notNull(),
    providerId: providerId(),
    /** The authority has lifted the warning at this address. */
    isLifted: boolean().notNull().default(false),
    recordedAt: createdAt(),
  },
  (table) => [
    index('licence_warnings_of_country').on(table.country, table.url, descending(table.id)),
    index('licence_warnings_of_provider').on(table.providerId),
  ],
);

/** What the public reads about changes. A trigger tells webhooks. */
export const licenceChanges = pgTable(
  'licence_changes',
  {
    id: id(),
    kind: enumText(licenceChangeKinds).notNull(),
    country: text().notNull(),
    source: text().notNull(),
    sourceUrl: text(),
    subject: text(),
    fromState: text(),
    toState: text(),
    providerId: providerId(),
    createdAt: createdAt(),
  },
  (table) => [
    checkOneOf('licence_changes_kind_known', table.kind, licenceChangeKinds),
    index('licence_changes_newest').on(descending(table.createdAt), descending(table.id)),
    index('licence_changes_of_country').on(table.country, descending(table.createdAt), descending(table.id)),
  ],
);

/** Changes that wait for a second person. */
export const licenceProposals = pgTable(
  'licence_proposals',
  {
    id: id<LicenceProposalId>(),
    kind: enumText(licenceProposalKinds).notNull(),
    country: text().notNull(),
    /** At most one open proposal has this subject. */
    subject: text().notNull(),
    title: text().notNull(),
    payload: jsonb().notNull(),
    fileId: fileReference(),
    state: enumText(['open', 'confirmed', 'withdrawn']).notNull().default('open'),
    /** Null for a file that the worker has read. */
    proposedBy: uuid()
      .$type<UserId>()
      .references(() => users.id, { onDelete: 'set null' }),
    settledBy: uuid()
      .$type<UserId>()
      .references(() => users.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
    settledAt: timestampColumn(),
  },
  (table) => [
    checkOneOf('licence_proposals_kind_known', table.kind, licenceProposalKinds),
    checkOneOf('licence_proposals_state_known', table.state, ['open', 'confirmed', 'withdrawn']),
    check(
      'licence_proposals_two_people',
      sql`${table.state} <> 'confirmed' or ${table.settledBy} is null or ${table.settledBy} is distinct from ${table.proposedBy}`,
    ),
    uniqueIndex('licence_proposals_open')
      .on(table.subject)
      .where(sql`${table.state} = 'open'`),
    index('licence_proposals_waiting')
      .on(table.createdAt, table.id)
      .where(sql`${table.state} = 'open'`),
  ],
);
