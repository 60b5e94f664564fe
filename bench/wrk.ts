/**
 * Load from wrk: requests a list of paths in turn over keep-alive connections, for a limited time. Several servers are
 * measured in alternating rounds, so that other load on the machine affects all of them equally.
 */
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Running } from './processes.ts';
import { median } from './report.ts';

export interface Load {
  url: string;
  /** Requested one after the other, again and again. */
  paths: readonly string[];
  headers?: Record<string, string>;
  /** Sends a POST to the first path instead, each time with a new idempotency key. */
  post?: { body: string; keyHeader: string };
  /** Sends each as a POST to the first path instead, one after the other. */
  bodies?: readonly string[];
  seconds: number;
  connections: number;
}

export interface Measured {
  requests: number;
  requestsPerSecond: number;
  p50Ms: number;
  p99Ms: number;
}

export async function runWrk({
  url,
  paths,
  headers = {},
  post,
  bodies,
  seconds,
  connections,
}: Load): Promise<Measured> {
  const folder = mkdtempSync(join(tmpdir(), 'hakiki-wrk-'));
  try {
    const script = join(folder, 'paths.lua');
    const calls = post ? luaPosts(paths[0]!, post) : bodies ? luaQuestions(paths[0]!, bodies) : luaReads(paths);
    writeFileSync(script, luaHeaders(headers) + calls);
    const args = ['-t1', `-c${connections}`, `-d${seconds}s`, '--timeout', '10s', '--latency', '-s', script, url];
    return readReport(await run('wrk', args, (seconds + 20) * 1000));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const text = (value: string): string => JSON.stringify(value).replaceAll('\\/', '/');

const luaHeaders = (headers: Record<string, string>): string =>
  Object.entries(headers)
    .map(([name, value]) => `wrk.headers[${text(name)}] = ${text(value)}\n`)
    .join('');

/** A key is never used again, neither in this run nor in another. */
const luaPosts = (path: string, { body, keyHeader }: NonNullable<Load['post']>): string => `
local body = ${text(body)}
local place = 0
function request()
  place = place + 1
  wrk.headers[${text(keyHeader)}] = ${text(`${randomUUID()}-`)} .. place
  return wrk.format('POST', ${text(path)}, wrk.headers, body)
end
`;

const luaInTurn = `
local place = 0
function request()
  place = place + 1
  return requests[(place - 1) % #requests + 1]
end
`;

/** Requests are formatted once at the start, so that the load generator needs little CPU. */
const luaReads = (paths: readonly string[]): string => `
local paths = { ${paths.map(text).join(', ')} }
local requests = {}
function init()
  for _, path in ipairs(paths) do requests[#requests + 1] = wrk.format('GET', path) end
end
${luaInTurn}`;

const luaQuestions = (path: string, bodies: readonly string[]): string => `
local bodies = { ${bodies.map(text).join(', ')} }
local requests = {}
wrk.headers['Content-Type'] = 'application/json'
function init()
  for _, body in ipairs(bodies) do requests[#requests + 1] = wrk.format('POST', ${text(path)}, wrk.headers, body) end
end
${luaInTurn}`;

/** Rejects a run with a failed request, because it measures something else. */
export function readReport(report: string): Measured {
  const failures = /^.*(?:Socket errors|Non-2xx or 3xx).*$/m.exec(report);
  if (failures) throw new Error(`wrk saw failed requests: ${failures[0].trim()}`);
  const requests = Number(/(\d+) requests in /.exec(report)?.[1]);
  const requestsPerSecond = Number(/Requests\/sec:\s+([\d.]+)/.exec(report)?.[1]);
  const p50Ms = milliseconds(/^\s+50%\s+(\S+)/m.exec(report)?.[1]);
  const p99Ms = milliseconds(/^\s+99%\s+(\S+)/m.exec(report)?.[1]);
  if (!(requestsPerSecond > 0) || !(p50Ms >= 0) || !(p99Ms >= 0))
    throw new Error(`Unexpected output of wrk:\n${report}`);
  return { requests, requestsPerSecond, p50Ms, p99Ms };
}

const unitMs: Record<string, number> = { us: 0.001, ms: 1, s: 1000, m: 60_000 };

function milliseconds(text = ''): number {
  const [, number, unit] = /^([\d.]+)(us|ms|s|m)$/.exec(text) ?? [];
  return Number(number) * (unitMs[unit ?? ''] ?? Number.NaN);
}

function run(command: string, args: string[], timeoutMs: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: timeoutMs,
      killSignal: 'SIGKILL',
    });
    let output = '';
    child.stdout.on('data', (text: Buffer) => (output += text.toString()));
    child.stderr.on('data', (text: Buffer) => (output += text.toString()));
    child.on('error', reject);
    child.on('close', (code) =>
      code === 0 ? resolve(output) : reject(new Error(`${command} ended with ${code}: ${output}`)),
    );
  });
}

/** Linux counts in hundredths of a second. */
const tickMicroseconds = 10_000;

/**
 * CPU time of the process and its children, such as the workers of nginx. Other load on the machine changes the
 * requests per second, but hardly the CPU time of one request.
 */
export function cpuMicroseconds(pid: number): number {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean);
  return [pid, ...children.map(Number)].reduce((sum, one) => sum + readCpuTicks(one), 0) * tickMicroseconds;
}

function readCpuTicks(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The name in brackets may contain spaces; user and system time are the 12th and 13th field after it.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return Number(fields[11]) + Number(fields[12]);
}

export interface MeasuredServer extends Pick<Load, 'paths' | 'headers' | 'post' | 'bodies'> {
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
  { seconds, rounds, connections }: RoundSettings,
): Promise<MedianResult[]> {
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
export async function compareWithBaseline(
  ours: MeasuredServer,
  bare: MeasuredServer,
  pace: RoundSettings,
): Promise<{ speed: number; cpu: number; us: MedianResult }> {
  const [us, them] = (await measureInRounds([ours, bare], pace)) as [MedianResult, MedianResult];
  return {
    speed: us.requestsPerSecond / them.requestsPerSecond,
    cpu: them.cpuPerRequest / us.cpuPerRequest,
    us,
  };
}
