import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { AppError } from '../app-error.ts';
import { createBodyReader } from './body-reader.ts';

let server: Server | undefined;
const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
  server?.close();
});

type Read = (request: IncomingMessage) => Promise<Buffer>;

/** Responds with the length of each body, or with the error code. */
async function serve(read: Read): Promise<(length: number, firstBytes: string | Buffer) => Promise<OpenRequest>> {
  server = createServer((request, response) => {
    void read(request).then(
      (body) => response.end(`read ${body.length}`),
      (error: unknown) => response.end(error instanceof AppError ? error.code : String(error)),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return async (length, firstBytes) => {
    const socket = connect(port, '127.0.0.1');
    sockets.push(socket);
    await once(socket, 'connect');
    socket.on('error', () => undefined).write(`POST / HTTP/1.1\r\nHost: x\r\nContent-Length: ${length}\r\n\r\n`);
    socket.write(firstBytes);
    const response = once(socket, 'data').then(([data]: Buffer[]) => data!.toString().split('\r\n\r\n')[1] ?? '');
    return { socket, response };
  };
}
interface OpenRequest {
  socket: Socket;
  response: Promise<string>;
}

describe('reading request bodies', () => {
  it('reads a complete body, and rejects one by its declared length before reading it', async () => {
    const { read } = createBodyReader({ maxTotalBytes: Infinity });
    const open = await serve((request) => read(request, { client: 'a', maxBytes: 100 }));
    expect(await (await open(100, 'x'.repeat(100))).response).toBe('read 100');
    expect(await (await open(101, '')).response).toBe('TOO_LARGE');
  });

  it('rejects a body that exceeds its total deadline, even if bytes keep arriving [SAFE-12]', async () => {
    const { read } = createBodyReader({ maxTotalBytes: Infinity, graceMs: 300 });
    const open = await serve((request) => read(request, { client: 'a', maxBytes: 1000 }));
    const { socket, response } = await open(1000, 'x');
    const drip = setInterval(() => socket.write('x'), 50);
    const started = performance.now();
    expect(await response).toBe('UNAVAILABLE');
    clearInterval(drip);
    expect(performance.now() - started).toBeLessThan(2000);
  });

  it('aborts the largest body of the client that uses the most memory when the limit is reached [SAFE-12]', async () => {
    const { read } = createBodyReader({ maxTotalBytes: 25_000, graceMs: 5000 });
    const clients = ['flood', 'flood', 'flood', 'bystander'];
    const open = await serve((request) => read(request, { client: clients.shift()!, maxBytes: 100_000 }));
    const flood: OpenRequest[] = [];
    for (const bytes of [9000, 8000, 7000]) {
      flood.push(await open(100_000, Buffer.alloc(bytes)));
      await sleep(50);
    }
    const bystander = await open(3000, Buffer.alloc(2000));
    expect(await flood[0]!.response).toBe('UNAVAILABLE');
    bystander.socket.write(Buffer.alloc(1000));
    expect(await bystander.response).toBe('read 3000');
  });
});
