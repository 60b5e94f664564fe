/** Signatures of Standard Webhooks, over id, time and body, so that nothing can be changed or replayed. */
import { createHmac, randomBytes } from 'node:crypto';
import { webhookHeaders } from '@hakiki/contract/webhooks';

const PREFIX = 'whsec_';
const SECRET_BYTES = 32;

export const generateSecret = (): string => PREFIX + randomBytes(SECRET_BYTES).toString('base64');

interface Message {
  id: string;
  /** In seconds. */
  timestamp: number;
  body: Buffer;
}

const computeSignature = ({ id, timestamp, body }: Message, secret: string): string =>
  createHmac('sha256', Buffer.from(secret.slice(PREFIX.length), 'base64'))
    .update(`${id}.${timestamp}.`)
    .update(body)
    .digest('base64');

/** One signature per secret: the receiver can verify with any of them. */
export const createSignatureHeaders = (message: Message, secrets: readonly string[]): Record<string, string> => ({
  [webhookHeaders.id]: message.id,
  [webhookHeaders.timestamp]: String(message.timestamp),
  [webhookHeaders.signature]: secrets.map((secret) => `v1,${computeSignature(message, secret)}`).join(' '),
});
