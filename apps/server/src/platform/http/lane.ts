/**
 * A lane is a concurrency limit (bulkhead) with a fair queue: a limited number of requests of one kind run at the same
 * time, others wait for a few seconds. The client with the fewest recent and waiting requests goes first, so that a
 * single request does not wait behind a flood.
 */

export interface LaneOptions {
  /** Maximum concurrent requests; evaluated for each request. */
  maxConcurrent: () => number;
  /** Maximum length of the queue. */
  maxQueued: number;
  /** Maximum concurrent requests of one client. */
  maxConcurrentPerClient: number;
  /** How long a request waits before it is rejected. */
  maxWaitMs: number;
  now?: () => number;
}

export type Release = () => void;

export interface Lane {
  /** Whether a request is running in the lane. */
  isBusy: () => boolean;
  /** Resolves with a function that frees the slot, or undefined if rejected or aborted by `signal`. */
  acquire: (client: string, signal?: AbortSignal) => Promise<Release | undefined>;
}

interface Waiter {
  admit: () => void;
  reject: () => void;
}

interface Client {
  running: number;
  waiting: Waiter[];
  /** Requests admitted recently; the number halves every `HALF_LIFE_MS`. */
  servedCount: number;
  servedAt: number;
}

const HALF_LIFE_MS = 10_000;
/** Above this number of clients, those without recent requests are removed. */
const MAX_CLIENTS = 10_000;
const EVICT_BELOW = 0.1;

export function createLane(options: LaneOptions): Lane {
  const { maxConcurrent, maxQueued, maxConcurrentPerClient, maxWaitMs, now = () => performance.now() } = options;
  const clients = new Map<string, Client>();
  let running = 0;
  let waiting = 0;

  const countServedRecently = ({ servedCount, servedAt }: Client): number =>
    servedCount * 0.5 ** ((now() - servedAt) / HALF_LIFE_MS);

  const demandOf = (client: Client): number => countServedRecently(client) + client.waiting.length;

  function getClient(key: string): Client {
    const existing = clients.get(key);
    if (existing) return existing;
    if (clients.size >= MAX_CLIENTS) evictIdleClients();
    const client: Client = { running: 0, waiting: [], servedCount: 0, servedAt: now() };
    clients.set(key, client);
    return client;
  }

  function evictIdleClients(): void {
    for (const [key, client] of clients) {
      const isIdle = client.running === 0 && client.waiting.length === 0;
      if (isIdle && countServedRecently(client) < EVICT_BELOW) clients.delete(key);
    }
  }

  const hasSlotFor = (client: Client): boolean => running < maxConcurrent() && client.running < maxConcurrentPerClient;

  function occupySlot(client: Client): Release {
    running += 1;
    client.running += 1;
    client.servedCount = countServedRecently(client) + 1;
    client.servedAt = now();
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      running -= 1;
      client.running -= 1;
      // As many as there are free slots now, which may be more than one.
      while (admitNext());
    };
  }

  function admitNext(): boolean {
    let next: Client | undefined;
    for (const client of clients.values()) {
      if (client.waiting.length === 0 || !hasSlotFor(client)) continue;
      if (!next || demandOf(client) < demandOf(next)) next = client;
    }
    next?.waiting[0]?.admit();
    return next !== undefined;
  }

  /** In a full queue the client with the most waiting requests loses one to a client with fewer. */
  function makeQueueSlotFor(newcomer: Client): boolean {
    if (waiting < maxQueued) return true;
    let largest = newcomer;
    for (const client of clients.values()) if (client.waiting.length > largest.waiting.length) largest = client;
    if (largest.waiting.length <= newcomer.waiting.length + 1) return false;
    largest.waiting.at(-1)?.reject();
    return true;
  }

  function waitForSlot(client: Client, signal: AbortSignal | undefined): Promise<Release | undefined> {
    return new Promise((resolve) => {
      const finish = (getRelease: () => Release | undefined) => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', waiter.reject);
        client.waiting.splice(client.waiting.indexOf(waiter), 1);
        waiting -= 1;
        resolve(getRelease());
      };
      const waiter: Waiter = { admit: () => finish(() => occupySlot(client)), reject: () => finish(() => undefined) };
      const timer = setTimeout(waiter.reject, maxWaitMs);
      signal?.addEventListener('abort', waiter.reject, { once: true });
      client.waiting.push(waiter);
      waiting += 1;
    });
  }

  return {
    isBusy: () => running > 0,
    async acquire(key, signal) {
      if (signal?.aborted) return undefined;
      const client = getClient(key);
      if (hasSlotFor(client)) return occupySlot(client);
      return makeQueueSlotFor(client) ? waitForSlot(client, signal) : undefined;
    },
  };
}
