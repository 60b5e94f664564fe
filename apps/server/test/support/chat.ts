/** The chat module with the real services; a test runs the worker's jobs when it wants to. */
import { beforeAll, beforeEach } from 'vitest';
import { createLimiter, createServices, type Services } from '../../src/app.ts';
import { readSettings } from '../../src/platform/config/settings.ts';
import { createLog } from '../../src/platform/log/log.ts';
import type { TestDatabase } from './database.ts';
import { makeAlert, makeProvider } from './factories.ts';
import { BOT_TOKEN, type TelegramApi } from './telegram-api.ts';

export const TELEGRAM_SECRET = 'header-secret-of-the-webhook';

export interface AnswerPayload {
  questionId: string;
  attempt: number;
}

/** Telegram is connected before each test, and a provider with a warning is listed at harvest.example. */
export function useChat(
  test: TestDatabase,
  telegram: TelegramApi,
  environment: () => Record<string, string> = () => ({}),
) {
  let services: Services;
  let providerId = '';
  const jobs: AnswerPayload[] = [];
  beforeAll(async () => {
    const settings = readSettings({
      NODE_ENV: 'test',
      DATABASE_URL: test.url,
      PUBLIC_URL: 'http://hakiki.test',
      TELEGRAM_API_URL: telegram.url,
      ...environment(),
    });
    const log = createLog('silent');
    services = createServices({
      database: test.database,
      queue: {
        enqueue: (_, { name }, payload) => {
          if (name === 'chat.answer') jobs.push(payload as unknown as AnswerPayload);
          return Promise.resolve();
        },
      },
      limiter: createLimiter({ database: test.database, log, settings }),
      log,
      settings,
    });
    const { id } = await makeProvider(test.database.db, {
      name: 'Fast Harvest',
      website: 'https://harvest.example',
      verificationStatus: 'Flagged',
      countries: ['kenya'],
    });
    providerId = id;
  });
  beforeEach(async () => {
    await test.deleteAllRows('chat_people', 'chat_questions', 'chat_connections', 'chat_days');
    await services.chat.connect('telegram', {
      address: 'HakikiTestBot',
      settings: { token: BOT_TOKEN, secret: TELEGRAM_SECRET },
      dailyAnswers: 10_000,
      monthlyBudgetCents: null,
    });
    telegram.calls.length = 0;
    jobs.length = 0;
  });
  return {
    jobs,
    get services() {
      return services;
    },
    get providerId() {
      return providerId;
    },
    /** A report whose indicators are public, such as one that a moderator approved. */
    publishReport: async (description: string, countries = ['kenya']) => {
      const { id } = await makeAlert(test.database.db, { status: 'approved', description });
      await test.database.transaction(async (tx) => {
        const found = services.indicators.extractFrom(description, { countries });
        await services.indicators.addToFiling(tx, id, found);
        await services.indicators.publish(tx, id);
      });
    },
    /** Answers all stored questions, with those that were put off. */
    runJobs: async () => {
      for (let job = jobs.shift(); job; job = jobs.shift()) await services.chat.answer(job);
    },
  };
}
