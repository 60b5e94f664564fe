/**
 * Valid filings that could not be sent because of the network, and the files of filings that have arrived. They are
 * stored on this device and sent from whichever page is open, with the Idempotency-Key of their form: the server files
 * them once, however often and from however many tabs they are sent. Loaded only when needed.
 */
import type { ErrorCode } from '@hakiki/contract/errors';
import type { FilingKind } from '@hakiki/contract/filing-values';
import type { Receipt } from '@hakiki/contract/filed';
import { ApiError, parseFailure, getServerMessage } from '../api/api.ts';
import type { FilingRef } from '../evidence/upload.ts';
import { setUploadProgress } from '../evidence/upload-progress.ts';
import { deviceStorage } from '../browser/storage.ts';
import { addFiledNotice, updateFiledFiles } from './filed-notices.ts';
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
  /** The names of the files that have arrived, and of those that were refused. */
  arrived?: string[];
  missing?: string[];
  /** The size of the files that have arrived. */
  sentBytes?: number;
  /** Only in the memory of this tab: the person does not want it stored, or the browser cannot. */
  isTemporary?: boolean;
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

const temporaryItems = new Map<string, OutboxItem>();

export const deviceOutbox: Outbox = {
  async list() {
    const storedItems = await withStore<OutboxItem[]>('readonly', (store) => store.getAll()).catch(() => []);
    return [...storedItems, ...temporaryItems.values()];
  },
  async save(item) {
    if (item.isTemporary) temporaryItems.set(item.key, item);
    else await withStore('readwrite', (store) => store.put(item));
    setOutboxFlag(true);
  },
  async delete(key) {
    if (!temporaryItems.delete(key)) await withStore('readwrite', (store) => store.delete(key));
    const remaining = await this.list();
    setOutboxFlag(remaining.length > 0);
  },
};

/** Some browsers and settings refuse to store anything. */
export const isOutboxAvailable = (): Promise<boolean> =>
  withStore('readonly', (store) => store.count()).then(
    () => true,
    () => false,
  );

export interface FilingReply {
  receipt?: Receipt | undefined;
  mailed?: true | undefined;
}

/** Sends a filing and its files to the server. */
export interface FilingSender {
  send: (item: OutboxItem) => Promise<FilingReply>;
  upload: (file: File, filing: FilingRef, onSent: (bytes: number) => void) => Promise<void>;
}

export const addToOutbox = (unsent: UnsentFiling & Omit<OutboxItem, 'keptAt'>, outbox = deviceOutbox): Promise<void> =>
  outbox.save({ ...unsent, keptAt: Date.now() });

/** Hands over the files of a filing that has arrived. Without storage they are sent only from this tab. */
export const addFilesToOutbox = (item: Omit<OutboxItem, 'keptAt' | 'values' | 'body'> & { receipt: Receipt }) => {
  const filesOnly = { ...item, values: {}, body: undefined };
  return addToOutbox(filesOnly).catch(() => addToOutbox({ ...filesOnly, isTemporary: true }));
};

/**
 * Sends the stored filings, oldest first. A Web Lock lets only one tab do it; without locks, the Idempotency-Key makes
 * a second sending harmless.
 */
export async function sendOutbox(sender: FilingSender, outbox = deviceOutbox): Promise<void> {
  if (isSending) return;
  isSending = true;
  try {
    if (!('locks' in navigator)) return await sendAll(sender, outbox);
    await navigator.locks.request('outbox', { ifAvailable: true }, async (lock) => {
      if (lock) await sendAll(sender, outbox);
    });
  } finally {
    isSending = false;
  }
}

let isSending = false;

/** Includes what is added while it sends. */
async function sendAll(sender: FilingSender, outbox: Outbox) {
  const triedKeys = new Set<string>();
  for (;;) {
    const pendingItems = (await outbox.list()).filter(({ key, refusal }) => !refusal && !triedKeys.has(key));
    const [oldest] = pendingItems.toSorted((a, b) => a.keptAt - b.keptAt);
    if (!oldest) return;
    triedKeys.add(oldest.key);
    const arrived = await sendItem(oldest, sender, outbox);
    if (!arrived) return;
  }
}

/** Returns whether to continue with the next filing. */
async function sendItem(item: OutboxItem, sender: FilingSender, outbox: Outbox): Promise<boolean> {
  if (item.receipt) return sendFiles(item, item.receipt, sender, outbox);
  try {
    const { receipt } = await sender.send(item);
    const hasPendingFiles = receipt !== undefined && item.files.length > 0;
    const pendingFiles = hasPendingFiles && { pendingFiles: toFileNames(item.files) };
    addFiledNotice({ kind: item.kind, receipt, isLasting: true, ...pendingFiles });
    if (hasPendingFiles) return await sendFiles({ ...item, receipt }, receipt, sender, outbox);
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

/** One by one, so that arrived files are not sent again after the connection was lost. Stops when it is lost. */
async function sendFiles(item: OutboxItem, receipt: Receipt, sender: FilingSender, outbox: Outbox): Promise<boolean> {
  const { code, reference } = receipt;
  const missing = [...(item.missing ?? [])];
  const arrived = [...(item.arrived ?? [])];
  let sentBytes = item.sentBytes ?? 0;
  const total = item.files.reduce((sum, { size }) => sum + size, sentBytes);
  for (const [index, file] of item.files.entries()) {
    const files = item.files.slice(index);
    await outbox.save({ ...item, receipt, values: {}, body: undefined, arrived, missing, sentBytes, files });
    updateFiledFiles({ kind: item.kind, receipt }, { files: arrived, pendingFiles: toFileNames(files) });
    const progress = { reference, pending: files.length, done: sentBytes, total };
    setUploadProgress(progress);
    try {
      await sender.upload(file, { code }, (sent) =>
        setUploadProgress({ ...progress, done: progress.done + Math.min(sent, file.size) }),
      );
      arrived.push(file.name);
    } catch (error) {
      if (!isFinal(error)) {
        setUploadProgress({ ...progress, isPaused: true });
        return false;
      }
      missing.push(file.name);
    }
    sentBytes += file.size;
  }
  setUploadProgress(undefined);
  updateFiledFiles({ kind: item.kind, receipt }, { files: arrived, pendingFiles: [], missingFiles: missing });
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
