/**
 * Fills the disk of PostgreSQL, or of its WAL. Clients get responses that ask for a retry, and acknowledged writes
 * stay.
 */
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, renameSync, rmSync, statfsSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findFreePort, startPostgres } from '../tools/pg.ts';
import { startTestStack, type TestStack } from './test-stack.ts';
import { countServerError, createReport, sendJson, signUp } from './honest-reporters.ts';
import { trackAcknowledgedWrites } from './acknowledged-writes.ts';
import { createOutcome, formatCounts, type Outcome } from './outcome.ts';

interface DiskTrial {
  /** The full disk: all data, or the WAL. */
  of: 'data' | 'log';
  megabytes: number;
  seconds: number;
}

const RECOVERED_WITHIN_MS = 60_000;

/** Mounts a file system of that size in memory; undefined without the permission. */
function mountSmall(megabytes: number): string | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'hakiki-chaos-disk-'));
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'hakiki-chaos', folder]);
  if (status === 0) return folder;
  rmSync(folder, { recursive: true });
  return undefined;
}

function unmount(folder: string): void {
  spawnSync('umount', [folder]);
  rmSync(folder, { recursive: true, force: true });
}

/** Moves the WAL to its own disk. */
async function moveLog(dataDir: string, disk: string): Promise<void> {
  await (await startPostgres({ dataDir, port: await findFreePort(), durable: true })).stop();
  const there = join(disk, 'pg_wal');
  spawnSync('cp', ['-a', join(dataDir, 'pg_wal'), there]);
  renameSync(join(dataDir, 'pg_wal'), join(dataDir, 'pg_wal.before'));
  symlinkSync(there, join(dataDir, 'pg_wal'));
}

function fill(disk: string): string {
  const file = join(disk, 'filler');
  const chunk = Buffer.alloc(1024 * 1024);
  writeFileSync(file, '');
  try {
    for (;;) writeFileSync(file, chunk, { flag: 'a' });
  } catch {
    // Fills the last blocks one by one.
    const { bfree, bsize } = statfsSync(disk);
    for (let block = 0; block < bfree; block += 1) {
      try {
        writeFileSync(file, Buffer.alloc(bsize), { flag: 'a' });
      } catch {
        break;
      }
    }
  }
  return file;
}

export async function testFullDisk({ of, megabytes, seconds }: DiskTrial): Promise<Outcome> {
  const outcome = createOutcome(of === 'data' ? 'disk full' : 'WAL full');
  const disk = mountSmall(megabytes);
  if (!disk) {
    outcome.notes.push('not tried: nobody may mount a small disk here');
    return outcome;
  }
  const parent = of === 'data' ? disk : mkdtempSync(join(tmpdir(), 'hakiki-chaos-pg-'));
  // The server's account must be able to enter it.
  chmodSync(parent, 0o755);
  const dataDir = join(parent, 'pg');
  let stack: TestStack | undefined;
  try {
    if (of === 'log') await moveLog(dataDir, disk);
    stack = await startTestStack({ dataDir, durable: true, settings: { RATE_LIMIT_SCALE: '1000' } });
    await reportOnFullDisk(stack, disk, seconds, outcome);
  } finally {
    await stack?.stop();
    unmount(disk);
    if (parent !== disk) rmSync(parent, { recursive: true, force: true });
  }
  return outcome;
}

async function reportOnFullDisk(stack: TestStack, disk: string, seconds: number, outcome: Outcome): Promise<void> {
  const ledger = await trackAcknowledgedWrites(stack);
  const { cookie } = await signUp(stack);
  const statuses = new Map<number, number>();
  let acknowledgedIds = 0;
  const report = async () => {
    // Long texts fill the disk soon.
    const longText = Array.from({ length: 200 }, () => Math.random().toString(36)).join(' ');
    const answer = await sendJson(stack, {
      ...createReport(`${(acknowledgedIds += 1)} ${longText}`.slice(0, 3000)),
      cookie,
    });
    countServerError(outcome, 'a report', answer);
    ledger.record('POST /api/reports', answer.status, answer.text);
    return answer;
  };
  for (let index = 0; index < 20; index += 1) await report();
  const filler = fill(disk);
  const until = Date.now() + seconds * 1000;
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      while (Date.now() < until) {
        const { status } = await report();
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        if (status !== 201) await sleep(50);
      }
    }),
  );
  rmSync(filler);
  const freed = Date.now();
  let isBack = false;
  while (!isBack && Date.now() - freed < RECOVERED_WITHIN_MS) {
    // PostgreSQL stops when its WAL disk is full, and the operator starts it again.
    await stack.startDatabase().catch(() => undefined);
    isBack = (await report()).status === 201;
    if (!isBack) await sleep(500);
  }
  if (!isBack) {
    outcome.delayed += 1;
    outcome.findings.push(`no report was accepted within ${RECOVERED_WITHIN_MS} ms after there was space again`);
  }
  await ledger.verify(outcome);
  if (!statuses.has(503)) outcome.findings.push('nobody was refused: the disk was not full');
  outcome.notes.push(`while full ${formatCounts(statuses)}; accepted again after ${Date.now() - freed} ms`);
}
