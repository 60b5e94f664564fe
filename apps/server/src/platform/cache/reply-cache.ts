/**
 * Caches shared responses for a few seconds, by path and query. Concurrent requests for one key share one computation
 * (single-flight), and if a new response cannot be computed, the stale one is sent instead of an error
 * (stale-if-error). Searches, filtered lists and unknown paths are unbounded in number: they have their own part of the
 * cache and evict only each other.
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
  /** How long the response stays fresh; 0 if it must not be cached. */
  freshMs: number;
  /** The computation failed: a stale response is better. */
  failed?: boolean;
  /** The key is one of an unbounded number, such as a search. */
  isUnboundedKey?: boolean;
}

export interface CacheResult<Reply> {
  reply: Reply;
  isStale: boolean;
}

/** Responses to longer URLs are not cached. */
const MAX_KEY_LENGTH = 2048;
/** Headers, compressed versions and bookkeeping, besides the body. */
const OVERHEAD_BYTES = 2048;
/** Share of the cache for unbounded keys. */
const UNBOUNDED_SHARE = 0.25;

export class ReplyCache<Reply extends Sized> {
  readonly #boundedEntries: LRUCache<string, Entry<Reply>>;
  readonly #unboundedEntries: LRUCache<string, Entry<Reply>>;
  readonly #pending = new Map<string, Promise<CacheResult<Reply>>>();
  readonly #clock: Clock;

  constructor({ maxBytes, clock }: { maxBytes: number; clock: Clock }) {
    this.#clock = clock;
    const sizeCalculation = ({ reply }: Entry<Reply>) => reply.body.length * 2 + OVERHEAD_BYTES;
    const unboundedBytes = Math.max(1, Math.floor(maxBytes * UNBOUNDED_SHARE));
    this.#boundedEntries = new LRUCache({ maxSize: Math.max(1, maxBytes - unboundedBytes), sizeCalculation });
    this.#unboundedEntries = new LRUCache({ maxSize: unboundedBytes, sizeCalculation });
  }

  getFresh(key: string): Reply | undefined {
    const entry = this.#find(key);
    return entry !== undefined && entry.freshUntil > this.#clock() ? entry.reply : undefined;
  }

  getAny(key: string): Reply | undefined {
    return this.#find(key)?.reply;
  }

  #find(key: string): Entry<Reply> | undefined {
    return this.#boundedEntries.get(key) ?? this.#unboundedEntries.get(key);
  }

  /** Joins a running computation of the same key, or starts one. */
  getOrCompute(key: string, compute: () => Promise<Computed<Reply>>): Promise<CacheResult<Reply>> {
    const pending = this.#pending.get(key);
    if (pending) return pending;
    const computation = this.#compute(key, compute).finally(() => this.#pending.delete(key));
    this.#pending.set(key, computation);
    return computation;
  }

  async #compute(key: string, compute: () => Promise<Computed<Reply>>): Promise<CacheResult<Reply>> {
    const { reply, freshMs, failed, isUnboundedKey = false } = await compute();
    if (failed) {
      const stale = this.getAny(key);
      return stale ? { reply: stale, isStale: true } : { reply, isStale: false };
    }
    this.#boundedEntries.delete(key);
    this.#unboundedEntries.delete(key);
    if (freshMs > 0 && key.length <= MAX_KEY_LENGTH) {
      (isUnboundedKey ? this.#unboundedEntries : this.#boundedEntries).set(key, {
        reply,
        freshUntil: this.#clock() + freshMs,
      });
    }
    return { reply, isStale: false };
  }

  clear(): void {
    this.#boundedEntries.clear();
    this.#unboundedEntries.clear();
  }
}
