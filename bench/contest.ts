/** Measures several servers in alternating rounds, so that other load on the machine affects all of them alike. */
import { cpuMicroseconds } from './cpu.ts';
import type { Running } from './processes.ts';
import { median } from './report.ts';
import { type Load, wrk } from './wrk.ts';

export interface Contestant extends Pick<Load, 'paths' | 'headers' | 'callers' | 'post'> {
  server: Running;
}

export interface Pace {
  seconds: number;
  rounds: number;
  connections: number;
}

/** Medians over the rounds. */
export interface Standing {
  requestsPerSecond: number;
  p50Ms: number;
  p99Ms: number;
  cpuPerRequest: number;
}

export async function contest(contestants: readonly Contestant[], pace: Pace): Promise<Standing[]> {
  const { seconds, rounds, connections } = pace;
  const seen: Standing[][] = contestants.map(() => []);
  for (const { server, ...load } of contestants) await wrk({ ...load, connections, url: server.url, seconds: 1 });
  for (let round = 0; round < rounds; round += 1) {
    for (const [place, { server, ...load }] of contestants.entries()) {
      const before = cpuMicroseconds(server.pid);
      const measured = await wrk({ ...load, connections, url: server.url, seconds });
      seen[place]!.push({ ...measured, cpuPerRequest: (cpuMicroseconds(server.pid) - before) / measured.requests });
    }
  }
  return seen.map((standings) => {
    const medianOf = (key: keyof Standing) => median(standings.map((one) => one[key]));
    return {
      requestsPerSecond: medianOf('requestsPerSecond'),
      p50Ms: medianOf('p50Ms'),
      p99Ms: medianOf('p99Ms'),
      cpuPerRequest: medianOf('cpuPerRequest'),
    };
  });
}

/** Compares the product with its baseline: 1 is equal. */
export const compare = (us: Standing, bare: Standing): { speed: number; cpu: number } => ({
  speed: us.requestsPerSecond / bare.requestsPerSecond,
  cpu: bare.cpuPerRequest / us.cpuPerRequest,
});

export async function against(ours: Contestant, bare: Contestant, pace: Pace): Promise<{ speed: number; cpu: number }> {
  const [us, them] = (await contest([ours, bare], pace)) as [Standing, Standing];
  return compare(us, them);
}
