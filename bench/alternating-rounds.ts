/** Measures several servers in alternating rounds, so that other load on the machine affects all of them alike. */
import { cpuMicroseconds } from './cpu.ts';
import type { Running } from './processes.ts';
import { median } from './report.ts';
import { type Load, runWrk } from './wrk.ts';

export interface MeasuredServer extends Pick<Load, 'paths' | 'headers' | 'callers' | 'post'> {
  server: Running;
}

export interface RoundSettings {
  seconds: number;
  rounds: number;
  connections: number;
}

/** Medians over the rounds. */
export interface MedianResult {
  requestsPerSecond: number;
  p50Ms: number;
  p99Ms: number;
  cpuPerRequest: number;
}

export async function measureInRounds(
  contestants: readonly MeasuredServer[],
  pace: RoundSettings,
): Promise<MedianResult[]> {
  const { seconds, rounds, connections } = pace;
  const seen: MedianResult[][] = contestants.map(() => []);
  for (const { server, ...load } of contestants) await runWrk({ ...load, connections, url: server.url, seconds: 1 });
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, { server, ...load }] of contestants.entries()) {
      const before = cpuMicroseconds(server.pid);
      const measured = await runWrk({ ...load, connections, url: server.url, seconds });
      seen[index]!.push({ ...measured, cpuPerRequest: (cpuMicroseconds(server.pid) - before) / measured.requests });
    }
  }
  return seen.map((results) => {
    const medianOf = (key: keyof MedianResult) => median(results.map((one) => one[key]));
    return {
      requestsPerSecond: medianOf('requestsPerSecond'),
      p50Ms: medianOf('p50Ms'),
      p99Ms: medianOf('p99Ms'),
      cpuPerRequest: medianOf('cpuPerRequest'),
    };
  });
}

/** Compares the product with its baseline: 1 is equal. */
export const computeRatios = (us: MedianResult, bare: MedianResult): { speed: number; cpu: number } => ({
  speed: us.requestsPerSecond / bare.requestsPerSecond,
  cpu: bare.cpuPerRequest / us.cpuPerRequest,
});

export async function compareWithBaseline(
  ours: MeasuredServer,
  bare: MeasuredServer,
  pace: RoundSettings,
): Promise<{ speed: number; cpu: number }> {
  const [us, them] = (await measureInRounds([ours, bare], pace)) as [MedianResult, MedianResult];
  return computeRatios(us, them);
}
