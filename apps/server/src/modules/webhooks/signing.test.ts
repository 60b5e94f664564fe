import { expect, it } from 'vitest';
import { generateSecret, createSignatureHeaders } from './signing.ts';

it('signs the example of Standard Webhooks correctly, once for each secret [HOOK-01]', () => {
  const message = {
    id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    timestamp: 1_614_265_330,
    body: Buffer.from('{"test": 2432232314}'),
  };
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
  const signature = 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=';
  expect(createSignatureHeaders(message, [secret])).toEqual({
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': signature,
  });
  const [first, second] = createSignatureHeaders(message, [generateSecret(), secret])['webhook-signature']!.split(' ');
  expect(first).toMatch(/^v1,[\w+/]{43}=$/);
  expect([first === signature, second]).toEqual([false, signature]);
});

it('creates secrets of 256 bits', () => {
  const secrets = new Set(Array.from({ length: 100 }, generateSecret));
  expect(secrets.size).toBe(100);
  for (const secret of secrets) expect(secret).toMatch(/^whsec_[\w+/]{43}=$/);
});
