import type { ProviderId } from '@hakiki/contract/directory';
import type { LogoId, LogoSize } from '@hakiki/contract/logos';
import { eq } from 'drizzle-orm';
import type { Database, Db } from '../../platform/db/database.ts';
import { prepareStatement } from '../../platform/db/statement.ts';
import { providerLogos, providers } from './tables.ts';

const logoStatement = prepareStatement({
  name: 'provider-logo',
  text: `select case $2 when 'small' then small else large end as picture from provider_logos where id = $1`,
});

export const findLogo = (database: Database, id: LogoId, size: LogoSize): Promise<Buffer | undefined> =>
  database.read<{ picture: Buffer }>(logoStatement, [id, size]).then((rows) => rows[0]?.picture);

export const insertLogo = (tx: Db, logo: typeof providerLogos.$inferInsert) => tx.insert(providerLogos).values(logo);

export const deleteLogos = (tx: Db, providerId: ProviderId) =>
  tx.delete(providerLogos).where(eq(providerLogos.providerId, providerId));

export const setLogoUrl = (tx: Db, providerId: ProviderId, logoUrl: string | null) =>
  tx.update(providers).set({ logoUrl }).where(eq(providers.id, providerId));
