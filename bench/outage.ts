/** Stops the origin and requests every previously visited public page again and again through the edge. */
import { setTimeout as sleep } from 'node:timers/promises';

export interface Outage {
  edgeUrl: string;
  paths: readonly string[];
  stopOrigin: () => Promise<void>;
  seconds: number;
}

export interface OutageResult {
  requested: number;
  served: number;
}

const roundsPerSecond = 4;

export async function runOutage({ edgeUrl, paths, stopOrigin, seconds }: Outage): Promise<OutageResult> {
  const isServed = (path: string) =>
    fetch(edgeUrl + path, { signal: AbortSignal.timeout(5000) }).then(
      async (reply) => (await reply.arrayBuffer()).byteLength > 0 && reply.status === 200,
      () => false,
    );
  const visited = await Promise.all(paths.map(isServed));
  const unseen = paths.filter((_, place) => !visited[place]);
  if (unseen.length > 0) throw new Error(`Not served even with the origin running: ${unseen.join(', ')}`);

  await stopOrigin();
  const survival: OutageResult = { requested: 0, served: 0 };
  const end = performance.now() + seconds * 1000;
  while (performance.now() < end) {
    for (const wasServed of await Promise.all(paths.map(isServed))) {
      survival.requested += 1;
      if (wasServed) survival.served += 1;
    }
    await sleep(1000 / roundsPerSecond);
  }
  return survival;
}
