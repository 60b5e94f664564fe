/**
 * Drafts of long forms, stored on this device until they are sent. A draft includes the Idempotency-Key under which it
 * is sent, so that a retry after a lost response is safe.
 */
import { tabStorage, deviceStorage, parseStoredJson } from '../browser/storage.ts';
import type { Values } from './forms.ts';

export interface Draft {
  values: Values;
  key: string;
  savedAt: number;
}

const DRAFT_RETENTION_DAYS = 30;
const DAY_MS = 86_400_000;
const DISABLED_KEY = 'draft:never';

const toStorageKey = (form: string): string => `draft:${form}`;

export function findDraft(form: string, now = Date.now()): Draft | undefined {
  const draft = parseStoredJson(deviceStorage.get(toStorageKey(form)));
  if (!isDraft(draft)) return undefined;
  if (now - draft.savedAt < DRAFT_RETENTION_DAYS * DAY_MS) return draft;
  deleteDraft(form);
  return undefined;
}

const isDraft = (value: unknown): value is Draft =>
  typeof value === 'object' && value !== null && 'values' in value && 'key' in value && 'savedAt' in value;

/** Deletes the draft of an empty form. */
export function saveDraft(form: string, { values, key }: Omit<Draft, 'savedAt'>, now = Date.now()): void {
  if (!areDraftsEnabled()) return;
  if (Object.values(values).some((value) => value.trim())) {
    deviceStorage.set(toStorageKey(form), JSON.stringify({ values, key, savedAt: now } satisfies Draft));
  } else {
    deleteDraft(form);
  }
}

export const deleteDraft = (form: string): void => deviceStorage.delete(toStorageKey(form));

/** True unless the person said that this device is shared. */
export const areDraftsEnabled = (): boolean => tabStorage.get(DISABLED_KEY) === undefined;

export function setDraftsEnabled(isEnabled: boolean): void {
  if (isEnabled) tabStorage.delete(DISABLED_KEY);
  else tabStorage.set(DISABLED_KEY, '1');
}

/** For the Idempotency-Key: random, also without a secure context. */
export const createIdempotencyKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
