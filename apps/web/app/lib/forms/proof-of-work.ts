/**
 * The small work that a public form asks of the browser. It begins when the person first touches the form and is done long
 * before they have written anything. Where it cannot be done the form is sent without, and confirmed by mail.
 */
import { lifetimes } from '@hakiki/contract/limits';
import { browserApi, call } from '../api/api.ts';
import type { Challenge } from './proof-of-work-solver.ts';

export interface ProofOfWork {
  /** For the form's focus: begins the work, once. */
  onFocus: () => void;
  /** The proof, as soon as there is one, or nothing where none is possible. Each is given once. */
  proof: () => Promise<string | undefined>;
}

/** Short of the challenge's own end, so that it survives the sending. */
const GOOD_FOR_MS = (lifetimes.proofOfWorkMinutes - 5) * 60_000;

/** One form's work. */
export const newProofOfWork = (): ProofOfWork => createProofOfWork(prove);

export function createProofOfWork(work: () => Promise<string | undefined>, now = () => Date.now()): ProofOfWork {
  let begun: { proof: Promise<string | undefined>; at: number } | undefined;

  const begin = () => {
    if (begun && now() - begun.at < GOOD_FOR_MS) return begun.proof;
    const proof = work().catch(() => undefined);
    begun = { proof, at: now() };
    return proof;
  };
  const take = () => {
    const proof = begin();
    begun = undefined;
    return proof;
  };
  return {
    onFocus: () => void begin(),
    // What failed while the person was writing, a lost connection most likely, is tried again when it counts.
    proof: async () => (await take()) ?? take(),
  };
}

/** Without a secure connection browsers offer no cryptography. */
const canProve = () => typeof crypto !== 'undefined' && 'subtle' in crypto;

async function prove(): Promise<string | undefined> {
  if (!canProve()) return undefined;
  const response = await call(browserApi, 'GET', '/api/proof-of-work');
  const { challenge } = (await response.json()) as { challenge: Challenge };
  return (await solveBeside(challenge)) ?? solveHere(challenge);
}

/** Nothing where there are no workers, or theirs does not start. */
async function solveBeside(challenge: Challenge): Promise<string | undefined> {
  if (typeof Worker === 'undefined') return undefined;
  const worker = new Worker(new URL('./proof-of-work.worker.ts', import.meta.url), { type: 'module' });
  try {
    return await new Promise<string | undefined>((resolve) => {
      worker.addEventListener('message', ({ data }: MessageEvent<string | undefined>) => resolve(data));
      worker.addEventListener('error', () => resolve(undefined));
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker is no window and has no such argument
      worker.postMessage(challenge);
    });
  } finally {
    worker.terminate();
  }
}

async function solveHere(challenge: Challenge): Promise<string> {
  const { solve } = await import('./proof-of-work-solver.ts');
  return solve(challenge);
}
