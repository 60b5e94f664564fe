/** The clock of the web processes and the worker jumps by days, forward and back, while people report. */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startTestStack, type TestStack } from './test-stack.ts';
import { countServerError, createReport, sendJson, signUp } from './honest-reporters.ts';
import { trackAcknowledgedWrites } from './acknowledged-writes.ts';
import { type Outcome, createOutcome } from './outcome.ts';

/** Debian's package libfaketime; LIBFAKETIME names another. */
export const fakeTimeLibrary = [
  process.env['LIBFAKETIME'] ?? '',
  '/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1',
].find((path) => path !== '' && existsSync(path));
const jumps = ['+2d', '-2d', '+90d', '+3600', '-1', '+0'];

export async function testClockJumps({ seconds }: { seconds: number }): Promise<Outcome> {
  const outcome = createOutcome('clock jumps');
  if (!fakeTimeLibrary) {
    outcome.notes.push('not tried: install libfaketime, or say in LIBFAKETIME where it is');
    return outcome;
  }
  const folder = mkdtempSync(join(tmpdir(), 'hakiki-chaos-clock-'));
  const file = join(folder, 'time');
  writeFileSync(file, '+0');
  const stack = await startTestStack({
    settings: {
      RATE_LIMIT_SCALE: '1000',
      LD_PRELOAD: fakeTimeLibrary,
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_CACHE_DURATION: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    },
  });
  try {
    await reportDuringJumps(stack, (time) => writeFileSync(file, time), seconds, outcome);
  } finally {
    await stack.stop();
    rmSync(folder, { recursive: true });
  }
  return outcome;
}

async function reportDuringJumps(
  stack: TestStack,
  setTime: (time: string) => void,
  seconds: number,
  outcome: Outcome,
): Promise<void> {
  const ledger = await trackAcknowledgedWrites(stack);
  const { cookie } = await signUp(stack);
  const statusesByJump: string[] = [];
  for (const jump of jumps) {
    setTime(jump);
    await sleep(1500);
    const statuses = new Set<number>();
    const until = Date.now() + (seconds * 1000) / jumps.length;
    while (Date.now() < until) {
      const answer = await sendJson(stack, { ...createReport(`Told at ${jump} by ${Math.random()}`), cookie });
      countServerError(outcome, `a report at ${jump}`, answer);
      ledger.record('POST /api/reports', answer.status, answer.text);
      statuses.add(answer.status);
      for (const path of ['/api/auth/user', '/api/fraud-alerts/active', '/account', '/']) {
        countServerError(outcome, path, await stack.client.send({ method: 'GET', path, headers: { cookie } }));
      }
      await sleep(50);
    }
    statusesByJump.push(`${jump}: ${[...statuses].join('/')}`);
    // The last jump restores the right time: reports must be accepted then.
    if (jump === '+0' && !statuses.has(201)) {
      outcome.delayed += 1;
      outcome.findings.push('no report was accepted when the clock was right again');
    }
  }
  await ledger.verify(outcome);
  outcome.notes.push(`libfaketime over both entries, PostgreSQL keeps its time; reports ${statusesByJump.join(', ')}`);
}
