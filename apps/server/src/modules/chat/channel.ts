/** What each channel's adapter gives to the service and takes from it. */
import type { ChatChannel } from '@hakiki/contract/chat-values';
import type { ChatReply, Message } from './conversation.ts';

/** Where an answer goes: an id of the channel that could identify the person. Encrypted while it is stored. */
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
 * `later` and `refused` are certain: the channel did not accept the message. With `unknown` it may have, so it is not
 * sent again. `notConnected`: the call was not sent. `claimedElsewhere`: another run sends it.
 */
export type SendOutcome =
  | { kind: 'sent' }
  | { kind: 'later'; afterSeconds?: number }
  | { kind: 'refused' }
  | { kind: 'unknown' }
  | { kind: 'notConnected' }
  | { kind: 'claimedElsewhere' };

/** Marks a question as being sent; false if that is no longer to be done. */
export type Claim = () => Promise<boolean>;

export type Send = (questionId: string, recipient: Recipient, reply: ChatReply, claim: Claim) => Promise<SendOutcome>;

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
export interface ApiAnswer {
  status: number;
  /** Empty if the answer was no JSON. */
  body: Record<string, unknown>;
}

/**
 * Calls a channel's API. The URL may contain a token, so no error names it. The question is claimed once it is
 * connected, and the complete call is sent right afterwards: a worker that ends while it connects has sent nothing.
 */
export async function callApi(
  url: string,
  { headers = {}, body, claim }: { headers?: Record<string, string>; body?: object; claim?: Claim } = {},
): Promise<ApiAnswer | Extract<SendOutcome, { kind: 'unknown' | 'notConnected' | 'claimedElsewhere' }>> {
  const content = Buffer.from(body ? JSON.stringify(body) : '');
  let progress: 'notConnected' | 'claimedElsewhere' | 'unknown' = 'notConnected';
  let claiming: Promise<boolean> | undefined;
  /** Read once connected; the headers are sent with its first bytes. */
  async function* writeBody() {
    claiming = claim?.();
    progress = (await claiming) === false ? 'claimedElsewhere' : 'unknown';
    if (progress === 'claimedElsewhere') throw new Error('The call must not be sent.');
    yield content;
  }
  // Node's fetch accepts an iterator, the types of browsers do not; a stream would be read before it connects.
  const sentBody = writeBody() as unknown as ReadableStream<Buffer>;
  try {
    const response = await fetch(url, {
      ...(body && { method: 'POST', body: sentBody, duplex: 'half' }),
      headers: {
        ...(body && { 'content-type': 'application/json', 'content-length': String(content.length) }),
        ...headers,
      },
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const text = (await response.text()).slice(0, MAX_RESPONSE_BYTES);
    return { status: response.status, body: parseObject(text) };
  } catch {
    await claiming;
    return { kind: progress };
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
