/** Inserts rows with sensible defaults; a test names only the fields it is about. */
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { NewsBatchId } from '@hakiki/contract/news-admin';
import type { UserId } from '@hakiki/contract/accounts';
import type { BusinessRole } from '@hakiki/contract/business-values';
import type { ProviderId } from '@hakiki/contract/directory';
import { apiScopes } from '@hakiki/contract/endpoint';
import { and, eq, sql } from 'drizzle-orm';
import { createPasswords } from '../../src/modules/accounts/auth/passwords.ts';
import { factorResets, sessions, users } from '../../src/modules/accounts/tables.ts';
import { hashToken, newToken } from '../../src/modules/accounts/auth/tokens.ts';
import { fraudAlerts } from '../../src/modules/reports/alerts/tables.ts';
import { hashSecret, createKeyParts, formatKey } from '../../src/modules/public-api/key-format.ts';
import { apiKeys } from '../../src/modules/public-api/tables.ts';
import { differences, payments, refunds } from '../../src/modules/billing/tables.ts';
import {
  businessDocuments,
  businesses,
  businessInvitations,
  businessMembers,
  profileChanges,
  listingClaims,
} from '../../src/modules/business/tables.ts';
import { salesMessages } from '../../src/modules/contact/tables.ts';
import {
  certifications,
  providerCertifications,
  providerEvidence,
  providers,
} from '../../src/modules/directory/tables.ts';
import { toSiteOrNull } from '../../src/platform/web-address/web-address.ts';
import { withdrawalWatches } from '../../src/modules/early-warning/tables.ts';
import { experiences } from '../../src/modules/reviews/experiences/tables.ts';
import { createOwnerTags } from '../../src/modules/intake/owner-tag.ts';
import { filingQuestions } from '../../src/modules/filings/tables.ts';
import { filings } from '../../src/modules/intake/tables.ts';
import { heldReferrals, referralReviews, referrals } from '../../src/modules/billing/referrals/tables.ts';
import {
  licenceChecks,
  licenceFiles,
  licenceMatches,
  licenceRegisters,
  licences,
} from '../../src/modules/licences/tables.ts';
import { newsBatches, newsCopies, newsItems, newsMentions, newsSourceStates } from '../../src/modules/news/tables.ts';
import { regtechReports } from '../../src/modules/regtech/tables.ts';
import { businessReplies } from '../../src/modules/business/replies/tables.ts';
import { reports } from '../../src/modules/reports/issues/tables.ts';
import { ratingCounts, reviews } from '../../src/modules/reviews/tables.ts';
import { temporarySecret } from '../../src/platform/config/settings.ts';
import type { Db } from '../../src/platform/db/database.ts';
import { uuidv7 } from '../../src/platform/db/uuid.ts';

type NewProvider = typeof providers.$inferInsert;
type NewReview = typeof reviews.$inferInsert;
type NewCertification = typeof certifications.$inferInsert;
type NewEvidence = typeof providerEvidence.$inferInsert;
type NewExperience = typeof experiences.$inferInsert;
type NewAlert = typeof fraudAlerts.$inferInsert;
type NewReport = typeof reports.$inferInsert;
type NewFiling = typeof filings.$inferInsert;

let lastNumber = 0;
const nextNumber = () => (lastNumber += 1);

const getInsertedRow = <Row>(rows: Row[]): Row => {
  const [row] = rows;
  if (!row) throw new Error('Nothing was inserted.');
  return row;
};

/** Default: a public listing with the status Pending, and scores that mean its risk level or a lower one. */
export async function makeProvider(db: Db, overrides: Partial<NewProvider> = {}) {
  const raise = overrides.riskScore === 'Low' ? 30 : 0;
  const values: NewProvider = {
    name: `Demo Provider ${String(nextNumber()).padStart(4, '0')}`,
    type: 'Exchange',
    description: 'An invented service for tests.',
    verificationStatus: 'Pending',
    riskScore: 'Medium',
    countries: ['nigeria'],
    reviewState: 'approved',
    regulatoryCompliance: 70 + raise,
    userSatisfaction: 60 + raise,
    securityMeasures: 50 + raise,
    ...overrides,
  };
  const websiteSite = toSiteOrNull(values.website);
  const row = getInsertedRow(
    await db
      .insert(providers)
      .values({ websiteSite, ...values })
      .returning(),
  );
  return row;
}

/** Default: approved. Also updates rating, number and distribution of the provider's reviews. */
export async function makeReview(db: Db, overrides: Partial<NewReview> & Pick<NewReview, 'providerId'>) {
  const values: NewReview = {
    rating: 4,
    experience: 'Paid out within a day.',
    issueType: 'none',
    userLocation: 'nigeria',
    status: 'approved',
    ...overrides,
  };
  const row = getInsertedRow(await db.insert(reviews).values(values).returning());
  const approved = sql`from ${reviews} where ${reviews.providerId} = ${overrides.providerId} and ${reviews.status} = 'approved'`;
  await db
    .update(providers)
    .set({
      rating: sql`(select coalesce(round(avg(${reviews.rating}), 1), 0) ${approved})`,
      reviewCount: sql`(select count(*) ${approved})`,
    })
    .where(eq(providers.id, overrides.providerId));
  await db.delete(ratingCounts).where(eq(ratingCounts.providerId, overrides.providerId));
  await db.execute(sql`
    insert into ${ratingCounts} (provider_id, rating, n)
    select provider_id, rating, count(*) ${approved} group by provider_id, rating`);
  return row;
}

/** Evidence that allows an administrator to verify the provider. */
export const makeRecentEvidence = (db: Db, providerId: ProviderId) =>
  makeEvidence(db, { providerId, checkedOn: new Date().toISOString().slice(0, 10) });

/** Default: a licence in Nigeria. */
export async function makeEvidence(db: Db, overrides: Partial<NewEvidence> & Pick<NewEvidence, 'providerId'>) {
  const values: NewEvidence = {
    kind: 'licence',
    country: 'nigeria',
    authority: 'Demo Markets Authority (fictional)',
    reference: `DEMO-${nextNumber()}`,
    sourceUrl: 'https://register.example/entry',
    checkedOn: '2026-03-12',
    checkedBy: 'Hakiki register team',
    ...overrides,
  };
  return getInsertedRow(await db.insert(providerEvidence).values(values).returning());
}

/** Default: approved. */
export async function makeExperience(db: Db, overrides: Partial<NewExperience> = {}) {
  const values: NewExperience = {
    providerName: `Demo Provider ${String(nextNumber()).padStart(4, '0')}`,
    rating: 2,
    experience: 'My withdrawal took three weeks.',
    issueType: 'withdrawal',
    status: 'approved',
    ...overrides,
  };
  return getInsertedRow(await db.insert(experiences).values(values).returning());
}

export const PASSWORD = 'correct-horse-battery';
/** Hashed once while this file loads, before a test file turns real hashes on; all test users share it. */
const passwordHash = createPasswords().hash(PASSWORD);

/** Default: a verified account on the free plan, with PASSWORD. */
export async function makeUser(db: Db, overrides: Partial<typeof users.$inferInsert> = {}) {
  const values: typeof users.$inferInsert = {
    // Journeys of several processes share a database.
    email: `person${nextNumber()}.${process.pid}@example.com`,
    firstName: 'Amina',
    lastName: 'Demo',
    emailVerifiedAt: new Date(),
    passwordHash: await passwordHash,
    ...overrides,
  };
  return getInsertedRow(await db.insert(users).values(values).returning());
}

/** Default: a live key with all scopes, of a user with the API plan. Returns the text of the key, too. */
export async function makeApiKey(db: Db, overrides: Partial<typeof apiKeys.$inferInsert> = {}) {
  const parts = createKeyParts(overrides.isTest ?? false);
  const values: typeof apiKeys.$inferInsert = {
    accountId: overrides.accountId ?? (await makeUser(db, { subscriptionTier: 'api' })).id,
    name: `Key ${nextNumber()}`,
    permissions: [...apiScopes],
    isTest: parts.isTest,
    publicId: parts.publicId,
    secretHash: hashSecret(parts.secret),
    ...overrides,
  };
  const row = getInsertedRow(await db.insert(apiKeys).values(values).returning());
  const key = formatKey(parts);
  return { ...row, key, headers: { authorization: `Bearer ${key}` } };
}

/** Default: a referral whose friend has just signed up. */
export async function makeReferral(
  db: Db,
  overrides: Partial<typeof referrals.$inferInsert> & Pick<typeof referrals.$inferInsert, 'referrerId'>,
) {
  const referredUserId = overrides.referredUserId === undefined ? (await makeUser(db)).id : overrides.referredUserId;
  return getInsertedRow(
    await db
      .insert(referrals)
      .values({ ...overrides, referredUserId })
      .returning(),
  );
}

/** Inserts a referral that is pending for an administrator's check. */
export async function makePendingReferralCheck(db: Db) {
  const { id: referrerId } = await makeUser(db);
  const referral = await makeReferral(db, { referrerId });
  const review = getInsertedRow(await db.insert(referralReviews).values({ referrerId }).returning());
  await db.insert(heldReferrals).values({ referralId: referral.id, reviewId: review.id });
  return review;
}

/** Default: a visible item of an invented authority. */
export async function makeNewsItem(db: Db, overrides: Partial<typeof newsItems.$inferInsert> = {}) {
  const number = nextNumber();
  const values: typeof newsItems.$inferInsert = {
    title: `Notice ${number} about unlicensed providers`,
    summary: 'The authority reminds the public to check the register before depositing money.',
    category: 'warning',
    sourceName: 'Demo Authority of Kenya',
    sourceCountry: 'kenya',
    sourceUrl: `https://authority.example/notices/${number}`,
    publishedAt: new Date(),
    ...overrides,
  };
  return getInsertedRow(await db.insert(newsItems).values(values).returning());
}

/** Inserts one item of a source that is pending, in a batch of its own, and returns the id of the batch. */
export async function makePendingNewsBatch(
  db: Db,
  sourceId: string,
  overrides: Partial<typeof newsBatches.$inferInsert> = {},
): Promise<NewsBatchId> {
  await db.insert(newsSourceStates).values({ id: sourceId }).onConflictDoNothing();
  await db
    .update(newsBatches)
    .set({ state: 'discarded' })
    .where(and(eq(newsBatches.sourceId, sourceId), eq(newsBatches.state, 'held')));
  await makeNewsItem(db, { sourceId, state: 'held' });
  return getInsertedRow(
    await db
      .insert(newsBatches)
      .values({ sourceId, ...overrides })
      .returning(),
  ).id;
}

/** Inserts an announcement that seems to name a provider; creates both unless they are given. */
export const makeNewsMention = async (db: Db, overrides: Partial<typeof newsMentions.$inferInsert> = {}) =>
  getInsertedRow(
    await db
      .insert(newsMentions)
      .values({
        ...overrides,
        itemId: overrides.itemId ?? (await makeNewsItem(db)).id,
        providerId: overrides.providerId ?? (await makeProvider(db)).id,
        words: overrides.words ?? 'demo coins',
      })
      .returning(),
  );

/** Inserts a copy of an item's text at another URL. */
export const makeNewsCopy = async (
  db: Db,
  overrides: Partial<typeof newsCopies.$inferInsert> & Pick<typeof newsCopies.$inferInsert, 'itemId'>,
) =>
  getInsertedRow(
    await db
      .insert(newsCopies)
      .values({
        sourceUrl: `https://elsewhere.example/notices/${nextNumber()}`,
        sourceId: 'elsewhere',
        sourceName: 'Demo Authority elsewhere',
        state: 'shown',
        ...overrides,
      })
      .returning(),
  );

/** Inserts a factor reset requested by an operator and returns the token of its email, which cancels it. */
export async function makeFactorReset(db: Db, userId: UserId): Promise<string> {
  const token = newToken();
  await db.insert(factorResets).values({ userId, tokenHash: hashToken(token), notifiedAt: new Date() });
  return token;
}

/** Inserts a session; `cookie` is the value of the browser's Cookie header. */
export async function makeSession(db: Db, overrides: Partial<typeof sessions.$inferInsert> & { userId: UserId }) {
  const token = newToken();
  const values = {
    tokenHash: hashToken(token),
    device: 'Chrome on Android',
    ...(overrides.hasSecondFactor && { factorAt: new Date() }),
    ...overrides,
  };
  const expiresAt = overrides.expiresAt ?? new Date(Date.now() + 3_600_000);
  const { id } = getInsertedRow(
    await db
      .insert(sessions)
      .values({ ...values, expiresAt })
      .returning({ id: sessions.id }),
  );
  return { id, token, cookie: `session=${token}` };
}

/** Inserts a certification of the given provider. */
export async function makeCertification(db: Db, overrides: Partial<NewCertification> & { providerId: ProviderId }) {
  const { providerId, ...rest } = overrides;
  const values: NewCertification = {
    name: `Demo certification ${nextNumber()}`,
    description: 'Given for tests.',
    icon: 'Shield',
    color: 'green',
    ...rest,
  };
  const row = getInsertedRow(await db.insert(certifications).values(values).returning());
  await db.insert(providerCertifications).values({ providerId, certificationId: row.id });
  return row;
}

/** Uses the default secret of a server in this process. */
export const { tagOf } = createOwnerTags(temporarySecret);
const ownerTag = (createdBy: UserId | undefined) => (createdBy ? tagOf(createdBy) : null);

/** Default: a visitor's filing, whose receipt opens nothing. */
export async function makeFiling(db: Db, overrides: Partial<NewFiling> & Pick<NewFiling, 'id' | 'kind'>) {
  const values: NewFiling = { receiptHash: randomBytes(32), ...overrides };
  return getInsertedRow(await db.insert(filings).values(values).returning());
}

/** Default: approved and sent by a visitor. */
export async function makeAlert(db: Db, overrides: Partial<NewAlert> & { createdBy?: UserId } = {}) {
  const { createdBy, ...rest } = overrides;
  const values: NewAlert = {
    title: `Demo scheme ${String(nextNumber()).padStart(4, '0')} that pays nobody`,
    description: 'It promises a third more every month and asks for a fee before anything is paid out.',
    alertType: 'ponzi_scheme',
    severity: 'High',
    status: 'approved',
    affectedCountries: ['nigeria'],
    ...((rest.status ?? 'approved') === 'approved' && { publishedAt: rest.createdAt ?? new Date() }),
    ...rest,
  };
  const row = getInsertedRow(await db.insert(fraudAlerts).values(values).returning());
  await makeFiling(db, { id: row.id, kind: 'alert', ownerTag: ownerTag(createdBy), createdAt: row.createdAt });
  return row;
}

/** Default: under investigation and sent by a visitor. */
export async function makeReport(db: Db, overrides: Partial<NewReport> & { createdBy?: UserId } = {}) {
  const { createdBy, ...rest } = overrides;
  const values: NewReport = {
    reportType: 'withdrawal_issues',
    severity: 'Medium',
    description: 'My withdrawal has been pending for three weeks and nobody answers.',
    reporterLocation: 'Lagos',
    status: 'investigating',
    ...rest,
  };
  const row = getInsertedRow(await db.insert(reports).values(values).returning());
  await makeFiling(db, { id: row.id, kind: 'report', ownerTag: ownerTag(createdBy), createdAt: row.createdAt });
  return row;
}

/** Inserts the published summary of a closed month. */
export async function makeRegtechSummary(db: Db, overrides: Partial<typeof regtechReports.$inferInsert> = {}) {
  const number = nextNumber();
  const period = `${1000 + (Math.floor(number / 12) % 900)}-${String((number % 12) + 1).padStart(2, '0')}`;
  const values = {
    period,
    country: 'kenya',
    priority: 'high' as const,
    content: 'Complaints made public: 3.',
    complaints: 3,
    ...overrides,
  };
  return getInsertedRow(await db.insert(regtechReports).values(values).returning());
}

/** Inserts an undecided watch: nine reporters where one is usual, counted just now. */
export async function makeWithdrawalWatch(
  db: Db,
  overrides: Partial<typeof withdrawalWatches.$inferInsert> & { providerId: ProviderId },
) {
  const values = { people: 9, usual: 1, raiseAt: 8, calmAt: 3, countedAt: new Date(), ...overrides };
  return getInsertedRow(await db.insert(withdrawalWatches).values(values).returning());
}

/** Default: a question of a moderator whose account was deleted. */
export async function makeFilingQuestion(
  db: Db,
  overrides: Partial<typeof filingQuestions.$inferInsert> & { filingId: string },
) {
  return getInsertedRow(
    await db
      .insert(filingQuestions)
      .values({ question: 'On which day did you pay?', ...overrides })
      .returning(),
  );
}

/** Default: open. */
export async function makeSalesMessage(db: Db, overrides: Partial<typeof salesMessages.$inferInsert> = {}) {
  const values = {
    name: 'Kofi',
    email: 'kofi@example.com',
    subject: 'Prices',
    message: 'Please call me.',
    ...overrides,
  };
  return getInsertedRow(await db.insert(salesMessages).values(values).returning());
}

/** Default: an unconfirmed payment for a month of premium. */
export async function makePayment(db: Db, overrides: Partial<typeof payments.$inferInsert> & { userId: UserId }) {
  const values = { tier: 'premium' as const, reference: `HK-${nextNumber()}`, amountCents: 29_900, ...overrides };
  return getInsertedRow(await db.insert(payments).values(values).returning());
}

/** Inserts a requested refund of the full amount. */
export async function makeRefund(db: Db, { id, userId, amountCents }: typeof payments.$inferSelect) {
  return getInsertedRow(await db.insert(refunds).values({ userId, paymentId: id, amountCents }).returning());
}

export async function makePaymentDifference(db: Db, overrides: Partial<typeof differences.$inferInsert> = {}) {
  const values = {
    kind: 'charge-missing' as const,
    subject: `pf-${nextNumber()}`,
    detail: 'Not on their list.',
    ...overrides,
  };
  return getInsertedRow(await db.insert(differences).values(values).returning());
}

type NewChange = typeof profileChanges.$inferInsert;
export async function makeProfileChange(db: Db, overrides: Partial<NewChange> & Pick<NewChange, 'providerId'>) {
  const values = { changes: { name: `Demo Renamed ${nextNumber()}` }, ...overrides };
  return getInsertedRow(await db.insert(profileChanges).values(values).returning());
}

/** Default: a proven claim by the owner of a new business. */
export async function makeListingClaim(db: Db, overrides: Partial<typeof listingClaims.$inferInsert> = {}) {
  const domain = `claimed${nextNumber()}.example`;
  const values = {
    businessId: overrides.businessId ?? (await makeBusiness(db)).id,
    providerId: overrides.providerId ?? (await makeProvider(db, { website: `https://${domain}` })).id,
    domain,
    method: 'dns',
    token: 'a token of a test',
    status: 'pending',
    provenAt: new Date(),
    ...overrides,
  } as const;
  return getInsertedRow(await db.insert(listingClaims).values(values).returning());
}

/** Creates an owner unless members are given. */
export async function makeBusiness(
  db: Db,
  {
    members,
    ...given
  }: Partial<typeof businesses.$inferInsert> & { members?: { userId: UserId; role: BusinessRole }[] } = {},
) {
  const values = { companyName: `Demo Company ${nextNumber()}`, contactEmail: 'office@example.com', ...given };
  const business = getInsertedRow(await db.insert(businesses).values(values).returning());
  const memberRows = members ?? [{ userId: (await makeUser(db, { userType: 'business' })).id, role: 'owner' as const }];
  if (memberRows.length > 0) {
    await db.insert(businessMembers).values(memberRows.map((member) => ({ ...member, businessId: business.id })));
  }
  return business;
}

/** Returns the token of the invitation email, too. */
export async function makeInvitation(
  db: Db,
  overrides: Partial<typeof businessInvitations.$inferInsert> &
    Pick<typeof businessInvitations.$inferInsert, 'businessId'>,
) {
  const token = newToken();
  const values = {
    email: `invited${nextNumber()}@example.com`,
    role: 'viewer',
    language: 'en',
    tokenHash: hashToken(token),
    expiresAt: new Date(Date.now() + 86_400_000),
    ...overrides,
  } as const;
  return { ...getInsertedRow(await db.insert(businessInvitations).values(values).returning()), token };
}

type NewReply = typeof businessReplies.$inferInsert;
/** Default: a reply to the verdict. */
export async function makeBusinessReply(db: Db, overrides: Partial<NewReply> & Pick<NewReply, 'providerId'>) {
  const subject = { kind: 'provider', subjectId: overrides.providerId } as const;
  const values = { text: 'We have paid everybody back.', language: 'en', ...subject, ...overrides } as const;
  return getInsertedRow(await db.insert(businessReplies).values(values).returning());
}

type NewDocument = typeof businessDocuments.$inferInsert;
export async function makeBusinessDocument(db: Db, overrides: Partial<NewDocument>) {
  const values = { name: 'licence.pdf', type: 'Licence', ...overrides };
  return getInsertedRow(await db.insert(businessDocuments).values(values).returning());
}

/** Moves the time of the second factor, or of the last request, of all sessions back. */
export const makeSessionsOlder = (db: Db, userId: UserId, { factorMinutes = 0, idleMinutes = 0 }) =>
  db.execute(sql`
    update ${sessions} set factor_at = factor_at - make_interval(mins => ${factorMinutes}),
      last_seen_at = last_seen_at - make_interval(mins => ${idleMinutes})
    where user_id = ${userId}`);

interface NewRegister {
  country: string;
  entries: readonly (Pick<typeof licences.$inferInsert, 'holder' | 'number' | 'scope' | 'state'> & {
    providerId?: ProviderId;
  })[];
}

/** A register with one confirmed file. */
export async function makeRegister(db: Db, { country, entries }: NewRegister) {
  const url = 'https://authority.example/register';
  const name = `Register of ${country}`;
  const [register] = await db
    .insert(licenceRegisters)
    .values({ country, authority: 'Demo Authority', name, url, format: 'csv' })
    .returning();
  const registerId = register!.id;
  const [asOf, checkedOn] = [daysAgo(3), daysAgo(1)];
  const fileId = uuidv7();
  const content = Buffer.from(randomUUID());
  const sha256 = createHash('sha256').update(content).digest('hex');
  await db.insert(licenceFiles).values({ id: fileId, registerId, sha256, content, asOf, isUploaded: true });
  await db.insert(licenceChecks).values({ registerId, fileId, asOf, checkedOn });
  for (const { providerId, ...entry } of entries) {
    const entryKey = entry.number ?? entry.holder;
    await db.insert(licences).values({ registerId, entryKey, fileId, ...entry });
    if (providerId) await db.insert(licenceMatches).values({ registerId, entryKey, providerId });
  }
  return { id: registerId, name, url, asOf, checkedOn, fileHash: sha256 };
}

const daysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
