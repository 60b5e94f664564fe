/**
 * WhatsApp Cloud API: reads deliveries and sends answers. A delivery is trusted by its signature over the raw body.
 * Pictures and voice notes are answered without being fetched, so their addresses cannot expire.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import * as z from 'zod';
import { type ApiAnswer, callApi, type Incoming, type Send, type SendOutcome, type SettingsOf } from './channel.ts';
import type { ChatReply, Message } from './conversation.ts';
import { findCountryOfPhone } from './ussd.ts';

/** developers.facebook.com, and nyaruka/courier as of 2026-08-19. */
const MAX_TEXT = 4096;
const MAX_BODY_WITH_BUTTONS = 1024;
const MAX_BUTTONS = 3;
const MAX_BUTTON_TITLE = 20;
/** A later delivery has milliseconds. */
const MAX_SECONDS = 100_000_000_000;
/** Too much at once: in all, or to one person (131056). */
const THROTTLED = new Set([4, 80_007, 130_429, 131_048, 131_056, 133_016]);
const TEMPORARY = new Set([1, 2, 131_000, 131_016, 131_053]);
const PAIR_LIMIT = 131_056;
const PAIR_PAUSE_SECONDS = 10;
const THROTTLE_PAUSE_SECONDS = 5;

const Media = z.object({ caption: z.string().optional() }).optional();
const WhatsappMessage = z.object({
  id: z.string(),
  /** Absent for a person who shows a user name; some deliveries have the user id here. */
  from: z.string().optional(),
  from_user_id: z.string().optional(),
  timestamp: z.string(),
  type: z.string(),
  group_id: z.string().optional(),
  text: z.object({ body: z.string() }).optional(),
  button: z.object({ text: z.string(), payload: z.string().optional() }).optional(),
  interactive: z
    .object({
      button_reply: z.object({ id: z.string() }).optional(),
      list_reply: z.object({ id: z.string() }).optional(),
    })
    .optional(),
  image: Media,
  video: Media,
  document: Media,
  contacts: z.array(z.object({ phones: z.array(z.object({ phone: z.string().optional() })).optional() })).optional(),
});
type WhatsappMessage = z.infer<typeof WhatsappMessage>;

const Status = z.object({
  status: z.string(),
  /** The id of our question, which we sent along. */
  biz_opaque_callback_data: z.uuid().optional(),
});

/** One entry that is not understood does not lose the others. */
const lenient = <Schema extends z.ZodType>(schema: Schema) =>
  z.array(z.unknown()).transform((all) => all.flatMap((one) => schema.safeParse(one).data ?? []));

const Delivery = z.object({
  entry: lenient(
    z.object({
      changes: lenient(
        z.object({
          value: z.object({
            metadata: z.object({ phone_number_id: z.string() }),
            messages: lenient(WhatsappMessage).optional(),
            statuses: lenient(Status).optional(),
          }),
        }),
      ),
    }),
  ),
});

/** `X-Hub-Signature-256` is `sha256=` and the HMAC of the raw body under the app secret. */
export function isSigned(body: Uint8Array, header: string, { appSecret }: SettingsOf<'whatsapp'>): boolean {
  const expected = createHmac('sha256', appSecret).update(body).digest();
  const sent = Buffer.from(/^sha256=([0-9a-f]{64})$/i.exec(header)?.[1] ?? '', 'hex');
  return sent.length === expected.length && timingSafeEqual(sent, expected);
}

/** Reactions and notices of the system are no questions. */
const silentTypes = new Set(['reaction', 'system', 'order']);

function readContent(message: WhatsappMessage): Pick<Message, 'text' | 'choice' | 'media'> {
  const { type, text, button, interactive, image, video, document, contacts } = message;
  const choice = interactive?.button_reply?.id ?? interactive?.list_reply?.id ?? button?.payload;
  const phones = (contacts ?? []).flatMap(({ phones: numbers }) => (numbers ?? []).flatMap(({ phone }) => phone ?? []));
  const caption = image?.caption ?? video?.caption ?? document?.caption;
  return {
    text: text?.body ?? button?.text ?? caption ?? phones.join('\n'),
    ...(choice !== undefined && { choice }),
    ...(type === 'image' && { media: 'picture' as const }),
    ...((type === 'audio' || type === 'voice') && { media: 'voice' as const }),
    ...(['video', 'document', 'unsupported', 'sticker', 'location'].includes(type) && { media: 'other' as const }),
  };
}

const isPhone = (from: string | undefined): from is string => /^\d{6,15}$/.test(from ?? '');

function readWhatsappMessage(message: WhatsappMessage): Incoming[] {
  const { id, from, from_user_id: userId, timestamp, type, group_id: group } = message;
  const account = userId ?? from;
  if (group !== undefined || silentTypes.has(type) || !account) return [];
  const time = Number(timestamp);
  const country = isPhone(from) ? findCountryOfPhone(`+${from}`) : undefined;
  return [
    {
      messageId: id,
      account,
      recipient: isPhone(from) ? { kind: 'number', id: from } : { kind: 'user', id: account },
      askedAt: time > MAX_SECONDS ? time : time * 1000,
      message: { kind: 'message', ...readContent(message), ...(country && { country }) },
    },
  ];
}

export interface SendStatus {
  questionId: string;
  hasFailed: boolean;
}

/** All messages and statuses of a delivery that are for our number. */
export function readDelivery(
  body: unknown,
  { phoneNumberId }: SettingsOf<'whatsapp'>,
): { incoming: Incoming[]; statuses: SendStatus[] } {
  const values = (Delivery.safeParse(body).data?.entry ?? [])
    .flatMap(({ changes }) => changes.map(({ value }) => value))
    .filter(({ metadata }) => metadata.phone_number_id === phoneNumberId);
  return {
    incoming: values.flatMap(({ messages }) => (messages ?? []).flatMap(readWhatsappMessage)),
    statuses: values.flatMap(({ statuses }) =>
      (statuses ?? []).flatMap(({ status, biz_opaque_callback_data: questionId }) =>
        questionId ? [{ questionId, hasFailed: status === 'failed' }] : [],
      ),
    ),
  };
}

const toContent = ({ text, choices }: ChatReply) =>
  choices.length > 0 && choices.length <= MAX_BUTTONS && text.length <= MAX_BODY_WITH_BUTTONS
    ? {
        type: 'interactive',
        interactive: {
          type: 'button',
          body: { text },
          action: {
            buttons: choices.map(({ id, label }) => ({
              type: 'reply',
              reply: { id, title: label.slice(0, MAX_BUTTON_TITLE) },
            })),
          },
        },
      }
    : { type: 'text', text: { body: text.slice(0, MAX_TEXT), preview_url: false } };

function toOutcome({ status, body }: ApiAnswer): SendOutcome {
  if (status >= 200 && status < 300) return { kind: 'sent' };
  const { code = 0 } = (body['error'] ?? {}) as { code?: number };
  if (code === PAIR_LIMIT) return { kind: 'later', afterSeconds: PAIR_PAUSE_SECONDS };
  if (THROTTLED.has(code) || status === 429) return { kind: 'later', afterSeconds: THROTTLE_PAUSE_SECONDS };
  // Others stay wrong, such as 131047: the 24 hours after the person's message are over.
  return TEMPORARY.has(code) || status >= 500 ? { kind: 'later' } : { kind: 'refused' };
}

export const createWhatsappSend =
  (apiUrl: string, { accessToken, phoneNumberId }: SettingsOf<'whatsapp'>): Send =>
  async (questionId, recipient, reply, claim) => {
    const answer = await callApi(`${apiUrl}/${phoneNumberId}/messages`, {
      headers: { authorization: `Bearer ${accessToken}` },
      body: {
        messaging_product: 'whatsapp',
        recipient_type: 'individual',
        ...(recipient.kind === 'number' ? { to: recipient.id } : { recipient: recipient.id }),
        biz_opaque_callback_data: questionId,
        ...toContent(reply),
      },
      claim,
    });
    return 'kind' in answer ? answer : toOutcome(answer);
  };

/** The number that people write to, if the token may use it. */
export async function findDisplayNumber(
  apiUrl: string,
  { accessToken, phoneNumberId }: Pick<SettingsOf<'whatsapp'>, 'accessToken' | 'phoneNumberId'>,
): Promise<string | undefined> {
  const answer = await callApi(`${apiUrl}/${phoneNumberId}?fields=display_phone_number`, {
    headers: { authorization: `Bearer ${accessToken}` },
  });
  const number = 'kind' in answer ? undefined : answer.body['display_phone_number'];
  return typeof number === 'string' ? number : undefined;
}
