/**
 * Valid filings that could not be sent because of the network. They are stored on this device and sent when it is
 * online again, with the Idempotency-Key of their form: the server files them once, however often and from however many
 * tabs they are sent. Loaded only when needed.
 */
import type { ErrorCode } from '@hakiki/contract/errors';
import type { FilingKind } from '@hakiki/contract/filing-values';
import type { Receipt } from '@hakiki/contract/filed';
import { ApiError, parseFailure, getServerMessage } from '../api/api.ts';
import type { FilingRef } from '../evidence/upload.ts';
import { deviceStorage } from '../browser/storage.ts';
import { addFiledNotice } from './filed-notices.ts';
import type { UnsentFiling, Values } from '../forms/forms.ts';
import { noticeFlags } from './notice-flags.ts';

export interface OutboxItem {
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
  list: () => Promise<OutboxItem[]>;
  save: (item: OutboxItem) => Promise<void>;
  delete: (key: string) => Promise<void>;
}

const DATABASE = 'outbox';
const STORE = 'kept';

const toPromise = <Result>(request: IDBRequest<Result>): Promise<Result> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('The outbox did not open.')));
  });

async function withStore<Result>(
  mode: IDBTransactionMode,
  run: (store: IDBObjectStore) => IDBRequest<Result>,
): Promise<Result> {
  const opening = indexedDB.open(DATABASE, 1);
  opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore(STORE, { keyPath: 'key' }));
  const database = await toPromise(opening);
  try {
    const transaction = database.transaction(STORE, mode);
    const committed = new Promise<void>((resolve, reject) => {
      transaction.addEventListener('complete', () => resolve());
      transaction.addEventListener('abort', () => reject(transaction.error ?? new Error('The outbox is full.')));
    });
    // Waits for the commit, not only for the request.
    const [result] = await Promise.all([toPromise(run(transaction.objectStore(STORE))), committed]);
    return result;
  } finally {
    database.close();
  }
}

/** Tells every page, also after a reload, whether the outbox has entries. */
export function setOutboxFlag(hasItems: boolean): void {
  if (hasItems) deviceStorage.set(DATABASE, '1');
  else deviceStorage.delete(DATABASE);
  noticeFlags.set('outbox', hasItems);
}

export const deviceOutbox: Outbox = {
  list: () => withStore<OutboxItem[]>('readonly', (store) => store.getAll()),
  async save(item) {
    await withStore('readwrite', (store) => store.put(item));
    setOutboxFlag(true);
  },
  async delete(key) {
    await withStore('readwrite', (store) => store.delete(key));
    const remaining = await this.list();
    setOutboxFlag(remaining.length > 0);
  },
};

export interface FilingReply {
  receipt?: Receipt | undefined;
  mailed?: true | undefined;
}

/** Sends a filing and its files to the server. */
export interface FilingSender {
  send: (item: OutboxItem) => Promise<FilingReply>;
  /** Returns whether the file has arrived. */
  upload: (file: File, filing: FilingRef) => Promise<boolean>;
}

export const addToOutbox = (unsent: UnsentFiling & Omit<OutboxItem, 'keptAt'>, outbox = deviceOutbox): Promise<void> =>
  outbox.save({ ...unsent, keptAt: Date.now() });

/**
 * Sends the stored filings, oldest first. A Web Lock lets only one tab do it; without locks, the Idempotency-Key makes
 * a second sending harmless.
 */
export async function sendOutbox(sender: FilingSender, outbox = deviceOutbox): Promise<void> {
  if (!('locks' in navigator)) return sendAll(sender, outbox);
  await navigator.locks.request('outbox', { ifAvailable: true }, async (lock) => {
    if (lock) await sendAll(sender, outbox);
  });
}

async function sendAll(sender: FilingSender, outbox: Outbox) {
  const pendingItems = (await outbox.list()).filter(({ refusal }) => refusal === undefined);
  pendingItems.sort((a, b) => a.keptAt - b.keptAt);
  for (const item of pendingItems) {
    const arrived = await sendItem(item, sender, outbox);
    if (!arrived) return;
  }
}

/** Returns whether to continue with the next filing. */
async function sendItem(item: OutboxItem, sender: FilingSender, outbox: Outbox): Promise<boolean> {
  if (item.receipt) return sendFiles(item, item.receipt, sender, outbox);
  try {
    const { receipt } = await sender.send(item);
    addFiledNotice({ kind: item.kind, receipt, isLasting: true });
    if (receipt && item.files.length > 0) return await sendFiles({ ...item, receipt }, receipt, sender, outbox);
    if (item.files.length > 0)
      addFiledNotice({ kind: item.kind, missingFiles: toFileNames(item.files), isLasting: true });
    await outbox.delete(item.key);
    return true;
  } catch (error) {
    if (!isFinal(error)) return false;
    await outbox.save({ ...item, refusal: { code: parseFailure(error).code, message: getServerMessage(error) } });
    return true;
  }
}

/** One by one, so that arrived files are not sent again after the connection was lost. */
async function sendFiles(item: OutboxItem, receipt: Receipt, sender: FilingSender, outbox: Outbox): Promise<boolean> {
  const missing: File[] = [];
  const arrived = [...(item.arrived ?? [])];
  for (const [index, file] of item.files.entries()) {
    await outbox.save({
      ...item,
      values: {},
      body: undefined,
      arrived,
      files: [...missing, ...item.files.slice(index)],
    });
    if (await sender.upload(file, { code: receipt.code })) arrived.push(file.name);
    else missing.push(file);
  }
  addFiledNotice({ kind: item.kind, receipt, files: arrived, missingFiles: toFileNames(missing), isLasting: true });
  await outbox.delete(item.key);
  return true;
}

const toFileNames = (files: readonly File[]): string[] => files.map(({ name }) => name);

/** Network errors, a busy server and a failed proof of work are retried; the writer has to correct anything else. */
function isFinal(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  const isBusy = error.status >= 500 || error.status === 429 || error.status === 408;
  return !isBusy && parseFailure(error).code !== 'PROOF_MISSING';
}
