/** A proxy between the edge and the server that can delay a request, cut a response off or be down. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** 'held': the request hangs until the mode changes. 'cut': half a response, then the connection is reset. */
type Way = 'through' | 'held' | 'failing' | 'cut' | { reply: Buffer };

export interface Relay {
  readonly address: string;
  /** Sets the mode for the next requests. */
  turn: (way: Way) => void;
  /** Closes the listener, as if the process had ended. */
  stop: () => Promise<void>;
  start: () => Promise<void>;
}

export async function startRelay(origin: string): Promise<Relay> {
  let way: Way = 'through';
  let release = () => undefined as void;
  let released = Promise.resolve();
  let port = 0;

  async function answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const parts: Buffer[] = [];
    for await (const part of incoming) parts.push(part as Buffer);
    await released;
    if (way === 'failing') return void outgoing.writeHead(500).end('broken');
    if (way === 'cut') {
      outgoing.writeHead(200, { 'Content-Length': '1000' }).write('half of it');
      setTimeout(() => outgoing.destroy(), 20);
      return;
    }
    if (typeof way === 'object') {
      return void outgoing.writeHead(200, { 'Cache-Control': 'no-store' }).end(way.reply);
    }
    const onward = request(origin + incoming.url, { method: incoming.method, headers: incoming.headers }, (reply) => {
      outgoing.writeHead(reply.statusCode ?? 502, reply.headers);
      reply.pipe(outgoing);
    });
    onward.on('error', () => outgoing.destroy());
    onward.end(Buffer.concat(parts));
  }

  const server = createServer((incoming, outgoing) => void answer(incoming, outgoing).catch(() => outgoing.destroy()));
  const start = async () => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    // The same port after a restart, since the edge has it in its settings.
    port = (server.address() as AddressInfo).port;
  };
  await start();

  return {
    address: `127.0.0.1:${port}`,
    turn(next) {
      release();
      if (next === 'held') released = new Promise((resolve) => (release = resolve));
      way = next;
    },
    async stop() {
      release();
      if (!server.listening) return;
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
    start,
  };
}
