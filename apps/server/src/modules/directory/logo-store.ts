import type { ProviderId } from '@hakiki/contract/directory';
import type { LogoId, LogoSize } from '@hakiki/contract/logos';
import { and, eq, ne, sql } from 'drizzle-orm';
import type { Database, Db } from '../../platform/db/database.ts';
import { prepareStatement } from '../../platform/db/statement.ts';
import { providerLogos, providers } from './tables.ts';

/** A proposed logo is not public: its provider has another one, or none. */
const logoStatement = prepareStatement({
  name: 'provider-logo',
  text: `select case $2 when 'small' then l.small else l.large end as picture from provider_logos l
    join providers p on p.id = l.provider_id and p.logo_url = '/api/logos/' || l.id where l.id = $1`,
});

export const findLogo = (database: Database, id: LogoId, size: LogoSize): Promise<Buffer | undefined> =>
  database.read<{ picture: Buffer }>(logoStatement, [id, size]).then((rows) => rows[0]?.picture);

export const insertLogo = (tx: Db, logo: typeof providerLogos.$inferInsert) => tx.insert(providerLogos).values(logo);

/** Public or proposed, of this provider or, without one, of any. */
export const findAnyLogo = (db: Db, id: LogoId, providerId?: ProviderId): Promise<Buffer | undefined> =>
  db
    .select({ picture: providerLogos.large })
    .from(providerLogos)
    .where(and(eq(providerLogos.id, id), providerId && eq(providerLogos.providerId, providerId)))
    .then((rows) => rows[0]?.picture);

const isUsed = sql`exists (select from providers p
  where p.id = ${providerLogos.providerId} and p.logo_url = '/api/logos/' || ${providerLogos.id})`;

export const deleteUsedLogo = (tx: Db, providerId: ProviderId) =>
  tx.delete(providerLogos).where(and(eq(providerLogos.providerId, providerId), isUsed));

export const deleteUnusedLogos = (tx: Db, providerId: ProviderId, proposed: LogoId | undefined) =>
  tx
    .delete(providerLogos)
    .where(
      and(eq(providerLogos.providerId, providerId), sql`not ${isUsed}`, proposed && ne(providerLogos.id, proposed)),
    );

export const setLogoUrl = (tx: Db, providerId: ProviderId, logoUrl: string | null) =>
  tx.update(providers).set({ logoUrl }).where(eq(providers.id, providerId));
