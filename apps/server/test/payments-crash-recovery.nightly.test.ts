/**
 * Members pay while the worker is killed again and again, at any point between two steps. Each gets exactly one month:
 * a PayFast notification is stored before it is acknowledged, and granted once by its id.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import { supervise } from '../../../tools/supervised.ts';
import { useDatabase } from './support/database.ts';
import { startTestPayfast, createPayers } from './support/payments.ts';
import { processEnvironment } from './support/process-environment.ts';
import { useServer } from './support/server.ts';

/** `KILLS=30` for a longer run. */
const KILLS = Number(process.env['KILLS'] ?? 3);
const PAYERS = 8 * KILLS;

const test = useDatabase();
const { payfast, settings } = await startTestPayfast();
const server = useServer(test, { settings });
const { signUp, readLedgerBalances, listOpenDifferences } = createPayers(test, server, payfast);
const compileCacheFolder = mkdtempSync(join(tmpdir(), 'hakiki-compiled-'));
afterAll(() => rmSync(compileCacheFolder, { recursive: true, force: true }));

const count = async (statement: string) =>
  Number((await test.sql(`select count(*)::int as n from ${statement}`))[0]!['n']);

it(
  'every payment is granted once when the worker is killed repeatedly at random points [DEC-40] [DEC-41]',
  { timeout: 600_000 },
  async () => {
    const payers = await Promise.all(Array.from({ length: PAYERS }, () => signUp()));
    const worker = supervise(
      fileURLToPath(new URL('../src/worker.ts', import.meta.url)),
      {
        ...processEnvironment,
        ...payfast.environment,
        NODE_ENV: 'test',
        NODE_COMPILE_CACHE: compileCacheFolder,
        DATABASE_URL: test.url,
        APP_SECRET: 'a secret that outlives each of the processes',
        PUBLIC_URL: settings.publicUrl!,
        LOG_LEVEL: 'silent',
      },
      {},
    );
    try {
      const paying = (async () => {
        for (const payer of payers) {
          await payer.payByCard();
          await pause(Math.random() * 100);
        }
      })();
      for (let kill = 0; kill < KILLS; kill += 1) {
        const taken = await count(`gateway_notices where outcome = 'taken'`);
        // The worker is busy by now: it is killed at a random point of its next notifications.
        while ((await count(`gateway_notices where outcome = 'taken'`)) < Math.min(taken + 3, PAYERS)) await pause(20);
        await pause(Math.random() * 80);
        await worker.kill();
      }
      await paying;
      while ((await count(`gateway_notices where outcome = 'waiting'`)) > 0) await pause(100);
    } finally {
      await worker.stop();
    }
    const wrong = await test.sql(
      `select u.id from users u where u.id = any($1) and not (u.subscription_tier = 'premium' and u.subscription_status = 'active'
       and u.subscription_ends_at between now() + interval '27 days' and now() + interval '32 days'
       and (select count(*) from payments p where p.user_id = u.id and p.status = 'confirmed') = 1
       and (select count(*) from invoices i where i.user_id = u.id) = 1)`,
      [payers.map(({ id }) => id)],
    );
    expect(wrong).toEqual([]);
    expect((await readLedgerBalances())['income:premium']).toBe(-25_000 * PAYERS);
    expect(await count(`ledger_transfers where source = 'payment'`)).toBe(PAYERS);
    const numbers = await test.sql('select number from invoices order by number');
    expect(numbers.map(({ number }) => Number(String(number).split('-').at(-1)))).toEqual(
      Array.from({ length: PAYERS }, (_, n) => n + 1),
    );
    expect(await listOpenDifferences()).toEqual([]);
  },
);
