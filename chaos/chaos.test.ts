/** The short chaos trials of the merge gate; `npm run chaos` runs the full ones. Needs the built site. */
import { afterAll, describe, expect, it } from 'vitest';
import { useRealHashes } from '../apps/server/test/support/cheap-hashes.ts';
import { hasFailed, type Outcome, createOutcome, formatTable } from './outcome.ts';
import { trials } from './trials.ts';

// The tested product is another process, which needs the real hash.
useRealHashes();

const extent = { seed: 12, isShort: true };
const outcomes: Outcome[] = [];
const run = async (name: 'bystanders' | 'fuzz' | 'kill' | 'brigading') => {
  const outcome = await trials[name](extent);
  outcomes.push(outcome);
  return outcome;
};
const noFindings = { errors: 0, lost: 0, doubled: 0, leaked: 0, delayed: 0, findings: [] };
afterAll(() => console.log(formatTable(outcomes)));

describe('chaos trials', () => {
  it('the product answers generated requests without an error, a lost or duplicate write or a leak [SAFE-12]', async () => {
    const outcome = await run('fuzz');
    expect(outcome).toMatchObject(noFindings);
    expect(outcome.tried).toBeGreaterThanOrEqual(4000);
  });

  it('the product keeps each acknowledged write exactly once while its processes are killed [SAFE-12]', async () => {
    expect(await run('kill')).toMatchObject(noFindings);
  });

  it('the product publishes nothing of a brigading campaign, hides no true case and delays no reporter [SAFE-12]', async () => {
    expect(await run('brigading')).toMatchObject(noFindings);
  });

  it('the product serves every bystander while one address and a hundred flood it [SAFE-12]', async () => {
    expect(await run('bystanders')).toMatchObject(noFindings);
  });
});

describe('the table', () => {
  it('the table of results shows all findings, and any finding fails', () => {
    const found: Outcome = {
      ...createOutcome('fuzz'),
      tried: 9,
      leaked: 1,
      findings: ['GET /x tells visitor a secret'],
    };
    expect([createOutcome('kill -9'), found].map(hasFailed)).toEqual([false, true]);
    expect(formatTable([found])).toContain('FOUND GET /x tells visitor a secret');
  });
});
