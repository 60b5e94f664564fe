/**
 * The three signatures of PayFast. Each is MD5 over an encoded parameter string with the passphrase; they differ in the
 * order of the fields and in the omitted ones, and public examples confuse them. Source of the test vectors:
 * docs/runbooks/payments.md.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import { phpEncode } from './encode.ts';

type Pair = readonly [name: string, value: string | Uint8Array];

const md5 = (text: string): string => createHash('md5').update(text).digest('hex');

export const parameterString = (pairs: readonly Pair[]): string =>
  pairs.map(([name, value]) => `${name}=${phpEncode(value)}`).join('&');

const computeSignature = (pairs: readonly Pair[], passphrase: string): string =>
  md5(parameterString([...pairs, ['passphrase', passphrase]]));

/** The documented field order: the signature of a checkout depends on it. */
const checkoutOrder = [
  'merchant_id',
  'merchant_key',
  'return_url',
  'cancel_url',
  'notify_url',
  'name_first',
  'name_last',
  'email_address',
  'cell_number',
  'm_payment_id',
  'amount',
  'item_name',
  'subscription_type',
  'recurring_amount',
  'frequency',
  'cycles',
] as const;

export type CheckoutFields = Partial<Record<(typeof checkoutOrder)[number], string>>;

/**
 * Returns the trimmed fields in their order with their signature; exactly these are posted. Only empty fields are
 * omitted. PayFast's own library omits `cycles=0` as well, because PHP treats '0' as empty, and PayFast rejects that
 * signature.
 */
export function signCheckout(input: CheckoutFields, passphrase: string) {
  const pairs = checkoutOrder.flatMap((name): [string, string][] => {
    const value = input[name]?.trim() ?? '';
    return value === '' ? [] : [[name, value]];
  });
  return { fields: Object.fromEntries(pairs), signature: computeSignature(pairs, passphrase) };
}

/** For a notification: every field before `signature` in the posted order, including empty ones. */
export function isNoticeSigned(pairs: readonly Pair[], signature: string, passphrase: string): boolean {
  const [expected, given] = [computeSignature(pairs, passphrase), signature].map((text) => Buffer.from(text));
  return expected!.length === given!.length && timingSafeEqual(expected!, given!);
}

/** For an API request: headers, query, body and passphrase, sorted by name, without empty ones. */
export const signCall = (values: Readonly<Record<string, string>>, passphrase: string): string =>
  md5(
    parameterString(
      Object.entries({ ...values, passphrase })
        .filter(([, value]) => value !== '')
        .toSorted(([one], [other]) => (one < other ? -1 : 1)),
    ),
  );
