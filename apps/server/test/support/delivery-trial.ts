/** Delivers questions to the bot, repeated and in any order, while real workers that answer them are killed. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect } from 'vitest';
import { answerJob } from '../../src/modules/chat/answering.ts';
import { TELEGRAM_SECRET } from './chat.ts';
import { useDatabase } from './database.ts';
import { processEnvironment } from './process-environment.ts';
import { useServer } from './server.ts';
import { BOT_TOKEN, newTextUpdate, PERSON, useTelegramApi } from './telegram-api.ts';

/** Without it each process would draw its own, and the worker could not read what the server stored. */
const APP_SECRET = 'a secret that the server and its workers share';
const workerFile = fileURLToPath(new URL('../../src/worker.ts', import.meta.url));
const PEOPLE = 250;
/** Deliveries at the same time. */
const LANES = 8;
const DUPLICATES = 0.3;
const WORKERS = 2;
const MAX_ANSWERING_MS = 200;

const shuffle = <One>(all: readonly One[]): One[] =>
  all
    .map((one) => [Math.random(), one] as const)
    .toSorted(([a], [b]) => a - b)
    .map(([, one]) => one);

export function useDeliveryTrial() {
  const test = useDatabase();
  const server = useServer(test, { settings: { appSecret: APP_SECRET } });
  const telegram = useTelegramApi();
  const compileCacheFolder = mkdtempSync(join(tmpdir(), 'hakiki-compiled-'));
  const workers = new Set<ChildProcess>();

  beforeAll(() =>
    server.running.services.chat.connect('telegram', {
      address: 'HakikiTestBot',
      settings: { token: BOT_TOKEN, secret: TELEGRAM_SECRET },
      dailyAnswers: 100_000,
      monthlyBudgetCents: null,
    }),
  );
  afterAll(() => {
    for (const worker of workers) worker.kill('SIGKILL');
    rmSync(compileCacheFolder, { recursive: true, force: true });
  });

  const startWorker = () =>
    workers.add(
      spawn(process.execPath, [workerFile], {
        env: {
          ...processEnvironment,
          NODE_ENV: 'test',
          APP_SECRET,
          DATABASE_URL: test.url,
          PUBLIC_URL: 'http://hakiki.test',
          TELEGRAM_API_URL: telegram.url,
          NODE_COMPILE_CACHE: compileCacheFolder,
        },
        stdio: 'ignore',
      }),
    );
  const killWorkers = (killed: readonly ChildProcess[]) => {
    for (const worker of killed) {
      worker.kill('SIGKILL');
      workers.delete(worker);
      startWorker();
    }
  };

  /** Returns how many milliseconds the acknowledgement took. */
  async function deliver(update: object): Promise<number> {
    const started = performance.now();
    const response = await server.get('/api/chat/telegram', {
      method: 'POST',
      headers: { 'x-telegram-bot-api-secret-token': TELEGRAM_SECRET },
      body: JSON.stringify(update),
    });
    expect(response.status).toBe(200);
    return performance.now() - started;
  }

  async function deliverAll(deliveries: readonly object[]): Promise<void> {
    const lanes = Array.from({ length: LANES }, async (_, lane) => {
      for (let place = lane; place < deliveries.length; place += LANES) await deliver(deliveries[place]!);
    });
    await Promise.all(lanes);
  }

  const countStates = async (): Promise<Record<string, number>> =>
    Object.fromEntries(
      (await test.sql('select state, count(*)::int as n from chat_questions group by 1')).map(({ state, n }) => [
        String(state),
        Number(n),
      ]),
    );

  /**
   * Kills at random moments while the answers go out, and starts others: each third time all workers while Telegram
   * handles a call, otherwise any one at any time.
   */
  async function killAtRandom(kills: number, questions: number, signal: AbortSignal): Promise<void> {
    const moments = Array.from({ length: kills }, () => 1 + Math.random() * questions * 0.7).toSorted((a, b) => a - b);
    for (const [place, moment] of moments.entries()) {
      while (telegram.calls.length < moment) await pause(5, undefined, { signal });
      if (place % 3 === 0) {
        const before = telegram.hangingCount;
        telegram.answerNext('hang');
        while (telegram.hangingCount === before) await pause(5, undefined, { signal });
        killWorkers([...workers]);
      } else {
        await pause(Math.random() * MAX_ANSWERING_MS);
        killWorkers(shuffle([...workers]).slice(0, 1));
      }
    }
  }

  return {
    deliver,
    /** Resolves when each question is answered, or was interrupted while its answer was sent. */
    async run({ questions, kills, timeoutMs }: { questions: number; kills: number; timeoutMs: number }) {
      const updates = Array.from({ length: questions }, (_, place) =>
        newTextUpdate(`Is harvest-${place}.example safe?`, { person: PERSON + (place % PEOPLE) }),
      );
      const deliveries = shuffle([...updates, ...updates.slice(0, Math.round(questions * DUPLICATES))]);
      const timeout = AbortSignal.timeout(timeoutMs);
      for (let count = 0; count < WORKERS; count += 1) startWorker();
      await Promise.all([deliverAll(deliveries), killAtRandom(kills, questions, timeout)]);
      const isDone = ({ sent = 0, unknown = 0 }) => sent + unknown === questions;
      for (;;) {
        if (isDone(await countStates()) || timeout.aborted) break;
        await pause(200);
      }
      const { sent = 0, unknown = 0, ...others } = await countStates();
      const replies = telegram.listTexts().map((text) => Number(/harvest-(\d+)/.exec(text)?.[1]));
      const withoutReply = questions - new Set(replies).size;
      const figures = { sent, unknown, others, replies: replies.length, withoutReply };
      const problems = [
        !isDone({ sent, unknown }) && 'questions are open',
        replies.length > questions - withoutReply && 'a question has two replies',
        // A question that no kill interrupted has its reply.
        withoutReply > unknown && 'a reply is lost',
        unknown > kills * WORKERS * (answerJob.concurrency ?? 1) &&
          'more are unknown than the killed workers were sending',
        unknown < kills / 3 && 'no kill hit a call',
        // The moment between the mark and the call is so short that a kill hits less than one question in it.
        withoutReply > kills && 'too many have no reply',
      ].filter((problem) => problem !== false);
      return { figures, problems };
    },
  };
}
