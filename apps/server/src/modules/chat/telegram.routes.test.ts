/** Questions to the Telegram bot, from the delivery to the call of the Bot API, with a Bot API on loopback. */
import { beforeEach, describe, expect, it } from 'vitest';
import { TELEGRAM_SECRET, useChat } from '../../../test/support/chat.ts';
import { useDatabase } from '../../../test/support/database.ts';
import { useServer } from '../../../test/support/server.ts';
import { newTextUpdate, newUpdate, PERSON, useTelegramApi } from '../../../test/support/telegram-api.ts';

const test = useDatabase();
const server = useServer(test);
const telegram = useTelegramApi();
const chat = useChat(test, telegram);
let person = PERSON;
/** A new person for each test, so that the limit of one is not reached in another. */
beforeEach(() => void (person += 1));

/** Delivers through HTTP and lets the worker answer. */
async function deliver(update: object, secret = TELEGRAM_SECRET) {
  const response = await server.get('/api/chat/telegram', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-telegram-bot-api-secret-token': secret },
    body: JSON.stringify(update),
  });
  return { status: response.status, body: await response.json() };
}
/** Without HTTP: stores the update and answers it. */
async function ask(update: object) {
  telegram.calls.length = 0;
  await chat.services.chat.receiveTelegram(update);
  await chat.runJobs();
  return telegram.calls;
}
const tap = (data: string) => ({
  update_id: Math.floor(Math.random() * 1e9),
  callback_query: { id: 'tap-1', from: { id: PERSON }, data, message: { chat: { id: PERSON, type: 'private' } } },
});

describe('a question to the Telegram bot', () => {
  it('is answered once with verdict, reason with source and date, advice and one link [DOOR-01]', async () => {
    const calls = await ask(newTextUpdate('Is https://harvest.example/start safe?', { person }));
    const today = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date());
    expect(calls).toEqual([
      {
        method: 'sendMessage',
        body: {
          chat_id: person,
          text: [
            'WARNED: there is a warning about it. Do not send money, codes or documents. Do not answer.',
            `Why: it belongs to or names a provider with a warning of ours: “Fast Harvest” (source: Hakiki, ${today}).`,
            'Read as: website harvest[.]example.',
            `More: http://hakiki.test/provider/${chat.providerId}`,
            'Your message is not kept. STOP, DELETE and HELP always work. For another language send: Français.',
          ].join('\n'),
          link_preview_options: { is_disabled: true },
          reply_markup: {
            inline_keyboard: [
              [
                { text: 'I already paid', callback_data: 'paid' },
                { text: 'Report it', callback_data: 'report' },
              ],
            ],
          },
        },
      },
    ]);
  });

  it.each([
    ['a wallet', { text: '0x52908400098527886E0F7030069857D2E4169EE7' }, /^NOTHING KNOWN.*\nRead as: wallet 0x5290/s],
    ['a phone number', { text: '+254 712 345 678' }, /^NOTHING KNOWN.*\nRead as: phone number \+254712345678/s],
    [
      'a photo with a caption',
      { photo: [{ file_id: 'f', width: 1, height: 1 }], caption: 'pay at harvest.example' },
      /^WARNED.*We read only the text below the picture/s,
    ],
    ['a photo without a caption', { photo: [{ file_id: 'f' }] }, /^We cannot read pictures/],
    ['a voice note', { voice: { file_id: 'f', duration: 3 } }, /^We cannot hear voice notes/],
    [
      'an address behind a word',
      { text: 'Claim here', entities: [{ type: 'text_link', offset: 0, length: 5, url: 'https://harvest.example/x' }] },
      /^WARNED/,
    ],
    [
      'an address behind a button',
      { text: 'Claim', reply_markup: { inline_keyboard: [[{ text: 'Go', url: 'https://harvest.example/x' }]] } },
      /^WARNED/,
    ],
  ])('of the kind %s is answered [DOOR-01]', async (_, message, expected) => {
    const calls = await ask(newUpdate(message));
    expect(calls).toHaveLength(1);
    expect(calls[0]!.body['text']).toMatch(expected);
  });

  it('typed in another chat is answered there, and a half-typed word is not [DOOR-01]', async () => {
    const inline = (query: string) => ({
      update_id: Math.floor(Math.random() * 1e9),
      inline_query: { id: 'q1', from: { id: PERSON }, query },
    });
    const [call] = await ask(inline('harvest.example'));
    const { results, ...rest } = call!.body as { results: { title: string }[] };
    expect([call!.method, rest, results.map(({ title }) => title)]).toEqual([
      'answerInlineQuery',
      { inline_query_id: 'q1', cache_time: 0, is_personal: true },
      ['WARNED: there is a warning about it. Do not send money, codes or documents. Do not answer.'],
    ]);
    expect(await ask(inline('har'))).toEqual([]);
  });

  it('in a group is neither answered nor stored', async () => {
    const update = newUpdate({ text: 'harvest.example', chat: { id: -100, type: 'supergroup' } });
    expect(await ask(update)).toEqual([]);
    expect(await test.sql('select count(*)::int as n from chat_questions')).toEqual([{ n: 0 }]);
  });
});

describe('a forwarded Telegram post', () => {
  const forward = (origin: object) => newUpdate({ text: 'Join our new channel', forward_origin: origin });
  const channelOrigin = (username: string) => ({
    type: 'channel',
    chat: { id: -1_001_234_567_890, type: 'channel', title: 'Any', username },
    message_id: 4,
    date: 1,
  });

  it('is found by the number of its channel, also under another name [DOOR-02]', async () => {
    const description =
      'They took my money. Telegram channel id 1234567890, then called @harvest_old_name on Telegram.';
    await chat.publishReport(description);
    const [call] = await ask(forward(channelOrigin('harvest_new_name')));
    expect(call!.body['text']).toMatch(/^(?:WARNED|REPORTED)/);
    expect(call!.body['text']).toContain('chat name telegram:id:1234567890');
  });

  it.each([
    [
      'user',
      { type: 'user', sender_user: { id: 777_000_123, username: 'seller_one' }, date: 1 },
      'telegram:id:777000123',
    ],
    [
      'chat',
      { type: 'chat', sender_chat: { id: -100_987_654_321, type: 'supergroup' }, date: 1 },
      'telegram:id:987654321',
    ],
    ['channel', channelOrigin('any_channel'), 'telegram:id:1234567890'],
  ])('of a %s is checked for the number of its sender [DOOR-02]', async (_, origin, expected) => {
    const [call] = await ask(forward(origin));
    expect(call!.body['text']).toContain(expected);
  });

  it('whose sender hides the account is checked for its text [DOOR-02]', async () => {
    const origin = { type: 'hidden_user', sender_user_name: 'Somebody', date: 1 };
    const [call] = await ask(newUpdate({ text: 'harvest.example', forward_origin: origin }));
    expect(call!.body['text']).toMatch(/^WARNED/);
  });
});

describe('a delivery of Telegram', () => {
  it.each([undefined, 'wrong'])('with the secret %s is refused and not stored', async (secret) => {
    const update = newTextUpdate('harvest.example');
    const response = await server.get('/api/chat/telegram', {
      method: 'POST',
      headers: secret ? { 'x-telegram-bot-api-secret-token': secret } : {},
      body: JSON.stringify(update),
    });
    expect([response.status, await response.json()]).toEqual([
      404,
      { code: 'NOT_FOUND', message: 'There is nothing at this address.' },
    ]);
    expect(await test.sql('select count(*)::int as n from chat_questions')).toEqual([{ n: 0 }]);
  });

  it('is acknowledged once stored, and ends the waiting sign of a button', async () => {
    expect(await deliver(newTextUpdate('harvest.example'))).toEqual({ status: 200, body: {} });
    expect(await deliver(tap('help'))).toEqual({
      status: 200,
      body: { method: 'answerCallbackQuery', callback_query_id: 'tap-1' },
    });
    expect(await test.sql('select state from chat_questions')).toEqual([{ state: 'received' }, { state: 'received' }]);
  });

  it('older than a day is not answered', async () => {
    expect(await ask(newTextUpdate('harvest.example', { at: Date.now() - 25 * 3_600_000 }))).toEqual([]);
  });

  it('is answered later when Telegram asks to wait, and not again when it refuses', async () => {
    const error = (code: number, rest: object = {}) =>
      ({ ok: false, error_code: code, description: 'no', ...rest }) as const;
    telegram.answerNext(error(429, { parameters: { retry_after: 3 } }), error(500));
    expect(await ask(newTextUpdate('harvest.example'))).toHaveLength(1);
    telegram.answerNext(error(403));
    expect(await ask(newTextUpdate('harvest.example'))).toEqual([]);
    expect(await test.sql('select state, sealed from chat_questions order by id')).toEqual([
      { state: 'sent', sealed: null },
      { state: 'failed', sealed: null },
    ]);
  });
});

describe('the list of chats', () => {
  it('names a channel once it is connected, with its link and QR code [DOOR-10]', async () => {
    const connection = {
      channel: 'telegram',
      address: 'HakikiTestBot',
      url: 'https://t.me/HakikiTestBot',
      qrSvg: expect.stringMatching(/^<svg .*<\/svg>$/) as string,
    };
    expect(await chat.services.chat.listConnected()).toEqual([]);
    await chat.services.chat.markConnected('telegram');
    expect(await server.json('/api/chat')).toEqual([connection]);
  });
});
