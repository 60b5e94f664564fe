/** All kinds of forged notifications that an attacker without the passphrase can send. */
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { PayfastSettings } from './client.ts';
import { createPayfast } from './gateway.ts';
import { parameterString } from './signature.ts';

const settings: PayfastSettings = {
  merchantId: '10000100',
  merchantKey: '46f0cd694581a',
  passphrase: 'jt7NOE43FZPn',
  siteUrl: 'http://localhost:1',
  apiUrl: 'http://localhost:1',
  addresses: ['127.0.0.1'],
};
const { verify } = createPayfast(settings);
const isAccepted = (body: string) => !('refused' in verify(Buffer.from(body), new Headers(), '127.0.0.1'));

const custom = ['str', 'int'].flatMap((kind) => [1, 2, 3, 4, 5].map((index) => `custom_${kind}${index}=`)).join('&');
const realFields = [
  'm_payment_id=01936f6e-1111-7000-8000-000000000001&pf_payment_id=1221576&payment_status=COMPLETE&item_name=Hakiki+Premium',
  `item_description=&amount_gross=250.00&amount_fee=-10.75&amount_net=239.25&${custom}`,
  'name_first=Ol%C3%A1&name_last=O%27Neill&email_address=ola%2Btest%40example.com&merchant_id=10000100',
  'token=dc0521d3-55fe-269b-fa00-b647310d760f&billing_date=2026-11-15',
].join('&');

const signedBy = (fields: string, passphrase?: string) => {
  const text = passphrase === undefined ? fields : `${fields}&passphrase=${passphrase}`;
  return `${fields}&signature=${createHash('md5').update(text).digest('hex')}`;
};
const real = signedBy(realFields, settings.passphrase);
const parts = realFields.split('&');
const signature = real.slice(realFields.length + 1);
const withSignature = (fields: readonly string[]) => [...fields, signature].join('&');
const characters: string = '0123456789abcdefghijklmnopqrstuvwxyz+.-_';
const indexes = [...parts.keys()];

/** Altered notifications, each with the signature of the real one. */
function* altered(): Generator<string> {
  for (const index of indexes) {
    const [name = '', value = ''] = parts[index]!.split('=');
    const replaceField = (field: string) => withSignature(parts.with(index, field));
    // Every character of every value replaced, so also an amount changed by a cent.
    for (let at = 0; at < value.length; at += 1) {
      if (value[at] === '%') continue;
      for (const other of ['%00', ...characters]) {
        // Case does not matter inside an escape.
        if (other.toUpperCase() === value[at]?.toUpperCase()) continue;
        yield replaceField(`${name}=${value.slice(0, at)}${other}${value.slice(at + 1)}`);
      }
    }
    for (const value of [
      '',
      '0',
      '1',
      'COMPLETE',
      'CANCELLED',
      '10000100',
      '250.00',
      '250.01',
      '0.01',
      '%20',
      '&x=',
      '=',
    ]) {
      if (`${name}=${value}` !== parts[index]) yield replaceField(`${name}=${value}`);
    }
    for (const spelled of [`${name}x`, `${name}[]`, name.toUpperCase(), `%${name}`, ` ${name}`]) {
      yield replaceField(`${spelled}=${value}`);
    }
    // The field omitted, duplicated, and moved.
    yield withSignature(parts.toSpliced(index, 1));
    yield withSignature([...parts, parts[index]!]);
    for (const other of indexes) {
      if (other !== index) yield withSignature(parts.toSpliced(index, 1).toSpliced(other, 0, parts[index]!));
    }
    for (const other of indexes) {
      if (other > index + 1) yield withSignature(parts.with(index, parts[other]!).with(other, parts[index]!));
    }
    // An additional field before the signature, and two fields joined into one.
    for (const more of ['x=1', 'amount_gross=1.00', 'token=', 'merchant_id=10000100']) {
      yield withSignature(parts.toSpliced(index, 0, more));
    }
    yield withSignature(parts.toSpliced(index, 2, `${parts[index]}%26${parts[index + 1]}`));
    yield withSignature(parts.toSpliced(index, 2, `${parts[index]}%26${(parts[index + 1] ?? '').replace('=', '%3D')}`));
  }
}

/** Signed again with secrets that an attacker can know or guess. */
function* signedAgain(): Generator<string> {
  const known = [
    '',
    '46f0cd694581a',
    '10000100',
    'passphrase',
    'payfast',
    'jt7NOE43FZPN',
    'jt7NOE43FZP',
    'jt7NOE43FZPn%20',
  ];
  const guessed = Array.from({ length: 4000 }, (_, index) => `guess-${index}`);
  for (const passphrase of [undefined, ...known, ...guessed]) yield signedBy(realFields, passphrase);
  for (const own of ['', '&passphrase=', '&passphrase=x']) yield signedBy(realFields + own);
  for (const merchant of ['10000101', '10027938', '1000010', '010000100', '10000100+', '']) {
    // Signed with our passphrase for another merchant of the same owner.
    yield signedBy(realFields.replace('merchant_id=10000100', `merchant_id=${merchant}`), settings.passphrase);
  }
}

/** Empty, garbage, and the real one truncated or with a wrong signature. */
function* broken(): Generator<string> {
  for (const body of [
    '',
    '&',
    '=',
    'signature',
    'signature=',
    '{}',
    '<html>',
    '\0',
    '&'.repeat(16_000),
    'a=1&'.repeat(4000),
  ]) {
    yield body;
  }
  for (let length = 0; length < real.length; length += 1) yield real.slice(0, length);
  const digits = signature.slice('signature='.length);
  for (let at = 0; at < digits.length; at += 1) {
    for (const digit of '0123456789abcdefABCDEF') {
      if (digit !== digits[at]) yield `${realFields}&signature=${digits.slice(0, at)}${digit}${digits.slice(at + 1)}`;
    }
  }
}

describe('forged and altered notifications', () => {
  it('rejects each of more than 12,000 forged notifications and accepts the real one [DEC-41]', () => {
    expect(isAccepted(real)).toBe(true);
    const bodies = new Set([...altered(), ...signedAgain(), ...broken()]);
    bodies.delete(real);
    expect(bodies.size).toBeGreaterThan(12_000);
    expect([...bodies].filter(isAccepted)).toEqual([]);
  });

  it('parses one statement from a notification, whatever is appended to the signature or escaped differently', () => {
    const parse = (body: string) => verify(Buffer.from(body), new Headers(), '127.0.0.1');
    const appended = `${real}&amount_gross=1.00&payment_status=CANCELLED&signature=`;
    const respelled = real
      .replaceAll('%C3%A1', '%c3%a1')
      .replace('COMPLETE', '%43OMPLET%45')
      .replace('Hakiki+Premium', 'Hakiki%20Premium')
      .replace(/signature=(.)/, (_, letter: string) => `signature=%${letter.codePointAt(0)!.toString(16)}`);
    expect(parse(real)).toMatchObject({ kind: 'charged', signed: Buffer.from(real) });
    expect(parse(appended)).toEqual(parse(real));
    expect(parse(respelled)).toEqual(parse(real));
  });

  it('rejects a checkout form, which is signed the same way', () => {
    const { fields, signature: ofForm } = createPayfast(settings).start({
      agreementId: '01936f6e-1111-7000-8000-000000000001',
      payer: { firstName: 'Ola', lastName: 'Demo', email: 'ola@example.com', phone: '0821234567' },
      item: 'Hakiki Premium',
      first: { cents: 25_000, currency: 'ZAR' },
      monthly: { cents: 25_000, currency: 'ZAR' },
      returnUrl: 'http://localhost:1/subscribe?paid=1',
      cancelUrl: 'http://localhost:1/subscribe?cancelled=1',
      notifyUrl: 'http://localhost:1/api/payment/payfast/notify',
    });
    const body = `${parameterString(Object.entries(fields))}&signature=${ofForm}`;
    expect(verify(Buffer.from(body), new Headers(), '127.0.0.1')).toEqual({ refused: 'malformed' });
    for (const name of ['pf_payment_id', 'payment_status']) {
      const without = realFields.replace(new RegExp(`${name}=[^&]*&`), '');
      const notice = Buffer.from(signedBy(without, settings.passphrase));
      expect(verify(notice, new Headers(), '127.0.0.1')).toEqual({ refused: 'malformed' });
    }
  });

  it('grants nothing for an unknown status, an invalid amount or a missing number', () => {
    const kindOf = (from: string, to: string) => {
      const raw = Buffer.from(signedBy(realFields.replace(from, to), settings.passphrase));
      const notice = verify(raw, new Headers(), '127.0.0.1');
      return 'refused' in notice ? notice.refused : notice.kind;
    };
    for (const status of ['FAILED', 'PENDING', 'complete', 'COMPLETE+', '']) {
      expect(kindOf('payment_status=COMPLETE', `payment_status=${status}`)).toBe('other');
    }
    for (const amount of ['250', '250.0', '250.000', '2%2C500.00', '2.5e2', '-250.00', '+250.00', '250.00%0A', '']) {
      expect(kindOf('amount_gross=250.00', `amount_gross=${amount}`)).toBe('other');
    }
    expect(kindOf('pf_payment_id=1221576', 'pf_payment_id=')).toBe('other');
    expect(kindOf('payment_status=COMPLETE', 'payment_status=CANCELLED')).toBe('cancelled');
    const cancelled = realFields.replace('COMPLETE', 'CANCELLED').replace(/token=[^&]+/, 'token=');
    expect(verify(Buffer.from(signedBy(cancelled, settings.passphrase)), new Headers(), '')).toHaveProperty(
      'kind',
      'other',
    );
  });
});
