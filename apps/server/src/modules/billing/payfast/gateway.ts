/** PayFast as a payment gateway: cards in South Africa, charged every month until the agreement is cancelled. */
import { minCardCents } from '@hakiki/contract/payment-values';
import * as z from 'zod';
import { type Clock, systemClock } from '../../../platform/clock/clock.ts';
import { type AgreementState, type Checkout, type Gateway, GatewayError, type Money } from '../payments/gateway.ts';
import { createClient, type PayfastSettings } from './client.ts';
import { fetchDay } from './daily-list.ts';
import { toValidationString, parseNotice } from './notice.ts';
import { signCheckout } from './signature.ts';

/** Only jobs call PayFast; no user waits for it. */
const TIMEOUT_MS = 10_000;
const settingNames = ['PAYFAST_MERCHANT_ID', 'PAYFAST_MERCHANT_KEY', 'PAYFAST_PASSPHRASE'];

const formatAmount = ({ cents }: Money): string => `${Math.trunc(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;

const isChargeable = ({ cents }: Money): boolean => Number.isSafeInteger(cents) && cents >= minCardCents;

/** A hidden field has one line, and PayFast limits its length. */
const toSingleLine = (text: string, maxLength: number): string =>
  [...text.replace(/\s+/g, ' ').trim()].slice(0, maxLength).join('');

/** PayFast rejects the entire form for an unknown number format; without a number it asks the buyer. */
const toSouthAfricanNumber = (phone: string): string =>
  /^(?:\+27|0)(\d{9})$/.exec(phone.replace(/[\s()-]/g, ''))?.[1]?.replace(/^/, '0') ?? '';

function createCheckoutForm({ merchantId, merchantKey, passphrase, siteUrl }: PayfastSettings, checkout: Checkout) {
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
      name_first: toSingleLine(payer.firstName, 100),
      name_last: toSingleLine(payer.lastName, 100),
      email_address: toSingleLine(payer.email, 255),
      cell_number: toSouthAfricanNumber(payer.phone),
      m_payment_id: checkout.agreementId,
      amount: formatAmount(first),
      item_name: toSingleLine(checkout.item, 100),
      // Monthly subscription without an end date.
      subscription_type: '1',
      recurring_amount: formatAmount(monthly),
      frequency: '3',
      cycles: '0',
    },
    passphrase,
  );
  return { url: `${siteUrl}/eng/process`, ...signed };
}

const statusByName: Readonly<Record<string, AgreementState['status']>> = {
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

const missingSettingsError = () => new GatewayError(`Not set: ${settingNames.join(', ')}`, { isTemporary: false });
const unreadableResponseError = () =>
  new GatewayError('PayFast responds with data that cannot be parsed', { isTemporary: true });
/** The sandbox responds with a boolean, production with a string. */
const isTrue = (response: unknown): boolean => response === true || response === 'true';

/** Without settings only `listMissingSettings` works. */
export function createPayfast(
  settings: PayfastSettings | undefined,
  clock: Clock = systemClock,
  timeoutMs = TIMEOUT_MS,
): Gateway {
  const client = settings && createClient(settings, clock, timeoutMs);
  const requireSettings = () => {
    if (!settings || !client) throw missingSettingsError();
    return { settings, client };
  };
  const subscriptionPath = (token: string, action: string) => `/subscriptions/${encodeURIComponent(token)}/${action}`;

  async function lookup(token: string): Promise<AgreementState> {
    const response = await requireSettings().client.callSuccess({
      method: 'GET',
      path: subscriptionPath(token, 'fetch'),
    });
    const { success, data } = Subscription.safeParse(response);
    if (!success) throw unreadableResponseError();
    return {
      status: statusByName[data.status_text.toUpperCase()] ?? 'unknown',
      nextChargeOn: /^\d{4}-\d{2}-\d{2}/.exec(data.run_date ?? '')?.[0],
      amount: typeof data.amount === 'number' ? { cents: data.amount, currency: 'ZAR' } : undefined,
    };
  }

  async function changeSubscription(
    token: string,
    action: 'cancel' | 'pause',
    body: Record<string, string> = {},
  ): Promise<void> {
    const response = await requireSettings().client.callSuccess({
      method: 'PUT',
      path: subscriptionPath(token, action),
      body,
    });
    if (!isTrue(response)) throw new GatewayError(`PayFast did not ${action} the subscription`, { isTemporary: true });
  }

  async function readRefundable(chargeId: string) {
    const path = `/refunds/query/${encodeURIComponent(chargeId)}`;
    const response = await requireSettings().client.callJson({ method: 'GET', path });
    // Documented without the envelope that all other responses have.
    const wrapped = WrappedRefundable.safeParse(response);
    if (wrapped.success) return wrapped.data.data.response;
    const bare = Refundable.safeParse(response);
    if (!bare.success) throw unreadableResponseError();
    return bare.data;
  }

  return {
    name: 'payfast',
    capabilities: { recurring: true, refund: !client?.isSandbox, currencies: ['ZAR'] },
    listMissingSettings: () => (settings ? [] : settingNames),
    start: (checkout) => createCheckoutForm(requireSettings().settings, checkout),
    verify: (raw, _headers, peer) => (settings ? parseNotice(raw, peer, settings) : { refused: 'merchant' }),

    async confirm({ kind, token, signed }) {
      try {
        if (kind === 'cancelled') {
          // PayFast does not respond VALID to its own cancellations.
          const { status } = await lookup(token ?? '');
          if (status === 'unknown') return 'unknown';
          return status === 'ended' ? 'confirmed' : 'denied';
        }
        const line = await requireSettings().client.validate(toValidationString(signed));
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
        await changeSubscription(token, 'cancel');
      } catch (error) {
        // PayFast rejects the cancellation of an ended subscription.
        if (!(error instanceof GatewayError) || error.isTemporary) throw error;
        if ((await lookup(token)).status !== 'ended') throw error;
      }
    },

    pause: (token, cycles) => changeSubscription(token, 'pause', { cycles: String(cycles) }),

    /** If this amount was refunded already, an earlier call succeeded and its response was lost. */
    async refund(chargeId, { cents }, reason) {
      const charge = await readRefundable(chargeId);
      const available = charge.amount_available_for_refund;
      if (charge.amount_original - available >= cents) return;
      const { method } = (cents === available ? charge.refund_full : charge.refund_partial) ?? {};
      if (charge.status !== 'REFUNDABLE' || cents > available || method !== 'PAYMENT_SOURCE') {
        throw new GatewayError('PayFast cannot pay this back to the card: pay it out by hand', { isTemporary: false });
      }
      const response = await requireSettings().client.callSuccess({
        method: 'POST',
        path: `/refunds/${encodeURIComponent(chargeId)}`,
        body: { amount: String(cents), reason: toSingleLine(reason, 255), notify_buyer: '1' },
      });
      if (!isTrue(response)) throw new GatewayError('PayFast did not refund the charge', { isTemporary: true });
    },

    listCharges: (on) => fetchDay(requireSettings().client, on),
  };
}
