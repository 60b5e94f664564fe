/**
 * Calls to PayFast. An answer counts when it is what was asked for: PayFast sends error pages with status 200, and a line that breaks
 * leaves half an answer. Redirects are not followed, time and size are bounded.
 */
import * as z from 'zod';
import type { Clock } from '../../../platform/clock/clock.ts';
import { GatewayError } from '../gateway.ts';
import { phpEncode } from './encode.ts';
import { signCall } from './signature.ts';

export interface PayfastSettings {
  merchantId: string;
  merchantKey: string;
  passphrase: string;
  siteUrl: string;
  apiUrl: string;
  addresses: readonly string[];
}

/** A page of 1,000 transactions is a quarter of it. */
const MOST_BYTES = 2_000_000;
const FORM = 'application/x-www-form-urlencoded';

interface Call {
  method: 'GET' | 'PUT' | 'POST';
  path: string;
  query?: Record<string, string>;
  body?: Record<string, string>;
}

interface Answer {
  status: number;
  text: string;
}

const passing = (words: string, cause?: unknown) => new GatewayError(words, { isPassing: true, cause });

/** Busy, broken or elsewhere for the moment; everything else it refuses would be refused again. */
const isPassingStatus = (status: number): boolean => status < 400 || status === 408 || status === 429 || status >= 500;

async function send(url: string, init: RequestInit, timeoutMs: number): Promise<Answer> {
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const response = await fetch(url, { ...init, redirect: 'manual', signal });
    const parts: Uint8Array[] = [];
    let size = 0;
    for await (const part of response.body ?? []) {
      size += part.byteLength;
      if (size > MOST_BYTES) throw passing('PayFast sends more than it should');
      parts.push(part);
    }
    return { status: response.status, text: Buffer.concat(parts).toString() };
  } catch (error) {
    if (error instanceof GatewayError) throw error;
    throw passing(signal.aborted ? 'PayFast does not answer in time' : 'PayFast cannot be reached', error);
  }
}

const Envelope = z.object({ status: z.string(), data: z.looseObject({ response: z.unknown() }).optional() });

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** South Africa has no summer time. */
const timestampAt = (time: number): string => `${new Date(time + 7_200_000).toISOString().slice(0, 19)}+02:00`;

const form = (values: Readonly<Record<string, string>>): string =>
  Object.entries(values)
    .map(([name, value]) => `${name}=${phpEncode(value)}`)
    .join('&');

export function createClient(settings: PayfastSettings, clock: Clock, timeoutMs: number) {
  const { merchantId, passphrase, siteUrl, apiUrl } = settings;
  const isSandbox = new URL(siteUrl).hostname.startsWith('sandbox.');

  /** To the API, with its signature. What it refuses is an error that says whether to ask again. */
  async function call({ method, path, query = {}, body = {} }: Call): Promise<string> {
    const headers = { 'merchant-id': merchantId, version: 'v1', timestamp: timestampAt(clock()) };
    const signature = signCall({ ...headers, ...query, ...body }, passphrase);
    // The sandbox is the same API with a word that is not signed.
    const asked = form({ ...query, ...(isSandbox && { testing: 'true' }) });
    const { status, text } = await send(
      `${apiUrl}${path}${asked && '?'}${asked}`,
      {
        method,
        headers: { ...headers, signature, ...(method !== 'GET' && { 'Content-Type': FORM }) },
        // An empty body too: PUT without Content-Length is answered by 411.
        ...(method !== 'GET' && { body: form(body) }),
      },
      timeoutMs,
    );
    if (status === 200) return text;
    throw new GatewayError(`PayFast answers ${method} ${path.split('/')[1]} with ${status}`, {
      isPassing: isPassingStatus(status),
    });
  }

  async function callJson(given: Call): Promise<unknown> {
    const answer = parse(await call(given));
    if (typeof answer !== 'object' || answer === null) throw passing('PayFast answers with something else than data');
    return answer;
  }

  return {
    isSandbox,
    call,
    callJson,

    /** For what answers in an envelope: its content, when the envelope says success. */
    async callSuccess(given: Call): Promise<unknown> {
      const { success, data } = Envelope.safeParse(await callJson(given));
      if (!success || data.status !== 'success') throw passing('PayFast does not say that it was done');
      return data.data?.response;
    },

    /** The first line of what the site says about a notification. */
    async validate(parameters: string): Promise<string> {
      const { status, text } = await send(
        `${siteUrl}/eng/query/validate`,
        { method: 'POST', headers: { 'Content-Type': FORM }, body: parameters },
        timeoutMs,
      );
      return status === 200 ? text.split('\n', 1)[0]!.trim() : '';
    },
  };
}

export type PayfastClient = ReturnType<typeof createClient>;
