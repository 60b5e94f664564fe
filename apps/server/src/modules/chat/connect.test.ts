/** What `hakiki doors` does: a channel is on once a message was answered through it, and the doctor asks it later. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { beforeEach, describe, expect, it } from 'vitest';
import { useChat } from '../../../test/support/chat.ts';
import { useDatabase } from '../../../test/support/database.ts';
import { processEnvironment } from '../../../test/support/process-environment.ts';
import { BOT_TOKEN, newTextUpdate, useTelegramApi } from '../../../test/support/telegram-api.ts';
import { useWhatsappApi, whatsapp } from '../../../test/support/whatsapp-api.ts';
import { readSettings } from '../../platform/config/settings.ts';
import { connectTelegram, connectUssd, connectWhatsapp, findChatProblems, proveRoundTrip } from './connect.ts';

const test = useDatabase();
const telegram = useTelegramApi();
const api = useWhatsappApi();
const chat = useChat(test, telegram, () => ({ WHATSAPP_API_URL: api.url }));
const getSettings = () =>
  readSettings({
    NODE_ENV: 'test',
    DATABASE_URL: test.url,
    PUBLIC_URL: 'http://hakiki.test',
    TELEGRAM_API_URL: telegram.url,
    WHATSAPP_API_URL: api.url,
  });
const getConnecting = () => ({
  chat: chat.services.chat,
  settings: getSettings(),
  limits: { dailyAnswers: 10, monthlyBudgetCents: null },
});
const listChannels = async () => (await chat.services.chat.listConnected()).map(({ channel }) => channel);
beforeEach(() => chat.services.chat.disconnect('telegram'));

describe('connecting Telegram', () => {
  it('sets the webhook with a secret, and is on only after a message was answered [DOOR-10]', async () => {
    expect(await connectTelegram(getConnecting(), BOT_TOKEN)).toBe('Open https://t.me/HakikiTestBot and send: help');
    const { secret = '' } = (await chat.services.chat.readSettings('telegram')) ?? {};
    expect(telegram.calls).toEqual([
      { method: 'getMe', body: {} },
      {
        method: 'setWebhook',
        body: {
          url: 'http://hakiki.test/api/chat/telegram',
          secret_token: secret,
          allowed_updates: ['message', 'callback_query', 'inline_query'],
          max_connections: 20,
          drop_pending_updates: true,
        },
      },
    ]);
    expect(secret).toMatch(/^[\w-]{32}$/);
    expect(await listChannels()).toEqual([]);
    const proving = proveRoundTrip(getConnecting(), 'telegram', { seconds: 30, pauseMs: 20 });
    await chat.services.chat.receiveTelegram(newTextUpdate('help'));
    await chat.runJobs();
    expect(await proving).toBe(true);
    expect(await listChannels()).toEqual(['telegram']);
  });

  it('is off again when no message is answered, and never on with a wrong token [DOOR-10]', async () => {
    await connectTelegram(getConnecting(), BOT_TOKEN);
    expect(await proveRoundTrip(getConnecting(), 'telegram', { seconds: 0.1, pauseMs: 20 })).toBe(false);
    expect(await chat.services.chat.getConnection('telegram')).toBeUndefined();
    expect(await connectTelegram(getConnecting(), '1:wrong')).toBeUndefined();
    telegram.answerNext(
      { ok: true, result: { username: 'B' } },
      { ok: false, error_code: 400, description: 'bad url' },
    );
    expect(await connectTelegram(getConnecting(), BOT_TOKEN)).toBeUndefined();
    expect(await chat.services.chat.getConnection('telegram')).toBeUndefined();
  });
});

describe('connecting the others', () => {
  it('WhatsApp names the address and the token to enter, for a number that the token may use [DOOR-10]', async () => {
    const next = await connectWhatsapp(getConnecting(), whatsapp);
    const { verifyToken = '' } = (await chat.services.chat.readSettings('whatsapp')) ?? {};
    expect(next).toContain('http://hakiki.test/api/chat/whatsapp');
    expect(next).toContain(`verify token ${verifyToken},`);
    expect(next).toContain('write to +254 700 000 001: help');
    expect(await connectWhatsapp(getConnecting(), { ...whatsapp, accessToken: 'wrong' })).toBeUndefined();
  });

  it('USSD names a callback with a secret of its own, and is on after a session [DOOR-10]', async () => {
    const gateway = { address: '*384*44135#', addresses: [], sessionCost: 1 };
    const next = await connectUssd(getConnecting(), gateway);
    const settings = (await chat.services.chat.readSettings('ussd'))!;
    expect(next).toContain(`http://hakiki.test/api/chat/ussd/${settings.secret}`);
    await chat.services.chat.answerUssd('sessionId=1&phoneNumber=%2B254700000009&text=', settings);
    expect(await proveRoundTrip(getConnecting(), 'ussd', { seconds: 1, pauseMs: 20 })).toBe(true);
  });
});

describe('the doctor', () => {
  const find = () => findChatProblems(test.database, getSettings());

  it('finds nothing wrong with a channel that answers [DOOR-10]', async () => {
    await connectTelegram(getConnecting(), BOT_TOKEN);
    await chat.services.chat.receiveTelegram(newTextUpdate('help'));
    await chat.runJobs();
    await chat.services.chat.markConnected('telegram');
    expect(await find()).toEqual([]);
  });

  it('says what is wrong with each channel [DOOR-10]', async () => {
    await connectTelegram(getConnecting(), BOT_TOKEN);
    expect(await find()).toEqual([{ channel: 'telegram', problem: 'it was never proved by a message' }]);
    await chat.services.chat.markConnected('telegram');
    expect(await find()).toEqual([{ channel: 'telegram', problem: 'nothing was answered for 7 days' }]);
    telegram.answerNext({ ok: true, result: { url: 'https://elsewhere.example', pending_update_count: 0 } });
    expect(await find()).toEqual([{ channel: 'telegram', problem: 'its messages go to another address' }]);
    const url = 'http://hakiki.test/api/chat/telegram';
    telegram.answerNext({ ok: true, result: { url, pending_update_count: 200, last_error_message: 'timeout' } });
    expect(await find()).toEqual([{ channel: 'telegram', problem: '200 messages wait: timeout' }]);
    telegram.answerNext({ ok: false, error_code: 401, description: 'Unauthorized' });
    expect(await find()).toEqual([
      { channel: 'telegram', problem: 'its token is refused, or api.telegram.org cannot be reached' },
    ]);
  });
});

describe('hakiki doors', { timeout: 60_000 }, () => {
  async function run(input: string, ...commandArguments: string[]) {
    const child = spawn(fileURLToPath(new URL('../../../../../ops/bin/hakiki', import.meta.url)), commandArguments, {
      env: { ...processEnvironment, NODE_ENV: 'test', DATABASE_URL: test.url, TELEGRAM_API_URL: telegram.url },
    });
    child.stdin.end(input);
    const ended = once(child, 'close');
    const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
    return { code: child.exitCode, output: output + errors };
  }

  it('asks for the token, waits for a message, and shows what is connected [DOOR-10]', async () => {
    const unproved = await run(`${BOT_TOKEN}\n`, 'doors', 'connect', 'telegram', '--wait', '0.02');
    expect(unproved.output).toContain('Open https://t.me/HakikiTestBot and send: help');
    expect(unproved.output).toContain('Nothing was connected: no message was answered.');
    const status = await run('', 'doors', 'status');
    expect(status).toEqual({
      code: 0,
      output: '  telegram: not connected\n  whatsapp: not connected\n  ussd: not connected\n',
    });
    expect((await run('', 'doors', 'connect', 'fax')).output).toContain('hakiki doors connect telegram|whatsapp|ussd');
  });
});
