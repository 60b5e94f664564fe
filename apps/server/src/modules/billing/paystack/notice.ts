/**
 * Verifies Paystack notifications. Paystack signs the entire body with the secret key, so the key identifies the
 * merchant. The rest of the adapter is not built: this proves that the port requires nothing specific to PayFast.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import * as z from 'zod';
import { matchesRules } from '../../../platform/http/client-ip.ts';
import type { Gateway, Notification } from '../gateway.ts';

interface PaystackSettings {
  secretKey: string;
  addresses: readonly string[];
}

const Event = z.object({
  event: z.string(),
  data: z.object({
    reference: z.string().optional(),
    amount: z.int().nonnegative().optional(),
    fees: z.int().nullish(),
    currency: z.string().optional(),
    subscription_code: z.string().optional(),
    metadata: z.object({ agreement: z.string().optional() }).optional().catch(undefined),
  }),
});

function parseEvent(raw: Uint8Array) {
  try {
    return Event.safeParse(JSON.parse(Buffer.from(raw).toString())).data;
  } catch {
    return undefined;
  }
}

function kindOf({ event, data }: z.infer<typeof Event>): Notification['kind'] {
  if (event === 'charge.success' && data.reference && data.amount !== undefined && data.currency === 'ZAR') {
    return 'charged';
  }
  return event === 'subscription.disable' && data.subscription_code ? 'cancelled' : 'other';
}

export const createPaystackVerify =
  ({ secretKey, addresses }: PaystackSettings): Gateway['verify'] =>
  (raw, headers, peer) => {
    const expected = createHmac('sha512', secretKey).update(raw).digest();
    const signature = Buffer.from(headers.get('x-paystack-signature') ?? '', 'hex');
    if (signature.length !== expected.length || !timingSafeEqual(signature, expected)) return { refused: 'signature' };
    const parsed = parseEvent(raw);
    if (!parsed) return { refused: 'malformed' };

    const { data } = parsed;
    const money = (cents: number | null | undefined) =>
      data.currency === 'ZAR' && typeof cents === 'number' ? ({ cents, currency: 'ZAR' } as const) : undefined;
    return {
      kind: kindOf(parsed),
      agreementId: data.metadata?.agreement,
      token: data.subscription_code,
      // Paystack notifications have no own number; a reference is charged once.
      chargeId: data.reference,
      gross: money(data.amount),
      fee: money(data.fees),
      isFromGateway: matchesRules(peer, addresses),
      signed: raw,
    };
  };
