/**
 * Reads an untrusted file in a sandbox: a separate process for this one file, with little memory and time, an empty
 * environment, and no permission to write, to start processes or to read anything but its own program. The kernel
 * enforces memory and time limits. A killed process means that the file cannot be read.
 */
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { sep } from 'node:path';
import { finished } from 'node:stream/promises';

interface Jail {
  /** The path of a plain JavaScript program: file on stdin, result on stdout. */
  program: string;
  /** A package that the program uses; the program may read its installation folder. */
  uses: string;
  /** Maximum memory, including the program's code; node itself takes about 60 MB. */
  memoryBytes: number;
  /** Maximum CPU time. */
  cpuSeconds: number;
  /** Maximum wall-clock time, from the start to the last byte. */
  seconds: number;
  resultBytes: number;
}

/** The program's exit code for a file with invalid content (from sysexits). */
const DATA_ERROR = 65;

/** Why a file was rejected; for the log, never for its sender. */
export class FileGivenUp extends Error {}

/** Keep node small, so that the memory limit applies to the file; compiled code would reserve far more. */
const frugal = ['--jitless', '--v8-pool-size=1', '--max-old-space-size=64', '--no-warnings'];
const environment = { UV_THREADPOOL_SIZE: '1', MALLOC_ARENA_MAX: '1' };

export function createJail({ program, uses, memoryBytes, cpuSeconds, seconds, resultBytes }: Jail) {
  const installed = createRequire(program).resolve(uses).split(`${sep}node_modules${sep}`)[0] + `${sep}node_modules`;
  const leave = ['--permission', '--allow-addons', `--allow-fs-read=${installed}`, `--allow-fs-read=${program}`];
  // No core dumps and no files.
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
    // The wall-clock limit applies before the CPU limit: then this machine is overloaded, and a retry may help.
    const clock = setTimeout(() => end(new Error(`Nothing came out within ${seconds} s.`)), seconds * 1000);
    const ended = new Promise<{ code: number | null; signal: string | null }>((resolve, reject) => {
      prisoner.once('error', reject);
      prisoner.once('close', (code, signal) => resolve({ code, signal }));
    });
    // The program may stop before it has read everything; its exit status says why.
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
