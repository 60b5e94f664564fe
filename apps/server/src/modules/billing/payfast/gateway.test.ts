/** The adapter against a fake PayFast server (tools/payfast) with PayFast's protocol and its failures. */
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type FakePayfast, type FaultKind, startPayfast } from '../../../../../../tools/payfast/server.ts';
import { readSettings } from '../../../platform/config/settings.ts';
import { type Checkout, type Gateway, GatewayError, type Notification } from '../payments/gateway.ts';
import { createPayfast } from './gateway.ts';

const NOON = Date.parse('2026-11-15T10:00:00Z');
const TIMEOUT_MS = 400;
const rand = (cents: number) => ({ cents, currency: 'ZAR' as const });

let now: number;
let fake: FakePayfast;
let payfast: Gateway;
let receiver: Server;
let received: { body: Buffer; peer: string }[];
let responses: number[];
let notifyUrl: string;

beforeAll(async () => {
  receiver = createServer(async (incoming, response) => {
    const chunks: Buffer[] = [];
    for await (const part of incoming) chunks.push(part as Buffer);
    received.push({ body: Buffer.concat(chunks), peer: incoming.socket.remoteAddress ?? '' });
    response.writeHead(responses.shift() ?? 200).end();
  });
  await new Promise<void>((resolve) => {
    receiver.listen(0, '127.0.0.1', resolve);
  });
  notifyUrl = `http://localhost:${(receiver.address() as AddressInfo).port}/notify`;
});

afterAll(() => receiver.close());

beforeEach(async () => {
  now = NOON;
  received = [];
  responses = [];
  fake = await startPayfast({ now: () => now, retryAfterMs: [5, 5] });
  const settings = readSettings({ NODE_ENV: 'test', ...fake.environment });
  payfast = createPayfast(settings.payfast, () => now, TIMEOUT_MS);
});

afterEach(() => fake.stop());

const checkout = (overrides: Partial<Checkout> = {}): Checkout => ({
  agreementId: '01936f6e-1111-7000-8000-000000000001',
  payer: { firstName: 'Ọláyínká', lastName: "O'Neill & (Sons) ~!*", email: 'ola+test@example.com', phone: '' },
  item: 'Hakiki Premium',
  first: rand(25_000),
  monthly: rand(25_000),
  returnUrl: 'http://localhost:1/subscribe?paid=1',
  cancelUrl: 'http://localhost:1/subscribe',
  notifyUrl,
  ...overrides,
});

const postedForm = (overrides?: Partial<Checkout>): Record<string, string> => {
  const { fields, signature } = payfast.start(checkout(overrides));
  return { ...fields, signature };
};

const pay = (overrides?: Partial<Checkout>) => fake.pay(postedForm(overrides));

function lastNotice(): Notification {
  const { body, peer } = received.at(-1)!;
  const notice = payfast.verify(body, new Headers(), peer);
  if ('refused' in notice) throw new Error(notice.refused);
  return notice;
}

const catchGatewayError = async (work: Promise<unknown>): Promise<{ isTemporary: boolean }> => {
  const error = await work.then(
    () => expect.unreachable(),
    (reason: unknown) => reason,
  );
  if (!(error instanceof GatewayError)) throw error;
  return { isTemporary: error.isTemporary };
};

const temporary = { isTemporary: true };
const final = { isTemporary: false };
/** The kinds of invalid responses. */
const invalidResponses: FaultKind[] = [
  'html',
  'silent',
  'rate-limited',
  'broken',
  'redirect',
  'slow',
  'cut-off',
  'endless',
];

describe('a card checkout', () => {
  it('starts with a signed form that PayFast accepts, and returns the buyer to us [DEC-41] [ENT-21]', async () => {
    const { url, fields, signature } = payfast.start(checkout());
    expect(url).toBe(`${fake.url}/eng/process`);
    expect(Object.entries(fields)).toEqual([
      ['merchant_id', fake.environment.PAYFAST_MERCHANT_ID],
      ['merchant_key', fake.environment.PAYFAST_MERCHANT_KEY],
      ['return_url', 'http://localhost:1/subscribe?paid=1'],
      ['cancel_url', 'http://localhost:1/subscribe'],
      ['notify_url', notifyUrl],
      ['name_first', 'Ọláyínká'],
      ['name_last', "O'Neill & (Sons) ~!*"],
      ['email_address', 'ola+test@example.com'],
      ['m_payment_id', '01936f6e-1111-7000-8000-000000000001'],
      ['amount', '250.00'],
      ['item_name', 'Hakiki Premium'],
      ['subscription_type', '1'],
      ['recurring_amount', '250.00'],
      ['frequency', '3'],
      ['cycles', '0'],
    ]);
    const decide = async (action: string) => {
      const page = await fetch(url, { method: 'POST', body: new URLSearchParams({ ...fields, signature }) });
      expect(page.status).toBe(200);
      const [, path] = /action="([^"]+)"/.exec(await page.text())!;
      const click = () =>
        fetch(fake.url + path, { method: 'POST', body: new URLSearchParams({ act: action }), redirect: 'manual' });
      const { headers } = await click();
      // A second click is rejected.
      expect((await click()).status).toBe(404);
      return headers.get('location');
    };
    expect(await decide('cancel')).toBe('http://localhost:1/subscribe');
    expect(fake.subscriptions()).toEqual([]);
    expect(await decide('pay')).toBe('http://localhost:1/subscribe?paid=1');
    expect(fake.subscriptions()).toHaveLength(1);
    await vi.waitFor(() => expect(received).toHaveLength(1));
  });

  it('rejects a form when any field was changed after it was signed', async () => {
    for (const [name, value] of Object.entries(postedForm())) {
      await expect(fake.pay({ ...postedForm(), [name]: `${value}1` })).rejects.toThrow('signature');
    }
  });

  it("writes names in one line, respects PayFast's length limits, and sends only phone numbers of a known format", () => {
    const nameOf = (firstName: string, phone: string) => {
      const { fields } = payfast.start(checkout({ payer: { ...checkout().payer, firstName, phone } }));
      return [fields['name_first'], fields['cell_number']];
    };
    expect(nameOf('  A\r\n\tB  ', '+27 (82) 123-4567')).toEqual(['A B', '0821234567']);
    expect(nameOf('\u{1F512}'.repeat(200), '082 123 4567')).toEqual(['\u{1F512}'.repeat(100), '0821234567']);
    expect(nameOf('', '+234 803 123 4567')).toEqual([undefined, undefined]);
  });

  it('accepts a first charge of zero or of R5.00 and more [DEC-46]', async () => {
    await pay({ first: rand(0) });
    await pay({ first: rand(500), monthly: rand(500) });
    expect(received.map(({ body }) => /amount_gross=([\d.]+)/.exec(body.toString())?.[1])).toEqual(['0.00', '5.00']);
    for (const first of [499, 1, -1, 250.5, Number.NaN]) {
      expect(() => payfast.start(checkout({ first: rand(first) }))).toThrow(RangeError);
    }
    for (const monthly of [0, 499])
      expect(() => payfast.start(checkout({ monthly: rand(monthly) }))).toThrow(RangeError);
  });
});

describe('notifications of PayFast', () => {
  it('parses a first charge from its bytes, and PayFast confirms it', async () => {
    const token = await pay();
    const notice = lastNotice();
    expect(notice).toEqual({
      kind: 'charged',
      agreementId: '01936f6e-1111-7000-8000-000000000001',
      token,
      chargeId: '1000001',
      gross: rand(25_000),
      fee: rand(1075),
      isFromGateway: true,
      signed: received[0]!.body,
    });
    expect(await payfast.confirm(notice)).toBe('confirmed');
  });

  it('parses and confirms a renewal, whose billing_date is empty', async () => {
    const token = await pay();
    await fake.renew(token);
    expect(received[1]!.body.toString()).toContain('billing_date=&signature=');
    expect(lastNotice()).toMatchObject({ kind: 'charged', token, chargeId: '1000002', gross: rand(25_000) });
    expect(await payfast.confirm(lastNotice())).toBe('confirmed');
  });

  it('confirms a cancellation by a lookup, because PayFast does not respond VALID to it', async () => {
    const token = await pay();
    const charged = lastNotice();
    await fake.cancelByBuyer(token);
    const notice = lastNotice();
    expect(notice).toMatchObject({ kind: 'cancelled', token, chargeId: undefined, gross: undefined, fee: undefined });
    expect(await payfast.confirm({ ...notice, kind: 'other' })).toBe('denied');
    expect(await payfast.confirm(notice)).toBe('confirmed');
    // The earlier charge stays confirmed.
    expect(await payfast.confirm(charged)).toBe('confirmed');
  });

  it('denies a cancellation while PayFast reports the agreement as active', async () => {
    const token = await pay();
    await fake.cancelByBuyer(token);
    const notice = lastNotice();
    expect(await payfast.confirm({ ...notice, token: await pay() })).toBe('denied');
    expect(await payfast.confirm({ ...notice, token: 'nobody' })).toBe('unknown');
  });

  it('denies a notification that PayFast did not send', async () => {
    await pay();
    const signed = Buffer.from(received[0]!.body.toString().replace('pf_payment_id=1000001', 'pf_payment_id=1000009'));
    expect(await payfast.confirm({ ...lastNotice(), signed })).toBe('denied');
  });

  it.each(invalidResponses)('reports an unknown confirmation, to be retried, when PayFast is %s', async (kind) => {
    const token = await pay();
    const charged = lastNotice();
    await fake.cancelByBuyer(token);
    fake.breakDown({ at: '/eng/query/validate', kind });
    fake.breakDown({ at: '/fetch', kind });
    expect(await Promise.all([payfast.confirm(charged), payfast.confirm(lastNotice())])).toEqual([
      'unknown',
      'unknown',
    ]);
    fake.clearErrors();
    expect(await payfast.confirm(charged)).toBe('confirmed');
  });

  it('receives a notification again, with the same bytes, until it is accepted', async () => {
    responses = [503, 500, 200];
    await pay();
    expect(received).toHaveLength(3);
    expect(new Set(received.map(({ body }) => body.toString())).size).toBe(1);
    expect(fake.notices().map((notice) => notice.statusCodes)).toEqual([[503, 500, 200]]);
  });

  it('marks a notification from another address and does not reject it', async () => {
    fake.comeFrom('abroad');
    await pay();
    expect(lastNotice()).toMatchObject({ kind: 'charged', isFromGateway: false });
    const { body } = received[0]!;
    const isFrom = (peer: string) => payfast.verify(body, new Headers(), peer);
    for (const peer of ['unknown', '', '10.0.0.1', '::ffff:127.0.0.2']) {
      expect(isFrom(peer)).toMatchObject({ isFromGateway: false });
    }
    for (const peer of ['127.0.0.1', '::1', '::ffff:127.0.0.1'])
      expect(isFrom(peer)).toMatchObject({ isFromGateway: true });
  });
});

describe('the published addresses', () => {
  it('uses the published addresses when none are configured', async () => {
    const settings = readSettings({ NODE_ENV: 'test', ...fake.environment, PAYFAST_ADDRESSES: '' });
    const published = createPayfast(settings.payfast);
    await pay();
    const isFrom = (peer: string) => {
      const notice = published.verify(received[0]!.body, new Headers(), peer);
      return 'isFromGateway' in notice && notice.isFromGateway;
    };
    const inside = [
      '197.97.145.144',
      '197.97.145.159',
      '41.74.179.192',
      '41.74.179.223',
      '102.216.36.1',
      '144.126.193.139',
    ];
    const outside = [
      '197.97.145.143',
      '197.97.145.160',
      '41.74.179.224',
      '102.216.36.16',
      '144.126.193.138',
      '127.0.0.1',
    ];
    expect(inside.filter(isFrom)).toEqual(inside);
    expect(outside.filter(isFrom)).toEqual([]);
  });
});

describe('card agreements at PayFast', () => {
  it('looks up an agreement with its state, its next charge and its amount', async () => {
    const token = await pay();
    const active = { status: 'active', nextChargeOn: '2026-12-15', amount: rand(25_000) };
    expect(await payfast.lookup(token)).toEqual(active);
    await payfast.pause(token, 2);
    expect(await payfast.lookup(token)).toEqual({ ...active, status: 'paused', nextChargeOn: '2027-02-15' });
    now = Date.parse('2027-02-15T01:00:00Z');
    expect(await payfast.lookup(token)).toEqual({ ...active, nextChargeOn: '2027-02-15' });
    fake.lock(token);
    expect(await payfast.lookup(token)).toMatchObject({ status: 'locked' });
  });

  it('reports no failed charge, and the agreement is locked after the fifth', async () => {
    const token = await pay();
    for (let day = 0; day < 4; day += 1) fake.fail(token);
    expect(await payfast.lookup(token)).toMatchObject({ status: 'active', nextChargeOn: '2026-12-15' });
    fake.fail(token);
    expect(await payfast.lookup(token)).toMatchObject({ status: 'locked' });
    expect(received).toHaveLength(1);
  });

  it('cancels an agreement once, however often it is requested', async () => {
    const token = await pay();
    await payfast.cancel(token);
    await payfast.cancel(token);
    expect(await payfast.lookup(token)).toMatchObject({ status: 'ended' });
    expect(await catchGatewayError(payfast.pause(token, 1))).toEqual(final);
    expect(await catchGatewayError(payfast.cancel('nobody'))).toEqual(final);
    expect(await catchGatewayError(payfast.lookup('nobody'))).toEqual(final);
  });

  it.each(invalidResponses)(
    'reports an error instead of success for cancel, pause and lookup when PayFast is %s',
    async (kind) => {
      const token = await pay();
      fake.breakDown({ at: '/subscriptions/', kind });
      const errors = [payfast.cancel(token), payfast.pause(token, 1), payfast.lookup(token)].map(catchGatewayError);
      expect(await Promise.all(errors)).toEqual([temporary, temporary, temporary]);
    },
  );

  it('stops reading a response without end', async () => {
    const token = await pay();
    fake.breakDown({ at: '/fetch', kind: 'endless' });
    await expect(payfast.lookup(token)).rejects.toThrow('PayFast sends a response that is too large');
  });

  it('cancels with a Content-Length header, which PayFast requires', async () => {
    const token = await pay();
    const bare = await new Promise<number>((resolve, reject) => {
      const clientRequest = request(`${fake.url}/subscriptions/${token}/cancel`, { method: 'PUT' }, (response) =>
        resolve(response.resume().statusCode ?? 0),
      );
      // Headers sent before the body is known cannot contain a length.
      clientRequest.on('error', reject).flushHeaders();
      clientRequest.end();
    });
    expect(bare).toBe(411);
    await payfast.cancel(token);
    fake.breakDown({ at: '/cancel', kind: 'length-required' });
    expect(await catchGatewayError(payfast.cancel(await pay()))).toEqual(final);
  });

  it('rejects calls of a merchant with another passphrase', async () => {
    const token = await pay();
    const settings = readSettings({ NODE_ENV: 'test', ...fake.environment, PAYFAST_PASSPHRASE: 'another' });
    const otherMerchant = createPayfast(settings.payfast, () => now);
    expect(await catchGatewayError(otherMerchant.cancel(token))).toEqual(final);
    expect(await payfast.lookup(token)).toMatchObject({ status: 'active' });
  });

  it('escapes a token that looks like a path', async () => {
    expect(await catchGatewayError(payfast.lookup('../refunds/query/1000001?x='))).toEqual(final);
  });
});

describe('refunding a charge', () => {
  it('refunds a charge to the card once, also when the first response was lost', async () => {
    await pay();
    fake.breakDown({ at: '/refunds/1000001', kind: 'cut-off', times: 1 });
    expect(await catchGatewayError(payfast.refund('1000001', rand(25_000), 'Money-back guarantee'))).toEqual(temporary);
    await payfast.refund('1000001', rand(25_000), 'Money-back guarantee');
    const refunds = (await payfast.listCharges('2026-11-15')).filter(({ direction }) => direction === 'out');
    expect(refunds).toEqual([
      {
        chargeId: '1000001',
        agreementId: '01936f6e-1111-7000-8000-000000000001',
        gross: rand(25_000),
        fee: rand(0),
        direction: 'out',
        on: '2026-11-15',
      },
    ]);
  });

  it('leaves a refund of more than was paid, or of an unknown charge, to staff', async () => {
    await pay();
    expect(await catchGatewayError(payfast.refund('1000001', rand(25_001), 'Money-back guarantee'))).toEqual(final);
    expect(await catchGatewayError(payfast.refund('1000009', rand(25_000), 'Money-back guarantee'))).toEqual(final);
    await payfast.refund('1000001', rand(10_000), 'A part of it');
    expect(await catchGatewayError(payfast.refund('1000001', rand(20_000), 'More than is left'))).toEqual(final);
  });

  it.each(invalidResponses)('reports an error instead of a paid refund when PayFast is %s', async (kind) => {
    await pay();
    fake.breakDown({ at: '/refunds/', kind });
    expect(await catchGatewayError(payfast.refund('1000001', rand(25_000), 'Money-back guarantee'))).toEqual(temporary);
  });
});

describe('the daily list', () => {
  it('lists every charge of a day in South African time, with thousands separators and quotes', async () => {
    now = Date.parse('2026-11-15T22:30:00Z');
    const token = await pay({ monthly: rand(2_500_000) });
    await fake.renew(token);
    now += 86_400_000;
    await fake.renew(token);
    const agreementId = '01936f6e-1111-7000-8000-000000000001';
    const listed = { agreementId, direction: 'in', on: '2026-11-16' };
    expect(await payfast.listCharges('2026-11-16')).toEqual([
      { ...listed, chargeId: '1000001', gross: rand(25_000), fee: rand(1075) },
      { ...listed, chargeId: '1000002', gross: rand(2_500_000), fee: rand(87_700) },
    ]);
    expect(await payfast.listCharges('2026-11-15')).toEqual([]);
  });

  it('reads all pages after the first thousand rows', async () => {
    const token = await pay();
    fake.hold();
    for (let count = 0; count < 2300; count += 1) await fake.renew(token);
    const ids = (await payfast.listCharges('2026-11-15')).map(({ chargeId }) => chargeId);
    expect(new Set(ids).size).toBe(2301);
  });

  it.each(invalidResponses.filter((kind) => kind !== 'silent'))(
    'reports a temporary error for the daily list when PayFast is %s',
    async (kind) => {
      await pay();
      fake.breakDown({ at: '/transactions/', kind });
      expect(await catchGatewayError(payfast.listCharges('2026-11-15'))).toEqual(temporary);
    },
  );
});

describe('PayFast without settings', () => {
  const unconfigured = createPayfast(undefined);

  it('names the missing settings and rejects every operation', async () => {
    const names = ['PAYFAST_MERCHANT_ID', 'PAYFAST_MERCHANT_KEY', 'PAYFAST_PASSPHRASE'];
    expect(unconfigured.listMissingSettings('start')).toEqual(names);
    expect(payfast.listMissingSettings('start')).toEqual([]);
    expect(() => unconfigured.start(checkout())).toThrow(names.join(', '));
    await pay();
    expect(unconfigured.verify(received[0]!.body, new Headers(), '127.0.0.1')).toEqual({ refused: 'merchant' });
    expect(await catchGatewayError(unconfigured.cancel('token'))).toEqual(final);
    expect(await unconfigured.confirm(lastNotice())).toBe('unknown');
  });
});
