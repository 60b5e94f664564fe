/** Connects a channel for the operator's command, and finds what is wrong with connected ones for the doctor. */
import { randomBytes } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { ChatChannel } from '@hakiki/contract/chat-values';
import type { Settings } from '../../platform/config/settings.ts';
import type { Database } from '../../platform/db/database.ts';
import { createPersonKeys } from './person-keys.ts';
import { whatsappPrice } from './prices.ts';
import type { SettingsOf } from './channel.ts';
import type { ChatService } from './service.ts';
import { listConnections } from './store.ts';
import { callTelegram, telegramUpdates } from './telegram.ts';
import { findDisplayNumber } from './whatsapp.ts';

type ChatSettings = Pick<Settings, 'publicUrl' | 'chat' | 'appSecret'>;

export interface Limits {
  dailyAnswers: number;
  monthlyBudgetCents: number | null;
}

interface Connecting {
  chat: Pick<ChatService, 'connect' | 'getConnection' | 'markConnected' | 'disconnect'>;
  settings: ChatSettings;
  limits: Limits;
}

const newSecret = (): string => randomBytes(24).toString('base64url');
const toWebhookUrl = ({ publicUrl }: Pick<ChatSettings, 'publicUrl'>, path: string): string =>
  `${publicUrl}/api/chat/${path}`;
/** Fewer than the edge allows one address at a time. */
const TELEGRAM_CONNECTIONS = 20;

/** What the operator does next, or undefined if Telegram refuses the token or the address. */
export async function connectTelegram(
  { chat, settings, limits }: Connecting,
  token: string,
): Promise<string | undefined> {
  const { telegramApiUrl } = settings.chat;
  const bot = await callTelegram<{ username: string }>(telegramApiUrl, { token }, 'getMe');
  if (!bot) return undefined;
  const secret = newSecret();
  await chat.connect('telegram', { address: bot.username, settings: { token, secret }, ...limits });
  const isSet = await callTelegram(telegramApiUrl, { token }, 'setWebhook', {
    url: toWebhookUrl(settings, 'telegram'),
    secret_token: secret,
    allowed_updates: telegramUpdates,
    max_connections: TELEGRAM_CONNECTIONS,
    drop_pending_updates: true,
  });
  if (!isSet) {
    await chat.disconnect('telegram');
    return undefined;
  }
  return `Open https://t.me/${bot.username} and send: help`;
}

export async function connectWhatsapp(
  { chat, settings, limits }: Connecting,
  account: Pick<SettingsOf<'whatsapp'>, 'phoneNumberId' | 'accessToken' | 'appSecret'>,
): Promise<string | undefined> {
  const address = await findDisplayNumber(settings.chat.whatsappApiUrl, account);
  if (!address) return undefined;
  const verifyToken = newSecret();
  await chat.connect('whatsapp', { address, settings: { ...account, ...whatsappPrice, verifyToken }, ...limits });
  return `In the app's WhatsApp settings at developers.facebook.com, enter as callback URL ${toWebhookUrl(settings, 'whatsapp')}
and as verify token ${verifyToken}, and subscribe to the field "messages". Then write to ${address}: help`;
}

export async function connectUssd(
  { chat, settings, limits }: Connecting,
  { address, ...gateway }: { address: string } & Pick<SettingsOf<'ussd'>, 'addresses' | 'sessionCost'>,
): Promise<string> {
  const secret = newSecret();
  await chat.connect('ussd', { address, settings: { secret, ...gateway }, ...limits });
  return `At the gateway, enter as callback URL ${toWebhookUrl(settings, `ussd/${secret}`)}
It is a secret: whoever knows it can send requests. Then dial ${address}.`;
}

/** Waits until a message has come in and its answer has gone out; otherwise the channel is turned off again. */
export async function proveRoundTrip(
  { chat }: Pick<Connecting, 'chat'>,
  channel: ChatChannel,
  { seconds, pauseMs = 1000 }: { seconds: number; pauseMs?: number },
): Promise<boolean> {
  for (const end = Date.now() + seconds * 1000; Date.now() < end; await setTimeout(pauseMs)) {
    const connection = await chat.getConnection(channel);
    if (!connection?.answeredAt) continue;
    await chat.markConnected(channel);
    return true;
  }
  await chat.disconnect(channel);
  return false;
}

const MAX_PENDING = 100;
const SILENT_DAYS = 7;

async function findTelegramProblem(settings: ChatSettings, telegram: SettingsOf<'telegram'>) {
  const { telegramApiUrl } = settings.chat;
  const webhook = await callTelegram<{ url: string; pending_update_count: number; last_error_message?: string }>(
    telegramApiUrl,
    telegram,
    'getWebhookInfo',
  );
  if (!webhook) return 'its token is refused, or api.telegram.org cannot be reached';
  if (webhook.url !== toWebhookUrl(settings, 'telegram')) return 'its messages go to another address';
  if (webhook.pending_update_count > MAX_PENDING) {
    return `${webhook.pending_update_count} messages wait: ${webhook.last_error_message ?? 'our address does not answer'}`;
  }
  return undefined;
}

/** In words, by channel; nothing for those that work. */
export async function findChatProblems(
  { db }: Pick<Database, 'db'>,
  settings: ChatSettings,
): Promise<{ channel: ChatChannel; problem: string }[]> {
  const keys = createPersonKeys(settings.appSecret);
  const findings = (await listConnections(db)).map(async ({ id, channel, state, sealed, answeredAt }) => {
    const isSilent = !answeredAt || Date.now() - answeredAt.getTime() > SILENT_DAYS * 86_400_000;
    const silence = isSilent ? `nothing was answered for ${SILENT_DAYS} days` : undefined;
    if (state === 'connecting') return { channel, problem: 'it was never proved by a message' };
    const problem =
      channel === 'telegram'
        ? await findTelegramProblem(settings, keys.openSettings(id, sealed))
        : channel === 'whatsapp' &&
            !(await findDisplayNumber(settings.chat.whatsappApiUrl, keys.openSettings(id, sealed)))
          ? 'its access token is refused, or graph.facebook.com cannot be reached'
          : undefined;
    return { channel, problem: problem ?? silence };
  });
  return (await Promise.all(findings)).flatMap(({ channel, problem }) => (problem ? [{ channel, problem }] : []));
}
