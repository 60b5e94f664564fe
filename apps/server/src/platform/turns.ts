import { AppError } from './app-error.ts';

/** Runs at most `concurrency` tasks at once, first come first served, and refuses when `queueLimit` are waiting. */
export function createTurns(concurrency: number, queueLimit: number) {
  const waiting: (() => void)[] = [];
  let running = 0;

  return async <Result>(task: () => Promise<Result>): Promise<Result> => {
    if (running < concurrency) running += 1;
    else if (waiting.length < queueLimit) await new Promise<void>((resolve) => waiting.push(resolve));
    else throw new AppError('UNAVAILABLE');
    try {
      return await task();
    } finally {
      // The place is handed on, not given back: a newcomer cannot slip in before those who wait.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
