/**
 * Drafts of long forms, stored on this device until they are sent. A draft includes the Idempotency-Key under which it
 * is sent, so that a retry after a lost response is safe.
 */
import { inThisTab, onThisDevice, parsed } from '../browser/device-storage.ts';
import type { Values } from './forms.ts';

export interface Draft {
  values: Values;
  key: string;
  savedAt: number;
}

const DAYS_KEPT = 30;
const DAY_MS = 86_400_000;
const NEVER_KEY = 'draft:never';

const nameOf = (form: string): string => `draft:${form}`;

export function findDraft(form: string, now = Date.now()): Draft | undefined {
  const draft = parsed(onThisDevice.get(nameOf(form)));
  if (!isDraft(draft)) return undefined;
  if (now - draft.savedAt < DAYS_KEPT * DAY_MS) return draft;
  deleteDraft(form);
  return undefined;
}

const isDraft = (given: unknown): given is Draft =>
  typeof given === 'object' && given !== null && 'values' in given && 'key' in given && 'savedAt' in given;

/** Deletes the draft of an empty form. */
export function saveDraft(form: string, { values, key }: Omit<Draft, 'savedAt'>, now = Date.now()): void {
  if (!keepsDrafts()) return;
  if (Object.values(values).some((value) => value.trim())) {
    onThisDevice.set(nameOf(form), JSON.stringify({ values, key, savedAt: now } satisfies Draft));
  } else {
    deleteDraft(form);
  }
}

export const deleteDraft = (form: string): void => onThisDevice.delete(nameOf(form));

/** True unless the person said that this device is shared. */
export const keepsDrafts = (): boolean => inThisTab.get(NEVER_KEY) === undefined;

export function setKeepsDrafts(isKept: boolean): void {
  if (isKept) inThisTab.delete(NEVER_KEY);
  else inThisTab.set(NEVER_KEY, '1');
}

/** For the Idempotency-Key: random, also without a secure context. */
export const newKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
