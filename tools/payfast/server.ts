/**
 * A fake PayFast server for development and tests: the payment page, notifications with retries, the VALID
 * confirmation, the API, and its peculiarities. It charges nothing by itself: `renew` does. Production refuses to use
 * it.
 */
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ApiResponse, type ApiCall, createApi } from './api.ts';
import { createPayfastState, type PayfastState } from './state.ts';
import { formatCheckoutPage, formatControlPage, errorPage, formatErrorPage } from './pages.ts';
import { listCheckoutProblems, type Merchant, readForm } from './protocol.ts';
import { createSender } from './sender.ts';

/** Not the public sandbox merchant, which production rejects; e2e tests run in production mode. */
const merchant: Merchant = { id: '10027938', key: 'q1cd2rdny4a53', passphrase: 'played-by-a-server' };

export type FaultKind =
  /** An error page with status 200. */
  | 'html'
  /** Neither VALID nor INVALID. */
  | 'silent'
  | 'rate-limited'
  | 'length-required'
  | 'broken'
  | 'redirect'
  | 'slow'
  | 'cut-off'
  | 'endless';

interface Fault {
  /** Substring of the address, such as `/fetch`. */
  at: string;
  kind: FaultKind;
  /** Fails the given number of times, then works again. */
  times?: number;
}

const SLOW_MS = 60_000;
const faultResponses: Readonly<Record<Exclude<FaultKind, 'slow' | 'cut-off' | 'endless'>, ApiResponse>> = {
  html: { status: 200, type: 'text/html', body: errorPage },
  silent: { status: 200, type: 'text/plain', body: '' },
  'rate-limited': {
    status: 429,
    type: 'application/json',
    body: '{"code":429,"status":"failed","data":{"response":false,"message":"Signature rate limit reached"}}',
  },
  'length-required': { status: 411, type: 'text/html', body: '<h1>Length Required</h1>' },
  broken: { status: 500, type: 'text/html', body: '<h1>Application Error</h1>' },
  redirect: { status: 302, type: 'text/html', body: '' },
};

interface Options {
  port?: number;
  /** For tests in which a year passes in a minute. */
  now?: () => number;
  /** Delays after the first attempt. */
  retryAfterMs?: readonly number[];
}

export type FakePayfast = Awaited<ReturnType<typeof startPayfast>>;

async function readCall(request: IncomingMessage): Promise<ApiCall> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  const url = new URL(request.url ?? '/', 'http://payfast.localhost');
  return { method: request.method ?? 'GET', url, headers: request.headers, body: Buffer.concat(parts).toString() };
}

function writeResponse(
  response: ServerResponse,
  { status, type, body }: ApiResponse,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'Content-Type': type, 'Content-Length': Buffer.byteLength(body), ...headers }).end(body);
}

const html = (status: number, body: string): ApiResponse => ({ status, type: 'text/html', body });
const redirectTo = (response: ServerResponse, address: string) =>
  writeResponse(response, html(302, ''), { Location: address });

/** All actions of tests, e2e tests and the control page; also by `POST /control/<act>` with its arguments as JSON. */
const createActs = (state: PayfastState, sender: ReturnType<typeof createSender>, faults: Fault[]) => ({
  /** Newest last; serializable. */
  subscriptions: () => [...state.subscriptions.values()].map((one) => ({ ...one, statusText: state.statusOf(one) })),
  notices: () => sender.sent.slice(-100),
  /** Pays like a buyer with the form; returns the token of the subscription. */
  async pay(form: Record<string, string>): Promise<string> {
    const wrong = listCheckoutProblems(Object.entries(form), merchant);
    if (wrong.length > 0) throw new Error(wrong.join('; '));
    const { subscription, notice } = state.begin(new Map(Object.entries(form)));
    await sender.send(notice);
    return subscription.token;
  },
  /**
   * Simulates a payment to another shop of the same merchant: its charge is on the list of the day, without a
   * notification.
   */
  receiveElsewhere: (agreementId: string, cents: number): string => state.receive(agreementId, cents),
  due: () => state.due(),
  /** Charges the card for the next month, with a notification. */
  renew: (token: string, given?: { cents?: number; evenIfEnded?: boolean }) => sender.send(state.renew(token, given)),
  /** Declines the card, without a notification. */
  fail: (token: string) => state.fail(token),
  lock: (token: string) => void Object.assign(state.find(token), { status: 'LOCKED' }),
  cancelByBuyer: (token: string) => sender.send(state.cancel(token)),
  /** Sends the last notification again, byte by byte. */
  async replay(): Promise<void> {
    const last = sender.sent.at(-1);
    if (last) await sender.send({ ...last, statusCodes: [] });
  },
  comeFrom: sender.comeFrom,
  hold: sender.hold,
  release: sender.release,
  breakDown: (fault: Fault) => void faults.push({ ...fault }),
  clearErrors: () => void faults.splice(0),
});

function takeFault(faults: Fault[], path: string): Fault | undefined {
  const fault = faults.find(({ at }) => path.includes(at));
  if (fault?.times !== undefined) {
    fault.times -= 1;
    if (fault.times <= 0) faults.splice(faults.indexOf(fault), 1);
  }
  return fault;
}

export async function startPayfast({ port = 0, now = Date.now, retryAfterMs = [200, 1000] }: Options = {}) {
  const state = createPayfastState(merchant, now);
  const sender = createSender(retryAfterMs);
  const api = createApi(merchant, state);
  const checkouts = new Map<string, Map<string, string>>();
  const faults: Fault[] = [];
  const stopping = new AbortController();

  const acts = createActs(state, sender, faults);

  /** Executes the call and loses the response, or executes nothing and responds with something else. */
  async function fail(response: ServerResponse, kind: FaultKind, call: ApiCall): Promise<void> {
    if (kind !== 'slow' && kind !== 'endless' && kind !== 'cut-off') {
      return writeResponse(response, faultResponses[kind], kind === 'redirect' ? { Location: '/elsewhere' } : {});
    }
    const right = handleCall(call);
    if (kind === 'slow') {
      await sleep(SLOW_MS, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined);
      return writeResponse(response, right);
    }
    if (kind === 'endless') {
      response.writeHead(200, { 'Content-Type': right.type });
      while (!response.destroyed && !stopping.signal.aborted) {
        response.write('x'.repeat(100_000));
        await sleep(1);
      }
      response.end();
      return;
    }
    response.writeHead(200, { 'Content-Type': right.type, 'Content-Length': Buffer.byteLength(right.body) + 100 });
    response.write(right.body.slice(0, right.body.length / 2), () => response.destroy());
  }

  async function control(call: ApiCall): Promise<ApiResponse> {
    const act = call.url.pathname.split('/')[2] as keyof typeof acts;
    if (!Object.hasOwn(acts, act)) return { status: 404, type: 'text/plain', body: `PayFast has no act ${act}.` };
    const given = JSON.parse(call.body || '[]') as unknown[];
    const result: unknown = await (acts[act] as (...given: unknown[]) => unknown)(...given);
    return { status: 200, type: 'application/json', body: JSON.stringify(result ?? null) };
  }

  /** Redirects the buyer to the merchant after their decision. */
  function decide(response: ServerResponse, id: string, act: string | undefined): void {
    const checkout = checkouts.get(id);
    if (!checkout) return writeResponse(response, refusedPage404);
    checkouts.delete(id);
    if (act === 'pay') void sender.send(state.begin(checkout).notice);
    redirectTo(response, checkout.get(act === 'pay' ? 'return_url' : 'cancel_url') ?? '/');
  }
  const refusedPage404 = html(404, formatErrorPage(['This payment is over or was never asked for.']));

  function handleCall(call: ApiCall): ApiResponse {
    const { method, url, body } = call;
    if (`${method} ${url.pathname}` === 'POST /eng/process') {
      const wrong = listCheckoutProblems(readForm(body), merchant);
      if (wrong.length > 0) return html(400, formatErrorPage(wrong));
      const id = randomUUID();
      const checkout = new Map(readForm(body));
      checkouts.set(id, checkout);
      return html(200, formatCheckoutPage(id, checkout));
    }
    if (`${method} ${url.pathname}` === 'POST /eng/query/validate') {
      return { status: 200, type: 'text/plain', body: `${state.isValid(body) ? 'VALID' : 'INVALID'}\n` };
    }
    if (url.pathname === '/') return html(200, formatControlPage(acts.subscriptions()));
    return api(call);
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const call = await readCall(request);
    const [, first, , , id = ''] = call.url.pathname.split('/');
    if (first === 'control') return writeResponse(response, await control(call));
    if (first === 'desk') {
      const given = new Map(readForm(call.body));
      const act = given.get('act');
      if (act === 'renew' || act === 'fail' || act === 'cancelByBuyer') await acts[act](given.get('token') ?? '');
      return redirectTo(response, '/');
    }
    if (call.method === 'POST' && call.url.pathname.startsWith('/eng/process/payment/')) {
      return decide(response, id, new Map(readForm(call.body)).get('act'));
    }
    const fault = takeFault(faults, call.url.pathname);
    return fault ? fail(response, fault.kind, call) : writeResponse(response, handleCall(call));
  }

  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) =>
      writeResponse(response, { status: 500, type: 'text/plain', body: String(error) }),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', resolve);
  });
  const url = `http://localhost:${(server.address() as AddressInfo).port}`;

  return {
    url,
    ...acts,
    /** Settings for the product under test. */
    environment: {
      PAYFAST_MERCHANT_ID: merchant.id,
      PAYFAST_MERCHANT_KEY: merchant.key,
      PAYFAST_PASSPHRASE: merchant.passphrase,
      PAYFAST_SITE_URL: url,
      PAYFAST_API_URL: url,
      PAYFAST_ADDRESSES: '127.0.0.1,::1',
    },
    async stop(): Promise<void> {
      stopping.abort();
      sender.stop();
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}
