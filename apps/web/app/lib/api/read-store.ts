/**
 * What was read, kept for the life of the page. This is the whole of the specification's request behaviour: an answer never
 * goes stale, nothing but the polled reads (`refresh`) is fetched again by a timer or by returning to the window, and nothing
 * that failed is tried again unless the person asks. A general query library would carry 8 kB of behaviour that must be switched off (docs/decisions/0004).
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
  /** The address it was read from, without its parameters. */
  path: unknown;
  outcome: Outcome<unknown>;
  /** What came with the page. */
  received?: Outcome<unknown>;
  /** When it was last asked for by this page; what came with the page is of unknown age. */
  askedAt?: number;
  /** The request in flight: concurrent reads of the same key share it. */
  pending?: Promise<void>;
  listeners: Set<() => void>;
  /** How those who look at it read it. */
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

  /** As the server knew it when it wrote the page: a part that comes to life late must first look like its markup. */
  receivedOf<Reply>(read: Read<Reply>): Outcome<Reply> {
    return (this.#entries.get(hash(read.key))?.received ?? loading) as Outcome<Reply>;
  }

  /** Puts an answer in that was read elsewhere, unless there is one already. */
  put(key: readonly unknown[], outcome: Outcome<unknown>): void {
    const entry = this.#entry(key);
    if (entry.outcome.status === 'loading' && !entry.pending) entry.outcome = entry.received = outcome;
  }

  /** Reads once. What is there, under way or failed stays as it is. */
  load(read: Read<unknown>): Promise<void> {
    const entry = this.#entry(read.key);
    if (entry.pending) return entry.pending;
    return entry.outcome.status === 'loading' ? this.#start(entry, read) : Promise.resolve();
  }

  /** Reads again because the person asked or a write made the answer stale. */
  reload(read: Read<unknown>): Promise<void> {
    const entry = this.#entry(read.key);
    if (entry.outcome.status === 'failed') this.#settle(entry, { ...entry.outcome, isRetrying: true });
    return this.#start(entry, read);
  }

  /**
   * For the few reads that are polled (alerts, and a payment that is awaited): refreshes an answer that is older than this, and returns the time until the next poll. A
   * failure is silent, and the last answer stays.
   */
  refresh(read: Read<unknown>, maxAgeMs: number): number {
    const entry = this.#entry(read.key);
    const ageMs = Date.now() - (entry.askedAt ?? 0);
    // A clock that was set back says nothing about the age.
    if (ageMs >= 0 && ageMs < maxAgeMs) return maxAgeMs - ageMs;
    if (!entry.pending) void this.#start(entry, read, { isQuiet: true });
    return maxAgeMs;
  }

  /** Runs a mutation, and resolves when the reads it made stale were fetched again. A mutation is never retried. */
  async send<Given, Reply>(write: Write<Given, Reply>, given: Given): Promise<Reply> {
    const reply = await write.send(this.#api, given);
    await Promise.all([
      ...write.refreshes.map((read) => this.reload(read)),
      ...(write.outdates ?? []).flatMap((path) => this.#outdate(path)),
    ]);
    return reply;
  }

  /** Invalidation: reads with a mounted observer are fetched again; the rest when they are next needed. */
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
