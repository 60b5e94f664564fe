import { alertStorageKeys } from '@hakiki/contract/alert-announcing';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { openPage } from '../../../test/open-page.ts';

/** As after a reload: nothing is known but what the browser has kept. */
const reloaded = () => import('./memory.ts');

beforeEach(() => vi.resetModules());

it('keeps to the two names of the specification [CONST-03]', () => {
  expect(Object.values(alertStorageKeys)).toEqual(['dismissedFraudAlerts', 'lastAlertNotification']);
});

describe('dismissed alerts', () => {
  it('are a JSON list of ids, each once [BANNER-03] [DEC-22] [CONST-03]', async () => {
    const { kept } = openPage();
    const { dismissAlert } = await reloaded();
    for (const id of ['a', 'b', 'a']) dismissAlert(id);
    expect(kept.get('dismissedFraudAlerts')).toBe('["a","b"]');
  });

  it('are still known after a reload [BANNER-04]', async () => {
    openPage();
    (await reloaded()).dismissAlert('a');
    vi.resetModules();
    expect((await reloaded()).dismissedAlerts()).toEqual(['a']);
  });

  it.each(['', 'nothing', '{"a":1}', '"a"', 'null', '[1,null]'])(
    'are none where %j is stored [DEC-22]',
    async (stored) => {
      openPage().kept.set('dismissedFraudAlerts', stored);
      expect((await reloaded()).dismissedAlerts()).toEqual([]);
    },
  );

  it('are the same list until one is added, and then who listens is told', async () => {
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

  it('are bounded: only ones that are long over are forgotten', async () => {
    openPage();
    const { dismissAlert, dismissedAlerts } = await reloaded();
    for (let number = 0; number < 501; number += 1) dismissAlert(String(number));
    expect(dismissedAlerts()).toHaveLength(500);
    expect(dismissedAlerts().at(-1)).toBe('500');
  });

  it('last for the life of the page where storage is switched off', async () => {
    openPage({ hasStorage: false });
    const { dismissAlert, dismissedAlerts } = await reloaded();
    expect(dismissedAlerts()).toEqual([]);
    dismissAlert('a');
    expect(dismissedAlerts()).toEqual(['a']);
  });
});

describe('the last announcement', () => {
  it('is the time of the newest announced alert, as it came [NOTIFY-06] [DEC-22]', async () => {
    const { kept } = openPage();
    const { lastAnnouncedAt, rememberAnnounced } = await reloaded();
    rememberAnnounced('2026-03-07T10:00:00.000Z');
    expect(kept.get('lastAlertNotification')).toBe('2026-03-07T10:00:00.000Z');
    expect(lastAnnouncedAt()).toBe(Date.UTC(2026, 2, 7, 10));
  });

  it.each([undefined, '', 'yesterday'])('is a day ago where %j is stored [DEC-22]', async (stored) => {
    const { kept } = openPage();
    if (stored !== undefined) kept.set('lastAlertNotification', stored);
    const dayAgo = Date.now() - 24 * 3_600_000;
    const since = (await reloaded()).lastAnnouncedAt();
    expect(since).toBeGreaterThanOrEqual(dayAgo);
    expect(since - dayAgo).toBeLessThan(60_000);
  });

  it('is known for the life of the page where storage is switched off', async () => {
    openPage({ hasStorage: false });
    const { lastAnnouncedAt, rememberAnnounced } = await reloaded();
    rememberAnnounced('2026-03-07T10:00:00Z');
    expect(lastAnnouncedAt()).toBe(Date.UTC(2026, 2, 7, 10));
  });
});
