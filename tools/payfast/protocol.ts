/**
 * How PayFast encodes and signs. Implemented independently of the product's adapter, so that a mistake there does not
 * match the same mistake here.
 */
import { createHash } from 'node:crypto';

export interface Merchant {
  id: string;
  key: string;
  passphrase: string;
}

export type Fields = [name: string, value: string][];

export const md5 = (text: string): string => createHash('md5').update(text).digest('hex');

const urlencode = (text: string): string =>
  encodeURIComponent(text)
    .replaceAll('%20', '+')
    .replaceAll(/[!'()*~]/g, (letter) => `%${letter.codePointAt(0)!.toString(16).toUpperCase()}`);

export const encodeParameters = (fields: Fields): string =>
  fields.map(([name, value]) => `${name}=${urlencode(value)}`).join('&');

export const readForm = (body: string): Fields => [...new URLSearchParams(body)];

/** All fields of the checkout documentation, in its order. */
const documented =
  `merchant_id merchant_key return_url cancel_url notify_url name_first name_last email_address cell_number m_payment_id amount
item_name item_description custom_int1 custom_int2 custom_int3 custom_int4 custom_int5 custom_str1 custom_str2 custom_str3 custom_str4
custom_str5 email_confirmation confirmation_address payment_method subscription_type billing_date recurring_amount frequency cycles`.split(
    /\s+/,
  );

/** Lists the errors of a posted checkout, as the error page shows them. */
export function listCheckoutProblems(fields: Fields, merchant: Merchant): string[] {
  const values = new Map(fields);
  const unknown = fields.filter(([name]) => name !== 'signature' && !documented.includes(name));
  const signed = documented.flatMap((name): Fields => {
    const value = values.get(name)?.trim() ?? '';
    return value === '' ? [] : [[name, value]];
  });
  const isAmount = (text = '') => /^\d+\.\d{2}$/.test(text) && Number(text) >= 5;
  const isRecurring = values.get('subscription_type') === '1';
  const checks: [boolean, string][] = [
    [unknown.length === 0, `unknown: ${unknown.map(([name]) => name).join(', ')}`],
    [values.get('merchant_id') === merchant.id && values.get('merchant_key') === merchant.key, 'merchant: not known'],
    [
      values.get('signature') === md5(encodeParameters([...signed, ['passphrase', merchant.passphrase]])),
      'signature: Generated signature does not match submitted signature',
    ],
    [isAmount(values.get('amount')) || (isRecurring && values.get('amount') === '0.00'), 'amount: at least 5.00'],
    [!isRecurring || isAmount(values.get('recurring_amount')), 'recurring_amount: at least 5.00'],
    [!isRecurring || /^[1-6]$/.test(values.get('frequency') ?? ''), 'frequency: 1 to 6'],
    [!isRecurring || /^\d+$/.test(values.get('cycles') ?? ''), 'cycles: a number'],
    [Boolean(values.get('item_name')), 'item_name: missing'],
    [[...(values.get('m_payment_id') ?? '')].length <= 100, 'm_payment_id: at most 100'],
  ];
  return checks.flatMap(([isRight, words]) => (isRight ? [] : [words]));
}

/** Headers, query and body of a call to the API; `testing` is not signed. */
export function isCallSigned(values: Map<string, string>, signature: string, { passphrase }: Merchant): boolean {
  const signed = new Map(values).set('passphrase', passphrase);
  signed.delete('testing');
  const sorted = [...signed].filter(([, value]) => value !== '').sort(([one], [other]) => (one < other ? -1 : 1));
  return signature === md5(encodeParameters(sorted));
}

export const signNotification = (fields: Fields, { passphrase }: Merchant): string => {
  const parameters = encodeParameters(fields);
  return `${parameters}&signature=${md5(`${parameters}&passphrase=${passphrase}`)}`;
};

export const formatRands = (cents: number): string => (cents / 100).toFixed(2);
