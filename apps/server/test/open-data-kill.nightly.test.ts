/**
 * Indicators are reported and withdrawn while the publishing process is killed at random moments. A reader that always
 * downloads sees complete releases only, and in the end every change was announced exactly once.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { RANGE_SLOT_BYTES } from '@hakiki/contract/open-data-values';
import { afterAll, expect, it } from 'vitest';
import { createIndicatorsService } from '../src/modules/indicators/service.ts';
import { checkFile, openManifest } from '../src/modules/open-data/manifest.ts';
import { formatPublicKey } from '../src/platform/signing/minisign.ts';
import { createPublisher } from '../src/modules/open-data/publisher.ts';
import { formatSigningKey, parseSigningKey } from '../src/platform/signing/signed-note.ts';
import { useDatabase } from './support/database.ts';

/** `KILLS=200` for a longer run. */
const KILLS = Number(process.env['KILLS'] ?? 25);
const MAX_LIFE_MS = 4000;
const test = useDatabase();
const folder = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'hakiki-kill-'));
const signingKey = formatSigningKey('hakiki.test/open-data');
const publicKey = formatPublicKey(parseSigningKey(signingKey));
const indicators = createIndicatorsService({ settings: { appSecret: 'a secret of this test that is long enough' } });
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const toKey = (value: string) => createHash('sha256').update(`website:${value}`).digest().subarray(0, 16);
const report = (value: string) =>
  test.sql(`insert into indicators (key, kind, value, report_count, tier) values ($1, 'website', $2, 1, 'checked')`, [
    toKey(value),
    value,
  ]);
const withdraw = (value: string) =>
  test.database.transaction((tx) => indicators.setIndicatorState(tx, [toKey(value)], 'withdrawn'));

function isInRange(value: string): boolean {
  const key = toKey(value);
  const file = readFileSync(join(folder, 'ranges', key.toString('hex', 0, 2)));
  for (let at = 0; at < file.length; at += RANGE_SLOT_BYTES) {
    if (file.subarray(at, at + 8).equals(key.subarray(2, 10))) return true;
  }
  return false;
}

/** Simulates a client: it follows the link once, then reads everything that the manifest names. */
function readRelease(lastSequence: number): number {
  const release = join(folder, readlinkSync(join(folder, 'current')));
  const manifest = openManifest(
    readFileSync(join(release, 'manifest.json')),
    readFileSync(join(release, 'manifest.json.minisig'), 'utf8'),
    { publicKey, lastSequence },
  );
  for (const file of manifest.files) checkFile(file, readFileSync(join(release, file.name)));
  return manifest.sequence;
}

async function startAndKill(): Promise<string> {
  const child: ChildProcess = spawn(
    process.execPath,
    [
      '--conditions',
      'development',
      fileURLToPath(new URL('support/publish-repeatedly.ts', import.meta.url)),
      test.url,
      folder,
      signingKey,
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  let output = '';
  child.stdout!.on('data', (part: Buffer) => (output += part.toString()));
  while (output === '' && child.exitCode === null) await pause(5);
  await pause(Math.random() * MAX_LIFE_MS);
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await ended;
  expect(child.signalCode).toBe('SIGKILL');
  return output.trim().split('\n').at(-1) ?? '';
}

it(
  `shows no half file and loses nothing while the publisher is killed ${KILLS} times at random [CHECK-11]`,
  async () => {
    const deps = { database: test.database, indicators, folder, signingKey, publicUrl: 'https://hakiki.test' };
    await createPublisher(deps).publish();
    const withdrawn: string[] = [];
    const listed: string[] = [];
    let isRunning = true;
    let count = 0;
    const writing = (async () => {
      while (isRunning) {
        const value = `kill-${count}.example`;
        count += 1;
        await report(value);
        listed.push(value);
        if (count % 3 === 0) {
          const wrong = listed.splice(Math.floor(Math.random() * listed.length), 1)[0]!;
          await withdraw(wrong);
          withdrawn.push(wrong);
        }
        await pause(25);
      }
    })();
    let sequence = 0;
    let reads = 0;
    const reading = (async () => {
      while (isRunning) {
        sequence = readRelease(sequence);
        reads += 1;
        await pause(20);
      }
    })();
    const killedAfter: string[] = [];
    for (let kill = 0; kill < KILLS; kill += 1) killedAfter.push(await startAndKill());
    isRunning = false;
    await Promise.all([writing, reading]);
    expect(reads).toBeGreaterThan(KILLS);

    // As a worker that starts.
    await createPublisher(deps).publish();
    readRelease(sequence);
    const published = readFileSync(join(folder, 'current/domains.txt'), 'utf8')
      .split('\n')
      .filter((line) => line && !line.startsWith('#'));
    expect(published.toSorted()).toEqual(listed.toSorted());
    const changes = readdirSync(join(folder, 'current/changes')).flatMap((name) =>
      readFileSync(join(folder, 'current/changes', name), 'utf8')
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as { change: string; value: string }),
    );
    const announced = (change: string) =>
      changes
        .filter((one) => one.change === change)
        .map(({ value }) => value)
        .toSorted();
    const isAnnounced = new Set(announced('added'));
    expect(isAnnounced.size).toBe(announced('added').length);
    for (const value of listed) expect(isAnnounced.has(value), value).toBe(true);
    // Entries added and removed between two releases were never in a file.
    expect(announced('withdrawn')).toEqual(withdrawn.filter((value) => isAnnounced.has(value)).toSorted());
    for (const value of withdrawn) expect(isInRange(value), value).toBe(false);
    for (const value of listed) expect(isInRange(value), value).toBe(true);
    const sizes = new Set(
      readdirSync(join(folder, 'ranges')).map((name) => statSync(join(folder, 'ranges', name)).size),
    );
    expect(sizes.size).toBe(1);
    expect(readdirSync(join(folder, 'releases')).filter((name) => name.endsWith('.part'))).toEqual([]);
    console.log(`${count} reported, ${withdrawn.length} withdrawn, ${reads} downloads; killed after`, killedAfter);
  },
  KILLS * 30_000,
);
