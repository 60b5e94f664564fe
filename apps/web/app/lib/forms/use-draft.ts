/** A form's draft: offered when the person comes back, saved while they type, deleted once it was sent. */
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router';
import {
  deleteDraft,
  findDraft,
  areDraftsEnabled,
  createIdempotencyKey,
  saveDraft,
  setDraftsEnabled,
  type Draft,
} from './draft.ts';
import { toValues } from './values.ts';
import type { Values } from './forms.ts';
import { useBrowserValue } from '../browser/use-browser-value.ts';
import { RESTORE_HASH } from '../pages/paths.ts';

const SAVE_DELAY_MS = 500;

export interface DraftState {
  /** A draft of an earlier visit that is neither restored nor deleted yet. */
  offered: Draft | undefined;
  restore: () => void;
  remove: () => void;
  /** The restored values. */
  restored: Values | undefined;
  /** React key: changes when the form restarts with other values. */
  generation: string;
  isEnabled: boolean;
  setEnabled: (isEnabled: boolean) => void;
  onInput: (form: HTMLFormElement) => void;
  /** The Idempotency-Key of the current draft. */
  key: () => string;
  /** Called when the server says that the key was already used for something else. */
  renewKey: () => void;
  /** Deletes the draft after it was sent. */
  clear: () => void;
}

const subscribeNever = () => () => undefined;
const noDraft = () => undefined;

/** Reads the draft once, so that typing does not change the result. */
function createDraftReader(name: string): () => Draft | undefined {
  let cached: { storedDraft: Draft | undefined } | undefined;
  return () => (cached ??= { storedDraft: findDraft(name) }).storedDraft;
}

export function useDraft(name: string): DraftState {
  const { hash } = useLocation();
  const [readDraft] = useState(() => createDraftReader(name));
  // The server and the first render have no draft, so that the page is the same for everyone.
  const storedDraft = useSyncExternalStore(subscribeNever, readDraft, noDraft);
  const [choice, setChoice] = useState<'open' | 'restored' | 'gone'>(hash === RESTORE_HASH ? 'restored' : 'open');
  const restored = choice === 'restored' ? storedDraft?.values : undefined;
  const [resetCount, setBeginnings] = useState(0);
  const wasEnabled = useBrowserValue(areDraftsEnabled) ?? true;
  const [isEnabled = wasEnabled, setEnabled] = useState<boolean>();
  const key = useRef<string>(undefined);
  const pendingSave = useRef<{ timer: ReturnType<typeof setTimeout>; save: () => void }>(undefined);

  const cancelPendingSave = () => {
    clearTimeout(pendingSave.current?.timer);
    pendingSave.current = undefined;
  };
  const currentKey = () => (key.current ??= (restored && storedDraft?.key) || createIdempotencyKey());

  // Saves on pagehide without waiting for a pause in typing.
  useEffect(() => {
    const saveNow = () => pendingSave.current?.save();
    addEventListener('pagehide', saveNow);
    return () => {
      removeEventListener('pagehide', saveNow);
      saveNow();
    };
  }, []);

  return {
    offered: choice === 'open' ? storedDraft : undefined,
    restored,
    generation: `${resetCount} ${restored ? 'restored' : ''}`,
    isEnabled,
    restore() {
      cancelPendingSave();
      key.current = storedDraft?.key;
      setChoice('restored');
    },
    remove() {
      cancelPendingSave();
      deleteDraft(name);
      if (choice === 'open') setChoice('gone');
    },
    setEnabled(next) {
      cancelPendingSave();
      setDraftsEnabled(next);
      setEnabled(next);
      if (next) return;
      deleteDraft(name);
      if (choice === 'open') setChoice('gone');
    },
    onInput(form) {
      cancelPendingSave();
      if (!isEnabled) return;
      const save = () => {
        cancelPendingSave();
        saveDraft(name, { values: toValues(new FormData(form)), key: currentKey() });
      };
      pendingSave.current = { save, timer: setTimeout(save, SAVE_DELAY_MS) };
    },
    key: currentKey,
    renewKey() {
      key.current = createIdempotencyKey();
    },
    clear() {
      cancelPendingSave();
      deleteDraft(name);
      key.current = createIdempotencyKey();
      setChoice('gone');
      setBeginnings((count) => count + 1);
    },
  };
}
