import { toastTiming, tooltipTiming } from '@hakiki/contract/limits';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { dismissToast, showToast, toastStore } from './toast.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.runAllTimers();
  vi.useRealTimers();
});

const shown = () => toastStore.current().filter((toast) => toast.isOpen);

describe('toasts', () => {
  it('shows one toast at a time, the newest [TOAST-01]', () => {
    showToast({ title: 'First' });
    showToast({ title: 'Second' });
    expect(shown().map(({ title }) => title)).toEqual(['Second']);
    expect(toastTiming.maxVisible).toBe(1);
  });

  it('hides a dismissed toast at once and removes it after 1,000,000 ms [TOAST-02]', () => {
    const id = showToast({ title: 'Saved' });
    dismissToast(id);
    expect(shown()).toEqual([]);
    vi.advanceTimersByTime(999_999);
    expect(toastStore.current().map((toast) => toast.id)).toEqual([id]);
    vi.advanceTimersByTime(1);
    expect(toastStore.current()).toEqual([]);
  });

  it('removes only the dismissed toast [TOAST-02]', () => {
    dismissToast(showToast({ title: 'Old' }));
    const id = showToast({ title: 'New' });
    vi.advanceTimersByTime(toastTiming.removeDelayMs);
    expect(toastStore.current()).toMatchObject([{ id, isOpen: true }]);
  });

  it('shows a toast for 5000 ms by default [TOAST-03]', () => {
    showToast({ title: 'Saved' });
    expect(shown()[0]?.durationMs).toBe(5000);
    showToast({ title: 'Read this', durationMs: 9000 });
    expect(shown()[0]?.durationMs).toBe(9000);
  });

  it('keeps title and description apart, and is destructive only on request [DEC-80]', () => {
    showToast({
      title: 'Missing Information',
      description: 'Please fill in all required fields.',
      isDestructive: true,
    });
    expect(shown()).toMatchObject([
      { title: 'Missing Information', description: 'Please fill in all required fields.', isDestructive: true },
    ]);
    showToast({ title: 'Report Submitted', description: 'Thank you: we will look at it.' });
    expect(shown()).toMatchObject([
      { title: 'Report Submitted', description: 'Thank you: we will look at it.', isDestructive: false },
    ]);
  });

  it('notifies listeners until they unsubscribe', () => {
    const listener = vi.fn<() => void>();
    const stop = toastStore.subscribe(listener);
    const id = showToast({ title: 'Saved' });
    dismissToast(id);
    expect(listener).toHaveBeenCalledTimes(2);
    stop();
    showToast({ title: 'Again' });
    expect(listener).toHaveBeenCalledTimes(2);
  });

  it('toasts are swiped away by 50 px to the right, reached by F8 and at most 420 px wide [TOAST-04] [TOAST-05] [TOAST-06] [TOAST-07]', () => {
    expect(toastTiming).toMatchObject({ swipeThresholdPx: 50, swipeDirection: 'right', hotkey: 'F8', maxWidthPx: 420 });
  });
});

it('opens a tooltip after 700 ms, and the next one within 300 ms at once [TOAST-08] [TOAST-09]', () => {
  expect(tooltipTiming).toEqual({ openDelayMs: 700, skipDelayMs: 300 });
});
