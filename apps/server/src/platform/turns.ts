import { AppError } from './app-error.ts';

/**
 * Runs at most `concurrency` tasks at once and refuses when `queueLimit` are waiting. First come first served; where it is said
 * whose a task is, those who wait are served in turn, so that one who brings fifty keeps nobody waiting for all of them.
 */
export function createTurns(concurrency: number, queueLimit: number) {
  const waiting = new Map<string, (() => void)[]>();
  let waitingCount = 0;
  let running = 0;

  function wait(whose: string): Promise<void> {
    waitingCount += 1;
    return new Promise((resolve) => {
      const line = waiting.get(whose);
      if (line) line.push(resolve);
      else waiting.set(whose, [resolve]);
    });
  }

  function takeNext(): (() => void) | undefined {
    const [first] = waiting;
    if (!first) return undefined;
    const [whose, [next, ...others]] = first;
    waiting.delete(whose);
    if (others.length > 0) waiting.set(whose, others);
    waitingCount -= 1;
    return next;
  }

  return async <Result>(task: () => Promise<Result>, whose = ''): Promise<Result> => {
    if (running < concurrency) running += 1;
    else if (waitingCount < queueLimit) await wait(whose);
    else throw new AppError('UNAVAILABLE');
    try {
      return await task();
    } finally {
      // The place is handed on, not given back: a newcomer cannot slip in before those who wait.
      const next = takeNext();
      if (next) next();
      else running -= 1;
    }
  };
}
