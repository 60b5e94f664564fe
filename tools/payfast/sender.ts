/** Sends notifications, and retries after each of the delays until the receiver responds 200. */
import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { PayfastNotification } from './state.ts';

const PAYFAST_ADDRESS = '127.0.0.1';
/** Also on this machine, but not the known address of PayFast. */
const FOREIGN_ADDRESS = '127.0.0.9';
const TIMEOUT_MS = 30_000;

const post = ({ url, body }: PayfastNotification, localAddress: string): Promise<number> =>
  new Promise((resolve) => {
    const sent = request(url, {
      method: 'POST',
      family: 4,
      localAddress,
      timeout: TIMEOUT_MS,
      headers: { 'Content-Type': 'application/x-www-form-urlencoded', 'Content-Length': Buffer.byteLength(body) },
    });
    sent.on('response', (answer) => {
      answer.resume().on('close', () => resolve(answer.statusCode ?? 0));
    });
    sent.on('timeout', () => sent.destroy());
    sent.on('error', () => resolve(0));
    sent.end(body);
  });

export function createSender(retryAfterMs: readonly number[]) {
  const stopping = new AbortController();
  const underWay = new Set<Promise<void>>();
  const sent: PayfastNotification[] = [];
  const held: PayfastNotification[] = [];
  let isForeign = false;
  let isHolding = false;

  async function deliver(notice: PayfastNotification): Promise<void> {
    for (const wait of [0, ...retryAfterMs]) {
      if (wait > 0) await sleep(wait, undefined, { signal: stopping.signal, ref: false });
      const statusCode = await post(notice, isForeign ? FOREIGN_ADDRESS : PAYFAST_ADDRESS);
      notice.statusCodes.push(statusCode);
      if (statusCode === 200) return;
    }
  }

  function send(notice: PayfastNotification): Promise<void> {
    if (isHolding) {
      held.push(notice);
      return Promise.resolve();
    }
    sent.push(notice);
    const delivery = deliver(notice)
      .catch(() => undefined)
      .finally(() => underWay.delete(delivery));
    underWay.add(delivery);
    return delivery;
  }

  return {
    sent,
    send,
    /** Sends further notifications from an address that is not PayFast's. */
    comeFrom: (where: 'home' | 'abroad'): void => {
      isForeign = where === 'abroad';
    },
    /** Holds notifications back, like an outage of hours. */
    hold: (): void => {
      isHolding = true;
    },
    release: async (): Promise<void> => {
      isHolding = false;
      await Promise.all(held.splice(0).map(send));
    },
    stop(): void {
      stopping.abort();
    },
  };
}
