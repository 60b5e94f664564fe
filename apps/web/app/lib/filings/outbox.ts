/**
 * Filings that were valid and could not be sent because of the network. They wait on this device and are sent once it is online
 * again, under the Idempotency-Key that their form made: however often they are sent, and from however many tabs, they are filed
 * once. Fetched only when needed.
 */
import type { ErrorCode } from '@hakiki/contract/errors';
import type { FilingKind } from '@hakiki/contract/filing-values';
import type { Receipt } from '@hakiki/contract/filed';
import { ApiError, failureOf, serverMessage } from '../api/api.ts';
import type { FilingRef } from '../evidence/upload.ts';
import { onThisDevice } from '../browser/device-storage.ts';
import { noteFiled } from './filed.ts';
import type { Unsent, Values } from '../forms/forms.ts';
import { noticeFlags } from './notice-flags.ts';

export interface Kept {
  /** The Idempotency-Key. */
  key: string;
  kind: FilingKind;
  /** The page of its form, and the name of its draft. */
  page: string;
  draft: string;
  values: Values;
  body: unknown;
  files: readonly File[];
  keptAt: number;
  /** It has arrived, and only its files are still to be sent. */
  receipt?: Receipt;
  /** The names of those that are there already. */
  arrived?: string[];
  /** Why the server turned it down; its writer has to look at it. */
  refusal?: { code: ErrorCode | undefined; message: string | undefined };
}

export interface Outbox {
  list: () => Promise<Kept[]>;
  put: (kept: Kept) => Promise<void>;
  delete: (key: string) => Promise<void>;
}

const DATABASE = 'outbox';
const STORE = 'kept';

const settled = <Result>(request: IDBRequest<Result>): Promise<Result> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('The outbox did not open.')));
  });

async function withStore<Result>(
  mode: IDBTransactionMode,
  act: (store: IDBObjectStore) => IDBRequest<Result>,
): Promise<Result> {
  const opening = indexedDB.open(DATABASE, 1);
  opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore(STORE, { keyPath: 'key' }));
  const database = await settled(opening);
  try {
    const transaction = database.transaction(STORE, mode);
    const committed = new Promise<void>((resolve, reject) => {
      transaction.addEventListener('complete', () => resolve());
      transaction.addEventListener('abort', () => reject(transaction.error ?? new Error('The outbox is full.')));
    });
    // Kept means written down, not merely asked for.
    const [result] = await Promise.all([settled(act(transaction.objectStore(STORE))), committed]);
    return result;
  } finally {
    database.close();
  }
}

/** Tells every page, also after a reload, that something waits. */
export function flagOutbox(isUp: boolean): void {
  if (isUp) onThisDevice.set(DATABASE, '1');
  else onThisDevice.delete(DATABASE);
  noticeFlags.set('outbox', isUp);
}

export const deviceOutbox: Outbox = {
  list: () => withStore<Kept[]>('readonly', (store) => store.getAll()),
  async put(kept) {
    await withStore('readwrite', (store) => store.put(kept));
    flagOutbox(true);
  },
  async delete(key) {
    await withStore('readwrite', (store) => store.delete(key));
    const left = await this.list();
    flagOutbox(left.length > 0);
  },
};

export interface Reply {
  receipt?: Receipt | undefined;
  mailed?: true | undefined;
}

/** The two ways out of the device. */
export interface Post {
  send: (kept: Kept) => Promise<Reply>;
  /** Whether the file has arrived. */
  upload: (file: File, filing: FilingRef) => Promise<boolean>;
}

export const keep = (unsent: Unsent & Omit<Kept, 'keptAt'>, box = deviceOutbox): Promise<void> =>
  box.put({ ...unsent, keptAt: Date.now() });

/**
 * Sends what waits, oldest first. One tab does it, by a Web Lock; where there are none, the Idempotency-Key makes a second one
 * harmless.
 */
export async function sendKept(post: Post, box = deviceOutbox): Promise<void> {
  if (!('locks' in navigator)) return sendAll(post, box);
  await navigator.locks.request('outbox', { ifAvailable: true }, async (lock) => {
    if (lock) await sendAll(post, box);
  });
}

async function sendAll(post: Post, box: Outbox) {
  const waiting = (await box.list()).filter(({ refusal }) => refusal === undefined);
  waiting.sort((one, other) => one.keptAt - other.keptAt);
  for (const kept of waiting) {
    const arrived = await sendOne(kept, post, box);
    if (!arrived) return;
  }
}

/** Whether it makes sense to go on with the next one. */
async function sendOne(kept: Kept, post: Post, box: Outbox): Promise<boolean> {
  if (kept.receipt) return sendFiles(kept, kept.receipt, post, box);
  try {
    const { receipt } = await post.send(kept);
    noteFiled({ kind: kept.kind, receipt, isLasting: true });
    if (receipt && kept.files.length > 0) return await sendFiles({ ...kept, receipt }, receipt, post, box);
    if (kept.files.length > 0) noteFiled({ kind: kept.kind, missingFiles: namesOf(kept.files), isLasting: true });
    await box.delete(kept.key);
    return true;
  } catch (error) {
    if (!isFinal(error)) return false;
    await box.put({ ...kept, refusal: { code: failureOf(error).code, message: serverMessage(error) } });
    return true;
  }
}

/** One by one, so that what has arrived is not sent again after the connection was lost. */
async function sendFiles(kept: Kept, receipt: Receipt, post: Post, box: Outbox): Promise<boolean> {
  const missing: File[] = [];
  const arrived = [...(kept.arrived ?? [])];
  for (const [place, file] of kept.files.entries()) {
    await box.put({ ...kept, values: {}, body: undefined, arrived, files: [...missing, ...kept.files.slice(place)] });
    if (await post.upload(file, { code: receipt.code })) arrived.push(file.name);
    else missing.push(file);
  }
  noteFiled({ kind: kept.kind, receipt, files: arrived, missingFiles: namesOf(missing), isLasting: true });
  await box.delete(kept.key);
  return true;
}

const namesOf = (files: readonly File[]): string[] => files.map(({ name }) => name);

/** A network error, a busy server and a proof that could not be made are retried; anything else is for its writer to correct. */
function isFinal(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  const isBusy = error.status >= 500 || error.status === 429 || error.status === 408;
  return !isBusy && failureOf(error).code !== 'PROOF_MISSING';
}
