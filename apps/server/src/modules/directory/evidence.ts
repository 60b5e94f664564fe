/** The evidence behind verdicts. It is added and withdrawn, never changed. */
import type { ProviderId } from '@hakiki/contract/directory';
import type { EvidenceId, EvidencePictureId } from '@hakiki/contract/evidence';
import type { AdminEvidence, listDueChecks, NewEvidence } from '@hakiki/contract/evidence-admin';
import type { QueryOf } from '@hakiki/contract/endpoint';
import { hasProviderWarning } from '@hakiki/contract/public-statements';
import { AppError, invalidInput, notFound } from '../../platform/app-error.ts';
import type { Database, Db } from '../../platform/db/database.ts';
import { uuidv7 } from '../../platform/db/uuid.ts';
import type { UserActor } from '../../platform/http/actor.ts';
import { type IdempotencyContext, runIdempotent } from '../../platform/idempotency/idempotency.ts';
import { type AuditService, toAuditActor } from '../audit/service.ts';
import { assertAcknowledged } from '../moderation/workflow/service.ts';
import * as evidenceStore from './evidence-store.ts';
import * as store from './store.ts';

/** People are never named as a source. */
const REGISTER_TEAM = 'Hakiki register team';
const CORRECTED = 'Replaced by a correction.';

/** Redraws an uploaded picture in a sandbox. */
export type DrawPicture = (input: Uint8Array, sender: string) => Promise<{ type: string; bytes: Buffer }>;

interface EvidenceDeps {
  database: Database;
  audit: AuditService;
  drawPicture: DrawPicture;
  /** SQL of a table with the page views of each provider in the last 30 days. */
  pageViewsSql: string;
}

interface Withdrawal {
  providerId: ProviderId;
  statement: Parameters<typeof hasProviderWarning>[0];
  id: EvidenceId;
  reason: string;
  replacedBy?: NewEvidence;
}

export function createEvidenceOfVerdicts({ database, audit, drawPicture, pageViewsSql }: EvidenceDeps) {
  const listDue = evidenceStore.createDueChecks(database, pageViewsSql);

  async function lockProvider(tx: Db, id: ProviderId) {
    const provider = await store.lockProviderForDecision(tx, id);
    if (!provider) throw notFound('PROVIDER_NOT_FOUND');
    return provider.publicSnapshot.statement;
  }

  /**
   * For a locked provider. The warning of an authority may only be replaced by another one while the verdict is a
   * warning.
   */
  async function withdraw(
    tx: Db,
    actor: UserActor,
    { providerId, statement, id, reason, replacedBy }: Withdrawal,
  ): Promise<void> {
    const found = await evidenceStore.findEvidence(tx, providerId, id);
    if (!found) throw notFound('EVIDENCE_NOT_FOUND');
    if (found.kind === 'warning' && hasProviderWarning(statement) && replacedBy?.kind !== 'warning')
      throw new AppError('EVIDENCE_OF_WARNING');
    await evidenceStore.withdraw(tx, id, reason);
    await audit.record(tx, {
      actor: toAuditActor(actor),
      action: 'provider.evidence-withdrawn',
      subject: providerId,
      detail: { evidence: id },
    });
  }

  return {
    async listEvidenceForAdmin(id: ProviderId): Promise<AdminEvidence[]> {
      if (!(await store.findForAdmin(database.db, id))) throw notFound('PROVIDER_NOT_FOUND');
      return evidenceStore.listForAdmin(database, id);
    },

    addEvidence: (
      actor: UserActor,
      providerId: ProviderId,
      evidence: NewEvidence,
      repeat: IdempotencyContext | undefined,
    ): Promise<AdminEvidence> =>
      database.transaction((tx) =>
        runIdempotent(tx, repeat, async () => {
          const statement = await lockProvider(tx, providerId);
          const { name, otherNames } = statement;
          const { replaces, authority, reference, sourceUrl, picture, ...rest } = evidence;
          const companyNames = [name, ...otherNames, authority];
          assertAcknowledged(
            [
              { field: 'authority', text: authority, companyNames },
              // The number of an entry is meant to be public.
              { field: 'reference', text: reference, companyNames, publicKinds: ['account'] },
            ],
            actor.acknowledged,
          );
          if (replaces) {
            const reason = CORRECTED;
            await withdraw(tx, actor, { providerId, statement, id: replaces, reason, replacedBy: evidence });
          }
          const id = uuidv7<EvidenceId>();
          await evidenceStore.insertEvidence(tx, {
            ...rest,
            id,
            providerId,
            authority,
            reference: reference || null,
            sourceUrl: sourceUrl || null,
            checkedBy: REGISTER_TEAM,
          });
          const uploadedBy = actor.user.id;
          if (picture && !(await evidenceStore.attachPicture(tx, { id: picture, evidenceId: id, uploadedBy })))
            throw invalidInput({ picture: 'INVALID_VALUE' });
          await audit.record(tx, {
            actor: toAuditActor(actor),
            action: 'provider.evidence-added',
            subject: providerId,
            detail: { evidence: id, kind: evidence.kind, checkedOn: evidence.checkedOn, ...(picture && { picture }) },
          });
          return evidenceStore.getEvidence(tx, id);
        }),
      ),

    async uploadPicture(
      actor: UserActor,
      id: EvidencePictureId,
      upload: Uint8Array,
    ): Promise<{ id: EvidencePictureId }> {
      const { type, bytes: picture } = await drawPicture(upload, actor.user.id).catch((error: unknown) => {
        throw error instanceof AppError && error.code === 'FILE_REFUSED'
          ? new AppError('PICTURE_REFUSED', { cause: error })
          : error;
      });
      const uploadedBy = actor.user.id;
      const isOwn = await database.transaction((tx) =>
        evidenceStore.insertPicture(tx, { id, uploadedBy, type, picture }),
      );
      if (!isOwn) throw new AppError('PICTURE_REFUSED');
      return { id };
    },

    async readPicture(id: EvidencePictureId): Promise<{ type: string; picture: Uint8Array<ArrayBuffer> }> {
      const found = await evidenceStore.findPicture(database, id);
      if (!found) throw notFound('NOT_FOUND');
      return { type: found.type, picture: new Uint8Array(found.picture) };
    },

    withdrawEvidence: (actor: UserActor, id: EvidenceId, reason: string): Promise<AdminEvidence> =>
      database.transaction(async (tx) => {
        const providerId = await evidenceStore.findProviderOfEvidence(tx, id);
        if (!providerId) throw notFound('EVIDENCE_NOT_FOUND');
        const statement = await lockProvider(tx, providerId);
        await withdraw(tx, actor, { providerId, statement, id, reason });
        return evidenceStore.getEvidence(tx, id);
      }),

    listDueChecks: ({ limit, offset }: QueryOf<typeof listDueChecks>) => listDue(limit, offset),
  };
}
