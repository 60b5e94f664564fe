/** A minimal open page for tests: its visibility, and the browser's storage. */
import { onTestFinished, vi } from 'vitest';

interface OpenPage {
  /** Simulates switching to another tab, or back. */
  turn: (visibility: 'visible' | 'hidden') => void;
  kept: Map<string, string>;
}

export function openPage({ hasStorage = true } = {}): OpenPage {
  const kept = new Map<string, string>();
  const document = Object.assign(new EventTarget(), { visibilityState: 'visible', querySelectorAll: () => [] });
  const window = new EventTarget();
  vi.stubGlobal('document', document);
  vi.stubGlobal('addEventListener', window.addEventListener.bind(window));
  vi.stubGlobal('removeEventListener', window.removeEventListener.bind(window));
  const refuse = () => {
    throw new Error('Storage is disabled.');
  };
  vi.stubGlobal('localStorage', {
    getItem: hasStorage ? (name: string) => kept.get(name) ?? null : refuse,
    setItem: hasStorage ? (name: string, text: string) => kept.set(name, text) : refuse,
  });
  onTestFinished(() => {
    vi.unstubAllGlobals();
  });
  return {
    kept,
    turn(visibility) {
      document.visibilityState = visibility;
      document.dispatchEvent(new Event('visibilitychange'));
    },
  };
}
