/** Response times must not reveal whether an account exists. */
import { describe, expect, it } from 'vitest';
import { useDatabase } from '../../../../test/support/database.ts';
import { useRealHashes } from '../../../../test/support/cheap-hashes.ts';
import { makeUser } from '../../../../test/support/factories.ts';
import { useServer } from '../../../../test/support/server.ts';

const test = useDatabase();
const server = useServer(test, { settings: { rateLimitScale: 1_000_000 } });

const TOLERANCE = 0.1;
const REPETITIONS = 6;

type SendRequest = (email: string) => Promise<Response>;
interface MeasurementPlan {
  tries: number;
  atOnce: number;
}

async function measureRequest(ask: SendRequest, email: string): Promise<number> {
  const started = performance.now();
  const response = await ask(email);
  await response.arrayBuffer();
  return performance.now() - started;
}

function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

/** The difference of the two medians relative to the shorter one. */
async function measureDifference(
  ask: SendRequest,
  emails: { known: string; unknown: string },
  { tries, atOnce }: MeasurementPlan,
): Promise<number> {
  const known: number[] = [];
  const unknown: number[] = [];
  const measurePairs = async (_: unknown, worker: number) => {
    while (known.length + unknown.length < 2 * tries) {
      const isKnownFirst = (known.length + worker) % 2 === 0;
      if (isKnownFirst) known.push(await measureRequest(ask, emails.known));
      unknown.push(await measureRequest(ask, emails.unknown));
      if (!isKnownFirst) known.push(await measureRequest(ask, emails.known));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, measurePairs));
  const [one, other] = [median(known), median(unknown)];
  return Math.abs(one - other) / Math.min(one, other);
}

/** A busy machine may need another round; a real difference shows in each of them. */
async function measureSmallestDifference(ask: SendRequest, plan: MeasurementPlan): Promise<number> {
  const { email: known } = await makeUser(test.database.db, { emailVerifiedAt: null });
  const unknown = known.replace('person', 'nobody');
  let smallest = Infinity;
  for (let round = 0; round < REPETITIONS && smallest > TOLERANCE; round += 1) {
    smallest = Math.min(smallest, await measureDifference(ask, { known, unknown }, plan));
  }
  return smallest;
}

describe('response times', { timeout: 120_000 }, () => {
  useRealHashes();

  it('the response time of a login does not reveal whether the account exists', async () => {
    const ask = (email: string) => server.post('/api/auth/login', { email, password: 'not-the-password' });
    expect(await measureSmallestDifference(ask, { tries: 60, atOnce: 1 })).toBeLessThanOrEqual(TOLERANCE);
  });

  it.each(['/api/auth/forgot-password', '/api/auth/resend-verification'])(
    'the response time of %s does not reveal whether the account exists',
    async (path) => {
      const plan = { tries: 100, atOnce: 20 };
      expect(await measureSmallestDifference((email) => server.post(path, { email }), plan)).toBeLessThanOrEqual(
        TOLERANCE,
      );
    },
  );

  it('the measurement detects a difference of 40 percent', async () => {
    const pauseFor = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
    const ask = async (email: string) => {
      await pauseFor(email.startsWith('nobody') ? 10 : 14);
      return new Response();
    };
    expect(
      await measureDifference(
        ask,
        { known: 'person@example.com', unknown: 'nobody@example.com' },
        { tries: 200, atOnce: 20 },
      ),
    ).toBeGreaterThan(TOLERANCE);
  });
});
