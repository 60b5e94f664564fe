/** Limits with many concurrent callers, on several processes that share only the stores. */
import { randomUUID } from 'node:crypto';
import type { UserId } from '@hakiki/contract/accounts';
import type { ApiKeyId } from '@hakiki/contract/api-keys';
import { getV1Provider, submitV1Report } from '@hakiki/contract/v1';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { useDatabase } from '../../../test/support/database.ts';
import { makeApiKey } from '../../../test/support/factories.ts';
import { useRedis } from '../../../test/support/redis.ts';
import { AppError } from '../../platform/app-error.ts';
import { type Database, openDatabase } from '../../platform/db/database.ts';
import type { KeyActor } from '../../platform/http/actor.ts';
import { createLog } from '../../platform/log/log.ts';
import { createRateLimiter } from '../../platform/rate-limit/rate-limiter.ts';
import { createAuditService } from '../audit/service.ts';
import { createKeyParts, formatKey } from './key-format.ts';
import { createQuota } from './quota.ts';
import { createApiKeysService } from './service.ts';

const test = useDatabase();
const redis = useRedis();
const log = createLog('silent');
const cleanups: (() => unknown)[] = [];
afterAll(async () => {
  for (const close of cleanups) await close();
});
afterEach(() => {
  vi.useRealTimers();
});

/** One process: its own connections, its own limiter, its own memory. */
function startProcess(redisUrl?: string) {
  const opened = openDatabase({ databaseUrl: test.url, databasePoolSize: 4, statementTimeoutMs: 10_000 }, log);
  const statements: string[] = [];
  const enqueued: unknown[] = [];
  const database: Database = {
    ...opened,
    read: (statement, values) => {
      statements.push(statement.text);
      return opened.read(statement, values);
    },
    query: (statement, values) => {
      statements.push(statement.text);
      return opened.query(statement, values);
    },
  };
  const limiter = createRateLimiter({ database, redisUrl, secret: 'a secret for tests', log, scale: 1 });
  cleanups.push(
    () => limiter.close(),
    () => opened.close(),
  );
  const queue = {
    enqueue: (_: unknown, __: unknown, payload: unknown) => {
      enqueued.push(payload);
      return Promise.resolve();
    },
  };
  const service = createApiKeysService({ database, queue, limiter, audit: createAuditService(), log });
  return { service, database, limiter, statements, enqueued };
}
type Process = ReturnType<typeof startProcess>;

async function createActor(): Promise<KeyActor> {
  const { id: keyId, accountId, permissions: scopes } = await makeApiKey(test.database.db);
  const plan = { subscriptionTier: 'api', userType: 'user' } as const;
  return { kind: 'key', keyId, accountId, plan, isTest: false, scopes };
}

const month = () => `${new Date().toISOString().slice(0, 7)}-01`;
const setUsed = (accountId: UserId, used: number) =>
  test.sql('insert into api_quota_months (account_id, month, used) values ($1, $2, $3)', [accountId, month(), used]);
const readUsed = async (accountId: UserId) =>
  Number((await test.sql('select used from api_quota_months where account_id = $1', [accountId]))[0]?.['used']);

/** Makes many concurrent calls over all processes and counts the outcomes. */
async function callAtOnce(
  count: number,
  processes: readonly Process[],
  actor: KeyActor,
  endpoint: typeof getV1Provider | typeof submitV1Report,
) {
  const results = await Promise.allSettled(
    Array.from({ length: count }, (_, index) =>
      processes[index % processes.length]!.service.auth.countCall(actor, endpoint),
    ),
  );
  const codes = results.flatMap((result) =>
    result.status === 'rejected'
      ? [result.reason instanceof AppError ? result.reason.code : String(result.reason)]
      : [],
  );
  return { passed: results.length - codes.length, codes: [...new Set(codes)] };
}

describe.each([
  { store: 'PostgreSQL', url: () => undefined },
  { store: 'Redis', url: () => redis.url },
])('200 callers on 4 processes with $store', ({ url }) => {
  const start = async () => {
    const processes = Array.from({ length: 4 }, () => startProcess(url()));
    // The limiter counts in memory until Redis is connected.
    const reachesStore = async ({ limiter }: Process) => {
      const name = randomUUID();
      await limiter.countAttempt(name, { points: 10, seconds: 60 }, 'anybody');
      if (url()) expect((await redis.keys()).join(' ')).toContain(name);
    };
    for (const one of processes) await vi.waitFor(() => reachesStore(one), { timeout: 8000, interval: 50 });
    return processes;
  };

  it('admits 200 concurrent calls exactly as often as the hourly limit allows [REAL-25] [API-19]', async () => {
    const actor = await createActor();
    expect(await callAtOnce(200, await start(), actor, submitV1Report)).toEqual({
      passed: 100,
      codes: ['RATE_LIMITED'],
    });
  });

  it('admits 200 concurrent calls exactly as often as the monthly quota allows [REAL-25] [API-14]', async () => {
    const actor = await createActor();
    await setUsed(actor.accountId, 49_900);
    const processes = await start();
    const outcome = await callAtOnce(200, processes, actor, getV1Provider);
    expect(outcome).toEqual({ passed: 100, codes: ['QUOTA_EXCEEDED'] });
    expect(await readUsed(actor.accountId)).toBe(50_000);
  });

  it('returns unused leases when the processes end, so that only used requests count', async () => {
    const actor = await createActor();
    const processes = await start();
    const before = processes.map(({ statements }) => statements.length);
    expect(await callAtOnce(200, processes, actor, getV1Provider)).toEqual({ passed: 200, codes: [] });
    // Leases of ten: a fifth of a write per call would already be too many.
    const taken = processes.flatMap(({ statements }, index) => statements.slice(before[index]));
    expect(taken.filter((text) => text.includes('api_quota_months')).length).toBeLessThanOrEqual(24);
    for (const { service } of processes) await service.stop();
    expect(await readUsed(actor.accountId)).toBe(200);
  });
});

describe('rejected calls', () => {
  it('rejects 1,000 unknown keys without a database statement [REAL-24]', async () => {
    const { service, statements } = startProcess();
    const real = formatKey(createKeyParts(false));
    const garbage = (n: number) =>
      [`hk_live_${String(n).padStart(40, 'x')}`, `${real.slice(0, -3)}${String(n).padStart(3, '0')}`, `sk_${n}`, ''][
        n % 4
      ]!;
    for (let n = 0; n < 1000; n += 1) {
      const request = new Request('http://hakiki.test/api/v1/providers', {
        headers: { authorization: `Bearer ${garbage(n)}` },
      });
      await expect(service.auth.authenticate(request, '127.0.0.1')).rejects.toMatchObject({ code: 'API_KEY_INVALID' });
    }
    expect(statements).toEqual([]);
  });

  it('writes nothing once the hour or the month is known to be used up', async () => {
    const one = startProcess();
    const limited = await createActor();
    await callAtOnce(101, [one], limited, submitV1Report);
    const usedUp = await createActor();
    await setUsed(usedUp.accountId, 50_000);
    await callAtOnce(1, [one], usedUp, getV1Provider);
    const before = one.statements.length;
    expect(await callAtOnce(500, [one], limited, submitV1Report)).toEqual({ passed: 0, codes: ['RATE_LIMITED'] });
    expect(await callAtOnce(500, [one], usedUp, getV1Provider)).toEqual({ passed: 0, codes: ['QUOTA_EXCEEDED'] });
    expect(one.statements.slice(before)).toEqual([]);
    expect(await test.sql('select calls from api_usage where account_id = $1', [usedUp.accountId])).toEqual([]);
  });
});

describe('concurrent key look-ups', () => {
  const authenticate = (service: Process['service'], headers: Record<string, string>) =>
    service.auth.authenticate(new Request('http://hakiki.test/api/v1/providers', { headers }), '127.0.0.1').then(
      ({ keyId }) => keyId,
      (error: unknown) => (error instanceof AppError ? error.code : error),
    );

  it('looks up concurrent keys in one statement, and rejects a revoked key with the next call [REAL-24]', async () => {
    const opened = startProcess();
    let isReading: (() => void) | undefined;
    let continueReading: (() => void) | undefined;
    let sent = 0;
    const slow: Database = {
      ...opened.database,
      read: async (statement, values) => {
        sent += 1;
        const rows = await opened.database.read(statement, values);
        if (sent > 1) return rows as never;
        isReading?.();
        await new Promise<void>((resolve) => {
          continueReading = resolve;
        });
        return rows as never;
      },
    };
    const { limiter } = opened;
    const queue = { enqueue: () => Promise.resolve() };
    const service = createApiKeysService({ database: slow, queue, limiter, audit: createAuditService(), log });
    const [key, other] = [await makeApiKey(test.database.db), await makeApiKey(test.database.db)];
    const reading = new Promise<void>((resolve) => {
      isReading = resolve;
    });
    const before = authenticate(service, key.headers);
    await reading;
    await test.sql('update api_keys set revoked_at = now() where id = $1', [key.id]);
    const after = [
      authenticate(service, key.headers),
      authenticate(service, other.headers),
      authenticate(service, key.headers),
    ];
    continueReading?.();
    expect(await before).toBe(key.id);
    expect(await Promise.all(after)).toEqual(['API_KEY_ENDED', other.id, 'API_KEY_ENDED']);
    expect(sent).toBe(2);
  });
});

describe('calls that fail on our side', () => {
  it('returns a failed call to the hourly limit and to the monthly quota', async () => {
    const one = startProcess();
    const actor = await createActor();
    for (let n = 0; n < 30; n += 1) {
      const { refund } = await one.service.auth.countCall(actor, submitV1Report);
      const left = new Headers((await refund('hour and month')) as [string, string][]);
      expect([left.get('x-ratelimit-remaining'), left.get('ratelimit')]).toEqual([
        '100',
        expect.stringMatching(/^"hour";r=100;t=\d+, "month";r=50000;/),
      ]);
    }
    await one.service.stop();
    expect(await readUsed(actor.accountId)).toBe(0);
    expect(await test.sql(`select points from rate_limits where key like 'v1Reports:%' and points = 0`)).toHaveLength(
      1,
    );
  });
});

describe('quota emails', () => {
  it('sends one email at 80 % and one at 100 %, whichever process notices it [REAL-25]', async () => {
    const processes = [startProcess(), startProcess()];
    const actor = await createActor();
    const { accountId } = actor;
    const listEnqueued = () => processes.flatMap(({ enqueued }) => enqueued);
    await setUsed(accountId, 39_900);
    await callAtOnce(40, processes, actor, getV1Provider);
    expect(listEnqueued()).toEqual([]);
    await callAtOnce(200, processes, actor, getV1Provider);
    await vi.waitFor(() => expect(listEnqueued()).toEqual([{ accountId, month: month(), percent: 80 }]));
    await test.sql('update api_quota_months set used = 49990 where account_id = $1', [accountId]);
    await callAtOnce(60, processes, actor, getV1Provider);
    await vi.waitFor(() =>
      expect(listEnqueued()).toEqual(
        expect.arrayContaining([
          { accountId, month: month(), percent: 80 },
          { accountId, month: month(), percent: 100 },
        ]),
      ),
    );
    await callAtOnce(60, [startProcess()], actor, getV1Provider);
    expect(listEnqueued()).toHaveLength(2);
  });
});

describe('the quota month', () => {
  it('starts a new month at midnight UTC and carries nothing over [API-14]', async () => {
    const { accountId } = await createActor();
    const quota = createQuota({ database: test.database, log, notify: () => Promise.resolve() });
    vi.useFakeTimers({ toFake: ['Date'] });
    vi.setSystemTime('2026-11-30T23:59:50Z');
    await test.sql(`insert into api_quota_months (account_id, month, used) values ($1, '2026-11-01', 49999)`, [
      accountId,
    ]);
    const last = await quota.take(accountId);
    expect(last).toEqual({ month: '2026-11-01', isAllowed: true, remaining: 0, resetSeconds: 10 });
    expect(await quota.take(accountId)).toEqual({ ...last, isAllowed: false });
    vi.setSystemTime('2026-12-01T00:00:00Z');
    const first = { month: '2026-12-01', isAllowed: true, remaining: 49_999, resetSeconds: 31 * 86_400 };
    expect(await quota.take(accountId)).toEqual(first);
    // A request taken in November is not returned to December.
    quota.returnOne(accountId, last);
    expect(await quota.take(accountId)).toEqual({ ...first, remaining: 49_998 });
  });
});

describe('usage of a deleted account', () => {
  it('adds no usage for a key without an account, and stores the usage of other keys', async () => {
    const { service } = startProcess();
    const actor = await createActor();
    service.auth.record({ ...actor, keyId: '01890000-0000-7000-8000-00000000dead' as ApiKeyId }, getV1Provider, {
      status: 200,
      ms: 3,
    });
    service.auth.record(actor, getV1Provider, { status: 500, ms: 80 });
    service.auth.record(actor, getV1Provider, { status: 200, ms: 7 });
    await service.flush();
    service.auth.record(actor, getV1Provider, { status: 200, ms: 3000 });
    await service.flush();
    const rows = await test.sql(
      `select outcome, calls::int, charged::int, latency_ms::int, latencies from api_usage where account_id = $1 order by outcome`,
      [actor.accountId],
    );
    expect(rows).toEqual([
      { outcome: 'done', calls: 2, charged: 2, latency_ms: 3007, latencies: [0, 1, 0, 0, 0, 0, 0, 0, 0, 1] },
      { outcome: 'failed', calls: 1, charged: 0, latency_ms: 80, latencies: [0, 0, 0, 0, 1, 0, 0, 0, 0, 0] },
    ]);
  });
});
