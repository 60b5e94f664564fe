/**
 * Parses a notification of PayFast (ITN) from its raw bytes. The signature covers the order and the encoding of the
 * fields, which a form parser would lose. The content is not trusted before it is confirmed.
 */
import { matchesRules } from '../../../platform/http/client-ip.ts';
import type { Money, Notification, Rejection } from '../payments/gateway.ts';
import { phpDecode } from './encode.ts';
import { isNoticeSigned, parameterString } from './signature.ts';

/** A real notification has about 25. */
const MAX_FIELDS = 100;
/**
 * Every notification has both fields, though a cancellation's number is empty. No checkout form has them: its signature
 * is made the same way and is in the payer's page, so without this check a form would pass as a notification.
 */
const NOTICE_FIELDS = ['pf_payment_id', 'payment_status'];
/** Names are signed unencoded, so a name with `&` or `=` could stand for several fields. */
const FIELD_NAME = /^\w{1,40}$/;

type Fields = Map<string, Buffer>;

/** Returns the fields up to the signature: later fields are not signed and are ignored. */
function parseFields(raw: Uint8Array): { fields: Fields; signature: string } | undefined {
  const fields: Fields = new Map();
  for (const part of Buffer.from(raw).toString('latin1').split('&', MAX_FIELDS)) {
    const [name = '', ...values] = part.split('=');
    if (values.length !== 1 || !FIELD_NAME.test(name) || fields.has(name)) return undefined;
    const value = phpDecode(values[0]!);
    // PostgreSQL stores no NUL in text.
    if (value.includes(0)) return undefined;
    if (name === 'signature') return { fields, signature: value.toString('latin1') };
    fields.set(name, value);
  }
  return undefined;
}

/** Accepts `250.00` only: no comma, third digit or exponent. */
export const parseCents = (text: string): number | undefined =>
  /^-?\d{1,9}\.\d{2}$/.test(text) ? Number(text.replace('.', '')) : undefined;

const toMoney = (cents: number | undefined): Money | undefined =>
  cents === undefined ? undefined : { cents, currency: 'ZAR' };

interface Expected {
  merchantId: string;
  passphrase: string;
  addresses: readonly string[];
}

export function parseNotice(raw: Uint8Array, peer: string, expected: Expected): Notification | Rejection {
  const parsed = parseFields(raw);
  if (!parsed) return { refused: 'malformed' };
  const { fields, signature } = parsed;
  if (!isNoticeSigned([...fields], signature, expected.passphrase)) return { refused: 'signature' };
  if (!NOTICE_FIELDS.every((name) => fields.has(name))) return { refused: 'malformed' };
  const value = (name: string) => fields.get(name)?.toString() || undefined;
  if (value('merchant_id') !== expected.merchantId) return { refused: 'merchant' };

  const [gross, fee] = ['amount_gross', 'amount_fee'].map((name) => parseCents(value(name) ?? ''));
  const [token, chargeId] = [value('token'), value('pf_payment_id')];
  const isCharge = value('payment_status') === 'COMPLETE' && chargeId && gross !== undefined && gross >= 0;
  const isCancellation = value('payment_status') === 'CANCELLED' && token;
  return {
    // FAILED and PENDING are undocumented and still occur: a person checks them.
    kind: isCharge ? 'charged' : isCancellation ? 'cancelled' : 'other',
    agreementId: value('m_payment_id'),
    token,
    chargeId,
    gross: toMoney(gross),
    // PayFast writes its fee as a negative amount.
    fee: toMoney(fee === undefined ? undefined : 0 - fee),
    isFromGateway: matchesRules(peer, expected.addresses),
    signed: Buffer.from(`${parameterString([...fields])}&signature=${signature}`),
  };
}

/** The string that PayFast validates: the same parameters without signature and passphrase. */
export const toValidationString = (signed: Uint8Array): string =>
  parameterString([...(parseFields(signed)?.fields ?? [])]);
