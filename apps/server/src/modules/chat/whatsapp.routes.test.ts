/** Questions by WhatsApp, from the signed delivery to the answer, with a Cloud API on loopback. */
import { beforeEach, describe, expect, it } from 'vitest';
import { useChat } from '../../../test/support/chat.ts';
import { useDatabase } from '../../../test/support/database.ts';
import { useServer } from '../../../test/support/server.ts';
import { useTelegramApi } from '../../../test/support/telegram-api.ts';
import {
  newDelivery,
  newWhatsappMessage,
  newWhatsappText,
  signDelivery,
  useWhatsappApi,
  whatsapp,
} from '../../../test/support/whatsapp-api.ts';

const test = useDatabase();
const server = useServer(test);
const api = useWhatsappApi();
const chat = useChat(test, useTelegramApi(), () => ({ WHATSAPP_API_URL: api.url }));
let people = 0;
let person = '';

const connect = (limits: { dailyAnswers?: number; monthlyBudgetCents?: number | null } = {}) =>
  chat.services.chat.connect('whatsapp', {
    address: '+254 700 000 001',
    settings: whatsapp,
    dailyAnswers: 1000,
    monthlyBudgetCents: null,
    ...limits,
  });
beforeEach(async () => {
  await connect();
  api.sent.length = 0;
  api.beforeAnswer(() => Promise.resolve());
  people += 1;
  person = `KE.${13_490_000 + people}`;
});

async function deliver(body: string, signature = signDelivery(body)) {
  const response = await server.get('/api/chat/whatsapp', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-hub-signature-256': signature },
    body,
  });
  return { status: response.status, body: await response.json() };
}
/** Delivers to the module and lets the worker answer. */
async function ask(...messages: object[]) {
  api.sent.length = 0;
  await chat.services.chat.receiveWhatsapp(newDelivery({ messages }), whatsapp);
  await chat.runJobs();
  return api.sent;
}
const text = (body: string, overrides: object = {}) => newWhatsappText(body, { from_user_id: person, ...overrides });
const listStates = async () =>
  (await test.sql('select state from chat_questions order by id')).map(({ state }) => state);
const notFound = { status: 404, body: { code: 'NOT_FOUND', message: 'There is nothing at this address.' } };

describe('a WhatsApp delivery', () => {
  it('is accepted only with a valid signature over the raw body [DOOR-03]', async () => {
    const body = JSON.stringify(newDelivery({ messages: [text('harvest.example')] }));
    expect(await deliver(body)).toEqual({ status: 200, body: { received: true } });
    const wrong = ['', 'sha256=', signDelivery(body, 'another'), signDelivery(`${body} `), signDelivery(body).slice(7)];
    for (const signature of wrong) expect(await deliver(body, signature)).toEqual(notFound);
    expect(await listStates()).toEqual(['received']);
  });

  it('of a batch with duplicates answers each message once [DOOR-03] [DOOR-09]', async () => {
    const messages = Array.from({ length: 20 }, (_, place) => text(`harvest.example ${place}`));
    const twice = newDelivery({ messages: [...messages, messages[3]!] });
    await Promise.all([1, 2].map(() => chat.services.chat.receiveWhatsapp(twice, whatsapp)));
    await chat.runJobs();
    expect(api.sent).toHaveLength(20);
  });

  it('loses no message beside one that it does not understand, and ignores other numbers [DOOR-03]', async () => {
    expect(await ask({ type: 'text' }, text('harvest.example'))).toHaveLength(1);
    const delivery = newDelivery({ messages: [text('harvest.example')] });
    const other = { ...whatsapp, phoneNumberId: '999' };
    await chat.services.chat.receiveWhatsapp(delivery, other);
    expect(chat.jobs).toEqual([]);
  });

  it('proves the address by the token of the operator [DOOR-03]', async () => {
    const verify = async (token: string) => {
      const response = await server.get(
        `/api/chat/whatsapp?hub.mode=subscribe&hub.verify_token=${token}&hub.challenge=1158201444`,
      );
      return [response.status, await response.text()];
    };
    expect(await verify(whatsapp.verifyToken)).toEqual([200, '1158201444']);
    expect((await verify('another'))[0]).toBe(404);
  });
});

describe('a question by WhatsApp', () => {
  it('gets one message with at most three buttons [DOOR-01] [DOOR-03]', async () => {
    const [message] = await ask(text('Is harvest.example safe?'));
    const { biz_opaque_callback_data: id, interactive, ...rest } = message as Record<string, unknown>;
    expect(id).toMatch(/^[0-9a-f-]{36}$/);
    expect(rest).toEqual({
      messaging_product: 'whatsapp',
      recipient_type: 'individual',
      to: '254711000111',
      type: 'interactive',
    });
    const today = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date());
    expect(interactive).toEqual({
      type: 'button',
      body: {
        text: [
          'WARNED: there is a warning about it. Do not send money, codes or documents. Do not answer.',
          `Why: it belongs to or names a provider with a warning of ours: “Fast Harvest” (source: Hakiki, ${today}).`,
          'Read as: website harvest[.]example.',
          `More: http://hakiki.test/provider/${chat.providerId}`,
          'Your message is not kept. STOP, DELETE and HELP always work. For another language send: Français, Português, Kiswahili, العربية.',
        ].join('\n'),
      },
      action: {
        buttons: [
          { type: 'reply', reply: { id: 'paid', title: 'I already paid' } },
          { type: 'reply', reply: { id: 'report', title: 'Report it' } },
        ],
      },
    });
  });

  it('of a person without a phone number is answered to the user id [DOOR-03]', async () => {
    const [withoutFrom] = await ask(text('harvest.example', { from: undefined }));
    expect([withoutFrom!['to'], withoutFrom!['recipient']]).toEqual([undefined, person]);
    const [inFrom] = await ask(text('harvest.example', { from: person, from_user_id: undefined }));
    expect([inFrom!['to'], inFrom!['recipient']]).toEqual([undefined, person]);
  });

  it.each([
    [
      'a picture, also one that has expired',
      { type: 'image', image: { id: 'gone', mime_type: 'image/jpeg' } },
      /^We cannot read pictures/,
    ],
    ['a picture with a caption', { type: 'image', image: { id: 'm', caption: 'harvest.example' } }, /^WARNED/],
    ['a voice note', { type: 'audio', audio: { id: 'm', voice: true } }, /^We cannot hear voice notes/],
    ['a poll', { type: 'unsupported', errors: [{ code: 131051 }] }, /^We cannot open this/],
    [
      'a contact card',
      { type: 'contacts', contacts: [{ phones: [{ phone: '+254 712 345 678' }] }] },
      /phone number \+254712345678/,
    ],
    [
      'a tapped button',
      { type: 'interactive', interactive: { type: 'button_reply', button_reply: { id: 'paid', title: 'x' } } },
      /^Act now/,
    ],
    [
      'a forward',
      { type: 'text', text: { body: 'harvest.example' }, context: { frequently_forwarded: true } },
      /^WARNED/,
    ],
  ])('with %s is answered [DOOR-03]', async (_, content, expected) => {
    const [message] = await ask(newWhatsappMessage(content, { from_user_id: person }));
    const { interactive, text: plain } = message as {
      interactive?: { body: { text: string } };
      text?: { body: string };
    };
    expect(interactive?.body.text ?? plain?.body).toMatch(expected);
  });

  it.each([
    ['a reaction', { type: 'reaction', reaction: { emoji: 'x' } }],
    ['a changed number', { type: 'system', system: { type: 'user_changed_number' } }],
    ['a group', { type: 'text', text: { body: 'harvest.example' }, group_id: '1' }],
  ])('is not seen in %s', async (_, content) => {
    expect(await ask(newWhatsappMessage(content, { from_user_id: person }))).toEqual([]);
  });

  it('older than 24 hours gets no answer, also with milliseconds [DOOR-03]', async () => {
    const before = Date.now() - 25 * 3_600_000;
    expect(await ask(text('harvest.example', { timestamp: String(Math.floor(before / 1000)) }))).toEqual([]);
    expect(await ask(text('harvest.example', { timestamp: String(before) }))).toEqual([]);
    expect(await ask(text('harvest.example', { timestamp: String(Date.now()) }))).toHaveLength(1);
  });
});

describe('sending by WhatsApp', () => {
  it('waits when throttled, and gives up what stays wrong [DOOR-03]', async () => {
    api.failNext({ status: 400, code: 131_056 }, { status: 429, code: 130_429 }, { status: 500, code: 131_000 });
    expect(await ask(text('harvest.example'))).toHaveLength(1);
    api.failNext({ status: 400, code: 131_047 });
    expect(await ask(text('harvest.example'))).toEqual([]);
    expect(await listStates()).toEqual(['sent', 'failed']);
  });

  it('takes statuses in any order, also before the answer to the call [DOOR-03]', async () => {
    const tell = (id: unknown, ...all: string[]) => {
      const statuses = all.map((status) => ({ id: 'wamid.x', status, biz_opaque_callback_data: id }));
      return chat.services.chat.receiveWhatsapp(newDelivery({ statuses }), whatsapp);
    };
    api.beforeAnswer(({ biz_opaque_callback_data: id }) => tell(id, 'read', 'sent', 'delivered'));
    const [first] = await ask(text('harvest.example'));
    expect(await listStates()).toEqual(['sent']);
    await tell(first!['biz_opaque_callback_data'], 'failed', 'failed', 'sent');
    expect(await listStates()).toEqual(['failed']);
    expect(await test.sql("select answers, failed from chat_days where channel = 'whatsapp'")).toEqual([
      { answers: 1, failed: 1 },
    ]);
  });

  it('costs nothing up to the free answers of the month, and ends at the budget with one line [DOOR-07]', async () => {
    await connect({ monthlyBudgetCents: 1 });
    for (let count = 0; count < 5; count += 1) expect(await ask(text('harvest.example'))).toHaveLength(1);
    expect(await test.sql("select answers, cost from chat_days where channel = 'whatsapp'")).toEqual([
      { answers: 5, cost: '12000' },
    ]);
    const [line] = await ask(text('harvest.example'));
    expect(line!['text']).toEqual({
      body: 'We cannot answer more here today. The same check is at http://hakiki.test/check',
      preview_url: false,
    });
    expect(await ask(text('harvest.example'))).toEqual([]);
  });
});
