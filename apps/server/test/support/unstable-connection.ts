import { connect, createServer, type AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { type Database, openDatabase } from '../../src/platform/db/database.ts';
import { createLog } from '../../src/platform/log/log.ts';
import type { TestDatabase } from './database.ts';

interface ConnectionBreak {
  /** A part of the statement's text. */
  statementPart: string;
  when: 'before it arrives' | 'after it arrived';
  times?: number;
}

/** Opens a database over a TCP proxy that cuts the connection when a matching statement is sent. */
export async function openUnstableDatabase(
  test: Pick<TestDatabase, 'url'>,
  { statementPart, when, times = 1 }: ConnectionBreak,
  databasePoolSize = 2,
): Promise<Database> {
  const { hostname, port } = new URL(test.url);
  let remainingBreaks = times;
  const proxy = createServer((clientSocket) => {
    const serverSocket = connect(Number(port), hostname);
    for (const socket of [clientSocket, serverSocket])
      socket.on('error', () => undefined).on('close', () => (clientSocket.destroy(), serverSocket.destroy()));
    serverSocket.on('data', (bytes) => clientSocket.writable && clientSocket.write(bytes));
    clientSocket.on('data', (bytes: Buffer) => {
      if (remainingBreaks === 0 || !bytes.includes(statementPart)) return void serverSocket.write(bytes);
      remainingBreaks -= 1;
      // PostgreSQL's response is lost with the connection.
      serverSocket.removeAllListeners('data').resume();
      if (when === 'after it arrived') serverSocket.write(bytes, () => setTimeout(() => clientSocket.destroy(), 200));
      else clientSocket.destroy();
    });
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const address = new URL(test.url);
  address.port = String((proxy.address() as AddressInfo).port);
  const database = openDatabase(
    { databaseUrl: address.href, databasePoolSize, statementTimeoutMs: 5000 },
    createLog('silent'),
  );
  onTestFinished(async () => {
    await database.close();
    proxy.close();
  });
  return database;
}
