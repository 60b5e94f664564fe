/**
 * A challenge takes a browser a tenth of a second and a cheap phone less than a second; checking the solution takes
 * microseconds. The server stores no challenges: each is signed together with its solution. Only used ones are stored,
 * until they expire.
 */
import { lifetimes } from '@hakiki/contract/limits';
import { type Challenge, createChallenge, randomInt, verifySolution } from 'altcha-lib';
import { deriveKey as deriveWithPbkdf2 } from 'altcha-lib/algorithms/pbkdf2';
import * as z from 'zod';
import { type AppSecret, deriveKeys } from '../../platform/app-secret.ts';

/** Iterations per try and number of tries, measured in docs/decisions/0010. */
const ALGORITHM = 'PBKDF2/SHA-256';
const COST = 1000;
const MIN_TRIES = 200;
const MAX_TRIES = 400;

const Proof = z.object({
  challenge: z.object({ parameters: z.looseObject({ expiresAt: z.number() }), signature: z.string() }),
  solution: z.object({ counter: z.number(), derivedKey: z.string() }),
});

/** A proof whose signature and solution are valid; it may have been used before. */
export interface ValidProof {
  /** The same for every JSON serialization of one proof. */
  hash: Buffer;
  expiresAt: Date;
}

export function createProofOfWork(secret: AppSecret) {
  const signingKeys = deriveKeys(secret, 'proof-of-work').all;
  const solutionKeys = deriveKeys(secret, 'proof-of-work-answer').all;
  const secrets = signingKeys.map(({ key }, index) => ({
    hmacSignatureSecret: key.toString('hex'),
    hmacKeySignatureSecret: solutionKeys[index]!.key.toString('hex'),
  }));

  async function isSolved(challenge: Challenge, solution: z.infer<typeof Proof>['solution']): Promise<boolean> {
    for (const pair of secrets) {
      const params = { ...pair, challenge, solution, deriveKey: deriveWithPbkdf2 };
      if ((await verifySolution(params)).verified) return true;
    }
    return false;
  }

  return {
    challenge: (): Promise<Challenge> =>
      createChallenge({
        ...secrets[0],
        algorithm: ALGORITHM,
        cost: COST,
        counter: randomInt(MAX_TRIES, MIN_TRIES),
        deriveKey: deriveWithPbkdf2,
        expiresAt: new Date(Date.now() + lifetimes.proofOfWorkMinutes * 60_000),
      }),

    async check(proof: string): Promise<ValidProof | undefined> {
      const { data } = Proof.safeParse(parseJson(proof));
      if (!data) return undefined;
      // The signature guarantees the other fields of the challenge.
      const challenge = data.challenge as Challenge & typeof data.challenge;
      const { solution } = data;
      if (!(await isSolved(challenge, solution))) return undefined;
      return {
        hash: Buffer.from(challenge.signature, 'hex'),
        expiresAt: new Date(challenge.parameters.expiresAt * 1000),
      };
    },
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
