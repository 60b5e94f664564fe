/**
 * Open tabs that poll for alerts through the edge: requests per second, load on the origin, and the delay of a new
 * alert.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Alert, listActiveAlerts } from '@hakiki/contract/alerts';
import { alertTiming } from '@hakiki/contract/limits';
import { type Load, runWrk } from './wrk.ts';

const { path } = listActiveAlerts;

interface Crowd extends Pick<Load, 'seconds' | 'connections'> {
  edgeUrl: string;
  originUrl: string;
}

interface Served {
  perSecond: number;
  /** Requests per second that the edge had to send to the origin. */
  originPerSecond: number;
}

/** Polls as fast as the edge responds, which simulates more tabs than this machine could open. */
export async function pollAtFullSpeed({ edgeUrl, originUrl, ...load }: Crowd): Promise<Served> {
  const before = await readRequestCount(originUrl);
  const started = performance.now();
  const { requestsPerSecond } = await runWrk({
    url: edgeUrl,
    paths: [path],
    headers: { 'Accept-Encoding': 'br' },
    ...load,
  });
  const seconds = (performance.now() - started) / 1000;
  return { perSecond: requestsPerSecond, originPerSecond: ((await readRequestCount(originUrl)) - before) / seconds };
}

/** All requests that the origin has answered, computed or from its cache; requests for metrics do not count. */
async function readRequestCount(originUrl: string): Promise<number> {
  const figures = await (await fetch(`${originUrl}/metrics`)).text();
  const counted = figures.matchAll(/^(?:http_request_duration_seconds_count\{.*\}|reply_cache_hits_total) (\d+)$/gm);
  return [...counted].reduce((sum, [, n]) => sum + Number(n), 0);
}

interface Spread {
  edgeUrl: string;
  /** Number of open tabs; their polls are spread evenly. */
  tabs: number;
  /** Approves an alert and returns its id. */
  approve: () => Promise<string>;
}

/** Seconds from the approval until each tab has the alert. Tabs poll at the interval of a browser. */
export async function measureAlertDelays({ edgeUrl, tabs, approve }: Spread): Promise<number[]> {
  const polls = alertTiming.notifierPollMs;
  let approvedAt = Number.POSITIVE_INFINITY;
  const approved = { id: '' };
  const watch = async (tab: number): Promise<number> => {
    await sleep((tab * polls) / tabs);
    for (;;) {
      const shown = (await (await fetch(edgeUrl + path)).json()) as Alert[];
      if (shown.some(({ id }) => id === approved.id)) return (performance.now() - approvedAt) / 1000;
      await sleep(polls);
    }
  };
  const watching = Promise.all(Array.from({ length: tabs }, (_, tab) => watch(tab)));
  // Approves right after every tab has polled once: the last tab waits longest.
  await sleep(polls + 100);
  approved.id = await approve();
  approvedAt = performance.now();
  return watching;
}
