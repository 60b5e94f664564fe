import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Gateway } from '../gateway.ts';
import { createPaystackVerify } from './notice.ts';

const secretKey = 'sk_test_0f5e1c9a7b3d4e6f8a2b';
/** The addresses that Paystack publishes. */
const addresses = ['52.31.139.75', '52.49.173.169', '52.214.14.220'];
/** Has the same type as the verification of PayFast. */
const verify: Gateway['verify'] = createPaystackVerify({ secretKey, addresses });

const sign = (body: string, key = secretKey) => createHmac('sha512', key).update(body).digest('hex');
const verifyBody = (body: string, signature = sign(body), peer = '52.31.139.75') =>
  verify(Buffer.from(body), new Headers({ 'x-paystack-signature': signature }), peer);

const charge = {
  event: 'charge.success',
  data: {
    id: 302961,
    status: 'success',
    reference: 'qTPrJoy9Bx',
    amount: 25_000,
    fees: 825,
    currency: 'ZAR',
    metadata: { agreement: '01936f6e-1111-7000-8000-000000000001' },
  },
};
const body = JSON.stringify(charge);

describe('verifying notifications of Paystack', () => {
  it('parses a charge into the same fields as a notification of PayFast', () => {
    expect(verifyBody(body)).toEqual({
      kind: 'charged',
      agreementId: '01936f6e-1111-7000-8000-000000000001',
      token: undefined,
      chargeId: 'qTPrJoy9Bx',
      gross: { cents: 25_000, currency: 'ZAR' },
      fee: { cents: 825, currency: 'ZAR' },
      isFromGateway: true,
      signed: Buffer.from(body),
    });
    expect(verifyBody(body, sign(body), '203.0.113.9')).toMatchObject({ kind: 'charged', isFromGateway: false });
  });

  it('parses a cancellation with the token of the agreement', () => {
    const end = JSON.stringify({ event: 'subscription.disable', data: { subscription_code: 'SUB_vsyqdmlzble3uii' } });
    expect(verifyBody(end)).toMatchObject({ kind: 'cancelled', token: 'SUB_vsyqdmlzble3uii', gross: undefined });
  });

  it('uses the same signature as openssl', () => {
    // printf '{"event":"paystack"}' | openssl dgst -sha512 -hmac sk_test_0f5e1c9a7b3d4e6f8a2b
    expect(sign('{"event":"paystack"}')).toBe(
      'b47e5d74af6cd1f36727d710211347283b01891338520954cfa2f392fcc0fb47f1142fa1613e86d72b69a639cf2a33b0132a1b98cdccf6be4e6817526c83cbad',
    );
  });

  it('rejects a notification with any byte altered or another signature', () => {
    for (let index = 0; index < body.length; index += 1) {
      const altered = `${body.slice(0, index)}${body[index] === '1' ? '2' : '1'}${body.slice(index + 1)}`;
      expect(verifyBody(altered, sign(body))).toEqual({ refused: 'signature' });
    }
    for (const signature of ['', 'x', sign(body, 'another'), sign(body).slice(0, 64), `${sign(body)}00`]) {
      expect(verifyBody(body, signature)).toEqual({ refused: 'signature' });
    }
    expect(verify(Buffer.from(body), new Headers(), '')).toEqual({ refused: 'signature' });
  });

  it('grants nothing for another currency or event, and rejects malformed events', () => {
    const naira = JSON.stringify({ ...charge, data: { ...charge.data, currency: 'NGN' } });
    expect(verifyBody(naira)).toMatchObject({ kind: 'other', gross: undefined });
    expect(verifyBody(JSON.stringify({ ...charge, event: 'charge.dispute.create' }))).toMatchObject({ kind: 'other' });
    for (const text of ['', '[]', '{"event":1}', 'null']) expect(verifyBody(text)).toEqual({ refused: 'malformed' });
  });
});
