/** Solves one challenge beside the page. Built into one file: what the server sends with it forbids to load any other. */
import { solve, type Challenge } from './proof-of-work-solver.ts';

addEventListener('message', ({ data }: MessageEvent<Challenge>) => {
  void solve(data).then(
    (proof) => postMessage(proof),
    () => postMessage(undefined),
  );
});
