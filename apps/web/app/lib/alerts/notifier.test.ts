import type { Alert } from '@hakiki/contract/alerts';
import { alertTiming } from '@hakiki/contract/limits';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { errorResponse, createFakeApi, pagedResponse } from '../../../test/fake-api.ts';
import { anAlert, anId, aUser } from '../../../test/factories.ts';
import { stubPage } from '../../../test/stub-page.ts';
import { publicAlerts } from './queries.ts';
import { startPolling } from './polling.ts';
import { startNotifier } from './notifier.ts';
import type { Api } from '../api/api.ts';
import { QueryStore } from '../api/query-store.ts';
import { dismissToast, showToast, removeToast, toastStore, type Toast } from '../browser/toast.ts';

const ACTIVE = '/api/fraud-alerts/active';
const PREFERENCES = '/api/alert-preferences';
const at = (minute: number) => new Date(Date.UTC(2026, 2, 7, 10, minute)).toISOString();
const makeNumberedAlert = (number: number, overrides: Record<string, unknown> = {}) =>
  anAlert({ id: anId(number), title: `Alert ${number}`, createdAt: at(number), ...overrides });

beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2026, 2, 7, 12) });
});
afterEach(() => {
  // Closes all toasts, as the toaster would, so that the next test starts without any.
  for (const { id } of toastStore.current()) dismissToast(id);
  vi.clearAllTimers();
  vi.useRealTimers();
});

interface Options {
  page?: ReturnType<typeof stubPage>;
  user?: unknown;
  preferences?: unknown;
}

/** Opens a page with the notifier; the API's responses can change while it is open. */
function openNotifierPage({ page = stubPage(), user = errorResponse(401), preferences }: Options = {}) {
  let active: unknown[] = [];
  let isOffline = false;
  const requests: { path: string; init: RequestInit | undefined }[] = [];
  const api: Api = (path, init) => {
    requests.push({ path, init });
    if (isOffline) return Promise.reject(new TypeError('fetch failed'));
    const replies = { [ACTIVE]: pagedResponse(active), '/api/auth/user': user, [PREFERENCES]: preferences };
    return createFakeApi(replies).api(path, init);
  };
  const store = new QueryStore(api);
  const announced: Toast[] = [];
  const knownToastIds = new Set(toastStore.current().map(({ id }) => id));
  const stopListening = toastStore.subscribe(() => {
    for (const toast of toastStore.current()) {
      if (toast.isOpen && !knownToastIds.has(toast.id)) {
        announced.push(toast);
        // Closes the toast after its duration, as the toaster does.
        setTimeout(
          () => toastStore.current().some(({ id }) => id === toast.id) && dismissToast(toast.id),
          toast.durationMs,
        );
      }
      knownToastIds.add(toast.id);
    }
  });
  let stop: () => void = () => undefined;
  return {
    page,
    store,
    announced,
    polls: () => requests.filter(({ path }) => path === ACTIVE),
    requests,
    publish: (...alerts: unknown[]) => {
      active = alerts;
    },
    goOffline: () => {
      isOffline = true;
    },
    start: async () => {
      stop = startNotifier(store);
      await vi.advanceTimersByTimeAsync(1);
    },
    wait: (ms: number) => vi.advanceTimersByTimeAsync(ms),
    /** Waits until everything that is due was announced. */
    waitForAll: () => vi.advanceTimersByTimeAsync(10 * alertTiming.toastMs),
    close: () => {
      stop();
      stopListening();
    },
  };
}

const titlesOf = (toasts: readonly Toast[]) => toasts.map(({ title }) => title);

describe('the notifier', () => {
  it('announces an alert that was verified late, between others that are known, once [WARN-05]', async () => {
    const page = openNotifierPage();
    page.publish(makeNumberedAlert(9), makeNumberedAlert(3));
    await page.start();
    await page.wait(2 * alertTiming.toastMs);
    expect(titlesOf(page.announced)).toHaveLength(2);
    page.publish(
      makeNumberedAlert(9),
      makeNumberedAlert(5, { severity: 'Critical' }),
      makeNumberedAlert(4, { severity: 'Low' }),
      makeNumberedAlert(3),
    );
    await page.wait(3 * alertTiming.notifierPollMs);
    expect(titlesOf(page.announced).slice(2)).toEqual([expect.stringContaining('Alert 5')]);
    expect(localStorage.getItem('lastAlertNotification')).toBe(at(9));
    page.close();
  });

  it('announces critical and high alerts in any letter case, and no others [NOTIFY-01] [NOTIFY-02] [DEC-14]', async () => {
    const page = openNotifierPage();
    page.publish(
      makeNumberedAlert(5, { severity: 'Critical' }),
      makeNumberedAlert(4, { severity: 'High' }),
      { ...makeNumberedAlert(3), severity: 'high' },
      makeNumberedAlert(2, { severity: 'Medium' }),
      makeNumberedAlert(1, { severity: 'Low' }),
    );
    await page.start();
    await page.waitForAll();
    expect(titlesOf(page.announced)).toEqual([
      'Critical alert: Alert 5',
      'High-risk alert: Alert 4',
      'High-risk alert: Alert 3',
    ]);
    page.close();
  });

  it('makes critical ones destructive, shows each for 8000 ms, and leads to the alert [NOTIFY-03] [NOTIFY-05] [CONST-02] [WARN-06]', async () => {
    const page = openNotifierPage();
    page.publish(makeNumberedAlert(2, { severity: 'Critical' }), makeNumberedAlert(1, { severity: 'High' }));
    await page.start();
    await page.waitForAll();
    expect(page.announced.map(({ isDestructive, durationMs, alert }) => [isDestructive, durationMs, alert])).toEqual([
      [true, 8000, { severity: 'Critical', href: `/alerts/${anId(2)}` }],
      [false, 8000, { severity: 'High', href: `/alerts/${anId(1)}` }],
    ]);
    page.close();
  });

  it('shows the beginning of the description and marks that there is more [DEC-16]', async () => {
    const page = openNotifierPage();
    page.publish(makeNumberedAlert(1, { description: 'They ask for a fee', descriptionCut: true }));
    await page.start();
    expect(page.announced[0]?.description).toBe('They ask for a fee...');
    page.close();
  });

  it('announces several one after another, Critical before High and newer before older, each for its time [DEC-22] [WARN-05] [TOAST-01]', async () => {
    const page = openNotifierPage();
    page.publish(
      makeNumberedAlert(9, { severity: 'High' }),
      makeNumberedAlert(7),
      makeNumberedAlert(4, { severity: 'High' }),
      makeNumberedAlert(2),
    );
    await page.start();
    const announcedNumbers = () => titlesOf(page.announced).map((title) => Number(title.at(-1)));
    expect(announcedNumbers()).toEqual([7]);
    for (const expected of [
      [7, 2],
      [7, 2, 9],
      [7, 2, 9, 4],
    ]) {
      await page.wait(alertTiming.toastMs - 100);
      expect(announcedNumbers()).toHaveLength(expected.length - 1);
      await page.wait(110);
      expect(announcedNumbers()).toEqual(expected);
    }
    page.close();
  });

  it('moves the stored time forward only past alerts that were really shown [NOTIFY-06] [DEC-22] [WARN-05]', async () => {
    const page = openNotifierPage();
    page.publish(
      makeNumberedAlert(9, { severity: 'High' }),
      makeNumberedAlert(7),
      makeNumberedAlert(4, { severity: 'High' }),
      makeNumberedAlert(2),
    );
    await page.start();
    const stored = () => page.page.storage.get('lastAlertNotification');
    expect(stored()).toBeUndefined();
    await page.wait(alertTiming.toastMs + 20);
    // Alert 7 was shown and 2 is next: the stored time must not pass it.
    expect(stored()).toBeUndefined();
    await page.wait(alertTiming.toastMs);
    expect(stored()).toBe(at(2));
    await page.wait(alertTiming.toastMs);
    // Alert 9 was shown and 4 is next.
    expect(stored()).toBe(at(2));
    await page.wait(alertTiming.toastMs);
    expect(stored()).toBe(at(9));
    page.close();
  });

  it('does not repeat the worst alert to a person who left before the others were announced [DEC-22] [WARN-05]', async () => {
    const first = openNotifierPage();
    first.publish(makeNumberedAlert(9), makeNumberedAlert(4));
    await first.start();
    await first.wait(alertTiming.toastMs + 20);
    first.close();
    // A new tab has only the storage of the device.
    const again = openNotifierPage({ page: first.page });
    again.publish(makeNumberedAlert(9), makeNumberedAlert(4));
    await again.start();
    await again.waitForAll();
    expect(titlesOf(again.announced)).toEqual(['Critical alert: Alert 4']);
    again.close();
  });

  it('does not announce alerts older than a day on a first visit [DEC-22]', async () => {
    const page = openNotifierPage();
    const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
    page.publish(makeNumberedAlert(2, { createdAt: hoursAgo(23) }), makeNumberedAlert(1, { createdAt: hoursAgo(25) }));
    await page.start();
    await page.waitForAll();
    expect(titlesOf(page.announced)).toEqual(['Critical alert: Alert 2']);
    page.close();
  });

  it('waits for an ordinary toast to close, and shows an alert again after another toast replaced it [WARN-05]', async () => {
    const page = openNotifierPage();
    showToast({ title: 'Saved' });
    page.publish(makeNumberedAlert(2), makeNumberedAlert(1));
    await page.start();
    expect(titlesOf(page.announced)).toEqual(['Saved']);
    dismissToast(toastStore.current()[0]!.id);
    await page.wait(1000);
    showToast({ title: 'Saved again' });
    await page.waitForAll();
    expect(titlesOf(page.announced)).toEqual([
      'Saved',
      'Critical alert: Alert 2',
      'Saved again',
      'Critical alert: Alert 2',
      'Critical alert: Alert 1',
    ]);
    expect(page.page.storage.get('lastAlertNotification')).toBe(at(2));
    page.close();
  });

  it('hides a toast while the page is hidden, and shows it again when the page becomes visible [WARN-05]', async () => {
    const page = openNotifierPage();
    page.publish(makeNumberedAlert(1));
    await page.start();
    await page.wait(2000);
    page.page.setVisibility('hidden');
    expect(toastStore.current().filter(({ isOpen }) => isOpen)).toEqual([]);
    await page.wait(600_000);
    expect(page.page.storage.has('lastAlertNotification')).toBe(false);
    page.page.setVisibility('visible');
    await page.waitForAll();
    expect(titlesOf(page.announced)).toEqual(['Critical alert: Alert 1', 'Critical alert: Alert 1']);
    expect(page.page.storage.get('lastAlertNotification')).toBe(at(1));
    page.close();
  });

  it('does not announce an alert that the page itself shows in view, and counts it as announced [DEC-22]', async () => {
    const page = openNotifierPage();
    const rect = { top: 100, bottom: 200, left: 0, right: 300, width: 300, height: 100 };
    const shown = (number: number, overrides = {}) => ({
      dataset: { alert: anId(number) },
      getBoundingClientRect: () => ({ ...rect, ...overrides }),
    });
    vi.stubGlobal('innerHeight', 640);
    vi.stubGlobal('innerWidth', 360);
    Object.assign(document, { querySelectorAll: () => [shown(1), shown(2, { top: 900, bottom: 1000 })] });
    page.publish(makeNumberedAlert(3), makeNumberedAlert(2), makeNumberedAlert(1));
    await page.start();
    await page.waitForAll();
    expect(titlesOf(page.announced)).toEqual(['Critical alert: Alert 3', 'Critical alert: Alert 2']);
    expect(page.page.storage.get('lastAlertNotification')).toBe(at(3));
    page.close();
  });

  it('drops a queued alert that is withdrawn, and lets the stored time pass it', async () => {
    const page = openNotifierPage();
    page.publish(makeNumberedAlert(3), makeNumberedAlert(2), makeNumberedAlert(1));
    await page.start();
    page.publish(makeNumberedAlert(3), makeNumberedAlert(1));
    await page.wait(1);
    void page.store.reload(publicAlerts);
    await page.waitForAll();
    expect(titlesOf(page.announced)).toEqual(['Critical alert: Alert 3', 'Critical alert: Alert 1']);
    expect(page.page.storage.get('lastAlertNotification')).toBe(at(3));
    page.close();
  });

  it('announces no alert twice: not at the next poll, and not after a reload [NOTIFY-01] [NOTIFY-06]', async () => {
    const first = openNotifierPage();
    first.publish(makeNumberedAlert(1));
    await first.start();
    await first.wait(120_000);
    expect(first.announced).toHaveLength(1);
    first.close();
    const again = openNotifierPage({ page: first.page });
    again.publish(makeNumberedAlert(2), makeNumberedAlert(1));
    await again.start();
    await again.waitForAll();
    expect(titlesOf(again.announced)).toEqual(['Critical alert: Alert 2']);
    again.close();
  });

  it('stores no time when there was nothing to announce [DEC-22]', async () => {
    const page = openNotifierPage();
    page.publish(makeNumberedAlert(1, { severity: 'Low' }));
    await page.start();
    await page.waitForAll();
    expect(page.page.storage.has('lastAlertNotification')).toBe(false);
    page.close();
  });

  it('polls every 30 seconds without credentials, and announces a new alert within one poll [NOTIFY-04] [CONST-02]', async () => {
    expect(alertTiming.notifierPollMs).toBe(30_000);
    const page = openNotifierPage();
    await page.start();
    expect(page.polls()).toHaveLength(1);
    page.publish(makeNumberedAlert(1));
    await page.wait(29_000);
    expect(page.polls()).toHaveLength(1);
    await page.wait(1001);
    expect(page.polls()).toHaveLength(2);
    expect(page.announced).toHaveLength(1);
    await page.wait(300_000);
    expect(page.polls()).toHaveLength(12);
    expect(page.polls().map(({ init }) => init?.credentials)).toEqual(Array.from({ length: 12 }, () => 'omit'));
    page.close();
    await page.wait(60_000);
    expect(page.polls()).toHaveLength(12);
  });

  it('neither polls nor announces while the page is hidden, and polls at once when it becomes visible [NOTIFY-04] [DEC-23]', async () => {
    const page = openNotifierPage();
    await page.start();
    page.publish(makeNumberedAlert(1));
    page.page.setVisibility('hidden');
    await page.wait(600_000);
    expect(page.polls()).toHaveLength(1);
    expect(page.announced).toEqual([]);
    page.page.setVisibility('visible');
    await page.wait(1);
    expect(page.polls()).toHaveLength(2);
    expect(page.announced).toHaveLength(1);
    page.close();
  });

  it('does not poll sooner when a person switches between tabs', async () => {
    const page = openNotifierPage();
    await page.start();
    for (const state of ['hidden', 'visible', 'hidden', 'visible'] as const) page.page.setVisibility(state);
    await page.wait(1000);
    expect(page.polls()).toHaveLength(1);
    page.close();
  });

  it('shows no error when a poll fails, keeps the known alerts, and continues polling [DEC-65]', async () => {
    const page = openNotifierPage();
    page.publish(makeNumberedAlert(1));
    await page.start();
    page.goOffline();
    await page.wait(90_000);
    expect(page.announced).toHaveLength(1);
    expect(page.polls()).toHaveLength(4);
    expect(page.store.getOutcome(publicAlerts)).toMatchObject({ status: 'ready', data: { total: 1 } });
    page.close();
  });

  it('shares its response with the banner: one request serves both, and each has its own interval [BANNER-07] [NOTIFY-04] [DEC-23] [CONST-02]', async () => {
    expect(alertTiming.bannerPollMs).toBe(300_000);
    const page = openNotifierPage();
    const stopBanner = startPolling(page.store, publicAlerts, alertTiming.bannerPollMs);
    await page.start();
    await page.wait(3_000_000);
    // The data is never older than 30 seconds, so the banner has nothing to request.
    expect(page.polls()).toHaveLength(101);
    page.close();
    await page.wait(3_000_000);
    expect(page.polls()).toHaveLength(111);
    stopBanner();
  });

  it('does not announce alerts of the server-rendered page before its own first poll', async () => {
    const page = openNotifierPage();
    page.store.setInitial(publicAlerts.key, { status: 'ready', data: { items: [makeNumberedAlert(3)], total: 9 } });
    page.publish(makeNumberedAlert(3), makeNumberedAlert(2));
    await page.start();
    await page.waitForAll();
    expect(titlesOf(page.announced)).toEqual(['Critical alert: Alert 3', 'Critical alert: Alert 2']);
    page.close();
  });

  it('announces an alert once, without an error, when storage is disabled [NOTIFY-06]', async () => {
    const page = openNotifierPage({ page: stubPage({ hasStorage: false }) });
    page.publish(makeNumberedAlert(30));
    await page.start();
    await page.wait(60_000);
    expect(page.announced).toHaveLength(1);
    page.close();
  });
});

describe('alert preferences of a subscriber', () => {
  const premium = aUser({ subscriptionTier: 'premium', subscriptionStatus: 'active' });
  const alerts = [
    makeNumberedAlert(44, { severity: 'High', affectedCountries: ['ghana'] }),
    makeNumberedAlert(43, { severity: 'Critical', affectedCountries: ['kenya'] }),
    makeNumberedAlert(42, { severity: 'Critical', affectedCountries: [] }),
    makeNumberedAlert(41, { severity: 'High', affectedCountries: ['South-Africa'] }),
  ];
  const announceWith = async (user: unknown, preferences: unknown) => {
    const page = openNotifierPage({ user, preferences });
    page.publish(...alerts);
    await page.start();
    await page.waitForAll();
    page.close();
    return {
      announcedNumbers: titlesOf(page.announced).map((title) => Number(title.slice(-2))),
      requests: page.requests,
    };
  };

  it('announces only the severities and countries that a subscriber chose [DEC-60]', async () => {
    const choice = (severities: string[], countries: string[]) => Response.json({ severities, countries });
    expect((await announceWith(premium, choice(['Critical', 'High'], []))).announcedNumbers).toEqual([43, 42, 44, 41]);
    expect((await announceWith(premium, choice(['Critical'], []))).announcedNumbers).toEqual([43, 42]);
    expect((await announceWith(premium, choice(['Critical', 'High'], ['south africa']))).announcedNumbers).toEqual([
      42, 41,
    ]);
    expect((await announceWith(premium, choice([], []))).announcedNumbers).toEqual([]);
  });

  it('announces all alerts when the preferences cannot be loaded [DEC-60] [DEC-65]', async () => {
    expect((await announceWith(premium, errorResponse(500))).announcedNumbers).toHaveLength(4);
  });

  it('does not request preferences for a member whose plan lacks them [DEC-60]', async () => {
    const { announcedNumbers, requests } = await announceWith(
      aUser(),
      Response.json({ severities: [], countries: [] }),
    );
    expect(announcedNumbers).toHaveLength(4);
    expect(requests.map(({ path }) => path)).not.toContain(PREFERENCES);
  });
});

/** Random sequences of user actions, and the properties that must hold after each of them. */
describe('announcing alerts during random user actions', () => {
  interface Announced {
    id: string;
    severity: string;
  }

  /** Seeded random numbers: the same seed gives the same sequence. */
  function createSeededRandom(seed: number) {
    let state = seed * 7919;
    const next = () => (state = (state * 1_103_515_245 + 12_345) % 2_147_483_648) / 2_147_483_648;
    return {
      chance: (probability: number) => next() < probability,
      between: (from: number, to: number) => from + Math.floor(next() * (to - from + 1)),
      pick: <Item>(items: readonly Item[]): Item => items[Math.floor(next() * items.length)]!,
    };
  }

  async function simulate(seed: number) {
    const random = createSeededRandom(seed);
    const device = stubPage();
    const announced: Announced[] = [];
    const active: Alert[] = [];
    let alertCount = 0;
    const closedBefore = new Set<number>();
    const unsubscribe = toastStore.subscribe(() => {
      for (const { id, isOpen, alert } of toastStore.current()) {
        if (isOpen || !alert || closedBefore.has(id)) continue;
        closedBefore.add(id);
        announced.push({ id: alert.href.split('/').at(-1)!, severity: alert.severity });
      }
    });
    const publish = () => {
      alertCount += 1;
      // Verified late: created before other alerts that are public already.
      const minutesAgo = random.chance(0.3) ? random.between(1, 30) : 0;
      const createdAt = new Date(Date.now() - minutesAgo * 60_000).toISOString();
      const severity = random.pick(['Low', 'High', 'Critical', 'Critical'] as const);
      active.push(anAlert({ id: anId(alertCount), title: `Alert ${alertCount}`, severity, createdAt }));
      const stored = Date.parse(device.storage.get('lastAlertNotification') ?? '');
      if (Date.parse(createdAt) <= stored) lateIds.push(anId(alertCount));
    };
    const isSerious = ({ severity }: Alert) => severity !== 'Low';
    /** Verified after the stored time had already passed them: these are announced on open pages only. */
    const lateIds: string[] = [];
    let stop: () => void = () => undefined;
    const reload = async () => {
      stop();
      for (const { id } of toastStore.current()) removeToast(id);
      const page = openNotifierPage({ page: device });
      page.publish(...active.toSorted((one, other) => Date.parse(other.createdAt) - Date.parse(one.createdAt)));
      await page.start();
      stop = page.close;
      publishTo = page.publish;
    };
    let publishTo: (...alerts: unknown[]) => void = () => undefined;
    await reload();
    for (let step = 0; step < 40; step += 1) {
      const action = random.pick(['publish', 'wait', 'wait', 'hide', 'reload', 'ordinary', 'close'] as const);
      if (action === 'publish') {
        publish();
        publishTo(...active.toSorted((one, other) => Date.parse(other.createdAt) - Date.parse(one.createdAt)));
      }
      if (action === 'wait') await vi.advanceTimersByTimeAsync(random.between(100, 20_000));
      if (action === 'hide') {
        device.setVisibility('hidden');
        await vi.advanceTimersByTimeAsync(random.between(100, 40_000));
        device.setVisibility('visible');
      }
      if (action === 'reload') await reload();
      if (action === 'ordinary') showToast({ title: 'Saved' });
      if (action === 'close') {
        const shown = toastStore.current().find(({ isOpen }) => isOpen);
        if (shown) dismissToast(shown.id);
      }
    }
    // On a visible page without further actions, every alert is announced in the end.
    await vi.advanceTimersByTimeAsync(40 * alertTiming.toastMs);
    stop();
    unsubscribe();
    const ids = announced.map(({ id }) => id);
    const unannouncedIds = active.filter((alert) => isSerious(alert) && !ids.includes(alert.id)).map(({ id }) => id);
    return {
      twice: ids.filter((id, index) => ids.indexOf(id) !== index),
      // An alert verified while no page was open, after a newer one was announced, is in every list and in no toast.
      lost: unannouncedIds.filter((id) => !lateIds.includes(id)),
      announced: ids.length,
    };
  }

  it('announces each alert once and loses none [WARN-05] [DEC-22]', { timeout: 60_000 }, async () => {
    let total = 0;
    for (let seed = 1; seed <= 60; seed += 1) {
      const { twice, lost, announced } = await simulate(seed);
      expect({ seed, twice, lost }).toEqual({ seed, twice: [], lost: [] });
      total += announced;
    }
    expect(total).toBeGreaterThan(100);
  });
});
