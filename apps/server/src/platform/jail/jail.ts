/**
 * Where a file of a stranger's is read by code that might not survive it: in a process of its own, for this file alone, with little
 * memory and time, an empty environment, and no leave to write, to start anything or to read more than its own program. The kernel
 * holds memory and time, so that it does not matter whether the program wants to; what is killed is a file that cannot be read.
 */
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { sep } from 'node:path';
import { finished } from 'node:stream/promises';

interface Jail {
  /** The path of a program in plain JavaScript: file on stdin, result on stdout. */
  program: string;
  /** A package that the program uses; it may read where that is installed. */
  uses: string;
  /** All that it may ask for, its own code included; about 60 MB of that are node itself. */
  memoryBytes: number;
  /** Of computing. */
  cpuSeconds: number;
  /** By the clock, from the start to the last byte. */
  seconds: number;
  resultBytes: number;
}

/** What the program says about a file that is not what it says it is; from sysexits. */
const DATA_ERROR = 65;

/** Why a file was given up, for the log and never for its sender. */
export class FileGivenUp extends Error {}

/** Of node itself, so that counted memory is the file's. Compiled code would need hundreds of megabytes set aside. */
const frugal = ['--jitless', '--v8-pool-size=1', '--max-old-space-size=64', '--no-warnings'];
const environment = { UV_THREADPOOL_SIZE: '1', MALLOC_ARENA_MAX: '1' };

export function createJail({ program, uses, memoryBytes, cpuSeconds, seconds, resultBytes }: Jail) {
  const installed = createRequire(program).resolve(uses).split(`${sep}node_modules${sep}`)[0] + `${sep}node_modules`;
  const leave = ['--permission', '--allow-addons', `--allow-fs-read=${installed}`, `--allow-fs-read=${program}`];
  // No core is dumped, no file written.
  const limits = `ulimit -c 0 && ulimit -f 0 && ulimit -t ${cpuSeconds} && ulimit -d ${Math.ceil(memoryBytes / 1024)}`;

  return async function readApart(file: Uint8Array, options: readonly string[] = []): Promise<Buffer> {
    const prisoner = spawn(
      '/bin/sh',
      ['-c', `${limits} && exec "$0" "$@"`, process.execPath, ...frugal, ...leave, program, ...options],
      { env: environment, cwd: '/', stdio: ['pipe', 'pipe', 'ignore'] },
    );
    let reason: Error | undefined;
    const end = (why: Error) => {
      reason ??= why;
      prisoner.kill('SIGKILL');
    };
    // Before it has computed for as long as it may: then it is we who have too much to do, and another time may be better.
    const clock = setTimeout(() => end(new Error(`Nothing came out within ${seconds} s.`)), seconds * 1000);
    const ended = new Promise<{ code: number | null; signal: string | null }>((resolve, reject) => {
      prisoner.once('error', reject);
      prisoner.once('close', (code, signal) => resolve({ code, signal }));
    });
    // It may stop before it has read everything; how it ended says why.
    finished(prisoner.stdin).catch(() => undefined);
    prisoner.stdin.end(file);
    const parts: Buffer[] = [];
    let length = 0;
    prisoner.stdout.on('data', (part: Buffer) => {
      length += part.length;
      if (length > resultBytes) end(new FileGivenUp(`more than ${resultBytes} bytes came out`));
      else parts.push(part);
    });
    try {
      const { code, signal } = await ended;
      if (reason) throw reason;
      if (code === 0) return Buffer.concat(parts);
      if (signal) throw new FileGivenUp(`ended by ${signal}`);
      if (code === DATA_ERROR) throw new FileGivenUp('not what it says it is');
      throw new Error(`The program ${program} ended with ${code}.`);
    } finally {
      clearTimeout(clock);
    }
  };
}
