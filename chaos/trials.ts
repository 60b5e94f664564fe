/** Every trial, each with its own product, in full size and in the short size of the merge gate. */
import { startTestStack, type TestStack, type Options } from './test-stack.ts';
import { testPgBouncer } from './pgbouncer.ts';
import { testBystanders } from './bystanders.ts';
import { testClockJumps } from './clock-jumps.ts';
import { PROXY_ADDRESS } from './flooder.ts';
import { testFullDisk } from './full-disk.ts';
import { fuzz } from './fuzz.ts';
import { killAtRandom } from './random-kills.ts';
import { overload } from './overload.ts';
import { testBrigading } from './brigading.ts';
import type { Outcome } from './outcome.ts';
import { simulateYear } from './subscription-year.ts';

export interface Extent {
  seed: number;
  isShort: boolean;
}

type Trial = (extent: Extent) => Promise<Outcome>;

async function runAgainst(options: Options, attack: (stack: TestStack) => Promise<Outcome>): Promise<Outcome> {
  const stack = await startTestStack(options);
  try {
    return await attack(stack);
  } finally {
    await stack.stop();
  }
}

/** Rate limits would reject most requests. */
const settings = { RATE_LIMIT_SCALE: '1000' };

export const trials = {
  fuzz: ({ seed, isShort }) =>
    runAgainst({ settings }, (stack) => fuzz(stack, { seed, requests: isShort ? 4000 : 100_000 })),
  brigading: ({ seed, isShort }) =>
    runAgainst({ settings: { RATE_LIMIT_SCALE: '1', REPLY_CACHE_SECONDS: '0' } }, (stack) =>
      testBrigading(stack, {
        seed,
        // The merge gate may run on a busy machine.
        ...(isShort
          ? { senders: 60, addresses: 12, maxHonestMs: 5000 }
          : { senders: 1000, addresses: 200, maxHonestMs: 2000 }),
      }),
    ),
  kill: ({ seed, isShort }) =>
    runAgainst({ settings, durable: true }, (stack) => killAtRandom(stack, { seed, seconds: isShort ? 20 : 300 })),
  overload: ({ isShort }) => runAgainst({ settings }, (stack) => overload(stack, { seconds: isShort ? 5 : 30 })),
  bystanders: ({ isShort }) =>
    runAgainst({ settings: { RATE_LIMIT_SCALE: '1' }, limits: {}, behind: PROXY_ADDRESS }, (stack) =>
      testBystanders(stack, {
        seconds: isShort ? 3 : 15,
        ...(isShort && {
          only: [
            'searches, 1 address',
            'console login, 1 address',
            'slow uploads, 3 addresses',
            'searches, 100 addresses',
          ],
        }),
      }),
    ),
  disk: ({ isShort }) => testFullDisk({ of: 'data', megabytes: 400, seconds: isShort ? 5 : 30 }),
  wal: ({ isShort }) => testFullDisk({ of: 'log', megabytes: 150, seconds: isShort ? 5 : 30 }),
  clock: ({ isShort }) => testClockJumps({ seconds: isShort ? 6 : 60 }),
  bouncer: ({ seed, isShort }) => testPgBouncer({ seed, requests: isShort ? 1000 : 10_000 }),
  year: ({ seed, isShort }) => simulateYear({ seed, people: isShort ? 50 : 10_000 }),
} satisfies Record<string, Trial>;
