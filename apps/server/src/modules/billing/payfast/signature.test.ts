/** Each expected value is the MD5, by `openssl md5`, of the string beside it; published values name their source. */
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { isNoticeSigned, parameterString, signCall, signCheckout } from './signature.ts';

/** Public credentials of PayFast's sandbox. */
const sandbox = { id: '10000100', key: '46f0cd694581a', passphrase: 'jt7NOE43FZPn' };

describe('the signature of a checkout', () => {
  const checkoutFields = {
    cycles: '0',
    frequency: '3',
    recurring_amount: '250.00',
    subscription_type: '1',
    item_name: 'Hakiki Premium',
    amount: '0.00',
    m_payment_id: '01936f6e-1111-7000-8000-000000000001',
    cell_number: '',
    email_address: 'ola+test@example.com ',
    name_last: " O'Neill (Jr)~!*",
    name_first: 'Ọláyínká',
    notify_url: 'https://hakiki.example/api/payment/payfast/notify',
    cancel_url: 'https://hakiki.example/subscribe',
    return_url: 'https://hakiki.example/subscribe?paid=1',
    merchant_key: sandbox.key,
    merchant_id: sandbox.id,
  };

  it('signs the trimmed fields of a checkout in the documented order, with cycles=0 and without empty ones [DEC-41]', () => {
    // merchant_id=10000100&merchant_key=46f0cd694581a&return_url=https%3A%2F%2Fhakiki.example%2Fsubscribe%3Fpaid%3D1
    // &cancel_url=https%3A%2F%2Fhakiki.example%2Fsubscribe&notify_url=https%3A%2F%2Fhakiki.example%2Fapi%2Fpayment%2Fpayfast%2Fnotify
    // &name_first=%E1%BB%8Cl%C3%A1y%C3%ADnk%C3%A1&name_last=O%27Neill+%28Jr%29%7E%21%2A&email_address=ola%2Btest%40example.com
    // &m_payment_id=01936f6e-1111-7000-8000-000000000001&amount=0.00&item_name=Hakiki+Premium&subscription_type=1
    // &recurring_amount=250.00&frequency=3&cycles=0&passphrase=jt7NOE43FZPn
    const { fields, signature } = signCheckout(checkoutFields, sandbox.passphrase);
    expect(signature).toBe('5f9e94f825abea521d06122ac23bf3fc');
    expect(Object.entries(fields)).toEqual([
      ['merchant_id', '10000100'],
      ['merchant_key', '46f0cd694581a'],
      ['return_url', 'https://hakiki.example/subscribe?paid=1'],
      ['cancel_url', 'https://hakiki.example/subscribe'],
      ['notify_url', 'https://hakiki.example/api/payment/payfast/notify'],
      ['name_first', 'Ọláyínká'],
      ['name_last', "O'Neill (Jr)~!*"],
      ['email_address', 'ola+test@example.com'],
      ['m_payment_id', '01936f6e-1111-7000-8000-000000000001'],
      ['amount', '0.00'],
      ['item_name', 'Hakiki Premium'],
      ['subscription_type', '1'],
      ['recurring_amount', '250.00'],
      ['frequency', '3'],
      ['cycles', '0'],
    ]);
  });

  it("gives another signature without cycles=0, which PayFast's own library omits", () => {
    const { cycles: _, ...rest } = checkoutFields;
    expect(signCheckout(rest, sandbox.passphrase).signature).toBe('db9647ae99ac6ec83c355e26243cabe4');
  });
});

describe('the signature of a notification', () => {
  const emptyFields = ['str', 'int'].flatMap((kind) =>
    [1, 2, 3, 4, 5].map((number): [string, string] => [`custom_${kind}${number}`, '']),
  );
  /** Payfast/payfast-php-sdk 1.1.6, tests/PaymentIntegrations/NotificationTest.php: sent to the sandbox's merchant. */
  const published: [string, string][] = [
    ['m_payment_id', '1234'],
    ['pf_payment_id', '1221576'],
    ['payment_status', 'COMPLETE'],
    ['item_name', 'Order#123'],
    ['item_description', ''],
    ['amount_gross', '10.00'],
    ['amount_fee', '-0.23'],
    ['amount_net', '9.77'],
    ...emptyFields,
    ['name_first', 'First'],
    ['name_last', 'Last'],
    ['email_address', 'test@test.com'],
    ['merchant_id', '10000100'],
  ];
  const signature = 'ac4c3e993d31b5b9d525dc0087051437';

  it("accepts the signature of the tests of PayFast's own library", () => {
    expect(isNoticeSigned(published, signature, sandbox.passphrase)).toBe(true);
  });

  it.each([
    ['over another field order', [published[1]!, published[0]!, ...published.slice(2)], signature],
    ['without the empty fields', published.filter(([, value]) => value !== ''), signature],
    ['over an additional field', [...published, ['token', '']] as [string, string][], signature],
    ['in upper case', published, signature.toUpperCase()],
    ['cut short', published, signature.slice(0, 16)],
    ['missing', published, ''],
  ])('rejects a signature that is %s', (_, fields, checkoutFields) => {
    expect(isNoticeSigned(fields, checkoutFields, sandbox.passphrase)).toBe(false);
  });

  it('rejects a signature with another passphrase', () => {
    expect(isNoticeSigned(published, signature, 'jt7NOE43FZPN')).toBe(false);
  });

  it('builds the parameter string that a merchant without passphrase signed', () => {
    // The other notification of the same test, to merchant 10027938; it has no passphrase, unlike ours.
    const fields: [string, string][] = [
      ['m_payment_id', '000000020'],
      ['pf_payment_id', '1579137'],
      ['payment_status', 'COMPLETE'],
      ['item_name', 'Order #000000020'],
      ['item_description', ''],
      ['amount_gross', '15.00'],
      ['amount_fee', '-2.30'],
      ['amount_net', '12.70'],
      ...emptyFields,
      ['name_first', 'Tom'],
      ['name_last', 'Tom'],
      ['email_address', 'lindley+user1@appinlet.com'],
      ['merchant_id', '10027938'],
    ];
    expect(createHash('md5').update(parameterString(fields)).digest('hex')).toBe('4078bca2c8987e0e0c4e7230f2f46323');
  });
});

describe('the signature of a call to the API', () => {
  it('signs headers, query, body and passphrase of an API call, sorted by name and without empty ones', () => {
    // amount=25000&merchant-id=10000100&notify_buyer=1&passphrase=jt7NOE43FZPn&reason=Money-back+guarantee
    // &timestamp=2026-11-15T12%3A00%3A00%2B02%3A00&version=v1
    const values = {
      version: 'v1',
      timestamp: '2026-11-15T12:00:00+02:00',
      'merchant-id': sandbox.id,
      reason: 'Money-back guarantee',
      notify_buyer: '1',
      amount: '25000',
      bank_name: '',
    };
    expect(signCall(values, sandbox.passphrase)).toBe('7dc1ced37ce08c4e0a24a061009c0bb0');
  });
});
