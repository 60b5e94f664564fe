/** A thousand deliveries while real workers are killed at random: each question is answered exactly once. */
import { spawn } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { TELEGRAM_SECRET } from '../../../test/support/chat.ts';
import { useDatabase } from '../../../test/support/database.ts';
import { processEnvironment } from '../../../test/support/process-environment.ts';
import { useServer } from '../../../test/support/server.ts';
import { BOT_TOKEN, newTextUpdate, PERSON, useTelegramApi } from '../../../test/support/telegram-api.ts';

const test = useDatabase();
const server = useServer(test);
const telegram = useTelegramApi();
const QUESTIONS = 1000;
const DUPLICATES = 300;
/** Deliveries at the same time. */
const LANES = 8;
const MAX_ACKNOWLEDGEMENT_MS = 250;

const workerFile = fileURLToPath(new URL('../../worker.ts', import.meta.url));
const startWorker = () =>
  spawn(process.execPath, [workerFile], {
    env: {
      ...processEnvironment,
      NODE_ENV: 'test',
      DATABASE_URL: test.url,
      PUBLIC_URL: 'http://hakiki.test',
      TELEGRAM_API_URL: telegram.url,
    },
    stdio: 'ignore',
  });

const countStates = async (): Promise<Record<string, number>> =>
  Object.fromEntries(
    (await test.sql('select state, count(*)::int as n from chat_questions group by 1')).map(({ state, n }) => [
      String(state),
      Number(n),
    ]),
  );

it(
  'a thousand deliveries with duplicates in any order, with workers killed at random, give one reply each [DOOR-09]',
  { timeout: 900_000 },
  async () => {
    await server.running.services.chat.connect('telegram', {
      address: 'HakikiTestBot',
      settings: { token: BOT_TOKEN, secret: TELEGRAM_SECRET },
      dailyAnswers: 100_000,
      monthlyBudgetCents: null,
    });
    const updates = Array.from({ length: QUESTIONS }, (_, place) =>
      newTextUpdate(`Is harvest-${place}.example safe?`, { person: PERSON + (place % 250) }),
    );
    const deliveries = [...updates, ...updates.slice(0, DUPLICATES)]
      .map((update) => [Math.random(), update] as const)
      .toSorted(([one], [other]) => one - other)
      .map(([, update]) => update);
    const times: number[] = [];
    const deliver = async (update: object) => {
      const started = performance.now();
      const response = await server.get('/api/chat/telegram', {
        method: 'POST',
        headers: { 'x-telegram-bot-api-secret-token': TELEGRAM_SECRET },
        body: JSON.stringify(update),
      });
      expect(response.status).toBe(200);
      times.push(performance.now() - started);
    };
    const delivering = Promise.all(
      Array.from({ length: LANES }, async (_, lane) => {
        for (let place = lane; place < deliveries.length; place += LANES) await deliver(deliveries[place]!);
      }),
    );
    let worker = startWorker();
    let kills = 0;
    for (const end = Date.now() + 600_000; Date.now() < end;) {
      await pause(4000 + Math.random() * 8000);
      const { received = 0, answered = 0, sending = 0 } = await countStates();
      if (times.length === deliveries.length && received + answered + sending === 0) break;
      if (kills >= 8) continue;
      worker.kill('SIGKILL');
      kills += 1;
      worker = startWorker();
    }
    worker.kill('SIGKILL');
    await delivering;
    const { sent = 0, unknown = 0, ...others } = await countStates();
    const answeredOnce = telegram.calls.filter(({ method }) => method === 'sendMessage').length;
    const p99 = times.toSorted((one, other) => one - other)[Math.floor(times.length * 0.99)]!;
    console.log({ kills, sent, unknown, others, answers: answeredOnce, p99: Math.round(p99) });
    expect(others).toEqual({});
    expect(sent + unknown).toBe(QUESTIONS);
    expect(answeredOnce).toBe(QUESTIONS);
    expect(p99).toBeLessThan(MAX_ACKNOWLEDGEMENT_MS);
  },
);
