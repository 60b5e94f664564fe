/**
 * How a moderator comes to see who reported. They give a reason, which stays on record, and their page's public key; the worker,
 * which alone has the private key of reporters, opens the contact data and seals it for that page. Whatever serves pages carries
 * a box that it cannot open (the layout is in platform/sealing/browser-box.ts; the purpose is `contact-opening`, the id that of
 * the opening, the content JSON such as `{"email":"…","phone":"…"}`).
 */
import type { FilingId } from '@hakiki/contract/filings';
import * as z from 'zod';
import { AppError, invalid, notFound } from '../../platform/app-error.ts';
import type { Settings } from '../../platform/config/settings.ts';
import type { Database } from '../../platform/db/database.ts';
import type { UserActor } from '../../platform/http/actor.ts';
import { defineJob, type JobHandler } from '../../platform/jobs/job.ts';
import type { Queue } from '../../platform/jobs/jobs.ts';
import { isBrowserKey } from '../../platform/sealing/browser-box.ts';
import { actorOf, type AuditService } from '../audit/service.ts';
import * as store from './contact-openings-store.ts';
import { createSealing } from './sealed.ts';

const READABLE_MINUTES = 10;
const KEPT_MINUTES = 60;
/** More than work asks for, and too few to learn who all the reporters are. */
const ASKED_PER_HOUR = 30;
const RETRY_AFTER_SECONDS = 600;

export const openContact = defineJob({
  name: 'filings.open-contact',
  payload: z.object({ openingId: z.uuid() }),
  atOnce: 2,
});
const forgetOpenings = defineJob({
  name: 'filings.forget-openings',
  payload: z.object({}),
  schedule: '*/10 * * * *',
});

interface Needs {
  database: Database;
  queue: Pick<Queue, 'enqueue'>;
  audit: AuditService;
  settings: Settings;
}

export interface Wish {
  reason: string;
  /** Of the page that asks. */
  publicKey: string;
}

export type ContactOpenings = ReturnType<typeof createContactOpenings>;

export function createContactOpenings({ database, queue, audit, settings }: Needs) {
  const sealing = createSealing(settings);

  /** Once: tried again, it finds nothing left to do. */
  const open = (openingId: string): Promise<void> =>
    database.transaction(async (tx) => {
      const asked = await store.lockAsked(tx, openingId, READABLE_MINUTES);
      if (!asked?.sealedContact) return;
      const { filingId, askedBy, publicKey, sealedContact } = asked;
      await store.setSealed(tx, openingId, sealing.resealContact(sealedContact, filingId, { publicKey, openingId }));
      await audit.record(tx, {
        actor: { kind: 'system' },
        action: 'filing.contact-opened',
        subject: filingId,
        detail: { opening: openingId, askedBy },
      });
    });

  return {
    /** A filing without contact data is answered like one that does not exist: there is nothing to open. */
    ask(actor: UserActor, filingId: FilingId, { reason, publicKey }: Wish): Promise<{ id: string }> {
      if (!isBrowserKey(publicKey)) throw invalid({ publicKey: 'Must be a P-256 public key.' });
      const askedBy = actor.user.id;
      return database.transaction(async (tx) => {
        await store.holdPerson(tx, askedBy);
        if (!(await store.hasContact(tx, filingId))) throw notFound('FILING_NOT_FOUND');
        if ((await store.countAsked(tx, askedBy, KEPT_MINUTES)) >= ASKED_PER_HOUR) {
          throw new AppError('RATE_LIMITED', { retryAfterSeconds: RETRY_AFTER_SECONDS });
        }
        const id = await store.insertOpening(tx, { filingId, askedBy, publicKey });
        await audit.record(tx, {
          actor: actorOf(actor),
          action: 'filing.contact-asked',
          subject: filingId,
          reason,
          detail: { opening: id },
        });
        await queue.enqueue(tx, openContact, { openingId: id });
        return { id };
      });
    },

    /** Nothing yet while the worker has not come to it. */
    async read({ user }: UserActor, id: string): Promise<{ sealed: string | null }> {
      const opening = await store.findOf(database.db, id, user.id, READABLE_MINUTES);
      if (!opening) throw notFound('FILING_NOT_FOUND');
      return { sealed: opening.sealed?.toString('base64url') ?? null };
    },

    /** For the worker. */
    jobs: (): JobHandler[] => [
      openContact.handledBy(({ openingId }) => open(openingId)),
      forgetOpenings.handledBy(async () => {
        await store.deleteOlderThan(database.db, KEPT_MINUTES);
      }),
    ],
  };
}
