/** Solves the proof of work of a public form, as a browser does while the visitor types. */
import { type Challenge, solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import type { TestServer } from './server.ts';

export async function solveProofOfWork(challenge: Challenge): Promise<string> {
  const solution = await solveChallenge({ challenge, deriveKey });
  if (!solution) throw new Error('The challenge was not solved in time.');
  return JSON.stringify({ challenge, solution: { counter: solution.counter, derivedKey: solution.derivedKey } });
}

export async function requestProofOfWork(server: Pick<TestServer, 'json'>): Promise<string> {
  const { challenge } = await server.json<{ challenge: Challenge }>('/api/proof-of-work');
  return solveProofOfWork(challenge);
}
