/**
 * Proof of work for public forms. It starts when the person first focuses the form and is usually done before they
 * finish writing. Where it is not possible the form is sent without, and confirmed by email.
 */
import { lifetimes } from '@hakiki/contract/limits';
import { browserApi, call } from '../api/api.ts';
import type { Challenge } from './proof-of-work-solver.ts';

export interface ProofOfWork {
  /** For the form's focus: starts the work, once. */
  onFocus: () => void;
  /** Resolves to the proof, or to undefined where none is possible. Each proof is returned once. */
  proof: () => Promise<string | undefined>;
}

/** Less than the challenge's lifetime, so that the proof is still valid on arrival. */
const REUSE_MS = (lifetimes.proofOfWorkMinutes - 5) * 60_000;

export const startProofOfWork = (): ProofOfWork => createProofOfWork(fetchAndSolve);

export function createProofOfWork(work: () => Promise<string | undefined>, now = () => Date.now()): ProofOfWork {
  let started: { proof: Promise<string | undefined>; at: number } | undefined;

  const startOrReuse = () => {
    if (started && now() - started.at < REUSE_MS) return started.proof;
    const proof = work().catch(() => undefined);
    started = { proof, at: now() };
    return proof;
  };
  const takeProof = () => {
    const proof = startOrReuse();
    started = undefined;
    return proof;
  };
  return {
    onFocus: () => void startOrReuse(),
    // Retries work that failed while the person was writing, most likely because the connection was lost.
    proof: async () => (await takeProof()) ?? takeProof(),
  };
}

/** Browsers offer no WebCrypto without a secure connection. */
const hasWebCrypto = () => typeof crypto !== 'undefined' && 'subtle' in crypto;

async function fetchAndSolve(): Promise<string | undefined> {
  if (!hasWebCrypto()) return undefined;
  const response = await call(browserApi, 'GET', '/api/proof-of-work');
  const { challenge } = (await response.json()) as { challenge: Challenge };
  return (await solveInWorker(challenge)) ?? solveOnMainThread(challenge);
}

/** Resolves to undefined where workers are missing or do not start. */
async function solveInWorker(challenge: Challenge): Promise<string | undefined> {
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

async function solveOnMainThread(challenge: Challenge): Promise<string> {
  const { solveChallenge } = await import('./proof-of-work-solver.ts');
  return solveChallenge(challenge);
}
