/** A copy of the code without settings, like a fresh checkout, with its processes and npm scripts. */
import { execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { generateKeyPair } from '../../src/platform/sealing/sealed-box.ts';
import { fastStartEnvironment } from './process-environment.ts';

const root = fileURLToPath(new URL('../../../../', import.meta.url));

export function useCheckout() {
  const folder = mkdtempSync(join(tmpdir(), 'hakiki-project-'));
  const { publicKey, privateKey } = generateKeyPair();
  const appSecret = randomBytes(32).toString('hex');
  const basicEnvironment = { PATH: process.env['PATH'], NODE_COMPILE_CACHE: join(folder, 'compiled') };
  const running: { kill: () => unknown }[] = [];

  beforeAll(() => {
    for (const path of [
      'apps/server/src',
      'apps/server/messages',
      'apps/server/migrations',
      'apps/server/package.json',
      'package.json',
      'tools',
    ]) {
      cpSync(join(root, path), join(folder, path), { recursive: true });
    }
    for (const path of ['node_modules', 'apps/server/node_modules']) symlinkSync(join(root, path), join(folder, path));
  });
  afterEach(() => {
    for (const child of running.splice(0)) child.kill();
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  return {
    folder,
    /** The worker's key for contact data. */
    privateKey,
    createSettings: (databaseUrl: string) => ({
      DATABASE_URL: databaseUrl,
      APP_SECRET: appSecret,
      PUBLIC_URL: 'https://hakiki.example',
      REPORTER_PUBLIC_KEY: publicKey,
      EVIDENCE_FOLDER: join(folder, 'evidence'),
      DRAIN_SECONDS: '0',
    }),
    writeSettings: (file: '.env' | '.env.worker', values: Record<string, string>) =>
      writeFileSync(
        join(folder, file),
        Object.entries(values)
          .map(([name, value]) => `${name}=${value}\n`)
          .join(''),
      ),
    /** Starts the server or the worker, until the end of the test. */
    start: (name: 'main' | 'worker', environment: Record<string, string> = {}) => {
      const env = { ...basicEnvironment, ...fastStartEnvironment, ...environment };
      const child = spawn(process.execPath, [join(folder, `apps/server/src/${name}.ts`)], { env });
      running.push(child);
      let output = '';
      child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
      child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
      const ended = new Promise<number | null>((resolve) => child.on('exit', (code) => resolve(code)));
      return {
        ended,
        output: () => output,
        messages: () =>
          output
            .split('\n')
            .filter((line) => line.startsWith('{'))
            .map((line) => (JSON.parse(line) as { msg: string }).msg),
        until: async (pattern: RegExp) => {
          for (;;) {
            const found = pattern.exec(output);
            if (found) return found;
            if (child.exitCode !== null) throw new Error(`ended early: ${output}`);
            await pause(20);
          }
        },
      };
    },
    /** Runs a script of package.json, as the README says. */
    runNpmScript: (script: string, environment: Record<string, string> = {}) =>
      new Promise<{ code: number; output: string }>((resolve) => {
        const options = { cwd: folder, env: { ...basicEnvironment, HOME: folder, ...environment } };
        execFile('npm', ['run', '--silent', script], options, (error, stdout, stderr) =>
          resolve({ code: error ? Number(error.code) : 0, output: stdout + stderr }),
        );
      }),
  };
}
