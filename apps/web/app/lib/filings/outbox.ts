/**
 * Valid filings that could not be sent because of the network. They are stored on this device and sent when it is
 * online again, with the Idempotency-Key of their form: the server files them once, however often and from however many
 * tabs they are sent. Loaded only when needed.
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
  /** Set when the filing has arrived and only its files are still to be sent. */
  receipt?: Receipt;
  /** The names of the files that have arrived. */
  arrived?: string[];
  /** Why the server rejected it; its writer has to correct it. */
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
    // Waits for the commit, not only for the request.
    const [result] = await Promise.all([settled(act(transaction.objectStore(STORE))), committed]);
    return result;
  } finally {
    database.close();
  }
}

/** Tells every page, also after a reload, whether the outbox has entries. */
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

/** Sends a filing and its files to the server. */
export interface Post {
  send: (kept: Kept) => Promise<Reply>;
  /** Returns whether the file has arrived. */
  upload: (file: File, filing: FilingRef) => Promise<boolean>;
}

export const keep = (unsent: Unsent & Omit<Kept, 'keptAt'>, box = deviceOutbox): Promise<void> =>
  box.put({ ...unsent, keptAt: Date.now() });

/**
 * Sends the stored filings, oldest first. A Web Lock lets only one tab do it; without locks, the Idempotency-Key makes
 * a second sending harmless.
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

/** Returns whether to continue with the next filing. */
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

/** One by one, so that arrived files are not sent again after the connection was lost. */
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

/** Network errors, a busy server and a failed proof of work are retried; the writer has to correct anything else. */
function isFinal(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  const isBusy = error.status >= 500 || error.status === 429 || error.status === 408;
  return !isBusy && failureOf(error).code !== 'PROOF_MISSING';
}
