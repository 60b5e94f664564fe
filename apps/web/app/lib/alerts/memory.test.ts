import { alertStorageKeys } from '@hakiki/contract/alert-announcing';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { openPage } from '../../../test/open-page.ts';

/** Imports the module again, as a reload does: only the browser's storage survives. */
const reloaded = () => import('./memory.ts');

beforeEach(() => vi.resetModules());

it('uses the two storage keys of the specification [CONST-03]', () => {
  expect(Object.values(alertStorageKeys)).toEqual(['dismissedFraudAlerts', 'lastAlertNotification']);
});

describe('dismissed alerts', () => {
  it('stores dismissed alerts as a JSON list of unique ids [BANNER-03] [DEC-22] [CONST-03]', async () => {
    const { kept } = openPage();
    const { dismissAlert } = await reloaded();
    for (const id of ['a', 'b', 'a']) dismissAlert(id);
    expect(kept.get('dismissedFraudAlerts')).toBe('["a","b"]');
  });

  it('still knows the dismissed alerts after a reload [BANNER-04]', async () => {
    openPage();
    (await reloaded()).dismissAlert('a');
    vi.resetModules();
    expect((await reloaded()).dismissedAlerts()).toEqual(['a']);
  });

  it.each(['', 'nothing', '{"a":1}', '"a"', 'null', '[1,null]'])(
    'returns no dismissed alerts when %j is stored [DEC-22]',
    async (stored) => {
      openPage().kept.set('dismissedFraudAlerts', stored);
      expect((await reloaded()).dismissedAlerts()).toEqual([]);
    },
  );

  it('returns the same list until an alert is dismissed, and then notifies the listeners', async () => {
    openPage();
    const { dismissAlert, dismissedAlerts, onDismissed } = await reloaded();
    dismissAlert('a');
    expect(dismissedAlerts()).toBe(dismissedAlerts());
    const listener = vi.fn<() => void>();
    const stop = onDismissed(listener);
    dismissAlert('b');
    stop();
    dismissAlert('c');
    expect(listener).toHaveBeenCalledTimes(1);
  });

  it('stores at most 500 dismissed alerts and drops the oldest', async () => {
    openPage();
    const { dismissAlert, dismissedAlerts } = await reloaded();
    for (let number = 0; number < 501; number += 1) dismissAlert(String(number));
    expect(dismissedAlerts()).toHaveLength(500);
    expect(dismissedAlerts().at(-1)).toBe('500');
  });

  it('remembers dismissed alerts until the page is closed when storage is disabled', async () => {
    openPage({ hasStorage: false });
    const { dismissAlert, dismissedAlerts } = await reloaded();
    expect(dismissedAlerts()).toEqual([]);
    dismissAlert('a');
    expect(dismissedAlerts()).toEqual(['a']);
  });
});

describe('the time of the last announcement', () => {
  it('stores the creation time of the newest announced alert unchanged [NOTIFY-06] [DEC-22]', async () => {
    const { kept } = openPage();
    const { lastAnnouncedAt, rememberAnnounced } = await reloaded();
    rememberAnnounced('2026-03-07T10:00:00.000Z');
    expect(kept.get('lastAlertNotification')).toBe('2026-03-07T10:00:00.000Z');
    expect(lastAnnouncedAt()).toBe(Date.UTC(2026, 2, 7, 10));
  });

  it.each([undefined, '', 'yesterday'])('returns a time one day ago when %j is stored [DEC-22]', async (stored) => {
    const { kept } = openPage();
    if (stored !== undefined) kept.set('lastAlertNotification', stored);
    const dayAgo = Date.now() - 24 * 3_600_000;
    const since = (await reloaded()).lastAnnouncedAt();
    expect(since).toBeGreaterThanOrEqual(dayAgo);
    expect(since - dayAgo).toBeLessThan(60_000);
  });

  it('remembers the time of the last announcement until the page is closed when storage is disabled', async () => {
    openPage({ hasStorage: false });
    const { lastAnnouncedAt, rememberAnnounced } = await reloaded();
    rememberAnnounced('2026-03-07T10:00:00Z');
    expect(lastAnnouncedAt()).toBe(Date.UTC(2026, 2, 7, 10));
  });
});
