import { describe, expect, it, vi } from 'vitest';
import { solveChallenge } from './proof-of-work-solver.ts';
import { createProofOfWork } from './proof-of-work.ts';

/** Made by the server's library with 10 rounds; the solution is 23. */
const challenge = {
  parameters: {
    algorithm: 'PBKDF2/SHA-256',
    cost: 10,
    expiresAt: 1794718523,
    keyLength: 32,
    keyPrefix: '26d9be7faa2a62aae8cc81a06ce895b6',
    keySignature: '04ccafdd9be72e0d975dfa36a503f362a0a6f5e4cb590131d29efbdef7053b6f',
    nonce: '28087c441a8e92f57654335efd86baef',
    salt: 'd2602cc0266e0796378720c687ab185d',
  },
  signature: '2a205e3616cbbbe7062b49dd289441cca8bd0bb058d391bf44c9f35d462a57ea',
};

describe('solving a challenge', () => {
  it('finds the solution and returns the challenge unchanged, so that its signature is valid', async () => {
    expect(JSON.parse(await solveChallenge(challenge))).toEqual({
      challenge,
      solution: {
        counter: 23,
        derivedKey: '26d9be7faa2a62aae8cc81a06ce895b6cebbc7b2103f17d799f3bf90abbf105c',
      },
    });
  });

  it('fails for a challenge that has no solution', async () => {
    const unsolvable = { ...challenge, parameters: { ...challenge.parameters, cost: 1, keyPrefix: 'ff'.repeat(32) } };
    await expect(solveChallenge(unsolvable)).rejects.toThrow('no solution');
  });
});

describe('proof of work of a form', () => {
  const createNumberedWork = () => {
    let done = 0;
    return vi.fn(() => Promise.resolve(`proof ${(done += 1)}`));
  };

  it('starts with the first focus and not before, and only once', async () => {
    const work = createNumberedWork();
    const { onFocus, proof } = createProofOfWork(work);
    expect(work).not.toHaveBeenCalled();
    onFocus();
    onFocus();
    expect(work).toHaveBeenCalledTimes(1);
    expect(await proof()).toBe('proof 1');
    expect(work).toHaveBeenCalledTimes(1);
  });

  it('starts on submit where no field was focused, and waits until the proof is done', async () => {
    let finish: (proof: string) => void = () => undefined;
    const slowWork = createProofOfWork(() => new Promise((resolve) => (finish = resolve)));
    let received: string | undefined;
    const sending = slowWork.proof().then((proof) => (received = proof));
    await Promise.resolve();
    expect(received).toBeUndefined();
    finish('at last');
    await sending;
    expect(received).toBe('at last');
  });

  it('returns each proof once', async () => {
    const { onFocus, proof } = createProofOfWork(createNumberedWork());
    onFocus();
    expect([await proof(), await proof()]).toEqual(['proof 1', 'proof 2']);
  });

  it('solves a new challenge when the proof would expire while the person writes', async () => {
    let minutes = 0;
    const { onFocus, proof } = createProofOfWork(createNumberedWork(), () => minutes * 60_000);
    onFocus();
    minutes = 14;
    onFocus();
    expect(await proof()).toBe('proof 1');
    onFocus();
    minutes = 30;
    expect(await proof()).toBe('proof 3');
  });

  it('retries when the connection was lost meanwhile', async () => {
    const work = createNumberedWork().mockRejectedValueOnce(new Error('offline'));
    const { onFocus, proof } = createProofOfWork(work);
    onFocus();
    expect(await proof()).toBe('proof 1');
  });

  it('returns no proof where none is possible', async () => {
    expect(await createProofOfWork(() => Promise.resolve(undefined)).proof()).toBeUndefined();
    expect(await createProofOfWork(() => Promise.reject(new Error('offline'))).proof()).toBeUndefined();
  });
});
