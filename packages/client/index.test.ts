import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { checkAll, createHakikiClient, isFromHakiki, listAllAlerts, listAllProviders } from './src/index.ts';

type Answer = (response: ServerResponse, request: IncomingMessage) => void;

const servers: ReturnType<typeof createServer>[] = [];
afterEach(() => servers.splice(0).forEach((server) => server.close()));

/** A server on loopback that sends these responses in order, and the requests that it received. */
async function startServer(...answers: Answer[]) {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    answers[requests.length - 1]!(response, request);
  });
  servers.push(server);
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const hakiki = createHakikiClient({ baseUrl: `http://127.0.0.1:${port}`, key: 'hk_test_key' });
  return { hakiki, requests };
}

const sendJson =
  (status: number, body: unknown, headers: Record<string, string> = {}): Answer =>
  (response) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
const busy = { code: 'UNAVAILABLE', message: 'Busy' };
const disconnect: Answer = (response) => response.destroy();
const report = { reportType: 'other', severity: 'Low', description: 'A test.' } as const;

describe('the client', () => {
  it('sends a read again after a lost connection and a 503, and waits as Retry-After says [API-12]', async () => {
    const { hakiki, requests } = await startServer(
      disconnect,
      sendJson(503, busy, { 'retry-after': '1' }),
      sendJson(200, []),
    );
    const { data } = await hakiki.GET('/api/v1/providers');
    expect(data).toEqual([]);
    expect(requests).toEqual(Array.from({ length: 3 }, () => 'GET /api/v1/providers'));
  });

  it('sends a report again only with an Idempotency-Key, and gives up after two retries', async () => {
    const without = await startServer(sendJson(503, busy));
    expect((await without.hakiki.POST('/api/v1/reports', { body: report })).error).toEqual(busy);
    expect(without.requests).toHaveLength(1);
    const quick = sendJson(503, busy, { 'retry-after': '0.01' });
    const { hakiki, requests } = await startServer(quick, quick, quick);
    const header = { 'Idempotency-Key': 'a-key-of-sixteen-letters' };
    expect((await hakiki.POST('/api/v1/reports', { body: report, params: { header } })).error).toEqual(busy);
    expect(requests).toHaveLength(3);
  });

  it('returns a 429 at once if the wait would be longer than a minute', async () => {
    const { hakiki, requests } = await startServer(sendJson(429, busy, { 'retry-after': '86400' }));
    expect((await hakiki.GET('/api/v1/providers')).response.status).toBe(429);
    expect(requests).toHaveLength(1);
  });

  it('lists all providers and alerts page after page, and throws the error of a page', async () => {
    const first = sendJson(200, [{ name: 'A' }], { link: '</api/v1/providers?limit=1&offset=1>; rel="next"' });
    const pages = await startServer(first, sendJson(200, [{ name: 'B' }]));
    const names = [];
    for await (const { name } of listAllProviders(pages.hakiki, { limit: 1 })) names.push(name);
    expect(names).toEqual(['A', 'B']);
    expect(pages.requests).toEqual(['GET /api/v1/providers?limit=1', 'GET /api/v1/providers?limit=1&offset=1']);
    const alerts = await startServer(sendJson(200, [{ title: 'C' }]));
    for await (const { title } of listAllAlerts(alerts.hakiki, { severity: ['Critical', 'High'] })) names.push(title);
    expect([names.at(-1), ...alerts.requests]).toEqual(['C', 'GET /api/v1/alerts?severity=Critical,High']);
    const failing = await startServer(sendJson(401, { code: 'API_KEY_INVALID', message: 'No such key' }));
    await expect(listAllProviders(failing.hakiki).next()).rejects.toThrow('API_KEY_INVALID: No such key');
  });
});

describe('checkAll', () => {
  const answerAll: Answer = async (response, request) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { inputs, country } = JSON.parse(Buffer.concat(chunks).toString()) as { inputs: string[]; country: string };
    sendJson(
      200,
      inputs.map((input) => ({ verdict: `${input.slice(0, 4)} ${country} of ${inputs.length}` })),
    )(response, request);
  };

  it('checks 501 inputs with two calls and yields each with its answer, in their order', async () => {
    const { hakiki, requests } = await startServer(answerAll, answerAll);
    const inputs = Array.from({ length: 501 }, (_, place) => String(place).padStart(4, '0'));
    const found = [];
    for await (const { input, answer } of checkAll(hakiki, inputs, { country: 'Kenya' }))
      found.push([input, answer.verdict]);
    expect(found).toEqual(inputs.map((input, place) => [input, `${input} Kenya of ${place < 500 ? 500 : 1}`]));
    expect(requests).toEqual(['POST /api/v1/check', 'POST /api/v1/check']);
  });

  it('keeps each body below its limit, sends a check again after a 503, and throws an error', async () => {
    const quick = sendJson(503, busy, { 'retry-after': '0.01' });
    const { hakiki, requests } = await startServer(
      quick,
      answerAll,
      answerAll,
      sendJson(403, { code: 'PERMISSION_MISSING', message: 'No' }),
    );
    const long = Array.from({ length: 130 }, () => 'é'.repeat(1500));
    const answers = [];
    for await (const { answer } of checkAll(hakiki, long)) answers.push(answer.verdict);
    expect(answers).toHaveLength(130);
    expect(requests).toHaveLength(4 - 1);
    await expect(checkAll(hakiki, ['a']).next()).rejects.toThrow('PERMISSION_MISSING: No');
    expect(await checkAll(hakiki, []).next()).toEqual({ done: true, value: undefined });
  });
});

describe('isFromHakiki', () => {
  const secret = `whsec_${Buffer.from('a secret of the webhook').toString('base64')}`;
  const body = '{"type":"alert.published"}';
  const sign = (timestamp: number) => {
    const signature = createHmac('sha256', 'a secret of the webhook').update(`msg_1.${timestamp}.${body}`);
    return new Headers({
      'webhook-id': 'msg_1',
      'webhook-timestamp': String(timestamp),
      'webhook-signature': `v1,${Buffer.alloc(32).toString('base64')} v1,${signature.digest('base64')}`,
    });
  };
  const now = Math.floor(Date.now() / 1000);

  it('accepts an event with one valid signature', async () => {
    expect(await isFromHakiki({ headers: sign(now), body, secret })).toBe(true);
  });

  it('rejects another text, another secret, an old event and missing or malformed headers', async () => {
    const malformed = sign(now);
    malformed.set('webhook-signature', 'v1,not*base64');
    const events = [
      { headers: sign(now), body: `${body} `, secret },
      { headers: sign(now), body, secret: `whsec_${Buffer.from('another').toString('base64')}` },
      { headers: sign(now - 301), body, secret },
      { headers: new Headers(), body, secret },
      { headers: malformed, body, secret },
    ];
    expect(await Promise.all(events.map(isFromHakiki))).toEqual([false, false, false, false, false]);
  });
});
