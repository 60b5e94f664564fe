/** The siege as CI has time for it; `npm run siege` is the whole. Needs the built site. */
import { afterAll, describe, expect, it } from 'vitest';
import { useRealHashes } from '../apps/server/test/hashes.ts';
import { hasFailed, type Outcome, outcomeOf, tableOf } from './table.ts';
import { trials } from './trials.ts';

// What is besieged is another process.
useRealHashes();

const extent = { seed: 12, isShort: true };
const outcomes: Outcome[] = [];
const run = async (name: 'bystanders' | 'fuzz' | 'kill' | 'smear') => {
  const outcome = await trials[name](extent);
  outcomes.push(outcome);
  return outcome;
};
const unharmed = { errors: 0, lost: 0, doubled: 0, leaked: 0, delayed: 0, findings: [] };
afterAll(() => console.log(tableOf(outcomes)));

describe('the product under siege', () => {
  it('answers generated requests without an error, a lost or doubled write or a leak [SAFE-12]', async () => {
    const outcome = await run('fuzz');
    expect(outcome).toMatchObject(unharmed);
    expect(outcome.tried).toBeGreaterThanOrEqual(4000);
  });

  it('keeps what it acknowledged, once, while its processes are killed [SAFE-12]', async () => {
    expect(await run('kill')).toMatchObject(unharmed);
  });

  it('shows nothing of a smear campaign, hides no true case and slows nobody [SAFE-12]', async () => {
    expect(await run('smear')).toMatchObject(unharmed);
  });

  it('serves every bystander while one address and a hundred flood it [SAFE-12]', async () => {
    expect(await run('bystanders')).toMatchObject(unharmed);
  });
});

describe('the table', () => {
  it('shows what was found, and fails on any of it', () => {
    const found: Outcome = { ...outcomeOf('fuzz'), tried: 9, leaked: 1, findings: ['GET /x tells visitor a secret'] };
    expect([outcomeOf('kill -9'), found].map(hasFailed)).toEqual([false, true]);
    expect(tableOf([found])).toContain('FOUND GET /x tells visitor a secret');
  });
});
