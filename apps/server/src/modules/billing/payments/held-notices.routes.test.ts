/** Signed notifications from addresses that are not PayFast's: how many are stored, and the response to the others. */
import { request } from 'node:http';
import { describe, expect, it } from 'vitest';
import { encodeParameters, signNotification } from '../../../../../../tools/payfast/protocol.ts';
import { useDatabase } from '../../../../test/support/database.ts';
import { toFormFields, startTestPayfast, createPayers } from '../../../../test/support/payments.ts';
import { useServer } from '../../../../test/support/server.ts';

const test = useDatabase();
const { payfast, settings } = await startTestPayfast();
const server = useServer(test, { settings: { ...settings, rateLimitScale: 1 } });
const { signUp, processNotices, listOpenDifferences } = createPayers(test, server, payfast);

const merchant = {
  id: payfast.environment.PAYFAST_MERCHANT_ID,
  key: payfast.environment.PAYFAST_MERCHANT_KEY,
  passphrase: payfast.environment.PAYFAST_PASSPHRASE,
};

/** A notification that an attacker with the passphrase can sign. */
const signedNotice = (chargeId: string, token: string, passphrase = merchant.passphrase): string =>
  signNotification(
    [
      ['m_payment_id', 'INV-2026-001'],
      ['pf_payment_id', chargeId],
      ['payment_status', 'COMPLETE'],
      ['amount_gross', '250.00'],
      ['merchant_id', merchant.id],
      ['token', token],
    ],
    { ...merchant, passphrase },
  );

const post = (body: string, localAddress = '127.0.0.9') =>
  new Promise<{ status: number; retryAfter: string | undefined; body: unknown }>((resolve, reject) => {
    const clientRequest = request(`${server.url}/api/payment/payfast/notify`, {
      method: 'POST',
      family: 4,
      localAddress,
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    });
    clientRequest.on('error', reject).on('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (part: Buffer) => chunks.push(part));
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          retryAfter: response.headers['retry-after'],
          body: JSON.parse(Buffer.concat(chunks).toString()),
        }),
      );
    });
    clientRequest.end(body);
  });

const countStored = async () => (await test.sql('select id from gateway_notices')).length;
function countStatuses(responses: { status: number }[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of responses) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

describe('notifications from unlisted addresses', () => {
  it('stores none of 300 checkout forms that are posted as notifications, each with another tail [DEC-41]', async () => {
    const buyer = await signUp();
    const { payment } = await buyer.askFor('card_payment');
    const form = encodeParameters(Object.entries(toFormFields(payment)));
    const responses = await Promise.all(
      Array.from({ length: 300 }, (_, n) => post(`${form}&junk=${n}${'x'.repeat(15_000)}`)),
    );
    expect(countStatuses(responses)).toEqual({ 400: 300 });
    expect(await countStored()).toBe(0);
    expect(await listOpenDifferences()).toEqual([]);
  });

  it('stores one notification once, whatever is appended to it, and responds 200 to each repetition [DEC-41]', async () => {
    const notice = signedNotice('90001', 'token-of-one');
    const responses = await Promise.all(
      Array.from({ length: 300 }, (_, n) => post(`${notice}&junk=${n}${'x'.repeat(15_000)}`, '127.0.0.1')),
    );
    expect(countStatuses(responses)).toEqual({ 200: 300 });
    expect(await test.sql('select body from gateway_notices')).toEqual([{ body: Buffer.from(notice) }]);
    await test.sql('delete from gateway_notices');
  });

  it('stores 5 notifications a day per subscription and 50 per address, and rejects more with 429', async () => {
    for (let n = 0; n < 8; n += 1) {
      const response = await post(signedNotice(`1000${n}`, 'token-of-two'));
      expect(response.status).toBe(n < 5 ? 200 : 429);
    }
    for (let n = 0; n < 60; n += 1) await post(signedNotice(`2000${n}`, `token-${n}`));
    expect(await countStored()).toBe(47);
    const rejected = await post(signedNotice('30000', 'token-of-three'));
    expect(rejected).toEqual({
      status: 429,
      retryAfter: expect.stringMatching(/^\d+$/),
      body: { code: 'RATE_LIMITED', message: 'Too many requests. Please wait a moment.' },
    });
    expect((await post(signedNotice('10001', 'token-of-two'))).status).toBe(200);
    await processNotices();
    expect(await listOpenDifferences()).toHaveLength(47);
  });

  it('holds a stored notification whose passphrase was changed before it was processed, as the runbook says', async () => {
    const body = signedNotice('50000', 'token-of-old', 'the-one-before');
    await test.sql(
      `insert into gateway_notices (id, body, body_hash, is_from_gateway) values (gen_random_uuid(), $1, $1, true)`,
      [Buffer.from(body)],
    );
    await processNotices();
    const ofOld = await test.sql(
      `select outcome, detail from gateway_notices, differences where body_hash = $1 and subject = gateway_notices.id::text`,
      [Buffer.from(body)],
    );
    expect(ofOld).toEqual([{ outcome: 'held', detail: 'Its signature is not right any more.' }]);
    await test.sql('delete from gateway_notices where body_hash = $1', [Buffer.from(body)]);
  });

  it('stores 200 notifications a day from all unlisted addresses together, and still accepts those of PayFast [DEC-41]', async () => {
    for (let n = 0; n < 250; n += 1) {
      await post(signedNotice(`4000${n}`, `another-token-${n}`), `127.0.1.${1 + (n % 10)}`);
    }
    expect(await countStored()).toBe(200);
    const buyer = await signUp();
    await buyer.payByCard();
    await processNotices();
    expect((await buyer.readPlan()).subscriptionTier).toBe('premium');
  });
});
