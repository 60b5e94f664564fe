/** Uses its own PostgreSQL server, which is killed during a commit. */
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { expect, it, onTestFinished } from 'vitest';
import { findFreePort, startPostgres } from '../../../../../tools/pg.ts';
import { killPostgres } from '../../../../../tools/supervised.ts';
import { createLog } from '../log/log.ts';
import { openDatabase } from './database.ts';

const openDatabaseAt = (databaseUrl: string) =>
  openDatabase({ databaseUrl, databasePoolSize: 2, statementTimeoutMs: 5000 }, createLog('silent'));

/** A proxy that breaks the connection at a commit; new connections wait until `atCommit` is done. */
async function startBreakingProxy(databaseUrl: string, atCommit: () => Promise<void>) {
  const { hostname, port } = new URL(databaseUrl);
  let broken: Promise<void> | undefined;
  const proxy = createServer(async (client) => {
    client.on('error', () => undefined);
    await broken;
    const upstream = connect(Number(port), hostname);
    for (const end of [client, upstream])
      end.on('error', () => undefined).on('close', () => (client.destroy(), upstream.destroy()));
    upstream.on('data', (bytes) => client.writable && client.write(bytes));
    client.on('data', (bytes: Buffer) => {
      if (broken || !bytes.includes('commit')) return void upstream.write(bytes);
      client.destroy();
      broken = atCommit();
    });
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void proxy.close());
  return Object.assign(new URL(databaseUrl), { port: String((proxy.address() as AddressInfo).port) }).href;
}

it("does not mistake another transaction's commit for its own, which was lost in a crash [OPS-05]", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'hakiki-crash-'));
  const port = await findFreePort();
  const start = () => startPostgres({ dataDir, port, durable: false });
  let cluster = await start();
  onTestFinished(async () => {
    await cluster.stop();
    rmSync(dataDir, { recursive: true });
  });
  const others = openDatabaseAt(cluster.url());
  onTestFinished(() => others.close());
  // Writes stay in memory for a while and are lost in a crash.
  for (const text of ['create table kept (name text)', 'alter system set wal_writer_delay = 10000', 'checkpoint'])
    await others.query({ text }, []);
  await others.query({ text: 'select pg_reload_conf()' }, []);

  const assignedIds: bigint[] = [];
  let number = 0n;
  const url = await startBreakingProxy(cluster.url(), async () => {
    await killPostgres(dataDir);
    cluster = await start();
    do {
      const insert = `insert into kept values ('another') returning pg_current_xact_id()::text as number`;
      const [row] = await others.read<{ number: string }>({ text: insert }, []);
      assignedIds.push(BigInt(row!.number));
    } while (assignedIds.at(-1)! < number);
  });
  const database = openDatabaseAt(url);
  onTestFinished(() => database.close());

  const committed = database.transaction(async (tx) => {
    const insert = sql`insert into kept values ('lost') returning pg_current_xact_id()::text as number`;
    number = BigInt((await tx.execute<{ number: string }>(insert)).rows[0]!.number);
    return 'acknowledged';
  });
  await expect(committed).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  // Another transaction got the same id and did commit.
  expect(assignedIds).toContain(number);
  expect(await others.read({ text: `select count(*)::int as n from kept where name = 'lost'` }, [])).toEqual([
    { n: 0 },
  ]);
});
