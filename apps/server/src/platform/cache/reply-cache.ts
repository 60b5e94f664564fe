/**
 * Keeps shared answers for a few seconds, by path and query alone. A crowd asking for the same page costs one computation, and
 * when a new answer cannot be computed the old one is sent instead of an error.
 */
import { LRUCache } from 'lru-cache';
import type { Clock } from '../clock/clock.ts';

interface Sized {
  body: Buffer;
}

interface Entry<Reply> {
  reply: Reply;
  freshUntil: number;
}

export interface Computed<Reply> {
  reply: Reply;
  /** How long the answer stays fresh; 0 when it must not be kept. */
  freshMs: number;
  /** The work failed: an older answer is better than this one. */
  failed?: boolean;
}

export interface Found<Reply> {
  reply: Reply;
  isStale: boolean;
}

/** Longer addresses are answered and not remembered. */
const LONGEST_KEY = 2048;
/** Headers, compressed forms and bookkeeping, beside the body itself. */
const OVERHEAD_BYTES = 2048;

export class ReplyCache<Reply extends Sized> {
  readonly #entries: LRUCache<string, Entry<Reply>>;
  readonly #flights = new Map<string, Promise<Found<Reply>>>();
  readonly #clock: Clock;

  constructor({ maxBytes, clock }: { maxBytes: number; clock: Clock }) {
    this.#clock = clock;
    this.#entries = new LRUCache({
      maxSize: maxBytes,
      sizeCalculation: ({ reply }) => reply.body.length * 2 + OVERHEAD_BYTES,
    });
  }

  fresh(key: string): Reply | undefined {
    const entry = this.#entries.get(key);
    return entry !== undefined && entry.freshUntil > this.#clock() ? entry.reply : undefined;
  }

  stale(key: string): Reply | undefined {
    return this.#entries.get(key)?.reply;
  }

  /** Joins a computation of the same key that is under way, or starts one. */
  find(key: string, compute: () => Promise<Computed<Reply>>): Promise<Found<Reply>> {
    const underWay = this.#flights.get(key);
    if (underWay) return underWay;
    const flight = this.#compute(key, compute).finally(() => this.#flights.delete(key));
    this.#flights.set(key, flight);
    return flight;
  }

  async #compute(key: string, compute: () => Promise<Computed<Reply>>): Promise<Found<Reply>> {
    const { reply, freshMs, failed } = await compute();
    if (failed) {
      const old = this.stale(key);
      return old ? { reply: old, isStale: true } : { reply, isStale: false };
    }
    if (freshMs > 0 && key.length <= LONGEST_KEY) {
      this.#entries.set(key, { reply, freshUntil: this.#clock() + freshMs });
    } else this.#entries.delete(key);
    return { reply, isStale: false };
  }

  clear(): void {
    this.#entries.clear();
  }
}
