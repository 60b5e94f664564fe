/**
 * Keeps shared answers for a few seconds, by path and query alone. Concurrent requests for one key share one computation
 * (single-flight), and when a new answer cannot be computed the stale one is sent instead of an error (stale-if-error). Searches,
 * filtered lists and addresses that do not exist are unbounded in number: they have a part of their own and evict only each other.
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
  /** The work failed: a stale answer is better than this one. */
  failed?: boolean;
  /** One of an unbounded number of keys. */
  isPassing?: boolean;
}

export interface Found<Reply> {
  reply: Reply;
  isStale: boolean;
}

/** Longer addresses are answered and not remembered. */
const LONGEST_KEY = 2048;
/** Headers, compressed forms and bookkeeping, beside the body itself. */
const OVERHEAD_BYTES = 2048;
/** Share of the whole for the unbounded keys. */
const PASSING_PART = 0.25;

export class ReplyCache<Reply extends Sized> {
  readonly #lasting: LRUCache<string, Entry<Reply>>;
  readonly #passing: LRUCache<string, Entry<Reply>>;
  readonly #flights = new Map<string, Promise<Found<Reply>>>();
  readonly #clock: Clock;

  constructor({ maxBytes, clock }: { maxBytes: number; clock: Clock }) {
    this.#clock = clock;
    const sizeCalculation = ({ reply }: Entry<Reply>) => reply.body.length * 2 + OVERHEAD_BYTES;
    const passingBytes = Math.max(1, Math.floor(maxBytes * PASSING_PART));
    this.#lasting = new LRUCache({ maxSize: Math.max(1, maxBytes - passingBytes), sizeCalculation });
    this.#passing = new LRUCache({ maxSize: passingBytes, sizeCalculation });
  }

  fresh(key: string): Reply | undefined {
    const entry = this.#find(key);
    return entry !== undefined && entry.freshUntil > this.#clock() ? entry.reply : undefined;
  }

  stale(key: string): Reply | undefined {
    return this.#find(key)?.reply;
  }

  #find(key: string): Entry<Reply> | undefined {
    return this.#lasting.get(key) ?? this.#passing.get(key);
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
    const { reply, freshMs, failed, isPassing = false } = await compute();
    if (failed) {
      const old = this.stale(key);
      return old ? { reply: old, isStale: true } : { reply, isStale: false };
    }
    this.#lasting.delete(key);
    this.#passing.delete(key);
    if (freshMs > 0 && key.length <= LONGEST_KEY) {
      (isPassing ? this.#passing : this.#lasting).set(key, { reply, freshUntil: this.#clock() + freshMs });
    }
    return { reply, isStale: false };
  }

  clear(): void {
    this.#lasting.clear();
    this.#passing.clear();
  }
}
