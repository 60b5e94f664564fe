/**
 * Caches query results until the page is closed. By the specification data never goes stale, only polled queries
 * (`refresh`) are fetched again by themselves, and a failed query is retried only when the person asks. A general query
 * library would add 8 kB of behaviour that must be switched off (docs/decisions/0004).
 */
import type { Api } from './api.ts';
import type { Read } from './reads.ts';
import type { Write } from './writes.ts';

export type Outcome<Reply> =
  | { status: 'loading' }
  | { status: 'failed'; error: unknown; isRetrying: boolean }
  | { status: 'ready'; data: Reply };

const loading: Outcome<never> = { status: 'loading' };

interface Entry {
  /** The path of the request, without its parameters. */
  path: unknown;
  outcome: Outcome<unknown>;
  /** The outcome in the server-rendered page. */
  received?: Outcome<unknown>;
  /** When this page last requested it; the age of server-rendered data is unknown. */
  askedAt?: number;
  /** The request in flight: concurrent loads of the same key share it. */
  pending?: Promise<void>;
  listeners: Set<() => void>;
  /** The query of the subscribed components, for a reload. */
  read?: Read<unknown>;
}

export class ReadStore {
  readonly #api: Api;
  readonly #entries = new Map<string, Entry>();

  constructor(api: Api) {
    this.#api = api;
  }

  outcomeOf<Reply>(read: Read<Reply>): Outcome<Reply> {
    return (this.#entries.get(hash(read.key))?.outcome ?? loading) as Outcome<Reply>;
  }

  /** The outcome in the server-rendered page: a component that hydrates late must first render like its markup. */
  receivedOf<Reply>(read: Read<Reply>): Outcome<Reply> {
    return (this.#entries.get(hash(read.key))?.received ?? loading) as Outcome<Reply>;
  }

  /** Sets data that was loaded elsewhere, unless the entry already has some. */
  put(key: readonly unknown[], outcome: Outcome<unknown>): void {
    const entry = this.#entry(key);
    if (entry.outcome.status === 'loading' && !entry.pending) entry.outcome = entry.received = outcome;
  }

  /** Loads once. Does nothing for data that is there, in flight or failed. */
  load(read: Read<unknown>): Promise<void> {
    const entry = this.#entry(read.key);
    if (entry.pending) return entry.pending;
    return entry.outcome.status === 'loading' ? this.#start(entry, read) : Promise.resolve();
  }

  /** Loads again because the person asked or a mutation made the data stale. */
  reload(read: Read<unknown>): Promise<void> {
    const entry = this.#entry(read.key);
    if (entry.outcome.status === 'failed') this.#settle(entry, { ...entry.outcome, isRetrying: true });
    return this.#start(entry, read);
  }

  /**
   * For the few polled queries (alerts, and a payment that is awaited): refreshes data older than `maxAgeMs`, and
   * returns the time until the next poll. A failure is silent, and the last data stays.
   */
  refresh(read: Read<unknown>, maxAgeMs: number): number {
    const entry = this.#entry(read.key);
    const ageMs = Date.now() - (entry.askedAt ?? 0);
    // After the clock was set back, the age is unknown.
    if (ageMs >= 0 && ageMs < maxAgeMs) return maxAgeMs - ageMs;
    if (!entry.pending) void this.#start(entry, read, { isQuiet: true });
    return maxAgeMs;
  }

  /** Runs a mutation, and resolves when the queries it made stale were fetched again. A mutation is never retried. */
  async send<Given, Reply>(write: Write<Given, Reply>, given: Given): Promise<Reply> {
    const reply = await write.send(this.#api, given);
    await Promise.all([
      ...write.refreshes.map((read) => this.reload(read)),
      ...(write.outdates ?? []).flatMap((path) => this.#outdate(path)),
    ]);
    return reply;
  }

  /** Refetches the queries with a subscribed component; the others are loaded when they are next needed. */
  #outdate(path: string): Promise<void>[] {
    const old = [...this.#entries.values()].filter((entry) => entry.path === path);
    return old.map((entry) => {
      if (entry.read && entry.listeners.size > 0) return this.reload(entry.read);
      entry.outcome = loading;
      delete entry.pending;
      return Promise.resolve();
    });
  }

  subscribe(read: Read<unknown>, listener: () => void): () => void {
    const entry = this.#entry(read.key);
    const { listeners } = entry;
    entry.read = read;
    listeners.add(listener);
    return () => listeners.delete(listener);
  }

  #start(entry: Entry, read: Read<unknown>, { isQuiet = false } = {}): Promise<void> {
    entry.askedAt = Date.now();
    const request = read.load(this.#api).then(
      (data): Outcome<unknown> => ({ status: 'ready', data }),
      (error: unknown): Outcome<unknown> => ({ status: 'failed', error, isRetrying: false }),
    );
    const pending = request.then((outcome) => {
      if (entry.pending !== pending) return;
      delete entry.pending;
      const keepsKnown = isQuiet && outcome.status === 'failed' && entry.outcome.status === 'ready';
      if (!keepsKnown) this.#settle(entry, outcome);
    });
    entry.pending = pending;
    return pending;
  }

  #settle(entry: Entry, outcome: Outcome<unknown>): void {
    entry.outcome = outcome;
    for (const listener of entry.listeners) listener();
  }

  #entry(key: readonly unknown[]): Entry {
    const name = hash(key);
    let entry = this.#entries.get(name);
    if (!entry) this.#entries.set(name, (entry = { path: key[0], outcome: loading, listeners: new Set() }));
    return entry;
  }
}

const hash = (key: readonly unknown[]): string => JSON.stringify(key);
