/** Solves one challenge in a worker. Built into one file: its Content-Security-Policy forbids loading others. */
import { solveChallenge, type Challenge } from './proof-of-work-solver.ts';

addEventListener('message', ({ data }: MessageEvent<Challenge>) => {
  void solveChallenge(data).then(
    (proof) => postMessage(proof),
    () => postMessage(undefined),
  );
});
