/** The state of the fake PayFast: subscriptions, transactions, and the notifications about them. */
import { randomUUID } from 'node:crypto';
import { type Fields, md5, type Merchant, encodeParameters, formatRands, signNotification } from './protocol.ts';

export interface Subscription {
  token: string;
  agreementId: string;
  notifyUrl: string;
  cents: number;
  status: 'ACTIVE' | 'CANCELLED' | 'LOCKED';
  /** Date of the next charge. */
  runDate: string;
  pausedUntil?: string;
  cyclesComplete: number;
  /** Consecutive failures; the fifth locks the subscription. */
  failures: number;
  buyer: Fields;
  item: string;
}

export interface Transaction {
  /** A refund has the id of its charge. */
  id: string;
  token: string;
  agreementId: string;
  kind: 'FUNDS_RECEIVED' | 'FUNDS_RECEIVED_REFUND';
  cents: number;
  feeCents: number;
  at: number;
}

export interface PayfastNotification {
  url: string;
  body: string;
  /** Status codes of the receiver, one per attempt; 0 without a response. */
  statusCodes: number[];
}

const MAX_FAILURES = 5;
const computeFee = (cents: number): number => (cents === 0 ? 0 : Math.round(cents * 0.035) + 200);

/** In South Africa, which has no daylight saving time. */
const toDay = (time: number): string => new Date(time + 7_200_000).toISOString().slice(0, 10);

function monthsAfter(day: string, months: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  const wanted = date.getUTCDate();
  date.setUTCMonth(date.getUTCMonth() + months, 1);
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(wanted, last));
  return date.toISOString().slice(0, 10);
}

/** The fields of a notification in the order in which PayFast signs them. */
function listNotificationFields(
  merchant: Merchant,
  subscription: Subscription,
  { status, paid, billing }: { status: string; paid: Transaction | undefined; billing: Fields },
): Fields {
  const amounts = paid && [paid.cents, -paid.feeCents, paid.cents - paid.feeCents].map(formatRands);
  const custom = ['str', 'int'].flatMap((kind) => [1, 2, 3, 4, 5].map((place) => `custom_${kind}${place}`));
  return [
    ['m_payment_id', subscription.agreementId],
    ['pf_payment_id', paid?.id ?? ''],
    ['payment_status', status],
    ['item_name', subscription.item],
    ['item_description', ''],
    ['amount_gross', amounts?.[0] ?? ''],
    ['amount_fee', amounts?.[1] ?? ''],
    ['amount_net', amounts?.[2] ?? ''],
    ...custom.map((name): [string, string] => [name, '']),
    ...subscription.buyer,
    ['merchant_id', merchant.id],
    ['token', subscription.token],
    ...billing,
  ];
}

function createSubscription(checkout: Map<string, string>, today: string): Subscription {
  return {
    token: randomUUID(),
    agreementId: checkout.get('m_payment_id') ?? '',
    notifyUrl: checkout.get('notify_url') ?? '',
    cents: Math.round(Number(checkout.get('recurring_amount')) * 100),
    status: 'ACTIVE',
    runDate: monthsAfter(today, 1),
    cyclesComplete: 1,
    failures: 0,
    buyer: ['name_first', 'name_last', 'email_address'].map((name) => [name, checkout.get(name) ?? '']),
    item: checkout.get('item_name') ?? '',
  };
}

export type PayfastState = ReturnType<typeof createPayfastState>;

export function createPayfastState(merchant: Merchant, now: () => number) {
  const subscriptions = new Map<string, Subscription>();
  const charges = new Map<string, Transaction>();
  const refunds = new Map<string, Transaction[]>();
  /** Hashes of the parameters that are confirmed as VALID, byte by byte. */
  const valid = new Set<string>();
  let lastId = 1_000_000;

  const today = () => toDay(now());
  const find = (token: string): Subscription => {
    const found = subscriptions.get(token);
    if (!found) throw new Error(`PayFast knows no subscription ${token}.`);
    return found;
  };

  function write(
    subscription: Subscription,
    status: string,
    paid: Transaction | undefined,
    billing: Fields,
  ): PayfastNotification {
    const fields = listNotificationFields(merchant, subscription, { status, paid, billing });
    // Like PayFast, does not confirm its own cancellations as valid.
    if (status !== 'CANCELLED') valid.add(md5(encodeParameters(fields)));
    return { url: subscription.notifyUrl, body: signNotification(fields, merchant), statusCodes: [] };
  }

  function charge({ token, agreementId }: Pick<Subscription, 'token' | 'agreementId'>, cents: number): Transaction {
    lastId += 1;
    const id = String(lastId);
    const kind = 'FUNDS_RECEIVED' as const;
    const transaction = { id, token, agreementId, kind, cents, feeCents: computeFee(cents), at: now() };
    charges.set(id, transaction);
    return transaction;
  }

  return {
    subscriptions,
    charges,
    find,
    isValid: (parameters: string): boolean => valid.has(md5(parameters)),
    statusOf: (subscription: Subscription): string =>
      subscription.status === 'ACTIVE' && subscription.pausedUntil && today() < subscription.pausedUntil
        ? 'PAUSED'
        : subscription.status,

    /** The buyer has paid: the subscription starts with its first charge. */
    begin(checkout: Map<string, string>): { subscription: Subscription; notice: PayfastNotification } {
      const subscription = createSubscription(checkout, today());
      subscriptions.set(subscription.token, subscription);
      const paid = charge(subscription, Math.round(Number(checkout.get('amount')) * 100));
      return { subscription, notice: write(subscription, 'COMPLETE', paid, [['billing_date', today()]]) };
    },

    renew(
      token: string,
      { cents, evenIfEnded = false }: { cents?: number; evenIfEnded?: boolean } = {},
    ): PayfastNotification {
      const subscription = find(token);
      if (subscription.status !== 'ACTIVE' && !evenIfEnded) throw new Error(`It is ${subscription.status}.`);
      subscription.runDate = monthsAfter(subscription.runDate, 1);
      subscription.cyclesComplete += 1;
      subscription.failures = 0;
      return write(subscription, 'COMPLETE', charge(subscription, cents ?? subscription.cents), [['billing_date', '']]);
    },

    receive: (agreementId: string, cents: number): string => charge({ token: '', agreementId }, cents).id,

    /** The card was declined. No notification is sent; the fifth failure locks the subscription. */
    fail(token: string): void {
      const subscription = find(token);
      subscription.failures += 1;
      if (subscription.failures >= MAX_FAILURES) subscription.status = 'LOCKED';
    },

    cancel(token: string): PayfastNotification {
      const subscription = find(token);
      subscription.status = 'CANCELLED';
      return write(subscription, 'CANCELLED', undefined, []);
    },

    pause(token: string, cycles: number): void {
      const subscription = find(token);
      subscription.runDate = monthsAfter(subscription.runDate, cycles);
      subscription.pausedUntil = subscription.runDate;
    },

    /** Returns to the regular schedule, and retries what was locked. */
    unpause(token: string): void {
      const subscription = find(token);
      if (subscription.status === 'LOCKED') Object.assign(subscription, { status: 'ACTIVE', failures: 0 });
      delete subscription.pausedUntil;
    },

    update(token: string, changed: { cents?: number; runDate?: string }): void {
      Object.assign(find(token), changed);
    },

    refundedOf: (id: string): number => (refunds.get(id) ?? []).reduce((sum, { cents }) => sum + cents, 0),

    refund(id: string, cents: number): void {
      const refund = { ...charges.get(id)!, kind: 'FUNDS_RECEIVED_REFUND' as const, cents, feeCents: 0, at: now() };
      refunds.set(id, [...(refunds.get(id) ?? []), refund]);
    },

    due: (): string[] =>
      [...subscriptions.values()].flatMap(({ token, status, runDate }) =>
        status === 'ACTIVE' && runDate <= today() ? token : [],
      ),

    listOn: (day: string): Transaction[] =>
      [...charges.values(), ...[...refunds.values()].flat()].filter(({ at }) => toDay(at) === day),
  };
}
