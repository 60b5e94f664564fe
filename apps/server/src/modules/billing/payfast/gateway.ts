/** PayFast as a payment gateway: cards in South Africa, charged every month until the agreement is cancelled. */
import { leastCardCents } from '@hakiki/contract/payment-values';
import * as z from 'zod';
import { type Clock, systemClock } from '../../../platform/clock/clock.ts';
import { type AgreementState, type Checkout, type Gateway, GatewayError, type Money } from '../gateway.ts';
import { createClient, type PayfastSettings } from './client.ts';
import { listDay } from './daily-list.ts';
import { confirmable, readNotice } from './notice.ts';
import { signCheckout } from './signature.ts';

/** Only jobs call PayFast; no user waits for it. */
const TIMEOUT_MS = 10_000;
const settingNames = ['PAYFAST_MERCHANT_ID', 'PAYFAST_MERCHANT_KEY', 'PAYFAST_PASSPHRASE'];

const amount = ({ cents }: Money): string => `${Math.trunc(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;

const isChargeable = ({ cents }: Money): boolean => Number.isSafeInteger(cents) && cents >= leastCardCents;

/** A hidden field has one line, and PayFast limits its length. */
const line = (text: string, most: number): string => [...text.replace(/\s+/g, ' ').trim()].slice(0, most).join('');

/** PayFast rejects the entire form for an unknown number format; without a number it asks the buyer. */
const southAfrican = (phone: string): string =>
  /^(?:\+27|0)(\d{9})$/.exec(phone.replace(/[\s()-]/g, ''))?.[1]?.replace(/^/, '0') ?? '';

function startWith({ merchantId, merchantKey, passphrase, siteUrl }: PayfastSettings, checkout: Checkout) {
  const { payer, first, monthly } = checkout;
  if (!(first.cents === 0 || isChargeable(first)) || !isChargeable(monthly)) {
    throw new RangeError('PayFast takes nothing at first or R5.00 and more, and R5.00 and more every month.');
  }
  const signed = signCheckout(
    {
      merchant_id: merchantId,
      merchant_key: merchantKey,
      return_url: checkout.returnUrl,
      cancel_url: checkout.cancelUrl,
      notify_url: checkout.notifyUrl,
      name_first: line(payer.firstName, 100),
      name_last: line(payer.lastName, 100),
      email_address: line(payer.email, 255),
      cell_number: southAfrican(payer.phone),
      m_payment_id: checkout.agreementId,
      amount: amount(first),
      item_name: line(checkout.item, 100),
      // Monthly subscription without an end date.
      subscription_type: '1',
      recurring_amount: amount(monthly),
      frequency: '3',
      cycles: '0',
    },
    passphrase,
  );
  return { url: `${siteUrl}/eng/process`, ...signed };
}

const states: Readonly<Record<string, AgreementState['status']>> = {
  ACTIVE: 'active',
  PAUSED: 'paused',
  CANCELLED: 'ended',
  COMPLETE: 'ended',
  LOCKED: 'locked',
};

const Subscription = z.object({
  status_text: z.string(),
  run_date: z.string().nullish(),
  amount: z.int().nullish(),
});

const Refundable = z.object({
  status: z.string(),
  amount_original: z.int(),
  amount_available_for_refund: z.int(),
  refund_full: z.object({ method: z.string() }).optional(),
  refund_partial: z.object({ method: z.string() }).optional(),
});
const WrappedRefundable = z.object({ data: z.object({ response: Refundable }) });

const missing = () => new GatewayError(`Not set: ${settingNames.join(', ')}`, { isPassing: false });
const misread = () => new GatewayError('PayFast responds with data that cannot be parsed', { isPassing: true });
/** The sandbox responds with a boolean, production with a string. */
const isTrue = (response: unknown): boolean => response === true || response === 'true';

/** Without settings only `listMissingSettings` works. */
export function createPayfast(
  settings: PayfastSettings | undefined,
  clock: Clock = systemClock,
  timeoutMs = TIMEOUT_MS,
): Gateway {
  const client = settings && createClient(settings, clock, timeoutMs);
  const ready = () => {
    if (!settings || !client) throw missing();
    return { settings, client };
  };
  const pathOf = (token: string, act: string) => `/subscriptions/${encodeURIComponent(token)}/${act}`;

  async function lookup(token: string): Promise<AgreementState> {
    const response = await ready().client.callSuccess({ method: 'GET', path: pathOf(token, 'fetch') });
    const { success, data } = Subscription.safeParse(response);
    if (!success) throw misread();
    return {
      status: states[data.status_text.toUpperCase()] ?? 'unknown',
      nextChargeOn: /^\d{4}-\d{2}-\d{2}/.exec(data.run_date ?? '')?.[0],
      amount: typeof data.amount === 'number' ? { cents: data.amount, currency: 'ZAR' } : undefined,
    };
  }

  async function put(token: string, act: 'cancel' | 'pause', body: Record<string, string> = {}): Promise<void> {
    const response = await ready().client.callSuccess({ method: 'PUT', path: pathOf(token, act), body });
    if (!isTrue(response)) throw new GatewayError(`PayFast did not ${act} the subscription`, { isPassing: true });
  }

  async function readRefundable(chargeId: string) {
    const path = `/refunds/query/${encodeURIComponent(chargeId)}`;
    const answer = await ready().client.callJson({ method: 'GET', path });
    // Documented without the envelope that all other responses have.
    const wrapped = WrappedRefundable.safeParse(answer);
    if (wrapped.success) return wrapped.data.data.response;
    const bare = Refundable.safeParse(answer);
    if (!bare.success) throw misread();
    return bare.data;
  }

  return {
    name: 'payfast',
    capabilities: { recurring: true, refund: !client?.isSandbox, currencies: ['ZAR'] },
    readiness: () => (settings ? [] : settingNames),
    start: (checkout) => startWith(ready().settings, checkout),
    verify: (raw, _headers, peer) => (settings ? readNotice(raw, peer, settings) : { refused: 'merchant' }),

    async confirm({ kind, token, signed }) {
      try {
        if (kind === 'cancelled') {
          // PayFast does not respond VALID to its own cancellations.
          const { status } = await lookup(token ?? '');
          if (status === 'unknown') return 'unknown';
          return status === 'ended' ? 'confirmed' : 'denied';
        }
        const line = await ready().client.validate(confirmable(signed));
        if (line === 'VALID') return 'confirmed';
        return line === 'INVALID' ? 'denied' : 'unknown';
      } catch (error) {
        if (error instanceof GatewayError) return 'unknown';
        throw error;
      }
    },

    lookup,

    async cancel(token) {
      try {
        await put(token, 'cancel');
      } catch (error) {
        // PayFast rejects the cancellation of an ended subscription.
        if (!(error instanceof GatewayError) || error.isPassing) throw error;
        if ((await lookup(token)).status !== 'ended') throw error;
      }
    },

    pause: (token, cycles) => put(token, 'pause', { cycles: String(cycles) }),

    /** If this amount was refunded already, an earlier call succeeded and its response was lost. */
    async refund(chargeId, { cents }, reason) {
      const known = await readRefundable(chargeId);
      const available = known.amount_available_for_refund;
      if (known.amount_original - available >= cents) return;
      const { method } = (cents === available ? known.refund_full : known.refund_partial) ?? {};
      if (known.status !== 'REFUNDABLE' || cents > available || method !== 'PAYMENT_SOURCE') {
        throw new GatewayError('PayFast cannot pay this back to the card: pay it out by hand', { isPassing: false });
      }
      const response = await ready().client.callSuccess({
        method: 'POST',
        path: `/refunds/${encodeURIComponent(chargeId)}`,
        body: { amount: String(cents), reason: line(reason, 255), notify_buyer: '1' },
      });
      if (!isTrue(response)) throw new GatewayError('PayFast did not refund the charge', { isPassing: true });
    },

    list: (on) => listDay(ready().client, on),
  };
}
