/**
 * A port that a checkout keeps, so that two of them run side by side and each is found where it was yesterday: the usual one, or
 * the next that is free. It is remembered in `.local`.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname } from 'node:path';

/** So many checkouts run at once on no machine. */
const TRIED = 100;

export async function keptPort(file: string, usual: number): Promise<number> {
  const first = rememberedPort(file) ?? usual;
  for (let port = first; port < first + TRIED; port += 1) {
    if (!(await isFree(port))) continue;
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `${port}\n`);
    return port;
  }
  throw new Error(`No port is free from ${first} to ${first + TRIED - 1}.`);
}

export function rememberedPort(file: string): number | undefined {
  try {
    return Number(readFileSync(file, 'utf8')) || undefined;
  } catch {
    return undefined;
  }
}

/** On all addresses: one that listens on just one of them is in the way as well. */
async function isFree(port: number): Promise<boolean> {
  for (const host of ['127.0.0.1', '::']) if (!(await canListen(port, host))) return false;
  return true;
}

const canListen = (port: number, host: string): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = createServer();
    // A machine without the address has nobody on it.
    probe.once('error', (error: NodeJS.ErrnoException) => resolve(error.code !== 'EADDRINUSE'));
    probe.listen(port, host, () => probe.close(() => resolve(true)));
  });
