/** The logos of providers. The page of a provider without one shows its initial. */
import type { AdminProvider } from '@hakiki/contract/directory-admin';
import type { ProviderId } from '@hakiki/contract/directory';
import type { LogoId, LogoSize } from '@hakiki/contract/logos';
import { AppError, notFound } from '../../platform/app-error.ts';
import type { Database, Db } from '../../platform/db/database.ts';
import { uuidv7 } from '../../platform/db/uuid.ts';
import type { UserActor } from '../../platform/http/actor.ts';
import { type AuditActor, type AuditService, toAuditActor } from '../audit/service.ts';
import { presentAdminProvider } from './admin-present.ts';
import * as logoStore from './logo-store.ts';
import * as store from './store.ts';

/** Redraws an uploaded picture in all sizes, in a sandbox. */
export type DrawLogo = (input: Uint8Array, sender: string) => Promise<LogoPictures>;
export type LogoPictures = Record<LogoSize, Buffer>;

interface LogoDeps {
  database: Database;
  audit: AuditService;
  drawLogo: DrawLogo;
}

const LOGO_PATH = '/api/logos/';
const toLogoUrl = (id: LogoId): string => LOGO_PATH + id;
export const toLogoId = (logoUrl: string): LogoId => logoUrl.slice(LOGO_PATH.length) as LogoId;

/** For a locked provider. A logo that its business proposed stays pending. */
export async function replaceLogo(
  { audit }: Pick<LogoDeps, 'audit'>,
  tx: Db,
  actor: AuditActor,
  providerId: ProviderId,
  pictures: LogoPictures | undefined,
): Promise<void> {
  await logoStore.deleteUsedLogo(tx, providerId);
  const id = uuidv7<LogoId>();
  if (pictures) await logoStore.insertLogo(tx, { id, providerId, ...pictures });
  await logoStore.setLogoUrl(tx, providerId, pictures ? toLogoUrl(id) : null);
  await audit.record(tx, {
    actor,
    action: pictures ? 'provider.logo-changed' : 'provider.logo-removed',
    subject: providerId,
    ...(pictures && { detail: { logo: id } }),
  });
}

export const logoHeaders: [string, string][] = [
  ['Content-Type', 'image/webp'],
  ['Content-Disposition', 'inline'],
];

export function createLogos({ database, audit, drawLogo }: LogoDeps) {
  const draw = (upload: Uint8Array, sender: string) =>
    drawLogo(upload, sender).catch((error: unknown) => {
      throw error instanceof AppError && error.code === 'FILE_REFUSED'
        ? new AppError('LOGO_REFUSED', { cause: error })
        : error;
    });

  async function replace(
    tx: Db,
    actor: UserActor,
    providerId: ProviderId,
    pictures: LogoPictures | undefined,
  ): Promise<AdminProvider> {
    if (!(await store.lockProvider(tx, providerId))) throw notFound('PROVIDER_NOT_FOUND');
    await replaceLogo({ audit }, tx, toAuditActor(actor), providerId, pictures);
    return presentAdminProvider((await store.findForAdmin(tx, providerId))!);
  }

  return {
    async setLogo(actor: UserActor, providerId: ProviderId, upload: Uint8Array): Promise<AdminProvider> {
      const pictures = await draw(upload, actor.user.id);
      return database.transaction((tx) => replace(tx, actor, providerId, pictures));
    },

    removeLogo: (actor: UserActor, providerId: ProviderId): Promise<AdminProvider> =>
      database.transaction((tx) => replace(tx, actor, providerId, undefined)),

    /** Redraws a picture before the transaction that stores it. */
    drawLogo: draw,

    /** For the business module, under the provider's lock. Returns the address that the logo has once it is public. */
    async insertProposedLogo(tx: Db, providerId: ProviderId, pictures: LogoPictures): Promise<string> {
      const id = uuidv7<LogoId>();
      await logoStore.insertLogo(tx, { id, providerId, ...pictures });
      return toLogoUrl(id);
    },

    /** Deletes logos that are not public and no longer proposed. */
    deleteUnusedLogos: async (tx: Db, providerId: ProviderId, proposed: string | undefined): Promise<void> => {
      await logoStore.deleteUnusedLogos(tx, providerId, proposed === undefined ? undefined : toLogoId(proposed));
    },

    /** Public or proposed, of this provider or, without one, of any. */
    async readProposedLogo(id: LogoId, providerId?: ProviderId): Promise<Uint8Array<ArrayBuffer>> {
      const picture = await logoStore.findAnyLogo(database.db, id, providerId);
      if (!picture) throw notFound('NOT_FOUND');
      return new Uint8Array(picture);
    },

    async readLogo(id: LogoId, size: LogoSize): Promise<Uint8Array<ArrayBuffer>> {
      const picture = await logoStore.findLogo(database, id, size);
      if (!picture) throw notFound('NOT_FOUND');
      return new Uint8Array(picture);
    },
  };
}
