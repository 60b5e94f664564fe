/**
 * A business for developers, created through the modules' own services: a listing with a pending change, documents in
 * every state, months of page views, team members, invoices, a published reply and a pending one. All of it is
 * invented.
 */
import { analyticsPeriod } from '@hakiki/contract/business-values';
import { eq } from 'drizzle-orm';
import type { Services } from '../app.ts';
import { testAdmin } from '../modules/accounts/profile/administration.ts';
import { businesses, businessMembers, pageViews } from '../modules/business/tables.ts';
import { providers } from '../modules/directory/tables.ts';
import type { Db } from '../platform/db/database.ts';
import { findActor } from './signed-in.ts';

const DAY_MS = 86_400_000;
const OWNER = 'business@hakiki.example';
const EDITOR = 'editor@hakiki.example';
const LISTING = 'Tandiwa Exchange';

const createPdf = (name: string) => ({ name, bytes: Buffer.from(`%PDF-1.4\n% ${name} (demo)\n%%EOF\n`) });

export async function seedBusiness(
  { business, invoices, replies }: Pick<Services, 'business' | 'invoices' | 'replies'>,
  db: Db,
) {
  if ((await db.$count(businesses)) > 0) return;
  const [owner, editor, administrator, [listing]] = await Promise.all([
    findActor(db, OWNER),
    findActor(db, EDITOR),
    findActor(db, testAdmin.email),
    db.select({ id: providers.id }).from(providers).where(eq(providers.name, LISTING)),
  ]);
  if (!owner || !editor || !administrator || !listing) return;
  const [createdBusiness] = await db
    .insert(businesses)
    .values({
      companyName: 'Tandiwa Exchange (Pty) Ltd',
      contactEmail: 'office@tandiwa-exchange.example',
      businessType: 'Exchange',
      website: 'https://www.tandiwa-exchange.example',
      providerId: listing.id,
    })
    .returning({ id: businesses.id });
  await db.insert(businessMembers).values([
    { businessId: createdBusiness!.id, userId: owner.user.id, role: 'owner' },
    { businessId: createdBusiness!.id, userId: editor.user.id, role: 'editor' },
  ]);
  await business.colleagues.invite(owner, { email: 'accounts@tandiwa-exchange.example', role: 'viewer' });

  const [registration] = await business.documents.send(
    owner,
    [createPdf('Certificate of registration.pdf')],
    'registration',
  );
  const [licence] = await business.documents.send(owner, [createPdf('Licence.pdf')], 'licence');
  await business.decideDocument(administrator, registration!.id, { status: 'approved' });
  await business.decideDocument(administrator, licence!.id, {
    status: 'rejected',
    reason: 'The second page is missing. Please send the whole licence.',
  });
  const [completeLicence] = await business.documents.send(owner, [createPdf('Licence.pdf')], 'licence');
  const nextYear = new Date(Date.now() + 365 * DAY_MS).toISOString().slice(0, 10);
  await business.decideDocument(administrator, completeLicence!.id, { status: 'approved', validUntil: nextYear });
  await business.documents.send(
    owner,
    [createPdf('Proof of reserves.pdf'), createPdf('Proof of reserves, third quarter.pdf')],
    'audit',
  );

  await business.account.saveProfile(owner, {
    companyName: LISTING,
    contactEmail: 'office@tandiwa-exchange.example',
    website: 'https://app.tandiwa-exchange.example',
  });
  await db.insert(pageViews).values(
    Array.from({ length: analyticsPeriod.days }, (_, daysAgo) => ({
      providerId: listing.id,
      day: new Date(Date.now() - daysAgo * DAY_MS).toISOString().slice(0, 10),
      views: 90 + ((daysAgo * 37) % 61) + (daysAgo % 7 < 2 ? 0 : 40),
    })),
  );
  const billedTo = { billedTo: 'Tandiwa Exchange (Pty) Ltd', address: '14 Example Road, Example City' };
  const { id } = await invoices.issueAnnual(
    administrator,
    { userId: owner.user.id, kind: 'listing', ...billedTo },
    undefined,
  );
  await invoices.markPaid(administrator, id);

  const reply = { language: 'en' as const };
  const publishedReply = await replies.send(owner, {
    ...reply,
    kind: 'provider',
    subjectId: listing.id,
    text: 'Thank you for checking us. Our licence and the report on our reserves are on our website, and we renew both every year. (Demo entry.)',
  });
  await replies.decide(administrator, publishedReply.latest!.id, { status: 'approved' });
  const { rows } = await replies.listOwn(owner, { of: 'statements', limit: 20, offset: 0 });
  const report = rows.find(({ kind }) => kind !== 'provider');
  await replies.send(owner, {
    ...reply,
    kind: report?.kind ?? 'provider',
    subjectId: report?.subjectId ?? listing.id,
    text: 'We have looked into this and paid the amount out on the same day. (Demo entry.)',
  });
}
