/**
 * Caches query results until the page is closed. By the specification data never goes stale, only polled queries
 * (`refresh`) are fetched again by themselves, and a failed query is retried only when the person asks. A general query
 * library would add 8 kB of behaviour that must be switched off (docs/decisions/0004).
 */
import type { Api } from './api.ts';
import { toSegments, type Query } from './queries.ts';
import type { Mutation } from './mutations.ts';

export type Outcome<Reply> =
  | { status: 'loading' }
  | { status: 'failed'; error: unknown; isRetrying: boolean }
  | { status: 'ready'; data: Reply };

const LOADING: Outcome<never> = { status: 'loading' };

interface Entry {
  key: readonly unknown[];
  outcome: Outcome<unknown>;
  /** The outcome in the server-rendered page. */
  serverOutcome?: Outcome<unknown>;
  /** When this page last requested it; the age of server-rendered data is unknown. */
  requestedAt?: number;
  /** The request in flight: concurrent loads of the same key share it. */
  pending?: Promise<void>;
  listeners: Set<() => void>;
  /** The query of the subscribed components, for a reload. */
  query?: Query<unknown>;
}

export class QueryStore {
  readonly #api: Api;
  readonly #entries = new Map<string, Entry>();

  constructor(api: Api) {
    this.#api = api;
  }

  getOutcome<Reply>(query: Query<Reply>): Outcome<Reply> {
    return (this.#entries.get(hashKey(query.key))?.outcome ?? LOADING) as Outcome<Reply>;
  }

  /** The outcome in the server-rendered page: a component that hydrates late must first render like its markup. */
  getServerOutcome<Reply>(query: Query<Reply>): Outcome<Reply> {
    return (this.#entries.get(hashKey(query.key))?.serverOutcome ?? LOADING) as Outcome<Reply>;
  }

  /** Sets data that was loaded elsewhere, unless the entry already has some. */
  setInitial(key: readonly unknown[], outcome: Outcome<unknown>): void {
    const entry = this.#entry(key);
    if (entry.outcome.status === 'loading' && !entry.pending) entry.outcome = entry.serverOutcome = outcome;
  }

  /** Loads once. Does nothing for data that is there, in flight or failed. */
  load(query: Query<unknown>): Promise<void> {
    const entry = this.#entry(query.key);
    if (entry.pending) return entry.pending;
    return entry.outcome.status === 'loading' ? this.#start(entry, query) : Promise.resolve();
  }

  /** Loads again because the person asked or a mutation made the data stale. */
  reload(query: Query<unknown>): Promise<void> {
    const entry = this.#entry(query.key);
    if (entry.outcome.status === 'failed') this.#settle(entry, { ...entry.outcome, isRetrying: true });
    return this.#start(entry, query);
  }

  /**
   * For the few polled queries (alerts, and a payment that is awaited): refreshes data older than `maxAgeMs`, and
   * returns the time until the next poll. A failure is silent, and the last data stays.
   */
  refresh(query: Query<unknown>, maxAgeMs: number): number {
    const entry = this.#entry(query.key);
    const ageMs = Date.now() - (entry.requestedAt ?? 0);
    // After the clock was set back, the age is unknown.
    if (ageMs >= 0 && ageMs < maxAgeMs) return maxAgeMs - ageMs;
    if (!entry.pending) void this.#start(entry, query, { isQuiet: true });
    return maxAgeMs;
  }

  /** Runs a mutation, and resolves when the queries it made stale were fetched again. A mutation is never retried. */
  async send<Input, Reply>(mutation: Mutation<Input, Reply>, input: Input): Promise<Reply> {
    const reply = await mutation.send(this.#api, input);
    await Promise.all([
      ...mutation.refreshes.map((query) => this.reload(query)),
      ...(mutation.invalidates ?? []).flatMap((path) => this.#outdate(path)),
    ]);
    return reply;
  }

  /** Refetches the queries with a subscribed component; the others are loaded when they are next needed. */
  #outdate(path: string): Promise<void>[] {
    const segments = toSegments(path, {});
    const staleEntries = [...this.#entries.values()].filter(({ key }) => startsWith(key, segments));
    return staleEntries.map((entry) => {
      if (entry.query && entry.listeners.size > 0) return this.reload(entry.query);
      entry.outcome = LOADING;
      delete entry.pending;
      return Promise.resolve();
    });
  }

  subscribe(query: Query<unknown>, listener: () => void): () => void {
    const entry = this.#entry(query.key);
    const { listeners } = entry;
    entry.query = query;
    listeners.add(listener);
    return () => listeners.delete(listener);
  }

  #start(entry: Entry, query: Query<unknown>, { isQuiet = false } = {}): Promise<void> {
    entry.requestedAt = Date.now();
    const request = query.load(this.#api).then(
      (data): Outcome<unknown> => ({ status: 'ready', data }),
      (error: unknown): Outcome<unknown> => ({ status: 'failed', error, isRetrying: false }),
    );
    const pending = request.then((outcome) => {
      if (entry.pending !== pending) return;
      delete entry.pending;
      const keepsOldData = isQuiet && outcome.status === 'failed' && entry.outcome.status === 'ready';
      if (!keepsOldData) this.#settle(entry, outcome);
    });
    entry.pending = pending;
    return pending;
  }

  #settle(entry: Entry, outcome: Outcome<unknown>): void {
    entry.outcome = outcome;
    for (const listener of entry.listeners) listener();
  }

  #entry(key: readonly unknown[]): Entry {
    const hashedKey = hashKey(key);
    let entry = this.#entries.get(hashedKey);
    if (!entry) this.#entries.set(hashedKey, (entry = { key, outcome: LOADING, listeners: new Set() }));
    return entry;
  }
}

/** An empty segment stands for any parameter, which is encoded: only a query string contains "=". */
const startsWith = (key: readonly unknown[], segments: readonly string[]): boolean =>
  segments.every((segment, index) => (segment ? key[index] === segment : isParameter(key[index])));

const isParameter = (part: unknown): boolean => typeof part === 'string' && /^[^=]+$/.test(part);

const hashKey = (key: readonly unknown[]): string => JSON.stringify(key);
