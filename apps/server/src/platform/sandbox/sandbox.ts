/**
 * Reads an untrusted file in a sandbox: a separate process for this one file, with little memory and time, an empty
 * environment, and no permission to write, to start processes or to read anything but its own program. The kernel
 * enforces memory and time limits. A killed process means that the file cannot be read.
 */
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { sep } from 'node:path';
import { finished } from 'node:stream/promises';

interface SandboxOptions {
  /** The path of a plain JavaScript program: file on stdin, result on stdout. */
  program: string;
  /** A package that the program uses; the program may read its installation folder. */
  usedPackage: string;
  /** Maximum memory, including the program's code; node itself takes about 60 MB. */
  memoryBytes: number;
  /** Maximum CPU time. */
  cpuSeconds: number;
  /** Maximum wall-clock time, from the start to the last byte. */
  seconds: number;
  resultBytes: number;
}

/** The program's exit code for a file with invalid content (from sysexits). */
const DATA_ERROR_EXIT_CODE = 65;

/** Why a file was rejected; for the log, never for its sender. */
export class FileRejected extends Error {}

/** Keep node small, so that the memory limit applies to the file; compiled code would reserve far more. */
const nodeOptions = ['--jitless', '--v8-pool-size=1', '--max-old-space-size=64', '--no-warnings'];
const environment = { UV_THREADPOOL_SIZE: '1', MALLOC_ARENA_MAX: '1' };

export function createSandbox({ program, usedPackage, memoryBytes, cpuSeconds, seconds, resultBytes }: SandboxOptions) {
  const packagesFolder =
    createRequire(program).resolve(usedPackage).split(`${sep}node_modules${sep}`)[0] + `${sep}node_modules`;
  const permissions = [
    '--permission',
    '--allow-addons',
    `--allow-fs-read=${packagesFolder}`,
    `--allow-fs-read=${program}`,
  ];
  // No core dumps and no files.
  const limits = `ulimit -c 0 && ulimit -f 0 && ulimit -t ${cpuSeconds} && ulimit -d ${Math.ceil(memoryBytes / 1024)}`;

  return async function runInSandbox(file: Uint8Array, options: readonly string[] = []): Promise<Buffer> {
    const child = spawn(
      '/bin/sh',
      ['-c', `${limits} && exec "$0" "$@"`, process.execPath, ...nodeOptions, ...permissions, program, ...options],
      { env: environment, cwd: '/', stdio: ['pipe', 'pipe', 'ignore'] },
    );
    let reason: Error | undefined;
    const kill = (cause: Error) => {
      reason ??= cause;
      child.kill('SIGKILL');
    };
    // The wall-clock limit applies before the CPU limit: then this machine is overloaded, and a retry may help.
    const timer = setTimeout(() => kill(new Error(`Nothing came out within ${seconds} s.`)), seconds * 1000);
    const exit = new Promise<{ code: number | null; signal: string | null }>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (code, signal) => resolve({ code, signal }));
    });
    // The program may stop before it has read everything; its exit status says why.
    finished(child.stdin).catch(() => undefined);
    child.stdin.end(file);
    const chunks: Buffer[] = [];
    let length = 0;
    child.stdout.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length > resultBytes) kill(new FileRejected(`more than ${resultBytes} bytes came out`));
      else chunks.push(chunk);
    });
    try {
      const { code, signal } = await exit;
      if (reason) throw reason;
      if (code === 0) return Buffer.concat(chunks);
      if (signal) throw new FileRejected(`ended by ${signal}`);
      if (code === DATA_ERROR_EXIT_CODE) throw new FileRejected('not what it says it is');
      throw new Error(`The program ${program} ended with ${code}.`);
    } finally {
      clearTimeout(timer);
    }
  };
}
