import { createHash, timingSafeEqual } from 'node:crypto';
import {
  listChatChannels,
  receiveTelegramUpdate,
  receiveUssdRequest,
  receiveWhatsappDelivery,
  verifyWhatsappAddress,
} from '@hakiki/contract/chat';
import { AppError, notFound } from '../../platform/app-error.ts';
import { matchesRules } from '../../platform/http/client-ip.ts';
import { handle, Reply } from '../../platform/http/route.ts';
import { parseObject } from './channel.ts';
import type { ChatService } from './service.ts';
import { isSigned } from './whatsapp.ts';

const digest = (text: string) => createHash('sha256').update(text).digest();
const isSame = (one: string, other: string): boolean => timingSafeEqual(digest(one), digest(other));

const toFile = (text: string, type: string) =>
  new Reply(new TextEncoder().encode(text), new Headers({ 'Content-Type': type, 'Content-Disposition': 'inline' }));

export const chatRoutes = ({ chat }: { chat: ChatService }) => [
  handle(listChatChannels, () => chat.listConnected()),

  handle(receiveTelegramUpdate, async ({ body, request }) => {
    const settings = await chat.readSettings('telegram');
    const secret = request.headers.get('x-telegram-bot-api-secret-token') ?? '';
    if (!settings || !isSame(secret, settings.secret)) throw notFound('NOT_FOUND');
    const callbackId = await chat.receiveTelegram(parseObject(new TextDecoder().decode(body)));
    // The answer to Telegram may be one call: this one ends the waiting sign of a tapped button.
    const call = callbackId ? { method: 'answerCallbackQuery', callback_query_id: callbackId } : {};
    return toFile(JSON.stringify(call), 'application/json');
  }),

  handle(verifyWhatsappAddress, async ({ query }) => {
    const settings = await chat.readSettings('whatsapp');
    if (!settings || !isSame(query['hub.verify_token'], settings.verifyToken)) throw notFound('NOT_FOUND');
    return toFile(query['hub.challenge'], 'text/plain; charset=utf-8');
  }),

  handle(receiveWhatsappDelivery, async ({ body, request }) => {
    const settings = await chat.readSettings('whatsapp');
    const signature = request.headers.get('x-hub-signature-256') ?? '';
    if (!settings || !isSigned(body, signature, settings)) throw notFound('NOT_FOUND');
    await chat.receiveWhatsapp(parseObject(new TextDecoder().decode(body)), settings);
    return { received: true as const };
  }),

  handle(receiveUssdRequest, async ({ params, body, clientIp }) => {
    const settings = await chat.readSettings('ussd');
    const isKnown =
      settings &&
      isSame(params.token, settings.secret) &&
      (settings.addresses.length === 0 || matchesRules(clientIp, settings.addresses));
    if (!isKnown) throw notFound('NOT_FOUND');
    const screen = await chat.answerUssd(new TextDecoder().decode(body), settings);
    if (screen === undefined) throw new AppError('INVALID_INPUT');
    return toFile(screen, 'text/plain; charset=utf-8');
  }),
];
