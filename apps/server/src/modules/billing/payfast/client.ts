/**
 * HTTP client for PayFast. It validates each response, because PayFast sends error pages with status 200 and a broken
 * connection can truncate the body. Redirects are not followed; time and size are limited.
 */
import * as z from 'zod';
import type { Clock } from '../../../platform/clock/clock.ts';
import { GatewayError } from '../payments/gateway.ts';
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
const MAX_RESPONSE_BYTES = 2_000_000;
const FORM_CONTENT_TYPE = 'application/x-www-form-urlencoded';

interface Call {
  method: 'GET' | 'PUT' | 'POST';
  path: string;
  query?: Record<string, string>;
  body?: Record<string, string>;
}

interface TextResponse {
  status: number;
  text: string;
}

const temporaryError = (message: string, cause?: unknown) => new GatewayError(message, { isTemporary: true, cause });

/** Statuses that can disappear on retry; any other rejection would be repeated. */
const isTemporaryStatus = (status: number): boolean =>
  status < 400 || status === 408 || status === 429 || status >= 500;

async function send(url: string, init: RequestInit, timeoutMs: number): Promise<TextResponse> {
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const response = await fetch(url, { ...init, redirect: 'manual', signal });
    const chunks: Uint8Array[] = [];
    let size = 0;
    for await (const chunk of response.body ?? []) {
      size += chunk.byteLength;
      if (size > MAX_RESPONSE_BYTES) throw temporaryError('PayFast sends a response that is too large');
      chunks.push(chunk);
    }
    return { status: response.status, text: Buffer.concat(chunks).toString() };
  } catch (error) {
    if (error instanceof GatewayError) throw error;
    throw temporaryError(signal.aborted ? 'PayFast does not respond in time' : 'PayFast cannot be reached', error);
  }
}

const Envelope = z.object({ status: z.string(), data: z.looseObject({ response: z.unknown() }).optional() });

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** South Africa has no daylight saving time. */
const timestampAt = (time: number): string => `${new Date(time + 7_200_000).toISOString().slice(0, 19)}+02:00`;

const encodeForm = (values: Readonly<Record<string, string>>): string =>
  Object.entries(values)
    .map(([name, value]) => `${name}=${phpEncode(value)}`)
    .join('&');

export function createClient(settings: PayfastSettings, clock: Clock, timeoutMs: number) {
  const { merchantId, passphrase, siteUrl, apiUrl } = settings;
  const isSandbox = new URL(siteUrl).hostname.startsWith('sandbox.');

  /** Sends a signed API request. The error says whether a retry can help. */
  async function call({ method, path, query = {}, body = {} }: Call): Promise<string> {
    const headers = { 'merchant-id': merchantId, version: 'v1', timestamp: timestampAt(clock()) };
    const signature = signCall({ ...headers, ...query, ...body }, passphrase);
    // The sandbox is the same API with an unsigned parameter.
    const queryString = encodeForm({ ...query, ...(isSandbox && { testing: 'true' }) });
    const { status, text } = await send(
      `${apiUrl}${path}${queryString && '?'}${queryString}`,
      {
        method,
        headers: { ...headers, signature, ...(method !== 'GET' && { 'Content-Type': FORM_CONTENT_TYPE }) },
        // PayFast responds 411 to PUT without Content-Length, so an empty body is sent too.
        ...(method !== 'GET' && { body: encodeForm(body) }),
      },
      timeoutMs,
    );
    if (status === 200) return text;
    throw new GatewayError(`PayFast responds to ${method} ${path.split('/')[1]} with ${status}`, {
      isTemporary: isTemporaryStatus(status),
    });
  }

  async function callJson(options: Call): Promise<unknown> {
    const body = parseJson(await call(options));
    if (typeof body !== 'object' || body === null)
      throw temporaryError('PayFast responds with something other than a JSON object');
    return body;
  }

  return {
    isSandbox,
    call,
    callJson,

    /** Returns the content of a response envelope with status `success`. */
    async callSuccess(options: Call): Promise<unknown> {
      const { success, data } = Envelope.safeParse(await callJson(options));
      if (!success || data.status !== 'success') throw temporaryError('PayFast does not confirm success');
      return data.data?.response;
    },

    /** Returns the first line of the validation response. */
    async validate(parameters: string): Promise<string> {
      const { status, text } = await send(
        `${siteUrl}/eng/query/validate`,
        { method: 'POST', headers: { 'Content-Type': FORM_CONTENT_TYPE }, body: parameters },
        timeoutMs,
      );
      return status === 200 ? text.split('\n', 1)[0]!.trim() : '';
    },
  };
}

export type PayfastClient = ReturnType<typeof createClient>;
