/**
 * A lane is a concurrency limit (bulkhead) with a fair queue: a limited number of requests of one kind run at the same
 * time, others wait for a few seconds. The client with the fewest recent and waiting requests goes first, so that a
 * single request does not wait behind a flood.
 */

export interface LaneOptions {
  /** Maximum concurrent requests; evaluated for each request. */
  places: () => number;
  /** Maximum length of the queue. */
  waitingPlaces: number;
  /** Maximum concurrent requests of one client. */
  placesPerClient: number;
  /** How long a request waits before it is rejected. */
  waitMs: number;
  now?: () => number;
}

export type Leave = () => void;

export interface Lane {
  /** Whether a request is running in the lane. */
  isBusy: () => boolean;
  /** Resolves with a function that frees the slot, or undefined if rejected or aborted by `signal`. */
  enter: (client: string, signal?: AbortSignal) => Promise<Leave | undefined>;
}

interface Waiter {
  admit: () => void;
  refuse: () => void;
}

interface Client {
  running: number;
  waiting: Waiter[];
  /** Requests admitted recently; the number halves every `HALF_LIFE_MS`. */
  served: number;
  servedAt: number;
}

const HALF_LIFE_MS = 10_000;
/** Above this number of clients, those without recent requests are removed. */
const MAX_CLIENTS = 10_000;
const FORGET_BELOW = 0.1;

export function createLane(options: LaneOptions): Lane {
  const { places, waitingPlaces, placesPerClient, waitMs, now = () => performance.now() } = options;
  const clients = new Map<string, Client>();
  let running = 0;
  let waiting = 0;

  const servedLately = ({ served, servedAt }: Client): number => served * 0.5 ** ((now() - servedAt) / HALF_LIFE_MS);

  const demandOf = (client: Client): number => servedLately(client) + client.waiting.length;

  function clientOf(key: string): Client {
    const known = clients.get(key);
    if (known) return known;
    if (clients.size >= MAX_CLIENTS) forgetIdle();
    const client: Client = { running: 0, waiting: [], served: 0, servedAt: now() };
    clients.set(key, client);
    return client;
  }

  function forgetIdle(): void {
    for (const [key, client] of clients) {
      const isIdle = client.running === 0 && client.waiting.length === 0;
      if (isIdle && servedLately(client) < FORGET_BELOW) clients.delete(key);
    }
  }

  const hasPlaceFor = (client: Client): boolean => running < places() && client.running < placesPerClient;

  function take(client: Client): Leave {
    running += 1;
    client.running += 1;
    client.served = servedLately(client) + 1;
    client.servedAt = now();
    let hasLeft = false;
    return () => {
      if (hasLeft) return;
      hasLeft = true;
      running -= 1;
      client.running -= 1;
      // As many as there are free slots now, which may be more than one.
      while (admitNext());
    };
  }

  function admitNext(): boolean {
    let next: Client | undefined;
    for (const client of clients.values()) {
      if (client.waiting.length === 0 || !hasPlaceFor(client)) continue;
      if (!next || demandOf(client) < demandOf(next)) next = client;
    }
    next?.waiting[0]?.admit();
    return next !== undefined;
  }

  /** In a full queue the client with the most waiting requests loses one to a client with fewer. */
  function makeRoomFor(newcomer: Client): boolean {
    if (waiting < waitingPlaces) return true;
    let largest = newcomer;
    for (const client of clients.values()) if (client.waiting.length > largest.waiting.length) largest = client;
    if (largest.waiting.length <= newcomer.waiting.length + 1) return false;
    largest.waiting.at(-1)?.refuse();
    return true;
  }

  function wait(client: Client, signal: AbortSignal | undefined): Promise<Leave | undefined> {
    return new Promise((resolve) => {
      const end = (leave: () => Leave | undefined) => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', waiter.refuse);
        client.waiting.splice(client.waiting.indexOf(waiter), 1);
        waiting -= 1;
        resolve(leave());
      };
      const waiter: Waiter = { admit: () => end(() => take(client)), refuse: () => end(() => undefined) };
      const timer = setTimeout(waiter.refuse, waitMs);
      signal?.addEventListener('abort', waiter.refuse, { once: true });
      client.waiting.push(waiter);
      waiting += 1;
    });
  }

  return {
    isBusy: () => running > 0,
    async enter(key, signal) {
      if (signal?.aborted) return undefined;
      const client = clientOf(key);
      if (hasPlaceFor(client)) return take(client);
      return makeRoomFor(client) ? wait(client, signal) : undefined;
    },
  };
}
