/**
 * A stable port per checkout, so that two checkouts run side by side and each has the same port as yesterday: the
 * default one, or the next free one. It is stored in `.local`.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname } from 'node:path';

/** More checkouts than run at once on any machine. */
const MAX_TRIED_PORTS = 100;

export async function findStablePort(file: string, defaultPort: number): Promise<number> {
  const first = readStoredPort(file) ?? defaultPort;
  for (let port = first; port < first + MAX_TRIED_PORTS; port += 1) {
    if (!(await isFree(port))) continue;
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `${port}\n`);
    return port;
  }
  throw new Error(`No port is free from ${first} to ${first + MAX_TRIED_PORTS - 1}.`);
}

export function readStoredPort(file: string): number | undefined {
  try {
    return Number(readFileSync(file, 'utf8')) || undefined;
  } catch {
    return undefined;
  }
}

/** Checks all addresses: a process on only one of them occupies the port, too. */
async function isFree(port: number): Promise<boolean> {
  for (const host of ['127.0.0.1', '::']) if (!(await canListen(port, host))) return false;
  return true;
}

const canListen = (port: number, host: string): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = createServer();
    // An address that this machine does not have is not in use.
    probe.once('error', (error: NodeJS.ErrnoException) => resolve(error.code !== 'EADDRINUSE'));
    probe.listen(port, host, () => probe.close(() => resolve(true)));
  });
