/** Every trial, each with its own product, in full size and in the short size of CI. */
import { besiege, type Besieged, type Options } from './besieged.ts';
import { behindBouncer } from './bouncer.ts';
import { besideFloods } from './bystanders.ts';
import { jumpClock } from './clock.ts';
import { PROXY_ADDRESS } from './flooder.ts';
import { fillDisk } from './full-disk.ts';
import { fuzz } from './fuzz.ts';
import { killAtRandom } from './kill.ts';
import { overload } from './overload.ts';
import { beSlow } from './slow-clients.ts';
import { smear } from './smear.ts';
import type { Outcome } from './table.ts';
import { liveAYear } from './year.ts';

export interface Extent {
  seed: number;
  isShort: boolean;
}

type Trial = (extent: Extent) => Promise<Outcome>;

async function against(options: Options, attack: (besieged: Besieged) => Promise<Outcome>): Promise<Outcome> {
  const besieged = await besiege(options);
  try {
    return await attack(besieged);
  } finally {
    await besieged.stop();
  }
}

/** Rate limits would reject most requests. */
const settings = { RATE_LIMIT_SCALE: '1000' };

export const trials = {
  fuzz: ({ seed, isShort }) =>
    against({ settings }, (besieged) => fuzz(besieged, { seed, requests: isShort ? 4000 : 100_000 })),
  smear: ({ seed, isShort }) =>
    against({ settings: { RATE_LIMIT_SCALE: '1', REPLY_CACHE_SECONDS: '0' } }, (besieged) =>
      smear(besieged, {
        seed,
        // CI uses both cores for other work meanwhile.
        ...(isShort
          ? { senders: 60, addresses: 12, honestMs: 5000 }
          : { senders: 1000, addresses: 200, honestMs: 2000 }),
      }),
    ),
  kill: ({ seed, isShort }) =>
    against({ settings, durable: true }, (besieged) => killAtRandom(besieged, { seed, seconds: isShort ? 20 : 300 })),
  overload: ({ isShort }) => against({ settings }, (besieged) => overload(besieged, { seconds: isShort ? 5 : 30 })),
  slow: ({ isShort }) =>
    against({ settings }, (besieged) => beSlow(besieged, { clients: 1000, seconds: isShort ? 5 : 30 })),
  bystanders: ({ isShort }) =>
    against({ settings: { RATE_LIMIT_SCALE: '1' }, limits: {}, behind: PROXY_ADDRESS }, (besieged) =>
      besideFloods(besieged, {
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
  disk: ({ isShort }) => fillDisk({ of: 'data', megabytes: 400, seconds: isShort ? 5 : 30 }),
  wal: ({ isShort }) => fillDisk({ of: 'log', megabytes: 150, seconds: isShort ? 5 : 30 }),
  clock: ({ isShort }) => jumpClock({ seconds: isShort ? 6 : 60 }),
  bouncer: ({ seed, isShort }) => behindBouncer({ seed, requests: isShort ? 1000 : 10_000 }),
  year: ({ seed, isShort }) => liveAYear({ seed, people: isShort ? 50 : 10_000 }),
} satisfies Record<string, Trial>;
