/**
 * What was read, kept for the life of the page. This is the whole of the specification's request behaviour: an answer never
 * goes stale, nothing is fetched again by a timer or by returning to the window, and nothing that failed is tried again unless
 * the person asks. A general query library would carry 8 kB of behaviour that must be switched off (docs/decisions/0004).
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
  outcome: Outcome<unknown>;
  /** What came with the page. */
  received?: Outcome<unknown>;
  /** The request under way: everyone who asks meanwhile waits for the same one. */
  pending?: Promise<void>;
  listeners: Set<() => void>;
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

  /** Reads again because the person asked or a write made the answer old. */
  reload(read: Read<unknown>): Promise<void> {
    const entry = this.#entry(read.key);
    if (entry.outcome.status === 'failed') this.#settle(entry, { ...entry.outcome, isRetrying: true });
    return this.#start(entry, read);
  }

  /** Makes a change, and answers when what it made old was read again. A change is made once, whatever becomes of it. */
  async send<Given, Reply>(write: Write<Given, Reply>, given: Given): Promise<Reply> {
    const reply = await write.send(this.#api, given);
    await Promise.all(write.refreshes.map((read) => this.reload(read)));
    return reply;
  }

  subscribe(read: Read<unknown>, listener: () => void): () => void {
    const { listeners } = this.#entry(read.key);
    listeners.add(listener);
    return () => listeners.delete(listener);
  }

  #start(entry: Entry, read: Read<unknown>): Promise<void> {
    const request = read.load(this.#api).then(
      (data): Outcome<unknown> => ({ status: 'ready', data }),
      (error: unknown): Outcome<unknown> => ({ status: 'failed', error, isRetrying: false }),
    );
    const pending = request.then((outcome) => {
      if (entry.pending !== pending) return;
      delete entry.pending;
      this.#settle(entry, outcome);
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
    if (!entry) this.#entries.set(name, (entry = { outcome: loading, listeners: new Set() }));
    return entry;
  }
}

const hash = (key: readonly unknown[]): string => JSON.stringify(key);
