/** A Telegram Bot API on loopback: it records calls, responds like the real one, and rejects or delays on request. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { promisify } from 'node:util';
import { listenOnLoopback } from './loopback-server.ts';

export const BOT_TOKEN = '7000000001:loopback-token-of-the-test-bot';

interface BotCall {
  method: string;
  body: Record<string, unknown>;
}

type BotAnswer =
  | { ok: true; result: unknown }
  | { ok: false; error_code: number; description: string; parameters?: { retry_after: number } };

type PlannedAnswer = BotAnswer | 'drop' | 'hang';

export interface TelegramApi {
  readonly url: string;
  /** Every call that was accepted. */
  readonly calls: BotCall[];
  listTexts: () => string[];
  /** The number of calls that got no response. */
  readonly hangingCount: number;
  /**
   * The responses to the next calls instead of success; `drop` reads the call and closes the connection, `hang` reads
   * it and never responds.
   */
  answerNext: (...answers: PlannedAnswer[]) => void;
  /** Connections are refused meanwhile. */
  whileClosed: (work: () => Promise<void>) => Promise<void>;
}

const results: Record<string, unknown> = {
  getMe: { id: 7_000_000_001, is_bot: true, username: 'HakikiTestBot' },
  setWebhook: true,
  deleteWebhook: true,
};

export function useTelegramApi(): TelegramApi {
  const calls: BotCall[] = [];
  const queued: PlannedAnswer[] = [];
  let hangingCount = 0;
  let webhookUrl = '';
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const [, bot = '', method = ''] = (request.url ?? '').split('/');
      const body = JSON.parse(Buffer.concat(parts).toString() || '{}') as Record<string, unknown>;
      const send = (answer: BotAnswer) =>
        response
          .writeHead(answer.ok ? 200 : answer.error_code, { 'content-type': 'application/json' })
          .end(JSON.stringify(answer));
      if (bot !== `bot${BOT_TOKEN}`) return void send({ ok: false, error_code: 401, description: 'Unauthorized' });
      const planned = queued.shift();
      if (planned === 'drop') {
        calls.push({ method, body });
        return void request.socket.destroy();
      }
      if (planned === 'hang') {
        calls.push({ method, body });
        hangingCount += 1;
        return;
      }
      if (planned && !planned.ok) return void send(planned);
      calls.push({ method, body });
      if (method === 'setWebhook') webhookUrl = String(body['url']);
      const result = method === 'getWebhookInfo' ? { url: webhookUrl, pending_update_count: 0 } : results[method];
      return void send(planned ?? { ok: true, result: result ?? { message_id: calls.length } });
    });
  });
  const loopback = listenOnLoopback(server);
  return {
    get url() {
      return loopback.url;
    },
    calls,
    get hangingCount() {
      return hangingCount;
    },
    listTexts: () => calls.flatMap(({ body }) => (typeof body['text'] === 'string' ? [body['text']] : [])),
    answerNext: (...answers) => void queued.push(...answers),
    async whileClosed(work) {
      const { port } = loopback;
      server.closeAllConnections();
      await promisify(server.close.bind(server))();
      await work();
      server.listen(port, '127.0.0.1');
      await once(server, 'listening');
    },
  };
}

let updates = 0;
export const PERSON = 5_550_001_234;

/** An update with a message from a person to the bot. */
export const newUpdate = (message: object, { person = PERSON, at = Date.now() } = {}) => {
  updates += 1;
  return {
    update_id: 900_000 + updates,
    message: {
      message_id: updates,
      date: Math.floor(at / 1000),
      chat: { id: person, type: 'private', first_name: 'Amina Needle' },
      from: { id: person, is_bot: false, first_name: 'Amina Needle', language_code: 'en' },
      ...message,
    },
  };
};
export const newTextUpdate = (text: string, options?: Parameters<typeof newUpdate>[1]) => newUpdate({ text }, options);
