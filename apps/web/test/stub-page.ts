/** A minimal open page for tests: its visibility, and the browser's storage. */
import { onTestFinished, vi } from 'vitest';

interface StubbedPage {
  /** Simulates switching to another tab, or back. */
  setVisibility: (visibility: 'visible' | 'hidden') => void;
  storage: Map<string, string>;
}

export function stubPage({ hasStorage = true } = {}): StubbedPage {
  const storage = new Map<string, string>();
  const document = Object.assign(new EventTarget(), { visibilityState: 'visible', querySelectorAll: () => [] });
  const window = new EventTarget();
  vi.stubGlobal('document', document);
  vi.stubGlobal('addEventListener', window.addEventListener.bind(window));
  vi.stubGlobal('removeEventListener', window.removeEventListener.bind(window));
  const throwDisabled = () => {
    throw new Error('Storage is disabled.');
  };
  vi.stubGlobal('localStorage', {
    getItem: hasStorage ? (name: string) => storage.get(name) ?? null : throwDisabled,
    setItem: hasStorage ? (name: string, text: string) => storage.set(name, text) : throwDisabled,
  });
  onTestFinished(() => {
    vi.unstubAllGlobals();
  });
  return {
    storage,
    setVisibility(visibility) {
      document.visibilityState = visibility;
      document.dispatchEvent(new Event('visibilitychange'));
    },
  };
}
