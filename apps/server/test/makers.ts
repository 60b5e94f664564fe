/** Inserts rows with sensible defaults; a test names only the fields it is about. */
import { randomBytes } from 'node:crypto';
import type { NewsBatchId } from '@hakiki/contract/news-admin';
import type { UserId } from '@hakiki/contract/accounts';
import type { BusinessRole } from '@hakiki/contract/business-values';
import type { ProviderId } from '@hakiki/contract/directory';
import { apiScopes } from '@hakiki/contract/endpoint';
import { and, eq, sql } from 'drizzle-orm';
import { createPasswords } from '../src/modules/accounts/passwords.ts';
import { factorResets, sessions, users } from '../src/modules/accounts/tables.ts';
import { hashToken, newToken } from '../src/modules/accounts/tokens.ts';
import { fraudAlerts } from '../src/modules/alerts/tables.ts';
import { hashSecret, createKeyParts, formatKey } from '../src/modules/api-keys/key-format.ts';
import { apiKeys } from '../src/modules/api-keys/tables.ts';
import { differences, payments, refunds } from '../src/modules/billing/tables.ts';
import {
  businessDocuments,
  businesses,
  businessInvitations,
  businessMembers,
  profileChanges,
  listingClaims,
} from '../src/modules/business/tables.ts';
import { salesMessages } from '../src/modules/contact/tables.ts';
import {
  certifications,
  providerCertifications,
  providerEvidence,
  providers,
} from '../src/modules/directory/tables.ts';
import { toSiteOrNull } from '../src/platform/web-address/web-address.ts';
import { withdrawalWatches } from '../src/modules/early-warning/tables.ts';
import { experiences } from '../src/modules/experiences/tables.ts';
import { createOwnerTags } from '../src/modules/filings/owner-tag.ts';
import { filingQuestions, filings } from '../src/modules/filings/tables.ts';
import { heldReferrals, referralLooks, referrals } from '../src/modules/referrals/tables.ts';
import { newsBatches, newsCopies, newsItems, newsMentions, newsSourceStates } from '../src/modules/news/tables.ts';
import { regtechReports } from '../src/modules/regtech/tables.ts';
import { businessReplies } from '../src/modules/replies/tables.ts';
import { reports } from '../src/modules/reports/tables.ts';
import { ratingCounts, reviews } from '../src/modules/reviews/tables.ts';
import { temporarySecret } from '../src/platform/config/settings.ts';
import type { Db } from '../src/platform/db/database.ts';

type NewProvider = typeof providers.$inferInsert;
type NewReview = typeof reviews.$inferInsert;
type NewCertification = typeof certifications.$inferInsert;
type NewEvidence = typeof providerEvidence.$inferInsert;
type NewExperience = typeof experiences.$inferInsert;
type NewAlert = typeof fraudAlerts.$inferInsert;
type NewReport = typeof reports.$inferInsert;
type NewFiling = typeof filings.$inferInsert;

let made = 0;
const next = () => (made += 1);

const one = <Row>(rows: Row[]): Row => {
  const [row] = rows;
  if (!row) throw new Error('Nothing was inserted.');
  return row;
};

/** Default: a public listing with the status Pending. */
export async function makeProvider(db: Db, given: Partial<NewProvider> = {}) {
  const values: NewProvider = {
    name: `Demo Provider ${String(next()).padStart(4, '0')}`,
    type: 'Exchange',
    description: 'An invented service for tests.',
    verificationStatus: 'Pending',
    riskScore: 'Medium',
    countries: ['nigeria'],
    reviewState: 'approved',
    regulatoryCompliance: 70,
    userSatisfaction: 60,
    securityMeasures: 50,
    ...given,
  };
  const websiteSite = toSiteOrNull(values.website);
  const row = one(
    await db
      .insert(providers)
      .values({ websiteSite, ...values })
      .returning(),
  );
  return row;
}

/** Default: approved. Also updates rating, number and distribution of the provider's reviews. */
export async function makeReview(db: Db, given: Partial<NewReview> & Pick<NewReview, 'providerId'>) {
  const values: NewReview = {
    rating: 4,
    experience: 'Paid out within a day.',
    issueType: 'none',
    userLocation: 'nigeria',
    status: 'approved',
    ...given,
  };
  const row = one(await db.insert(reviews).values(values).returning());
  const approved = sql`from ${reviews} where ${reviews.providerId} = ${given.providerId} and ${reviews.status} = 'approved'`;
  await db
    .update(providers)
    .set({
      rating: sql`(select coalesce(round(avg(${reviews.rating}), 1), 0) ${approved})`,
      reviewCount: sql`(select count(*) ${approved})`,
    })
    .where(eq(providers.id, given.providerId));
  await db.delete(ratingCounts).where(eq(ratingCounts.providerId, given.providerId));
  await db.execute(sql`
    insert into ${ratingCounts} (provider_id, rating, n)
    select provider_id, rating, count(*) ${approved} group by provider_id, rating`);
  return row;
}

/** Default: a licence in Nigeria. */
export async function makeEvidence(db: Db, given: Partial<NewEvidence> & Pick<NewEvidence, 'providerId'>) {
  const values: NewEvidence = {
    kind: 'licence',
    country: 'nigeria',
    authority: 'Demo Markets Authority (fictional)',
    reference: `DEMO-${next()}`,
    sourceUrl: 'https://register.example/entry',
    checkedOn: '2026-03-12',
    checkedBy: 'Hakiki register team',
    ...given,
  };
  return one(await db.insert(providerEvidence).values(values).returning());
}

/** Default: approved. */
export async function makeExperience(db: Db, given: Partial<NewExperience> = {}) {
  const values: NewExperience = {
    providerName: `Demo Provider ${String(next()).padStart(4, '0')}`,
    rating: 2,
    experience: 'My withdrawal took three weeks.',
    issueType: 'withdrawal',
    status: 'approved',
    ...given,
  };
  return one(await db.insert(experiences).values(values).returning());
}

export const PASSWORD = 'correct-horse-battery';
/** Hashed once while this file loads, before a test file turns real hashes on; all test users share it. */
const passwordHash = createPasswords().hash(PASSWORD);

/** Default: a verified account on the free plan, with PASSWORD. */
export async function makeUser(db: Db, given: Partial<typeof users.$inferInsert> = {}) {
  const values: typeof users.$inferInsert = {
    email: `person${next()}@example.com`,
    firstName: 'Amina',
    lastName: 'Demo',
    emailVerifiedAt: new Date(),
    passwordHash: await passwordHash,
    ...given,
  };
  return one(await db.insert(users).values(values).returning());
}

/** Default: a live key with all scopes, of a user with the API plan. Returns the text of the key, too. */
export async function makeApiKey(db: Db, given: Partial<typeof apiKeys.$inferInsert> = {}) {
  const parts = createKeyParts(given.isTest ?? false);
  const values: typeof apiKeys.$inferInsert = {
    accountId: given.accountId ?? (await makeUser(db, { subscriptionTier: 'api' })).id,
    name: `Key ${next()}`,
    permissions: [...apiScopes],
    isTest: parts.isTest,
    publicId: parts.publicId,
    secretHash: hashSecret(parts.secret),
    ...given,
  };
  const row = one(await db.insert(apiKeys).values(values).returning());
  const key = formatKey(parts);
  return { ...row, key, headers: { authorization: `Bearer ${key}` } };
}

/** Default: a referral whose friend has just signed up. */
export async function makeReferral(
  db: Db,
  given: Partial<typeof referrals.$inferInsert> & Pick<typeof referrals.$inferInsert, 'referrerId'>,
) {
  const referredUserId = given.referredUserId === undefined ? (await makeUser(db)).id : given.referredUserId;
  return one(
    await db
      .insert(referrals)
      .values({ ...given, referredUserId })
      .returning(),
  );
}

/** Inserts a referral that is pending for an administrator's check. */
export async function makeReferralLook(db: Db) {
  const { id: referrerId } = await makeUser(db);
  const referral = await makeReferral(db, { referrerId });
  const look = one(await db.insert(referralLooks).values({ referrerId }).returning());
  await db.insert(heldReferrals).values({ referralId: referral.id, lookId: look.id });
  return look;
}

/** Default: a visible item of an invented authority. */
export async function makeNewsItem(db: Db, given: Partial<typeof newsItems.$inferInsert> = {}) {
  const number = next();
  const values: typeof newsItems.$inferInsert = {
    title: `Notice ${number} about unlicensed providers`,
    summary: 'The authority reminds the public to check the register before depositing money.',
    category: 'warning',
    sourceName: 'Demo Authority of Kenya',
    sourceCountry: 'kenya',
    sourceUrl: `https://authority.example/notices/${number}`,
    publishedAt: new Date(),
    ...given,
  };
  return one(await db.insert(newsItems).values(values).returning());
}

/** Inserts one item of a source that is pending, in a batch of its own, and returns the id of the batch. */
export async function makeHeldNews(
  db: Db,
  sourceId: string,
  given: Partial<typeof newsBatches.$inferInsert> = {},
): Promise<NewsBatchId> {
  await db.insert(newsSourceStates).values({ id: sourceId }).onConflictDoNothing();
  await db
    .update(newsBatches)
    .set({ state: 'discarded' })
    .where(and(eq(newsBatches.sourceId, sourceId), eq(newsBatches.state, 'held')));
  await makeNewsItem(db, { sourceId, state: 'held' });
  return one(
    await db
      .insert(newsBatches)
      .values({ sourceId, ...given })
      .returning(),
  ).id;
}

/** Inserts an announcement that seems to name a provider; creates both unless they are given. */
export const makeNewsMention = async (db: Db, given: Partial<typeof newsMentions.$inferInsert> = {}) =>
  one(
    await db
      .insert(newsMentions)
      .values({
        ...given,
        itemId: given.itemId ?? (await makeNewsItem(db)).id,
        providerId: given.providerId ?? (await makeProvider(db)).id,
        words: given.words ?? 'demo coins',
      })
      .returning(),
  );

/** Inserts a copy of an item's text at another URL. */
export const makeNewsCopy = async (
  db: Db,
  given: Partial<typeof newsCopies.$inferInsert> & Pick<typeof newsCopies.$inferInsert, 'itemId'>,
) =>
  one(
    await db
      .insert(newsCopies)
      .values({
        sourceUrl: `https://elsewhere.example/notices/${next()}`,
        sourceId: 'elsewhere',
        sourceName: 'Demo Authority elsewhere',
        state: 'shown',
        ...given,
      })
      .returning(),
  );

/** Inserts a factor reset requested by an operator and returns the token of its email, which cancels it. */
export async function makeFactorReset(db: Db, userId: UserId): Promise<string> {
  const token = newToken();
  await db.insert(factorResets).values({ userId, tokenHash: hashToken(token), toldAt: new Date() });
  return token;
}

/** Inserts a session; `cookie` is the value of the browser's Cookie header. */
export async function makeSession(db: Db, given: Partial<typeof sessions.$inferInsert> & { userId: UserId }) {
  const token = newToken();
  const values = {
    tokenHash: hashToken(token),
    device: 'Chrome on Android',
    ...(given.hasSecondFactor && { factorAt: new Date() }),
    ...given,
  };
  const expiresAt = given.expiresAt ?? new Date(Date.now() + 3_600_000);
  const { id } = one(
    await db
      .insert(sessions)
      .values({ ...values, expiresAt })
      .returning({ id: sessions.id }),
  );
  return { id, token, cookie: `session=${token}` };
}

/** Inserts a certification of the given provider. */
export async function makeCertification(db: Db, given: Partial<NewCertification> & { providerId: ProviderId }) {
  const { providerId, ...rest } = given;
  const values: NewCertification = {
    name: `Demo certification ${next()}`,
    description: 'Given for tests.',
    icon: 'Shield',
    color: 'green',
    ...rest,
  };
  const row = one(await db.insert(certifications).values(values).returning());
  await db.insert(providerCertifications).values({ providerId, certificationId: row.id });
  return row;
}

/** Uses the default secret of a server in this process. */
export const { tagOf } = createOwnerTags(temporarySecret);
const ownerTag = (createdBy: UserId | undefined) => (createdBy ? tagOf(createdBy) : null);

/** Default: a visitor's filing, whose receipt opens nothing. */
export async function makeFiling(db: Db, given: Partial<NewFiling> & Pick<NewFiling, 'id' | 'kind'>) {
  const values: NewFiling = { receiptHash: randomBytes(32), ...given };
  return one(await db.insert(filings).values(values).returning());
}

/** Default: approved and sent by a visitor. */
export async function makeAlert(db: Db, given: Partial<NewAlert> & { createdBy?: UserId } = {}) {
  const { createdBy, ...rest } = given;
  const values: NewAlert = {
    title: `Demo scheme ${String(next()).padStart(4, '0')} that pays nobody`,
    description: 'It promises a third more every month and asks for a fee before anything is paid out.',
    alertType: 'ponzi_scheme',
    severity: 'High',
    status: 'approved',
    affectedCountries: ['nigeria'],
    ...((rest.status ?? 'approved') === 'approved' && { publishedAt: rest.createdAt ?? new Date() }),
    ...rest,
  };
  const row = one(await db.insert(fraudAlerts).values(values).returning());
  await makeFiling(db, { id: row.id, kind: 'alert', ownerTag: ownerTag(createdBy), createdAt: row.createdAt });
  return row;
}

/** Default: under investigation and sent by a visitor. */
export async function makeReport(db: Db, given: Partial<NewReport> & { createdBy?: UserId } = {}) {
  const { createdBy, ...rest } = given;
  const values: NewReport = {
    reportType: 'withdrawal_issues',
    severity: 'Medium',
    description: 'My withdrawal has been pending for three weeks and nobody answers.',
    reporterLocation: 'Lagos',
    status: 'investigating',
    ...rest,
  };
  const row = one(await db.insert(reports).values(values).returning());
  await makeFiling(db, { id: row.id, kind: 'report', ownerTag: ownerTag(createdBy), createdAt: row.createdAt });
  return row;
}

/** Inserts the published summary of a closed month. */
export async function makeSummary(db: Db, given: Partial<typeof regtechReports.$inferInsert> = {}) {
  const number = next();
  const period = `${1000 + (Math.floor(number / 12) % 900)}-${String((number % 12) + 1).padStart(2, '0')}`;
  const values = {
    period,
    country: 'kenya',
    priority: 'high' as const,
    content: 'Complaints made public: 3.',
    complaints: 3,
    ...given,
  };
  return one(await db.insert(regtechReports).values(values).returning());
}

/** Inserts an undecided watch: nine reporters where one is usual, counted just now. */
export async function makeWatch(
  db: Db,
  given: Partial<typeof withdrawalWatches.$inferInsert> & { providerId: ProviderId },
) {
  const values = { people: 9, usual: 1, raiseAt: 8, calmAt: 3, countedAt: new Date(), ...given };
  return one(await db.insert(withdrawalWatches).values(values).returning());
}

/** Default: a question of a moderator whose account was deleted. */
export async function makeQuestion(db: Db, given: Partial<typeof filingQuestions.$inferInsert> & { filingId: string }) {
  return one(
    await db
      .insert(filingQuestions)
      .values({ question: 'On which day did you pay?', ...given })
      .returning(),
  );
}

/** Default: open. */
export async function makeSalesMessage(db: Db, given: Partial<typeof salesMessages.$inferInsert> = {}) {
  const values = { name: 'Kofi', email: 'kofi@example.com', subject: 'Prices', message: 'Please call me.', ...given };
  return one(await db.insert(salesMessages).values(values).returning());
}

/** Default: an unconfirmed payment for a month of premium. */
export async function makePayment(db: Db, given: Partial<typeof payments.$inferInsert> & { userId: UserId }) {
  const values = { tier: 'premium' as const, reference: `HK-${next()}`, amountCents: 29_900, ...given };
  return one(await db.insert(payments).values(values).returning());
}

/** Inserts a requested refund of the full amount. */
export async function makeRefund(db: Db, { id, userId, amountCents }: typeof payments.$inferSelect) {
  return one(await db.insert(refunds).values({ userId, paymentId: id, amountCents }).returning());
}

export async function makeDifference(db: Db, given: Partial<typeof differences.$inferInsert> = {}) {
  const values = { kind: 'charge-missing' as const, subject: `pf-${next()}`, detail: 'Not on their list.', ...given };
  return one(await db.insert(differences).values(values).returning());
}

type NewChange = typeof profileChanges.$inferInsert;
export async function makeProfileChange(db: Db, given: Partial<NewChange> & Pick<NewChange, 'providerId'>) {
  const values = { changes: { name: `Demo Renamed ${next()}` }, ...given };
  return one(await db.insert(profileChanges).values(values).returning());
}

/** Default: a proven claim by the owner of a new business. */
export async function makeListingClaim(db: Db, given: Partial<typeof listingClaims.$inferInsert> = {}) {
  const domain = `claimed${next()}.example`;
  const values = {
    businessId: given.businessId ?? (await makeBusiness(db)).id,
    providerId: given.providerId ?? (await makeProvider(db, { website: `https://${domain}` })).id,
    domain,
    method: 'dns',
    token: 'a token of a test',
    status: 'pending',
    provenAt: new Date(),
    ...given,
  } as const;
  return one(await db.insert(listingClaims).values(values).returning());
}

/** Creates an owner unless members are given. */
export async function makeBusiness(
  db: Db,
  {
    members,
    ...given
  }: Partial<typeof businesses.$inferInsert> & { members?: { userId: UserId; role: BusinessRole }[] } = {},
) {
  const values = { companyName: `Demo Company ${next()}`, contactEmail: 'office@example.com', ...given };
  const business = one(await db.insert(businesses).values(values).returning());
  const belonging = members ?? [{ userId: (await makeUser(db, { userType: 'business' })).id, role: 'owner' as const }];
  if (belonging.length > 0) {
    await db.insert(businessMembers).values(belonging.map((member) => ({ ...member, businessId: business.id })));
  }
  return business;
}

/** Returns the token of the invitation email, too. */
export async function makeInvitation(
  db: Db,
  given: Partial<typeof businessInvitations.$inferInsert> & Pick<typeof businessInvitations.$inferInsert, 'businessId'>,
) {
  const token = newToken();
  const values = {
    email: `invited${next()}@example.com`,
    role: 'viewer',
    language: 'en',
    tokenHash: hashToken(token),
    expiresAt: new Date(Date.now() + 86_400_000),
    ...given,
  } as const;
  return { ...one(await db.insert(businessInvitations).values(values).returning()), token };
}

type NewReply = typeof businessReplies.$inferInsert;
/** Default: a reply to the verdict. */
export async function makeReply(db: Db, given: Partial<NewReply> & Pick<NewReply, 'providerId'>) {
  const subject = { kind: 'provider', subjectId: given.providerId } as const;
  const values = { text: 'We have paid everybody back.', language: 'en', ...subject, ...given } as const;
  return one(await db.insert(businessReplies).values(values).returning());
}

type NewDocument = typeof businessDocuments.$inferInsert;
export async function makeDocument(db: Db, given: Partial<NewDocument>) {
  const values = { name: 'licence.pdf', type: 'Licence', ...given };
  return one(await db.insert(businessDocuments).values(values).returning());
}

/** Moves the time of the second factor, or of the last request, of all sessions back. */
export const ageSessions = (db: Db, userId: UserId, { factorMinutes = 0, idleMinutes = 0 }) =>
  db.execute(sql`
    update ${sessions} set factor_at = factor_at - make_interval(mins => ${factorMinutes}),
      last_seen_at = last_seen_at - make_interval(mins => ${idleMinutes})
    where user_id = ${userId}`);
