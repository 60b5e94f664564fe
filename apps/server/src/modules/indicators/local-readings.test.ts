/** The browser's own reader finds what the server's finds: otherwise a private or offline check would miss it. */
import { callingCodes, readHiddenLocally, readPublicLocally } from '@hakiki/contract/local-readings';
import { isHiddenIndicatorKind } from '@hakiki/contract/indicator-values';
import { getExampleNumber } from 'libphonenumber-js/max';
import examples from 'libphonenumber-js/mobile/examples';
import { describe, expect, it } from 'vitest';
import { countryCodes } from '@hakiki/contract/country-codes';
import { readInput } from './readings.ts';
import { phoneCountries } from './phones.ts';
import { computeIndicatorKey } from './indicator-key.ts';

const spell = ({ kind, value }: { kind: string; value: string }) => `${kind}:${value}`;

describe('what a browser reads by itself', () => {
  it('contains every mobile number that the server reads, with and without country code [CHECK-08]', () => {
    expect(Object.keys(callingCodes).toSorted()).toEqual([...phoneCountries].toSorted());
    for (const country of phoneCountries) {
      const number = getExampleNumber(countryCodes[country], examples)!;
      for (const written of [
        number.formatNational(),
        number.formatInternational(),
        number.number,
        number.number.slice(1),
      ]) {
        const stored = readInput(written, { country, numberIs: 'phone' }).readings.map(spell);
        const local = readHiddenLocally(written, country).map(spell);
        expect(local, `${country} ${written}`).toEqual(expect.arrayContaining(stored));
        expect(local, `${country} ${written}`).toContain(`phone:${number.number}`);
      }
    }
  });

  it.each([
    ['123456', 'till', 'kenya'],
    ['123456', 'paybill', 'tanzania'],
    ['54321', 'till', undefined],
    ['0123456789', 'account', 'nigeria'],
  ] as const)('contains %s as a %s in %s [CHECK-08]', (written, numberIs, country) => {
    const stored = readInput(written, { numberIs, country }).readings.map(spell);
    expect(stored).toHaveLength(1);
    expect(readHiddenLocally(written, country).map(spell)).toEqual(expect.arrayContaining(stored));
  });

  it.each(['Help.Desk+1@gmail.com', 'agent@fastari.co.ke'])('contains the email address %s [CHECK-08]', (written) => {
    const stored = readInput(written).readings.filter(({ kind }) => kind === 'email');
    expect(readHiddenLocally(written).map(spell)).toEqual(stored.map(spell));
  });

  it.each([
    'https://www.Fastari.example/login?next=1',
    'pay.fastari.co.ke',
    'hxxps://fastari[.]example/pay',
    'sites.google.com/view/Fastari-Pay',
    'https://linktr.ee/fastari',
    'https://fastari.vercel.app/x',
    'bücher.example',
    '0x52908400098527886E0F7030069857D2E4169EE7',
    '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
    'bitcoin:1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa?amount=1',
    '@Fastari_Help',
    'https://t.me/fastari_help',
    'https://play.google.com/store/apps/details?id=com.fastari.pay',
    'Dear customer, open https://fastari.example/now and write to @fastari_help, or send to TJRabPrwbZy45sbavfcjinPJC18kjpRTv8.',
  ])('contains what the server finds in %s [CHECK-10]', (written) => {
    const { readings } = readInput(written);
    const local = new Set(readPublicLocally(written).map(spell));
    expect(readings.length).toBeGreaterThan(0);
    for (const { kind, value } of readings) expect([...local], written).toContain(`${kind}:${value}`);
  });

  it('hashes a public value as the server does [CHECK-10]', async () => {
    const [value] = readPublicLocally('fastari.example');
    const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(spell(value!)));
    expect(isHiddenIndicatorKind('website')).toBe(false);
    expect(Buffer.from(hash).subarray(0, 16)).toEqual(
      computeIndicatorKey({ kind: 'website', value: 'fastari.example' }, Buffer.alloc(32)),
    );
  });
});
