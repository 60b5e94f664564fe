/** Open tabs that poll for alerts, all through the edge: what it serves, what reaches the origin, and when a new alert arrives. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Alert, listActiveAlerts } from '@hakiki/contract/alerts';
import { alertTiming } from '@hakiki/contract/limits';
import { type Load, wrk } from './wrk.ts';

const { path } = listActiveAlerts;

interface Crowd extends Pick<Load, 'seconds' | 'connections'> {
  edgeUrl: string;
  originUrl: string;
}

interface Served {
  perSecond: number;
  /** Requests that the edge had to send on, each second. */
  originPerSecond: number;
}

/** As fast as the edge answers: more tabs than this machine can play. */
export async function pollAsCrowd({ edgeUrl, originUrl, ...load }: Crowd): Promise<Served> {
  const before = await requestsAt(originUrl);
  const started = performance.now();
  const { requestsPerSecond } = await wrk({
    url: edgeUrl,
    paths: [path],
    headers: { 'Accept-Encoding': 'br' },
    ...load,
  });
  const seconds = (performance.now() - started) / 1000;
  return { perSecond: requestsPerSecond, originPerSecond: ((await requestsAt(originUrl)) - before) / seconds };
}

/** All requests the origin has answered, computed or from its memory; it does not count those for its figures. */
async function requestsAt(originUrl: string): Promise<number> {
  const figures = await (await fetch(`${originUrl}/metrics`)).text();
  const counted = figures.matchAll(/^(?:http_request_duration_seconds_count\{.*\}|reply_cache_hits_total) (\d+)$/gm);
  return [...counted].reduce((sum, [, n]) => sum + Number(n), 0);
}

interface Spread {
  edgeUrl: string;
  /** How many tabs are open; their polls are spread evenly. */
  tabs: number;
  /** Approves an alert and answers its id. */
  approve: () => Promise<string>;
}

/** How long after its approval each tab has the alert, in seconds. Nothing is hurried: tabs poll as they do in a browser. */
export async function spreadOf({ edgeUrl, tabs, approve }: Spread): Promise<number[]> {
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
  // Right after every tab has asked once: whoever asked last waits longest.
  await sleep(polls + 100);
  approved.id = await approve();
  approvedAt = performance.now();
  return watching;
}
