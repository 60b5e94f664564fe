import { createChallenge } from 'altcha-lib';
import { deriveKey as deriveWithPbkdf2 } from 'altcha-lib/algorithms/pbkdf2';
import { beforeAll, describe, expect, it } from 'vitest';
import { useRealHashes } from '../../../test/support/cheap-hashes.ts';
import { solveProofOfWork } from '../../../test/support/proof-of-work.ts';
import { deriveKey } from '../../platform/derive-key.ts';
import { createProofOfWork } from './proof-of-work.ts';

useRealHashes();

const SECRET = 'a secret that is long enough for anyone';
const proofOfWork = createProofOfWork(SECRET);

type Proof = {
  challenge: { parameters: Record<string, unknown>; signature: string };
  solution: { counter: number; derivedKey: string };
};
const changeProof = (proof: string, change: (proof: Proof) => void): string => {
  const copy = JSON.parse(proof) as Proof;
  change(copy);
  return JSON.stringify(copy);
};
/** A challenge like ours, signed with our key unless another secret is given. */
const createSignedChallenge = (options: { expiresAt?: Date; secret?: string }) =>
  createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost: 1,
    counter: 3,
    deriveKey: deriveWithPbkdf2,
    expiresAt: options.expiresAt ?? new Date(Date.now() + 60_000),
    hmacSignatureSecret: deriveKey(options.secret ?? SECRET, 'proof-of-work').toString('hex'),
    hmacKeySignatureSecret: deriveKey(options.secret ?? SECRET, 'proof-of-work-answer').toString('hex'),
  });

describe('a challenge', () => {
  it('a challenge requires 200 to 400 tries of 1000 iterations within twenty minutes [DEC-84]', async () => {
    const before = Math.floor(Date.now() / 1000);
    const { parameters } = await proofOfWork.challenge();
    expect(parameters).toMatchObject({ algorithm: 'PBKDF2/SHA-256', cost: 1000 });
    expect(parameters.expiresAt).toBeGreaterThanOrEqual(before + 20 * 60);
    expect(parameters.expiresAt).toBeLessThanOrEqual(before + 20 * 60 + 5);
    const counters = await Promise.all(
      Array.from(
        { length: 5 },
        async () => (JSON.parse(await solveProofOfWork(await proofOfWork.challenge())) as Proof).solution.counter,
      ),
    );
    expect(Math.min(...counters)).toBeGreaterThanOrEqual(200);
    expect(Math.max(...counters)).toBeLessThanOrEqual(400);
  });

  it('a challenge does not contain its solution', async () => {
    const challenge = await proofOfWork.challenge();
    const { solution } = JSON.parse(await solveProofOfWork(challenge)) as Proof;
    expect(Object.keys(challenge.parameters)).not.toContain('counter');
    expect(JSON.stringify(challenge)).not.toContain(solution.derivedKey);
  });
});

describe('a proof of work', () => {
  let proof = '';
  beforeAll(async () => {
    proof = await solveProofOfWork(await proofOfWork.challenge());
  });

  it('accepts a proof with the right solution', async () => {
    const valid = await proofOfWork.check(proof);
    expect(valid?.hash).toHaveLength(32);
    expect(valid?.expiresAt.getTime()).toBeGreaterThan(Date.now());
  });

  it('identifies a proof by the same hash in any JSON spelling', async () => {
    const respelled = changeProof(proof, (options) => {
      options.challenge.parameters = Object.fromEntries(Object.entries(options.challenge.parameters).toReversed());
      options.solution.counter += 1;
    });
    expect(respelled).not.toBe(proof);
    const [one, other] = [await proofOfWork.check(proof), await proofOfWork.check(` ${respelled} `)];
    expect(one).toBeDefined();
    expect(other?.hash).toEqual(one?.hash);
  });

  it('rejects an expired proof', async () => {
    const challenge = await createSignedChallenge({ expiresAt: new Date(Date.now() - 1000) });
    expect(await proofOfWork.check(await solveProofOfWork(challenge))).toBeUndefined();
    expect(await proofOfWork.check(await solveProofOfWork(await createSignedChallenge({})))).toBeDefined();
  });

  it('rejects a proof that was signed with another secret', async () => {
    const challenge = await createSignedChallenge({ secret: 'the secret of somebody else entirely' });
    expect(await proofOfWork.check(await solveProofOfWork(challenge))).toBeUndefined();
  });

  it.each<[string, (proof: Proof) => void]>([
    ['an easier challenge', ({ challenge }) => (challenge.parameters['cost'] = 1)],
    ['a shorter key prefix', ({ challenge }) => (challenge.parameters['keyPrefix'] = '00')],
    ['a later expiry', ({ challenge }) => (challenge.parameters['expiresAt'] = Date.now())],
    ['another signed solution', ({ challenge }) => (challenge.parameters['keySignature'] = 'ab'.repeat(32))],
    ['no signed solution', ({ challenge }) => delete challenge.parameters['keySignature']],
    ['no signature', ({ challenge }) => (challenge.signature = '')],
    ['a signature in capitals', ({ challenge }) => (challenge.signature = challenge.signature.toUpperCase())],
    ['a guessed key', ({ solution }) => (solution.derivedKey = 'ab'.repeat(32))],
    ['only a part of the key', ({ solution }) => (solution.derivedKey = solution.derivedKey.slice(0, 32))],
    ['a negative counter', ({ solution }) => (solution.counter = -1)],
  ])('rejects a proof with %s', async (_what, change) => {
    expect(await proofOfWork.check(changeProof(proof, change))).toBeUndefined();
  });

  it.each(['', 'proof', 'null', '[]', '{}', '{"challenge":{}}', '{"challenge":{"parameters":{},"signature":"00"}}'])(
    'rejects %o as a proof',
    async (text) => {
      expect(await proofOfWork.check(text)).toBeUndefined();
    },
  );
});
