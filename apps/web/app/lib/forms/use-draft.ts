/** A form's draft: offered when the person comes back, saved while they type, deleted once it was sent. */
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router';
import { deleteDraft, findDraft, keepsDrafts, newKey, saveDraft, setKeepsDrafts, type Draft } from './draft.ts';
import { valuesOf } from './values.ts';
import type { Values } from './forms.ts';
import { useInBrowser } from '../browser/use-in-browser.ts';

const TYPING_PAUSE_MS = 500;

/** URL hash that restores the draft at once. */
export const RESTORE = '#restore';

export interface DraftState {
  /** A draft of an earlier visit that is neither restored nor deleted yet. */
  offered: Draft | undefined;
  restore: () => void;
  remove: () => void;
  /** The restored values. */
  restored: Values | undefined;
  /** React key: changes when the form restarts with other values. */
  generation: string;
  isKept: boolean;
  setKept: (isKept: boolean) => void;
  onInput: (form: HTMLFormElement) => void;
  /** The Idempotency-Key of the current draft. */
  key: () => string;
  /** Called when the server says that the key was already used for something else. */
  renewKey: () => void;
  /** Deletes the draft after it was sent. */
  clear: () => void;
}

const never = () => () => undefined;
const nothing = () => undefined;

/** Reads the draft once, so that typing does not change the result. */
function lookedUpOnce(name: string): () => Draft | undefined {
  let looked: { found: Draft | undefined } | undefined;
  return () => (looked ??= { found: findDraft(name) }).found;
}

export function useDraft(name: string): DraftState {
  const { hash } = useLocation();
  const [lookUp] = useState(() => lookedUpOnce(name));
  // The server and the first render have no draft, so that the page is the same for everyone.
  const found = useSyncExternalStore(never, lookUp, nothing);
  const [choice, setChoice] = useState<'open' | 'restored' | 'gone'>(hash === RESTORE ? 'restored' : 'open');
  const restored = choice === 'restored' ? found?.values : undefined;
  const [beginnings, setBeginnings] = useState(0);
  const keptBefore = useInBrowser(keepsDrafts) ?? true;
  const [isKept = keptBefore, setKept] = useState<boolean>();
  const key = useRef<string>(undefined);
  const saving = useRef<{ timer: ReturnType<typeof setTimeout>; save: () => void }>(undefined);

  const stopSaving = () => {
    clearTimeout(saving.current?.timer);
    saving.current = undefined;
  };
  const currentKey = () => (key.current ??= (restored && found?.key) || newKey());

  // Saves on pagehide without waiting for a pause in typing.
  useEffect(() => {
    const saveNow = () => saving.current?.save();
    addEventListener('pagehide', saveNow);
    return () => {
      removeEventListener('pagehide', saveNow);
      saveNow();
    };
  }, []);

  return {
    offered: choice === 'open' ? found : undefined,
    restored,
    generation: `${beginnings} ${restored ? 'restored' : ''}`,
    isKept,
    restore() {
      stopSaving();
      key.current = found?.key;
      setChoice('restored');
    },
    remove() {
      stopSaving();
      deleteDraft(name);
      if (choice === 'open') setChoice('gone');
    },
    setKept(next) {
      stopSaving();
      setKeepsDrafts(next);
      setKept(next);
      if (next) return;
      deleteDraft(name);
      if (choice === 'open') setChoice('gone');
    },
    onInput(form) {
      stopSaving();
      if (!isKept) return;
      const save = () => {
        stopSaving();
        saveDraft(name, { values: valuesOf(new FormData(form)), key: currentKey() });
      };
      saving.current = { save, timer: setTimeout(save, TYPING_PAUSE_MS) };
    },
    key: currentKey,
    renewKey() {
      key.current = newKey();
    },
    clear() {
      stopSaving();
      deleteDraft(name);
      key.current = newKey();
      setChoice('gone');
      setBeginnings((before) => before + 1);
    },
  };
}
