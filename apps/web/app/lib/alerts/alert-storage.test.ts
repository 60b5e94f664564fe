import { beforeEach, describe, expect, it, vi } from 'vitest';
import { stubPage } from '../../../test/stub-page.ts';

/** Imports the module again, as a reload does: only the browser's storage survives. */
const importFresh = () => import('./alert-storage.ts');

beforeEach(() => vi.resetModules());

it('stores what alerts need under the two keys of the specification and no other [CONST-03]', async () => {
  const { storage } = stubPage();
  const { dismissAlert, saveLastAnnounced } = await importFresh();
  dismissAlert('a');
  saveLastAnnounced('2026-03-07T10:00:00Z');
  expect(Object.fromEntries(storage)).toEqual({
    dismissedFraudAlerts: '["a"]',
    lastAlertNotification: '2026-03-07T10:00:00Z',
  });
});

describe('dismissed alerts', () => {
  it('stores dismissed alerts as a JSON list of unique ids [BANNER-03] [DEC-22] [CONST-03]', async () => {
    const { storage } = stubPage();
    const { dismissAlert } = await importFresh();
    for (const id of ['a', 'b', 'a']) dismissAlert(id);
    expect(storage.get('dismissedFraudAlerts')).toBe('["a","b"]');
  });

  it('still knows the dismissed alerts after a reload [BANNER-04]', async () => {
    stubPage();
    (await importFresh()).dismissAlert('a');
    vi.resetModules();
    expect((await importFresh()).getDismissedAlerts()).toEqual(['a']);
  });

  it.each(['', 'nothing', '{"a":1}', '"a"', 'null', '[1,null]'])(
    'returns no dismissed alerts when %j is stored [DEC-22]',
    async (stored) => {
      stubPage().storage.set('dismissedFraudAlerts', stored);
      expect((await importFresh()).getDismissedAlerts()).toEqual([]);
    },
  );

  it('returns the same list until an alert is dismissed, and then notifies the listeners', async () => {
    stubPage();
    const { dismissAlert, getDismissedAlerts, onDismissed } = await importFresh();
    dismissAlert('a');
    expect(getDismissedAlerts()).toBe(getDismissedAlerts());
    const listener = vi.fn<() => void>();
    const stop = onDismissed(listener);
    dismissAlert('b');
    stop();
    dismissAlert('c');
    expect(listener).toHaveBeenCalledTimes(1);
  });

  it('stores at most 500 dismissed alerts and drops the oldest', async () => {
    stubPage();
    const { dismissAlert, getDismissedAlerts } = await importFresh();
    for (let number = 0; number < 501; number += 1) dismissAlert(String(number));
    expect(getDismissedAlerts()).toHaveLength(500);
    expect(getDismissedAlerts().at(-1)).toBe('500');
  });

  it('remembers dismissed alerts until the page is closed when storage is disabled', async () => {
    stubPage({ hasStorage: false });
    const { dismissAlert, getDismissedAlerts } = await importFresh();
    expect(getDismissedAlerts()).toEqual([]);
    dismissAlert('a');
    expect(getDismissedAlerts()).toEqual(['a']);
  });
});

describe('the time of the last announcement', () => {
  it('stores the creation time of the newest announced alert unchanged [NOTIFY-06] [DEC-22]', async () => {
    const { storage } = stubPage();
    const { getLastAnnouncedAt, saveLastAnnounced } = await importFresh();
    saveLastAnnounced('2026-03-07T10:00:00.000Z');
    expect(storage.get('lastAlertNotification')).toBe('2026-03-07T10:00:00.000Z');
    expect(getLastAnnouncedAt()).toBe(Date.UTC(2026, 2, 7, 10));
  });

  it.each([undefined, '', 'yesterday'])('returns a time one day ago when %j is stored [DEC-22]', async (stored) => {
    const { storage } = stubPage();
    if (stored !== undefined) storage.set('lastAlertNotification', stored);
    const dayAgo = Date.now() - 24 * 3_600_000;
    const since = (await importFresh()).getLastAnnouncedAt();
    expect(since).toBeGreaterThanOrEqual(dayAgo);
    expect(since - dayAgo).toBeLessThan(60_000);
  });

  it('remembers the time of the last announcement until the page is closed when storage is disabled', async () => {
    stubPage({ hasStorage: false });
    const { getLastAnnouncedAt, saveLastAnnounced } = await importFresh();
    saveLastAnnounced('2026-03-07T10:00:00Z');
    expect(getLastAnnouncedAt()).toBe(Date.UTC(2026, 2, 7, 10));
  });
});
