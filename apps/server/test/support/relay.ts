/** A proxy between the edge and the server that can delay a request, cut a response off or be down. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** 'held': the request hangs until the mode changes. 'cut': half a response, then the connection is reset. */
type RelayMode = 'through' | 'held' | 'failing' | 'cut' | { reply: Buffer };

export interface Relay {
  readonly address: string;
  /** Sets the mode for the next requests. */
  setMode: (mode: RelayMode) => void;
  /** Closes the listener, as if the process had ended. */
  stop: () => Promise<void>;
  start: () => Promise<void>;
}

export async function startRelay(origin: string): Promise<Relay> {
  let mode: RelayMode = 'through';
  let release = () => undefined as void;
  let released = Promise.resolve();
  let port = 0;

  async function forward(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const parts: Buffer[] = [];
    for await (const part of incoming) parts.push(part as Buffer);
    await released;
    if (mode === 'failing') return void outgoing.writeHead(500).end('broken');
    if (mode === 'cut') {
      outgoing.writeHead(200, { 'Content-Length': '1000' }).write('half of it');
      setTimeout(() => outgoing.destroy(), 20);
      return;
    }
    if (typeof mode === 'object') {
      return void outgoing.writeHead(200, { 'Cache-Control': 'no-store' }).end(mode.reply);
    }
    const forwarded = request(
      origin + incoming.url,
      { method: incoming.method, headers: incoming.headers },
      (reply) => {
        outgoing.writeHead(reply.statusCode ?? 502, reply.headers);
        reply.pipe(outgoing);
      },
    );
    forwarded.on('error', () => outgoing.destroy());
    forwarded.end(Buffer.concat(parts));
  }

  const server = createServer((incoming, outgoing) => void forward(incoming, outgoing).catch(() => outgoing.destroy()));
  const start = async () => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    // The same port after a restart, since the edge has it in its settings.
    port = (server.address() as AddressInfo).port;
  };
  await start();

  return {
    address: `127.0.0.1:${port}`,
    setMode(next) {
      release();
      if (next === 'held') released = new Promise((resolve) => (release = resolve));
      mode = next;
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
