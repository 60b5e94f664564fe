import { connect, createServer, type AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { type Database, openDatabase } from '../src/platform/db/database.ts';
import { createLog } from '../src/platform/log/log.ts';
import type { TestDatabase } from './database.ts';

interface Break {
  /** A part of the statement's text. */
  at: string;
  when: 'before it arrives' | 'after it arrived';
  times?: number;
}

/** Opens a database over a TCP proxy that cuts the connection when a matching statement is sent. */
export async function overBreakingLine(
  test: Pick<TestDatabase, 'url'>,
  { at, when, times = 1 }: Break,
  databasePoolSize = 2,
): Promise<Database> {
  const { hostname, port } = new URL(test.url);
  let breaks = times;
  const line = createServer((near) => {
    const far = connect(Number(port), hostname);
    for (const end of [near, far]) end.on('error', () => undefined).on('close', () => (near.destroy(), far.destroy()));
    far.on('data', (bytes) => near.writable && near.write(bytes));
    near.on('data', (bytes: Buffer) => {
      if (breaks === 0 || !bytes.includes(at)) return void far.write(bytes);
      breaks -= 1;
      // PostgreSQL's response is lost with the connection.
      far.removeAllListeners('data').resume();
      if (when === 'after it arrived') far.write(bytes, () => setTimeout(() => near.destroy(), 200));
      else near.destroy();
    });
  });
  await new Promise<void>((resolve) => line.listen(0, '127.0.0.1', resolve));
  const address = new URL(test.url);
  address.port = String((line.address() as AddressInfo).port);
  const database = openDatabase(
    { databaseUrl: address.href, databasePoolSize, statementTimeoutMs: 5000 },
    createLog('silent'),
  );
  onTestFinished(async () => {
    await database.close();
    line.close();
  });
  return database;
}
