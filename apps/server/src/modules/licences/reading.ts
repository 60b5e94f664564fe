/** Reads the registers that publish a file. What changes waits for two people; an unchanged file is a check. */
import { createHash } from 'node:crypto';
import type { LicenceProposalId } from '@hakiki/contract/licences-admin';
import { toDay } from '../../platform/clock/clock.ts';
import type { Database } from '../../platform/db/database.ts';
import { uuidv7 } from '../../platform/db/uuid.ts';
import type { GuardedFetch } from '../../platform/fetch/guarded-fetch.ts';
import type { Log } from '../../platform/log/log.ts';
import * as adminStore from './admin-store.ts';
import { compareRegister } from './differences.ts';
import { parseRegister, UnreadableRegister } from './parse-register.ts';
import { applyFile } from './proposals.ts';
import * as store from './store.ts';
import type { licenceRegisters } from './tables.ts';

const INTERVAL_SECONDS = 24 * 60 * 60;

type RegisterRow = typeof licenceRegisters.$inferSelect;

interface Deps {
  database: Database;
  fetch: GuardedFetch;
  log: Log;
}

export function createRegisterReading({ database, fetch, log }: Deps) {
  async function recordFailure({ id, failures }: RegisterRow, fault: string): Promise<void> {
    log.warn({ source: id, fault }, 'a register could not be read');
    await adminStore.recordRun(database.db, id, { fault, failures: failures + 1 });
  }

  /** The file is the confirmed one: that is a check. One that still waits for people is none. */
  const recordUnchanged = (register: RegisterRow) =>
    database.transaction(async (tx) => {
      await adminStore.lockRegister(tx, register.id);
      const last = await adminStore.findLastCheck(tx, register.id);
      if (last && last.sha256 === register.bodyHash) {
        const { fileId, asOf } = last;
        await adminStore.insertCheck(tx, { registerId: register.id, fileId, asOf, checkedOn: toDay(new Date()) });
      }
      await adminStore.recordRun(tx, register.id, { fault: null, failures: 0 });
    });

  async function read(register: RegisterRow): Promise<void> {
    const { id: registerId, fileUrl } = register;
    const response = await fetch(fileUrl!, { hosts: [new URL(fileUrl!).hostname], validators: register });
    if (response.outcome === 'refused') return recordFailure(register, response.reason);
    if (response.outcome === 'unchanged') return recordUnchanged(register);
    const { body, etag, lastModified, bodyHash } = response;
    try {
      const rows = parseRegister(register.format, body);
      await database.transaction(async (tx) => {
        await adminStore.lockRegister(tx, registerId);
        await adminStore.recordRun(tx, registerId, { fault: null, failures: 0, etag, lastModified, bodyHash });
        const fileId = uuidv7();
        const sha256 = createHash('sha256').update(body).digest('hex');
        const asOf = toDay(new Date());
        await adminStore.insertFile(tx, { id: fileId, registerId, content: body, sha256, asOf, isUploaded: false });
        const payload = { registerId, asOf, rows };
        const { changed } = compareRegister(await store.listEntries(tx, store.ofRegister(registerId)), rows);
        await adminStore.withdrawReading(tx, registerId);
        if (changed.length === 0) return applyFile(tx, payload, fileId);
        await adminStore.insertProposal(tx, {
          id: uuidv7<LicenceProposalId>(),
          kind: 'file',
          country: register.country,
          subject: registerId,
          title: register.name,
          payload,
          fileId,
        });
      });
    } catch (error) {
      if (error instanceof UnreadableRegister) return recordFailure(register, `unreadable: ${error.message}`);
      throw error;
    }
  }

  return {
    /** Each due register, one after the other. */
    async runDue(): Promise<void> {
      for (;;) {
        const register = await adminStore.claimDueRegister(database.db, INTERVAL_SECONDS);
        if (!register) return;
        await read(register);
      }
    },
  };
}
