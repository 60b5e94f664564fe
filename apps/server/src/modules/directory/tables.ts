/**
 * Tables of providers. Triggers maintain four derived tables (see migrations), which no code writes:
 * `provider_listings` is the public directory, with one row per public provider and country and one under
 * ALL_COUNTRIES; `provider_counts` and `provider_state_counts` are maintained counts; `provider_words` are the
 * searchable words.
 */
import type { UserId } from '@hakiki/contract/accounts';
import {
  providerTypes,
  reviewStates,
  verificationStatuses,
  type ProviderType,
  type SecurityFeature,
  type VerificationStatus,
  type ProviderId,
} from '@hakiki/contract/directory';
import { type EvidenceId, evidenceKinds, type EvidencePictureId } from '@hakiki/contract/evidence';
import type { LogoId } from '@hakiki/contract/logos';
import { barBounds, riskFilters, riskLevels, type RiskFilter } from '@hakiki/contract/risk';
import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import {
  bytes,
  enumText,
  createdAt,
  descending,
  id,
  keyText,
  checkOneOf,
  sqlIndexOf,
  searchVector,
  updatedAt,
  checkBetween,
} from '../../platform/db/columns.ts';

/**
 * A cell groups the providers of one type, status and shown risk, each as a digit group of the number. The indexes in
 * the contract's lists are stored: append values to those lists, never move them.
 */
export const toCell = (type: ProviderType, status: VerificationStatus, risk: RiskFilter): number =>
  providerTypes.indexOf(type) * 100 + verificationStatuses.indexOf(status) * 10 + riskFilters.indexOf(risk);

export const cellToType = (cell: number): ProviderType => providerTypes[Math.floor(cell / 100)]!;
const statusIndex = (cell: number) => Math.floor(cell / 10) % 10;
export const cellToVerifiedRank = (cell: number): number => (statusIndex(cell) === 0 ? 0 : 1);
export const cellToRiskRank = (cell: number): number => cell % 10;

const toCellExpression = (riskRank: string) =>
  sql.raw(
    `${sqlIndexOf('type', providerTypes)} * 100 + ${sqlIndexOf('verification_status', verificationStatuses)} * 10 + ${riskRank}`,
  );

/** The index in `riskFilters` of the shown risk; computes the same as `getShownRisk` of the contract. */
const scoreSum = '(regulatory_compliance + user_satisfaction + security_measures)';
const shownRiskRank = `case
  when verification_status in ('Flagged', 'Suspended') or risk_score = 'High' then 2
  when ${scoreSum} = 0 then 3
  when round(${scoreSum} / 3.0) < ${barBounds.yellow} then 2
  when round(${scoreSum} / 3.0) < ${barBounds.green} or risk_score = 'Medium' then 1
  else 0 end`;

const verifiedRankExpression = sql`case verification_status when 'Verified' then 0 else 1 end`;

/** SQL condition for a provider `p` that was accepted once: it keeps its page, even when suspended. */
export const hasPageCondition = `p.review_state = 'approved'`;
/** Not listed, but with a page. */
export const suspendedWithPage = sql`review_state = 'approved' and verification_status = 'Suspended'`;

/** The pseudo-country under which every public provider is listed once. */
export const ALL_COUNTRIES = '';

export const providers = pgTable(
  'providers',
  {
    id: id<ProviderId>(),
    name: text().notNull(),
    /** Also known as: earlier names, short forms, names on its sites. */
    otherNames: text().array().notNull().default([]),
    type: enumText(providerTypes).notNull(),
    description: text().notNull(),
    logoUrl: text(),
    website: text(),
    verificationStatus: enumText(verificationStatuses).notNull().default('Pending'),
    flaggedReasons: text().array().notNull().default([]),
    riskScore: enumText(riskLevels).notNull().default('Medium'),
    /** Mean and number of the approved reviews, updated by the reviews module. */
    rating: numeric({ precision: 2, scale: 1 }).notNull().default('0.0'),
    reviewCount: integer().notNull().default(0),
    countries: text().array().notNull().default([]),
    established: smallint(),
    userCount: integer(),
    licenseInfo: text(),
    regulatoryCompliance: smallint().notNull().default(0),
    userSatisfaction: smallint().notNull().default(0),
    securityMeasures: smallint().notNull().default(0),
    securityFeatures: jsonb().$type<SecurityFeature[]>().notNull().default([]),
    insurance: text(),
    reviewState: enumText(reviewStates).notNull().default('pending'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    isPublic: boolean()
      .notNull()
      .generatedAlwaysAs(sql`review_state = 'approved' and verification_status <> 'Suspended'`),
    nameKey: keyText()
      .notNull()
      .generatedAlwaysAs(sql`public.fold(name)`),
    /** The registrable domain of its website, by platform/web-address: `foo.co.za` for `https://www.foo.co.za/join`. */
    websiteSite: keyText(),
    /** All names, one per line, and the name of its site. Written by a trigger. */
    namesKey: keyText().notNull().default(''),
    cell: smallint().notNull().generatedAlwaysAs(toCellExpression(shownRiskRank)),
    verifiedRank: smallint().notNull().generatedAlwaysAs(verifiedRankExpression),
    riskRank: smallint().notNull().generatedAlwaysAs(sql.raw(shownRiskRank)),
    search: searchVector()
      .notNull()
      .generatedAlwaysAs(sql`public.search_words(public.names_of(name, other_names, null) || ' ' || description)`),
  },
  (table) => [
    checkOneOf('providers_type_known', table.type, providerTypes),
    checkOneOf('providers_verification_status_known', table.verificationStatus, verificationStatuses),
    checkOneOf('providers_risk_score_known', table.riskScore, riskLevels),
    checkOneOf('providers_review_state_known', table.reviewState, reviewStates),
    checkBetween('providers_regulatory_compliance_percent', table.regulatoryCompliance, 0, 100),
    checkBetween('providers_user_satisfaction_percent', table.userSatisfaction, 0, 100),
    checkBetween('providers_security_measures_percent', table.securityMeasures, 0, 100),
    checkBetween('providers_rating_scale', table.rating, 0, 5),
    check('providers_review_count_positive', sql`${table.reviewCount} >= 0`),
    index('providers_website_site').on(table.websiteSite),
    // For API clients that fetch changes since a time.
    index('providers_changed')
      .on(table.updatedAt, table.id)
      .where(sql`${table.reviewState} = 'approved'`),
    // Finds the providers whose names occur in a text, listed or not.
    index('providers_name_keys')
      .using('gin', sql`public.name_keys(${table.name}, ${table.otherNames})`)
      .where(sql`${table.reviewState} = 'approved'`),
    // One index for all conditions of a search, so that it intersects words or names with country and type and fetches
    // only complete matches.
    index('providers_found')
      .using(
        'gin',
        table.search,
        sql`${table.namesKey} gin_trgm_ops`,
        sql`public.word_seams(${table.namesKey})`,
        table.countries,
        sql`(array[${table.type}])`,
      )
      .where(sql`${table.isPublic}`),
    index('providers_cell')
      .on(table.cell)
      .where(sql`${table.isPublic}`),
    // A search for a common word scans the requested order until it has enough matches.
    index('providers_relevance')
      .on(table.verifiedRank, descending(table.rating), table.nameKey, table.id)
      .where(sql`${table.isPublic}`),
    index('providers_rating')
      .on(descending(table.rating), table.nameKey, table.id)
      .where(sql`${table.isPublic}`),
    index('providers_risk')
      .on(table.riskRank, table.nameKey, table.id)
      .where(sql`${table.isPublic}`),
    index('providers_name')
      .on(table.nameKey, table.id)
      .where(sql`${table.isPublic}`),
    // Resolves the name of a suspended provider in a report.
    index('providers_suspended_name').on(table.nameKey).where(suspendedWithPage),
    index('providers_newest')
      .on(descending(table.createdAt), descending(table.id))
      .where(sql`${table.isPublic}`),
    // For the list of all providers in the console.
    index('providers_all_newest').on(descending(table.createdAt), descending(table.id)),
    index('providers_state_newest').on(
      table.reviewState,
      table.verificationStatus,
      descending(table.createdAt),
      descending(table.id),
    ),
    index('providers_all_names_trigrams').using('gin', sql`${table.namesKey} gin_trgm_ops`),
    // Sitemaps split the public providers into files by id.
    index('providers_public_ids')
      .on(table.id)
      .where(sql`${table.isPublic}`),
  ],
);

export const providerListings = pgTable(
  'provider_listings',
  {
    country: keyText().notNull(),
    /** No foreign key: the trigger that inserts the row also deletes it, and a check per row would slow imports. */
    providerId: uuid().$type<ProviderId>().notNull(),
    cell: smallint().notNull(),
    rating: numeric({ precision: 2, scale: 1 }).notNull(),
    nameKey: keyText().notNull(),
    /** Verified first, all others equal. */
    verifiedRank: smallint()
      .notNull()
      .generatedAlwaysAs(sql`case when cell / 10 % 10 = 0 then 0 else 1 end`),
    riskRank: smallint()
      .notNull()
      .generatedAlwaysAs(sql`cell % 10`),
  },
  (table) => [
    primaryKey({ columns: [table.providerId, table.country] }),
    // A page is a short index scan at any size. By rating, the two ranks of the first index are merged; by name, the
    // four risks of the second.
    index('provider_listings_relevance').on(
      table.country,
      table.verifiedRank,
      descending(table.rating),
      table.nameKey,
      table.providerId,
    ),
    index('provider_listings_risk').on(table.country, table.riskRank, table.nameKey, table.providerId),
    // A filtered page merges the first rows of its cells, each of which is sorted by rating or by name.
    index('provider_listings_cell_rating').on(
      table.country,
      table.cell,
      descending(table.rating),
      table.nameKey,
      table.providerId,
    ),
    index('provider_listings_cell_name').on(table.country, table.cell, table.nameKey, table.providerId),
  ],
);

/** Public providers by cell; ALL_COUNTRIES counts each provider once. An empty cell stays with 0. */
export const providerCounts = pgTable(
  'provider_counts',
  {
    country: keyText().notNull(),
    type: enumText(providerTypes).notNull(),
    verificationStatus: enumText(verificationStatuses).notNull(),
    shownRisk: enumText(riskFilters).notNull(),
    n: integer().notNull(),
    cell: smallint()
      .notNull()
      .generatedAlwaysAs(toCellExpression(sqlIndexOf('shown_risk', riskFilters))),
  },
  (table) => [primaryKey({ columns: [table.country, table.type, table.verificationStatus, table.shownRisk] })],
);

/** All providers, public or not, by review state and verification status. */
export const providerStateCounts = pgTable(
  'provider_state_counts',
  {
    reviewState: enumText(reviewStates).notNull(),
    verificationStatus: enumText(verificationStatuses).notNull(),
    n: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.reviewState, table.verificationStatus] })],
);

/**
 * Every word of a public provider, once. A search first finds words here that contain or resemble the input, then the
 * providers. Names have about as many different words as there are providers, so only words that also occur in texts
 * are searched here; names are searched directly.
 */
export const providerWords = pgTable(
  'provider_words',
  { word: keyText().primaryKey(), isInText: boolean().notNull() },
  (table) => [
    index('provider_words_alike').using('gin', sql`${table.word} gin_trgm_ops`),
    index('provider_words_in_text')
      .using('gin', sql`${table.word} gin_trgm_ops`)
      .where(sql`${table.isInText}`),
  ],
);

export const certifications = pgTable('certifications', {
  id: id(),
  name: text().notNull(),
  description: text().notNull(),
  icon: text(),
  color: text(),
  isActive: boolean().notNull().default(true),
  priority: integer().notNull().default(0),
  createdAt: createdAt(),
});

export const providerCertifications = pgTable(
  'provider_certifications',
  {
    providerId: uuid()
      .$type<ProviderId>()
      .notNull()
      .references(() => providers.id, { onDelete: 'cascade' }),
    certificationId: uuid()
      .notNull()
      .references(() => certifications.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.providerId, table.certificationId] }),
    index('provider_certifications_certification').on(table.certificationId),
  ],
);

/** The evidence of a verdict. */
export const providerEvidence = pgTable(
  'provider_evidence',
  {
    id: id(),
    providerId: uuid()
      .$type<ProviderId>()
      .notNull()
      .references(() => providers.id, { onDelete: 'cascade' }),
    kind: enumText(evidenceKinds).notNull(),
    country: text().notNull(),
    authority: text().notNull(),
    reference: text(),
    sourceUrl: text(),
    checkedOn: date({ mode: 'string' }).notNull(),
    /** The register team or another source, never a person's name. */
    checkedBy: text().notNull(),
    createdAt: createdAt(),
    /** Readers see only what was not withdrawn. Rows are never changed otherwise. */
    withdrawnAt: timestamp({ withTimezone: true }),
    withdrawnReason: text(),
  },
  (table) => [
    index('provider_evidence_newest').on(table.providerId, table.checkedOn.desc().nullsFirst(), table.id),
    checkOneOf('provider_evidence_kind_known', table.kind, evidenceKinds),
  ],
);

/** Redrawn pictures of what was seen. One without evidence was just uploaded, or is deleted after a day. */
export const evidencePictures = pgTable(
  'evidence_pictures',
  {
    id: id<EvidencePictureId>(),
    evidenceId: uuid()
      .$type<EvidenceId>()
      .references(() => providerEvidence.id, { onDelete: 'cascade' }),
    uploadedBy: uuid().$type<UserId>().notNull(),
    type: text().notNull(),
    picture: bytes().notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('evidence_pictures_of_evidence').on(table.evidenceId),
    index('evidence_pictures_unused')
      .on(table.createdAt)
      .where(sql`${table.evidenceId} is null`),
  ],
);

/** Redrawn pictures in the two sizes that pages show. A changed logo gets a new id, so its address is immutable. */
export const providerLogos = pgTable(
  'provider_logos',
  {
    id: id<LogoId>(),
    providerId: uuid()
      .$type<ProviderId>()
      .notNull()
      .references(() => providers.id, { onDelete: 'cascade' }),
    small: bytes().notNull(),
    large: bytes().notNull(),
    createdAt: createdAt(),
  },
  (table) => [index('provider_logos_of_provider').on(table.providerId)],
);
