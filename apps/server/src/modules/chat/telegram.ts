/** Telegram: reads updates of the Bot API and sends answers. An update is trusted by the secret in its header. */
import { isLanguage } from '@hakiki/contract/site';
import * as z from 'zod';
import { callApi, type Incoming, type Send, type SettingsOf } from './channel.ts';
import type { ChatReply, Message } from './conversation.ts';

/** core.telegram.org/bots/api, read in grammyjs/types of 2026-07-15. */
const MAX_TEXT = 4096;
const MAX_INLINE_TITLE = 100;
const MIN_INLINE_QUERY = 4;
export const telegramUpdates = ['message', 'callback_query', 'inline_query'] as const;

const Sender = z.object({ id: z.number(), language_code: z.string().optional(), username: z.string().optional() });
const Chat = z.object({ id: z.number(), type: z.string(), username: z.string().optional() });
const Entity = z.object({ type: z.string(), url: z.string().optional() });
const ForwardOrigin = z.union([
  z.object({ type: z.literal('user'), sender_user: Sender }),
  z.object({ type: z.literal('chat'), sender_chat: Chat }),
  z.object({ type: z.literal('channel'), chat: Chat }),
  // The sender hides the account: the name alone identifies nobody.
  z.object({ type: z.string() }),
]);
type ForwardOrigin = z.infer<typeof ForwardOrigin>;

const TelegramMessage = z.object({
  message_id: z.number(),
  date: z.number(),
  chat: Chat,
  from: Sender.optional(),
  text: z.string().optional(),
  caption: z.string().optional(),
  entities: z.array(Entity).optional(),
  caption_entities: z.array(Entity).optional(),
  forward_origin: ForwardOrigin.optional(),
  photo: z.unknown().optional(),
  voice: z.unknown().optional(),
  audio: z.unknown().optional(),
  contact: z.object({ phone_number: z.string() }).optional(),
  reply_markup: z.object({ inline_keyboard: z.array(z.array(z.object({ url: z.string().optional() }))) }).optional(),
});

const Update = z.object({
  update_id: z.number(),
  message: TelegramMessage.optional(),
  inline_query: z.object({ id: z.string(), from: Sender, query: z.string() }).optional(),
  callback_query: z
    .object({ id: z.string(), from: Sender, data: z.string().optional(), message: z.object({ chat: Chat }).optional() })
    .optional(),
});

const toLanguage = ({ language_code: code }: z.infer<typeof Sender>): Pick<Message, 'language'> => {
  const language = code?.slice(0, 2);
  return isLanguage(language) ? { language } : {};
};

/** The number stays when a channel is renamed; people see it without the -100 of the API. */
const writeSource = (kind: string, { id, username }: { id: number; username?: string | undefined }): string =>
  [
    `Telegram ${kind} id ${String(id).replace(/^-(?:100)?/, '')}`,
    ...(username ? [`https://t.me/${username}`] : []),
  ].join('\n');

function writeOrigin(origin: ForwardOrigin | undefined): string | undefined {
  if (!origin) return undefined;
  if ('sender_user' in origin) return writeSource('user', origin.sender_user);
  if ('sender_chat' in origin) return writeSource('group', origin.sender_chat);
  return 'chat' in origin ? writeSource('channel', origin.chat) : undefined;
}

/** Addresses that stand behind words or buttons are checked as well. */
const listHiddenUrls = (message: z.infer<typeof TelegramMessage>): string[] => [
  ...[...(message.entities ?? []), ...(message.caption_entities ?? [])].flatMap(({ url }) => url ?? []),
  ...(message.reply_markup?.inline_keyboard ?? []).flat().flatMap(({ url }) => url ?? []),
];

const findMedia = ({ text, photo, voice, audio }: z.infer<typeof TelegramMessage>): Pick<Message, 'media'> => {
  if (photo !== undefined) return { media: 'picture' };
  if (voice !== undefined || audio !== undefined) return { media: 'voice' };
  return text === undefined ? { media: 'other' } : {};
};

function readTelegramMessage(updateId: number, message: z.infer<typeof TelegramMessage>): Incoming[] {
  const { chat, from, date, contact } = message;
  // In a group the bot would answer, and read, what nobody asked it.
  if (chat.type !== 'private' || !from) return [];
  const parts = [message.text ?? message.caption, contact?.phone_number, ...listHiddenUrls(message)];
  const origin = writeOrigin(message.forward_origin);
  return [
    {
      messageId: String(updateId),
      account: String(from.id),
      recipient: { kind: 'chat', id: String(chat.id) },
      askedAt: date * 1000,
      message: {
        kind: 'message',
        text: parts.filter(Boolean).join('\n'),
        ...(origin && { origin }),
        ...findMedia(message),
        ...toLanguage(from),
      },
    },
  ];
}

/** `callbackId`: a tapped button, whose waiting sign ends with the HTTP answer. */
export function readUpdate(body: unknown, now: number): { incoming: Incoming[]; callbackId?: string } {
  const { data: update } = Update.safeParse(body);
  if (!update) return { incoming: [] };
  const { update_id: updateId, message, inline_query: inline, callback_query: tap } = update;
  if (message) return { incoming: readTelegramMessage(updateId, message) };
  const common = { messageId: String(updateId), askedAt: now };
  if (inline) {
    const text = inline.query.trim();
    if (text.length < MIN_INLINE_QUERY) return { incoming: [] };
    // Apart from the person's conversation with the bot.
    const account = `inline:${inline.from.id}`;
    const inlineMessage: Message = { kind: 'message', text, isInline: true, ...toLanguage(inline.from) };
    return { incoming: [{ ...common, account, recipient: { kind: 'inline', id: inline.id }, message: inlineMessage }] };
  }
  if (!tap?.data || tap.message?.chat.type !== 'private') return { incoming: [] };
  const choice: Message = { kind: 'message', text: '', choice: tap.data, ...toLanguage(tap.from) };
  return {
    callbackId: tap.id,
    incoming: [
      {
        ...common,
        account: String(tap.from.id),
        recipient: { kind: 'chat', id: String(tap.message.chat.id) },
        message: choice,
      },
    ],
  };
}

const toInlineResult = ({ text }: ChatReply) => {
  const [title = ''] = text.split('\n');
  return {
    type: 'article',
    id: '1',
    title: title.slice(0, MAX_INLINE_TITLE),
    description: text.slice(title.length + 1, title.length + 200),
    input_message_content: { message_text: text.slice(0, MAX_TEXT), link_preview_options: { is_disabled: true } },
  };
};

const toCall = (recipient: { kind: string; id: string }, reply: ChatReply): [method: string, body: object] =>
  recipient.kind === 'inline'
    ? [
        'answerInlineQuery',
        { inline_query_id: recipient.id, cache_time: 0, is_personal: true, results: [toInlineResult(reply)] },
      ]
    : [
        'sendMessage',
        {
          chat_id: Number(recipient.id),
          // Plain text: what others wrote cannot become markup.
          text: reply.text.slice(0, MAX_TEXT),
          link_preview_options: { is_disabled: true },
          ...(reply.choices.length > 0 && {
            reply_markup: {
              inline_keyboard: [reply.choices.map(({ id, label }) => ({ text: label, callback_data: id }))],
            },
          }),
        },
      ];

/** Undefined if Telegram refuses or cannot be reached. */
export async function callTelegram<Result>(
  apiUrl: string,
  { token }: Pick<SettingsOf<'telegram'>, 'token'>,
  method: string,
  body: object = {},
): Promise<Result | undefined> {
  const answer = await callApi(`${apiUrl}/bot${token}/${method}`, { body });
  return 'kind' in answer || answer.body['ok'] !== true ? undefined : (answer.body['result'] as Result);
}

export const createTelegramSend =
  (apiUrl: string, { token }: SettingsOf<'telegram'>): Send =>
  async (_, recipient, reply, claim) => {
    const [method, body] = toCall(recipient, reply);
    const answer = await callApi(`${apiUrl}/bot${token}/${method}`, { body, claim });
    if ('kind' in answer) return answer;
    if (answer.body['ok'] === true) return { kind: 'sent' };
    const { retry_after: afterSeconds } = (answer.body['parameters'] ?? {}) as { retry_after?: number };
    if (answer.status === 429) return { kind: 'later', ...(afterSeconds && { afterSeconds }) };
    return answer.status >= 500 ? { kind: 'later' } : { kind: 'refused' };
  };
