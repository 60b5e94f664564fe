/** Asking from a chat: deliveries of the channels, and the list of connected ones. */
import * as z from 'zod/mini';
import { chatChannels } from './chat-values.ts';
import { endpoint } from './endpoint.ts';
import { list, text } from './schema.ts';

export * from './chat-values.ts';

const bytes = z.instanceof(Uint8Array<ArrayBuffer>);
/** Larger than any delivery of the channels. */
const MAX_DELIVERY_BYTES = 1_000_000;

export const ChatConnection = z.object({
  channel: z.enum(chatChannels),
  /** The name of the bot, the number with its country code, or the code to dial. */
  address: text(100),
  /** Opens the chat, or dials. */
  url: text(200),
  /** Of the URL, as SVG; null for a code to dial, which other phones do not scan. */
  qrSvg: z.nullable(text(20_000)),
});
export type ChatConnection = z.infer<typeof ChatConnection>;

export const listChatChannels = endpoint({
  method: 'GET',
  path: '/api/chat',
  summary: 'The chats in which people can ask. Empty unless the operator has connected one.',
  access: 'public',
  reply: list(ChatConnection, chatChannels.length),
  errors: [],
  cache: 'shared',
  rateLimit: 'read',
});

export const receiveTelegramUpdate = endpoint({
  method: 'POST',
  path: '/api/chat/telegram',
  summary:
    'Receives an update of the Telegram bot, trusted by the secret in its header. It is stored encrypted and answered by the worker.',
  access: 'public',
  body: bytes,
  uploadBytes: MAX_DELIVERY_BYTES,
  reply: bytes,
  isDownload: true,
  errors: ['NOT_FOUND', 'TOO_LARGE', 'RATE_LIMITED'],
  cache: 'never',
  rateLimit: 'chat',
});

const whatsappPath = '/api/chat/whatsapp';

export const verifyWhatsappAddress = endpoint({
  method: 'GET',
  path: whatsappPath,
  summary: 'Proves to WhatsApp, by the token that the operator chose, that deliveries may be sent here.',
  access: 'public',
  query: z.object({ 'hub.mode': z.literal('subscribe'), 'hub.verify_token': text(200), 'hub.challenge': text(200) }),
  reply: bytes,
  isDownload: true,
  errors: ['INVALID_INPUT', 'NOT_FOUND', 'RATE_LIMITED'],
  cache: 'never',
  rateLimit: 'chat',
});

export const receiveWhatsappDelivery = endpoint({
  method: 'POST',
  path: whatsappPath,
  summary:
    'Receives messages and statuses of WhatsApp, trusted by the signature over the body. Messages are stored encrypted and answered by the worker.',
  access: 'public',
  body: bytes,
  uploadBytes: MAX_DELIVERY_BYTES,
  reply: z.object({ received: z.literal(true) }),
  errors: ['NOT_FOUND', 'TOO_LARGE', 'RATE_LIMITED'],
  cache: 'never',
  rateLimit: 'chat',
});

export const receiveUssdRequest = endpoint({
  method: 'POST',
  path: '/api/chat/ussd/:token',
  summary:
    "Receives a request of the USSD gateway (form data of Africa's Talking), trusted by the secret in its path, and answers with a screen. Nothing of it is stored.",
  access: 'public',
  params: z.object({ token: text(100) }),
  body: bytes,
  uploadBytes: 10_000,
  reply: bytes,
  isDownload: true,
  errors: ['INVALID_INPUT', 'NOT_FOUND', 'TOO_LARGE', 'RATE_LIMITED'],
  cache: 'never',
  rateLimit: 'chat',
});

export const chatEndpoints = [
  listChatChannels,
  receiveTelegramUpdate,
  verifyWhatsappAddress,
  receiveWhatsappDelivery,
  receiveUssdRequest,
] as const;
