/**
 * A notification of PayFast (ITN), read from the bytes as they came. What is signed is the order and the encoding of the fields, which
 * any parser of forms would lose. Nothing it says is believed before it was confirmed.
 */
import { isWithin } from '../../../platform/http/client-address.ts';
import type { Money, Notification, Refusal } from '../gateway.ts';
import { phpDecode } from './encode.ts';
import { isNoticeSigned, parameterString } from './signature.ts';

/** A sent one has about 25. */
const MOST_FIELDS = 100;
/**
 * Every notification has both fields, though a cancellation's number is empty. No checkout form has them: its signature is made the
 * same way and stands in the page of whoever pays, so without this check a form would pass as a notification.
 */
const NOTICE_FIELDS = ['pf_payment_id', 'payment_status'];
/** Names are signed as they are, so one with `&` or `=` in it could stand for several. */
const NAME = /^\w{1,40}$/;

type Fields = Map<string, Buffer>;

/** The fields up to the signature: what follows it is signed by nobody and does not count. */
function readFields(raw: Uint8Array): { fields: Fields; signature: string } | undefined {
  const fields: Fields = new Map();
  for (const part of Buffer.from(raw).toString('latin1').split('&', MOST_FIELDS)) {
    const [name = '', ...rest] = part.split('=');
    if (rest.length !== 1 || !NAME.test(name) || fields.has(name)) return undefined;
    const value = phpDecode(rest[0]!);
    // PostgreSQL stores no NUL in a text.
    if (value.includes(0)) return undefined;
    if (name === 'signature') return { fields, signature: value.toString('latin1') };
    fields.set(name, value);
  }
  return undefined;
}

/** `250.00`, and nothing that merely looks like it: a comma, a third digit or an exponent is another amount. */
export const readCents = (text: string): number | undefined =>
  /^-?\d{1,9}\.\d{2}$/.test(text) ? Number(text.replace('.', '')) : undefined;

const money = (cents: number | undefined): Money | undefined =>
  cents === undefined ? undefined : { cents, currency: 'ZAR' };

interface Expected {
  merchantId: string;
  passphrase: string;
  addresses: readonly string[];
}

export function readNotice(raw: Uint8Array, peer: string, expected: Expected): Notification | Refusal {
  const read = readFields(raw);
  if (!read) return { refused: 'malformed' };
  const { fields, signature } = read;
  if (!isNoticeSigned([...fields], signature, expected.passphrase)) return { refused: 'signature' };
  if (!NOTICE_FIELDS.every((name) => fields.has(name))) return { refused: 'malformed' };
  const value = (name: string) => fields.get(name)?.toString() || undefined;
  if (value('merchant_id') !== expected.merchantId) return { refused: 'merchant' };

  const [gross, fee] = ['amount_gross', 'amount_fee'].map((name) => readCents(value(name) ?? ''));
  const [token, chargeId] = [value('token'), value('pf_payment_id')];
  const isCharge = value('payment_status') === 'COMPLETE' && chargeId && gross !== undefined && gross >= 0;
  const isEnd = value('payment_status') === 'CANCELLED' && token;
  return {
    // FAILED and PENDING are no longer documented and still sent by somebody: looked at, and nothing else.
    kind: isCharge ? 'charged' : isEnd ? 'cancelled' : 'other',
    agreementId: value('m_payment_id'),
    token,
    chargeId,
    gross: money(gross),
    // PayFast writes what it keeps as a negative amount.
    fee: money(fee === undefined ? undefined : 0 - fee),
    isFromGateway: isWithin(peer, expected.addresses),
    signed: Buffer.from(`${parameterString([...fields])}&signature=${signature}`),
  };
}

/** What PayFast is asked to confirm: the same parameter string, without signature and passphrase. */
export const confirmable = (signed: Uint8Array): string => parameterString([...(readFields(signed)?.fields ?? [])]);
