/** The disaster recovery drill of `npm run drill`, at night. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { fastStartEnvironment } from '../apps/server/test/support/process-environment.ts';

const drill = () =>
  new Promise<{ code: number; output: string }>((resolve) => {
    const command = [join(import.meta.dirname, 'drill.ts'), '--seconds', '20'];
    execFile(
      process.execPath,
      command,
      { env: { ...process.env, ...fastStartEnvironment } },
      (error, stdout, stderr) => {
        resolve({ code: error ? Number(error.code ?? 1) : 0, output: stdout + stderr });
      },
    );
  });

it(
  'restores every write that was acknowledged before the last archived WAL segment [OPS-03]',
  { timeout: 180_000 },
  async () => {
    const { code, output } = await drill();
    expect(output).toMatch(/acknowledged before the last archived log: [1-9]\d*; lost or doubled of them: 0\n/);
    expect(output).toMatch(/files of evidence: [1-9]\d* named by the database, acknowledged ones missing: 0\n/);
    expect(output).toMatch(/The audit is intact: [1-9]\d* entries sealed/);
    expect(output).toMatch(/missing of what was acknowledged by then: 0; written later and there: 0\n/);
    expect({ code, last: output.trim().split('\n').at(-1) }).toEqual({
      code: 0,
      last: 'Nothing that was archived is lost.',
    });
  },
);
