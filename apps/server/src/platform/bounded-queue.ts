import { AppError } from './app-error.ts';

/**
 * Runs at most `concurrency` tasks at the same time and throws if `queueLimit` tasks are waiting. The queue is first
 * in, first out, and round-robin by owner, so that an owner with fifty tasks does not starve the others.
 */
export function createBoundedQueue(concurrency: number, queueLimit: number) {
  const waiting = new Map<string, (() => void)[]>();
  let waitingCount = 0;
  let running = 0;

  function wait(owner: string): Promise<void> {
    waitingCount += 1;
    return new Promise((resolve) => {
      const ownerQueue = waiting.get(owner);
      if (ownerQueue) ownerQueue.push(resolve);
      else waiting.set(owner, [resolve]);
    });
  }

  function takeNext(): (() => void) | undefined {
    const [first] = waiting;
    if (!first) return undefined;
    const [owner, [next, ...others]] = first;
    waiting.delete(owner);
    if (others.length > 0) waiting.set(owner, others);
    waitingCount -= 1;
    return next;
  }

  return async <Result>(task: () => Promise<Result>, owner = ''): Promise<Result> => {
    if (running < concurrency) running += 1;
    else if (waitingCount < queueLimit) await wait(owner);
    else throw new AppError('UNAVAILABLE');
    try {
      return await task();
    } finally {
      // The slot is passed to the next task in the queue, not released: a new task cannot overtake.
      const next = takeNext();
      if (next) next();
      else running -= 1;
    }
  };
}
