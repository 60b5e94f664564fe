/** The logos of providers. The page of a provider without one shows its initial. */
import type { AdminProvider } from '@hakiki/contract/directory-admin';
import type { ProviderId } from '@hakiki/contract/directory';
import type { LogoId, LogoSize } from '@hakiki/contract/logos';
import { AppError, notFound } from '../../platform/app-error.ts';
import type { Database, Db } from '../../platform/db/database.ts';
import { uuidv7 } from '../../platform/db/uuid.ts';
import type { UserActor } from '../../platform/http/actor.ts';
import { type AuditService, toAuditActor } from '../audit/service.ts';
import { presentAdminProvider } from './admin-present.ts';
import * as logoStore from './logo-store.ts';
import * as store from './store.ts';

/** Redraws an uploaded picture in all sizes, in a sandbox. */
export type DrawLogo = (input: Uint8Array, sender: string) => Promise<Record<LogoSize, Buffer>>;

interface LogoDeps {
  database: Database;
  audit: AuditService;
  drawLogo: DrawLogo;
}

const toLogoUrl = (id: LogoId): string => `/api/logos/${id}`;

export function createLogos({ database, audit, drawLogo }: LogoDeps) {
  async function replace(
    tx: Db,
    actor: UserActor,
    providerId: ProviderId,
    pictures: Record<LogoSize, Buffer> | undefined,
  ): Promise<AdminProvider> {
    if (!(await store.lockProvider(tx, providerId))) throw notFound('PROVIDER_NOT_FOUND');
    await logoStore.deleteLogos(tx, providerId);
    const id = uuidv7<LogoId>();
    if (pictures) await logoStore.insertLogo(tx, { id, providerId, ...pictures });
    await logoStore.setLogoUrl(tx, providerId, pictures ? toLogoUrl(id) : null);
    await audit.record(tx, {
      actor: toAuditActor(actor),
      action: pictures ? 'provider.logo-changed' : 'provider.logo-removed',
      subject: providerId,
      ...(pictures && { detail: { logo: id } }),
    });
    return presentAdminProvider((await store.findForAdmin(tx, providerId))!);
  }

  return {
    async setLogo(actor: UserActor, providerId: ProviderId, upload: Uint8Array): Promise<AdminProvider> {
      const pictures = await drawLogo(upload, actor.user.id).catch((error: unknown) => {
        throw error instanceof AppError && error.code === 'FILE_REFUSED'
          ? new AppError('LOGO_REFUSED', { cause: error })
          : error;
      });
      return database.transaction((tx) => replace(tx, actor, providerId, pictures));
    },

    removeLogo: (actor: UserActor, providerId: ProviderId): Promise<AdminProvider> =>
      database.transaction((tx) => replace(tx, actor, providerId, undefined)),

    async readLogo(id: LogoId, size: LogoSize): Promise<Uint8Array<ArrayBuffer>> {
      const picture = await logoStore.findLogo(database, id, size);
      if (!picture) throw notFound('NOT_FOUND');
      return new Uint8Array(picture);
    },
  };
}
