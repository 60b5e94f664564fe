import { alertTiming } from '@hakiki/contract/limits';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { failing, knowing, listed } from '../../test/answers.ts';
import { anAlert, anId, aUser } from '../../test/makers.ts';
import { openPage } from '../../test/open-page.ts';
import { publicAlerts } from './alert-reads.ts';
import { keepFresh } from './alert-polling.ts';
import { startNotifier } from './alert-notifier.ts';
import type { Api } from './api.ts';
import { ReadStore } from './read-store.ts';
import { toastStore, type Toast } from './toast.ts';

const ACTIVE = '/api/fraud-alerts/active';
const PREFERENCES = '/api/alert-preferences';
const at = (minute: number) => new Date(Date.UTC(2026, 2, 7, 10, minute)).toISOString();
const alertOf = (number: number, given: Record<string, unknown> = {}) =>
  anAlert({ id: anId(number), title: `Alert ${number}`, createdAt: at(number), ...given });

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.clearAllTimers();
  vi.useRealTimers();
});

interface Given {
  page?: ReturnType<typeof openPage>;
  user?: unknown;
  preferences?: unknown;
}

/** A page with the notifier on it; what the API answers may change while it is open. */
function open({ page = openPage(), user = failing(401), preferences }: Given = {}) {
  let active: unknown[] = [];
  let isDown = false;
  const asked: { path: string; init: RequestInit | undefined }[] = [];
  const api: Api = (path, init) => {
    asked.push({ path, init });
    if (isDown) return Promise.reject(new TypeError('fetch failed'));
    const replies = { [ACTIVE]: listed(active), '/api/auth/user': user, [PREFERENCES]: preferences };
    return knowing(replies).api(path, init);
  };
  const store = new ReadStore(api);
  const announced: Toast[] = [];
  const known = new Set(toastStore.current().map(({ id }) => id));
  const stopListening = toastStore.subscribe(() => {
    for (const toast of toastStore.current()) {
      if (toast.isOpen && !known.has(toast.id)) announced.push(toast);
      known.add(toast.id);
    }
  });
  let stop: () => void = () => undefined;
  return {
    page,
    store,
    announced,
    polls: () => asked.filter(({ path }) => path === ACTIVE),
    asked,
    publish: (...alerts: unknown[]) => {
      active = alerts;
    },
    lose: () => {
      isDown = true;
    },
    start: async () => {
      stop = startNotifier(store);
      await vi.advanceTimersByTimeAsync(1);
    },
    wait: (ms: number) => vi.advanceTimersByTimeAsync(ms),
    close: () => {
      stop();
      stopListening();
    },
  };
}

const titlesOf = (toasts: readonly Toast[]) => toasts.map(({ title }) => title);

describe('the notifier', () => {
  it('announces an alert that was verified late, between others that are known, once', async () => {
    const page = open();
    page.publish(alertOf(9), alertOf(3));
    await page.start();
    expect(titlesOf(page.announced)).toHaveLength(2);
    page.publish(alertOf(9), alertOf(5, { severity: 'Critical' }), alertOf(4, { severity: 'Low' }), alertOf(3));
    await page.wait(alertTiming.notifierPollMs);
    await page.wait(alertTiming.notifierPollMs);
    expect(titlesOf(page.announced).slice(2)).toEqual([expect.stringContaining('Alert 5')]);
    expect(localStorage.getItem('lastAlertNotification')).toBe(at(9));
    page.close();
  });

  it('announces critical and high alerts in any letter case, and no others [NOTIFY-01] [NOTIFY-02] [DEC-14]', async () => {
    const page = open();
    page.publish(
      alertOf(5, { severity: 'Critical' }),
      alertOf(4, { severity: 'High' }),
      { ...alertOf(3), severity: 'high' },
      alertOf(2, { severity: 'Medium' }),
      alertOf(1, { severity: 'Low' }),
    );
    await page.start();
    expect(titlesOf(page.announced)).toEqual([
      'High-risk alert: Alert 3',
      'High-risk alert: Alert 4',
      'Critical alert: Alert 5',
    ]);
    page.close();
  });

  it('makes critical ones destructive, and shows each for 8000 ms [NOTIFY-03] [NOTIFY-05] [CONST-02]', async () => {
    const page = open();
    page.publish(alertOf(2, { severity: 'Critical' }), alertOf(1, { severity: 'High' }));
    await page.start();
    expect(page.announced).toMatchObject([
      { isDestructive: false, durationMs: 8000 },
      { isDestructive: true, durationMs: 8000 },
    ]);
    page.close();
  });

  it('tells the beginning of what happened, and that it goes on [DEC-16]', async () => {
    const page = open();
    page.publish(alertOf(1, { description: 'They ask for a fee', descriptionCut: true }));
    await page.start();
    expect(page.announced[0]?.description).toBe('They ask for a fee...');
    page.close();
  });

  it('announces several oldest first, so that the newest stays, and remembers its time [NOTIFY-06] [DEC-22]', async () => {
    const page = open();
    page.publish(alertOf(2), alertOf(9), alertOf(4));
    await page.start();
    expect(titlesOf(page.announced).map((title) => title.at(-1))).toEqual(['2', '4', '9']);
    expect(toastStore.current().find(({ isOpen }) => isOpen)?.title).toContain('Alert 9');
    expect(page.page.kept.get('lastAlertNotification')).toBe(at(9));
    page.close();
  });

  it('announces nothing twice: not at the next poll, and not after a reload [NOTIFY-01] [NOTIFY-06]', async () => {
    const first = open();
    first.publish(alertOf(1));
    await first.start();
    await first.wait(120_000);
    expect(first.announced).toHaveLength(1);
    first.close();
    const again = open({ page: first.page });
    again.publish(alertOf(2), alertOf(1));
    await again.start();
    expect(titlesOf(again.announced)).toEqual(['Critical alert: Alert 2']);
    again.close();
  });

  it('remembers nothing when there was nothing to announce [DEC-22]', async () => {
    const page = open();
    page.publish(alertOf(1, { severity: 'Low' }));
    await page.start();
    expect(page.page.kept.has('lastAlertNotification')).toBe(false);
    page.close();
  });

  it('asks every 30 seconds, as a visitor, and hears of what is new within one poll [NOTIFY-04] [CONST-02]', async () => {
    expect(alertTiming.notifierPollMs).toBe(30_000);
    const page = open();
    await page.start();
    expect(page.polls()).toHaveLength(1);
    page.publish(alertOf(1));
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

  it('neither asks nor announces while nobody sees the page, and asks at once when it is seen again [NOTIFY-04] [DEC-23]', async () => {
    const page = open();
    await page.start();
    page.publish(alertOf(1));
    page.page.turn('hidden');
    await page.wait(600_000);
    expect(page.polls()).toHaveLength(1);
    expect(page.announced).toEqual([]);
    page.page.turn('visible');
    await page.wait(1);
    expect(page.polls()).toHaveLength(2);
    expect(page.announced).toHaveLength(1);
    page.close();
  });

  it('does not ask sooner because somebody switches between tabs', async () => {
    const page = open();
    await page.start();
    for (const state of ['hidden', 'visible', 'hidden', 'visible'] as const) page.page.turn(state);
    await page.wait(1000);
    expect(page.polls()).toHaveLength(1);
    page.close();
  });

  it('stays silent when a poll fails, keeps what was known, and goes on asking [DEC-65]', async () => {
    const page = open();
    page.publish(alertOf(1));
    await page.start();
    page.lose();
    await page.wait(90_000);
    expect(page.announced).toHaveLength(1);
    expect(page.polls()).toHaveLength(4);
    expect(page.store.outcomeOf(publicAlerts)).toMatchObject({ status: 'ready', data: { total: 1 } });
    page.close();
  });

  it('shares its answer with the banner: one request serves both, and both keep their interval [BANNER-07] [NOTIFY-04] [DEC-23] [CONST-02]', async () => {
    expect(alertTiming.bannerPollMs).toBe(300_000);
    const page = open();
    const stopBanner = keepFresh(page.store, publicAlerts, alertTiming.bannerPollMs);
    await page.start();
    await page.wait(3_000_000);
    // Never older than 30 seconds, so the banner has nothing to ask for.
    expect(page.polls()).toHaveLength(101);
    page.close();
    await page.wait(3_000_000);
    expect(page.polls()).toHaveLength(111);
    stopBanner();
  });

  it('does not announce what came with the page before it has asked by itself', async () => {
    const page = open();
    page.store.put(publicAlerts.key, { status: 'ready', data: { items: [alertOf(3)], total: 9 } });
    page.publish(alertOf(3), alertOf(2));
    await page.start();
    expect(titlesOf(page.announced)).toEqual(['Critical alert: Alert 2', 'Critical alert: Alert 3']);
    page.close();
  });

  it('crashes nowhere when storage is switched off, and announces once [NOTIFY-06]', async () => {
    const page = open({ page: openPage({ hasStorage: false }) });
    page.publish(alertOf(30));
    await page.start();
    await page.wait(60_000);
    expect(page.announced).toHaveLength(1);
    page.close();
  });
});

describe('a person who may choose', () => {
  const premium = aUser({ subscriptionTier: 'premium', subscriptionStatus: 'active' });
  const some = [
    alertOf(44, { severity: 'High', affectedCountries: ['ghana'] }),
    alertOf(43, { severity: 'Critical', affectedCountries: ['kenya'] }),
    alertOf(42, { severity: 'Critical', affectedCountries: [] }),
    alertOf(41, { severity: 'High', affectedCountries: ['South-Africa'] }),
  ];
  const heardWith = async (user: unknown, preferences: unknown) => {
    const page = open({ user, preferences });
    page.publish(...some);
    await page.start();
    page.close();
    return { heard: titlesOf(page.announced).map((title) => Number(title.slice(-2))), asked: page.asked };
  };

  it('hears only of the severities and countries they chose [DEC-60]', async () => {
    const choice = (severities: string[], countries: string[]) => Response.json({ severities, countries });
    expect((await heardWith(premium, choice(['Critical', 'High'], []))).heard).toEqual([41, 42, 43, 44]);
    expect((await heardWith(premium, choice(['Critical'], []))).heard).toEqual([42, 43]);
    expect((await heardWith(premium, choice(['Critical', 'High'], ['south africa']))).heard).toEqual([41, 42]);
    expect((await heardWith(premium, choice([], []))).heard).toEqual([]);
  });

  it('hears of everything when the choice cannot be read [DEC-60] [DEC-65]', async () => {
    expect((await heardWith(premium, failing(500))).heard).toHaveLength(4);
  });

  it('is only somebody whose plan has it: nobody else is asked for a choice [DEC-60]', async () => {
    const { heard, asked } = await heardWith(aUser(), Response.json({ severities: [], countries: [] }));
    expect(heard).toHaveLength(4);
    expect(asked.map(({ path }) => path)).not.toContain(PREFERENCES);
  });
});
