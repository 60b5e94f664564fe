/**
 * Sends twenty emails and kills the real worker or the mail server meanwhile. Each email is delivered exactly once,
 * except if the server accepted it and the worker died before it could commit that.
 */
import { spawn } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { countsDriftedEmail } from '../src/modules/directory/jobs.ts';
import { openQueue, type Queue } from '../src/platform/jobs/jobs.ts';
import { createLog } from '../src/platform/log/log.ts';
import { useDatabase } from './support/database.ts';
import { processEnvironment } from './support/process-environment.ts';
import { useSmtp } from './support/smtp.ts';

const test = useDatabase();
const smtp = useSmtp();
const entry = fileURLToPath(new URL('../src/worker.ts', import.meta.url));
const operator = 'operator@example.com';
/** The number of emails that a worker sends concurrently. */
const MAX_CONCURRENT_EMAILS = countsDriftedEmail.job.concurrency ?? 1;
const letter = { ...countsDriftedEmail.job, retries: { limit: 20, initialDelaySeconds: 1, maxDelaySeconds: 2 } };

let queue: Queue;
const workers: Worker[] = [];

interface Worker {
  output: () => string;
  end: (signal: 'SIGKILL' | 'SIGTERM') => Promise<number | null>;
}

async function startWorker(): Promise<Worker> {
  const child = spawn(process.execPath, [entry], {
    env: {
      ...processEnvironment,
      NODE_ENV: 'test',
      DATABASE_URL: test.url,
      SMTP_URL: smtp.url,
      OPERATOR_EMAIL: operator,
    },
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const ended = new Promise<number | null>((resolve) => child.on('exit', resolve));
  while (!output.includes('"msg":"working"')) {
    if (child.exitCode !== null) throw new Error(`ended early: ${output}`);
    await pause(20);
  }
  const worker: Worker = {
    output: () => output,
    end(signal) {
      child.kill(signal);
      return ended;
    },
  };
  workers.push(worker);
  return worker;
}

beforeAll(() => {
  queue = openQueue(test.url, createLog('silent'), [letter]);
});
afterAll(() => queue.stop());
beforeEach(() => smtp.reset());
afterEach(async () => {
  await Promise.all(workers.splice(0).map((worker) => worker.end('SIGTERM')));
  await test.sql('delete from pgboss.job where name = $1', [letter.name]);
});

const enqueueEmails = (count: number) =>
  test.database.transaction(async (tx) => {
    for (let nth = 1; nth <= count; nth += 1) await queue.enqueue(tx, letter, { counts: nth, listings: 0, words: 0 });
  });
const waitUntilHanging = (count: number) =>
  vi.waitFor(() => expect(smtp.hangingCount).toBe(count), { timeout: 10_000, interval: 10 });
const waitUntilDone = (count: number) =>
  vi.waitFor(
    async () => {
      const states = await test.sql('select state, count(*)::int as n from pgboss.job where name = $1 group by 1', [
        letter.name,
      ]);
      expect(states).toEqual([{ state: 'completed', n: count }]);
    },
    { timeout: 30_000, interval: 100 },
  );
const listSentNumbers = () =>
  smtp.accepted.map(({ text }) => Number(/repaired (\d+) counts/.exec(text ?? '')?.[1])).toSorted((a, b) => a - b);
const messageIds = () => new Set(smtp.accepted.map(({ messageId }) => messageId));
const oneToTwenty = Array.from({ length: 20 }, (_, index) => index + 1);

it('no email is lost or sent twice when the worker is killed while sending', { timeout: 45_000 }, async () => {
  smtp.respondWith((acceptedSoFar) => (acceptedSoFar < 6 ? 'accept' : 'hang'));
  const killed = await startWorker();
  await enqueueEmails(20);
  // Every slot of the worker hangs, so what was accepted before is committed.
  await waitUntilHanging(MAX_CONCURRENT_EMAILS);
  await killed.end('SIGKILL');
  expect(smtp.accepted).toHaveLength(6);

  smtp.respondWith('accept');
  const next = await startWorker();
  await waitUntilDone(20);
  expect(listSentNumbers()).toEqual(oneToTwenty);
  expect(messageIds().size).toBe(20);
  expect(killed.output() + next.output()).not.toContain(operator);
});

it('no email is lost or sent twice when the mail server is killed while receiving', { timeout: 30_000 }, async () => {
  smtp.respondWith((acceptedSoFar) => (acceptedSoFar < 6 ? 'accept' : 'hang'));
  const worker = await startWorker();
  await enqueueEmails(20);
  await waitUntilHanging(MAX_CONCURRENT_EMAILS);
  await smtp.kill();
  await vi.waitFor(() => expect(worker.output()).toContain('job failed'), 5000);

  smtp.respondWith('accept');
  await smtp.restart();
  await waitUntilDone(20);
  expect(listSentNumbers()).toEqual(oneToTwenty);
  expect(messageIds().size).toBe(20);
  expect(worker.output()).not.toContain(operator);
});

it(
  'an email is repeated under the same Message-ID when the worker dies before it can commit the delivery',
  { timeout: 45_000 },
  async () => {
    const killed = await startWorker();
    let ended: Promise<number | null> | undefined;
    smtp.onAccepted(() => {
      ended ??= killed.end('SIGKILL');
    });
    await enqueueEmails(1);
    await vi.waitFor(() => expect(ended).toBeDefined(), { timeout: 5000, interval: 10 });
    await ended;
    expect(smtp.accepted).toHaveLength(1);

    await startWorker();
    await waitUntilDone(1);
    expect(listSentNumbers()).toEqual([1, 1]);
    expect(messageIds().size).toBe(1);
  },
);
