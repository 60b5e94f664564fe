/** A WhatsApp Cloud API on loopback: it records answers, rejects with the codes of the real one, and sends statuses. */
import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import { listenOnLoopback } from './loopback-server.ts';

export const whatsapp = {
  accessToken: 'loopback-access-token',
  appSecret: 'loopback-app-secret',
  verifyToken: 'loopback-verify-token',
  phoneNumberId: '106540352242922',
  answerCost: 4000,
  freeAnswersPerMonth: 2,
};

export interface WhatsappApi {
  readonly url: string;
  readonly sent: Record<string, unknown>[];
  /** The error codes of the next calls. */
  failNext: (...codes: { status: number; code: number }[]) => void;
  /** Runs before a call is answered: a status can be delivered earlier than the answer to our call. */
  beforeAnswer: (work: (body: Record<string, unknown>) => Promise<unknown>) => void;
}

export function useWhatsappApi(): WhatsappApi {
  const sent: Record<string, unknown>[] = [];
  const failures: { status: number; code: number }[] = [];
  let beforeAnswer: (body: Record<string, unknown>) => Promise<unknown> = () => Promise.resolve();
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const reply = (status: number, body: object) =>
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
      if (request.headers.authorization !== `Bearer ${whatsapp.accessToken}`) {
        return void reply(401, { error: { code: 190, message: 'Invalid token' } });
      }
      if (request.method === 'GET') return void reply(200, { display_phone_number: '+254 700 000 001' });
      const failure = failures.shift();
      if (failure) return void reply(failure.status, { error: { code: failure.code, message: 'refused' } });
      const body = JSON.parse(Buffer.concat(parts).toString()) as Record<string, unknown>;
      sent.push(body);
      void beforeAnswer(body).then(() => reply(200, { messages: [{ id: `wamid.${sent.length}` }] }));
    });
  });
  const loopback = listenOnLoopback(server);
  return {
    get url() {
      return loopback.url;
    },
    sent,
    failNext: (...codes) => void failures.push(...codes),
    beforeAnswer: (work) => void (beforeAnswer = work),
  };
}

let messages = 0;
export const newWhatsappMessage = (content: object, overrides: object = {}) => {
  messages += 1;
  return {
    from: '254711000111',
    from_user_id: 'KE.1349000111',
    id: `wamid.in.${messages}`,
    timestamp: String(Math.floor(Date.now() / 1000)),
    ...content,
    ...overrides,
  };
};
export const newWhatsappText = (body: string, overrides: object = {}) =>
  newWhatsappMessage({ type: 'text', text: { body } }, overrides);

const toChange = (value: object) => ({
  field: 'messages',
  value: { messaging_product: 'whatsapp', metadata: { phone_number_id: whatsapp.phoneNumberId }, ...value },
});

/** Every message in a change and an entry of its own, as in a batch. */
export const newDelivery = (content: { messages?: object[]; statuses?: object[] }) => ({
  object: 'whatsapp_business_account',
  entry: [
    ...(content.messages ?? []).map((message) => ({ id: '1', changes: [toChange({ messages: [message] })] })),
    ...(content.statuses ? [{ id: '2', changes: [toChange({ statuses: content.statuses })] }] : []),
  ],
});

export const signDelivery = (body: string, secret = whatsapp.appSecret): string =>
  `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
