/** What each channel's adapter gives to the service and takes from it. */
import type { ChatChannel } from '@hakiki/contract/chat-values';
import type { ChatReply, Message } from './conversation.ts';

/** Where an answer goes: an id of the channel, which identifies the person. Encrypted while it is stored. */
export interface Recipient {
  kind: 'chat' | 'inline' | 'number' | 'user';
  id: string;
}

/** One message of a delivery. */
export interface Incoming {
  /** The channel's id of the message. */
  messageId: string;
  /** The channel's id of the person. */
  account: string;
  recipient: Recipient;
  askedAt: number;
  message: Message;
}

/**
 * `later` and `refused` are certain: the message did not go out. With `unknown` it may have, so it is not sent again.
 */
export type SendOutcome =
  | { kind: 'sent' }
  | { kind: 'later'; afterSeconds?: number }
  | { kind: 'refused' }
  | { kind: 'unknown' };

export type Send = (questionId: string, recipient: Recipient, reply: ChatReply) => Promise<SendOutcome>;

/** What an operator entered when the channel was connected, with what it costs. */
export interface ChannelSettings {
  telegram: { token: string; secret: string };
  whatsapp: {
    accessToken: string;
    appSecret: string;
    verifyToken: string;
    phoneNumberId: string;
    /** In millionths of a US dollar. */
    answerCost: number;
    freeAnswersPerMonth: number;
  };
  ussd: {
    /** The end of the callback's path. */
    secret: string;
    /** Of the gateway; empty: any. */
    addresses: string[];
    /** In millionths of a US dollar. */
    sessionCost: number;
  };
}
export type SettingsOf<Channel extends ChatChannel> = ChannelSettings[Channel];

const TIMEOUT_MS = 10_000;
const MAX_RESPONSE_BYTES = 100_000;
/** The connection was never made, so nothing was sent. */
const NOT_SENT = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

export interface ApiAnswer {
  status: number;
  /** Empty if the answer was no JSON. */
  body: Record<string, unknown>;
}

/** Calls a channel's API. The URL may contain a token, so no error names it. */
export async function callApi(
  url: string,
  { headers = {}, body }: { headers?: Record<string, string>; body?: object } = {},
): Promise<ApiAnswer | Extract<SendOutcome, { kind: 'later' | 'unknown' }>> {
  try {
    const response = await fetch(url, {
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
      headers: { ...(body && { 'content-type': 'application/json' }), ...headers },
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const text = (await response.text()).slice(0, MAX_RESPONSE_BYTES);
    return { status: response.status, body: parseObject(text) };
  } catch (error) {
    const code = error instanceof Error && error.cause instanceof Error && 'code' in error.cause && error.cause.code;
    return { kind: typeof code === 'string' && NOT_SENT.has(code) ? 'later' : 'unknown' };
  }
}

/** Empty for what is no JSON object. */
export function parseObject(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : {};
  } catch {
    return {};
  }
}
