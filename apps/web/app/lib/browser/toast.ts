/** Toasts with a title and an optional sentence, one at a time: a new toast replaces the previous one. */
import { toastTiming } from '@hakiki/contract/limits';

export interface Toast {
  id: number;
  title: string;
  description?: string;
  /** A button, e.g. to undo; the toast closes then. */
  action?: { label: string; run: () => void };
  /** The announced alert: its severity and page. */
  alert?: { severity: 'High' | 'Critical'; href: string };
  /** The page itself says the same, so that a line in the header is enough. */
  isInline?: boolean;
  isDestructive: boolean;
  durationMs: number;
  isOpen: boolean;
}

export type ToastOptions = Pick<Toast, 'title' | 'description' | 'action' | 'alert' | 'isInline'> &
  Partial<Pick<Toast, 'isDestructive' | 'durationMs'>>;

let toasts: readonly Toast[] = [];
let nextId = 1;
const listeners = new Set<() => void>();

function setToasts(next: readonly Toast[]) {
  toasts = next;
  for (const listener of listeners) listener();
}

export function showToast({
  isDestructive = false,
  durationMs = toastTiming.durationMs,
  ...text
}: ToastOptions): number {
  const toast: Toast = { ...text, isDestructive, durationMs, id: nextId++, isOpen: true };
  setToasts([toast, ...toasts].slice(0, toastTiming.maxVisible));
  return toast.id;
}

/** Hides the toast at once; removes it after the remove delay, so that closing can be animated and observed. */
export function dismissToast(id: number): void {
  setToasts(toasts.map((toast) => (toast.id === id ? { ...toast, isOpen: false } : toast)));
  setTimeout(() => setToasts(toasts.filter((toast) => toast.id !== id)), toastTiming.removeDelayMs);
}

/** Removes the toast as if it had never been shown. */
export const removeToast = (id: number): void => setToasts(toasts.filter((toast) => toast.id !== id));

export const toastStore = {
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  current: () => toasts,
};
