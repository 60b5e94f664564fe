/**
 * The API client. In the browser it sends requests with the session cookie; during server rendering the API runs in the
 * same process and treats the request as a visitor's. A failed call throws the text that the specification defines.
 */
import type { ErrorCode, ErrorReply } from '@hakiki/contract/errors';
import type { MarkedText, PrivateDataError } from '@hakiki/contract/private-data';

export type Api = (path: string, init?: RequestInit) => Promise<Response>;

/**
 * The browser always revalidates. Otherwise it would take `stale-while-revalidate`, which is meant for the edge, as
 * permission to use its own stale cache: with a visitor's response, or one from before a change.
 */
export const plainApi: Api = (path, init) => fetch(path, { credentials: 'include', cache: 'no-cache', ...init });

interface FailedCall {
  code: ErrorCode | undefined;
  isWrite: boolean;
  /** Private data that the call would publish, and that a person must check first. */
  privateData?: readonly MarkedText[] | undefined;
}
/** Resolves to true if the same call may be sent again, or to additional headers for it. */
type RetryHandler = (failedCall: FailedCall) => Promise<boolean | Record<string, string>>;

let retryHandler: RetryHandler | undefined;

/** Installs a handler for failed calls, e.g. to ask for a second factor; the returned function removes it. */
export function setRetryHandler(handler: RetryHandler): () => void {
  retryHandler = handler;
  return () => {
    retryHandler = undefined;
  };
}

export const browserApi: Api = async (path, init) => {
  const isWrite = (init?.method ?? 'GET') !== 'GET';
  const headers = new Headers(init?.headers);
  let response = await plainApi(path, init);
  // One dialog may follow another: first the second factor, then the private data.
  for (let attempts = 0; !response.ok && retryHandler && attempts < MAX_RETRIES; attempts += 1) {
    const { code, privateData } = parseFailure(new ApiError(response.status, await response.clone().text(), ''));
    const retry = await retryHandler({ code, isWrite, privateData });
    if (!retry) return response;
    // Appends to an existing header, because earlier confirmations stay valid.
    if (retry !== true) for (const [name, value] of Object.entries(retry)) headers.append(name, value);
    // Drops the timeout signal: it may have fired while the person answered.
    response = await plainApi(path, { ...init, headers, signal: null });
  }
  return response;
};

const MAX_RETRIES = 12;

/** The message is 'status: body', or 'status: status text' when the body is empty. */
export class ApiError extends Error {
  readonly status: number;
  readonly body: string;

  constructor(status: number, body: string, statusText: string) {
    super(`${status}: ${body || statusText}`);
    this.name = 'ApiError';
    this.status = status;
    this.body = body;
  }
}

export async function call(
  api: Api,
  method: string,
  path: string,
  body?: unknown,
  options: Omit<RequestInit, 'headers'> & { headers?: Record<string, string> } = {},
): Promise<Response> {
  const init: RequestInit =
    body === undefined
      ? { ...options, method }
      : {
          ...options,
          method,
          headers: { 'Content-Type': 'application/json', ...options.headers },
          body: JSON.stringify(body),
        };
  const response = await api(path, init);
  if (!response.ok) throw new ApiError(response.status, await response.text(), response.statusText);
  return response;
}

const MAX_PLAIN_MESSAGE_LENGTH = 200;

/**
 * The server's message for a person: the message of a JSON body, or a short plain text. Returns nothing for markup, an
 * empty body or a lost connection; the caller then shows its fallback.
 */
export function getServerMessage(error: unknown): string | undefined {
  if (!(error instanceof ApiError) || !error.body) return undefined;
  const parsed = parseJson(error.body);
  if (parsed !== undefined) {
    const message = typeof parsed === 'object' && parsed !== null && 'message' in parsed ? parsed.message : undefined;
    return typeof message === 'string' && message ? message : undefined;
  }
  const isPlain = error.body.length <= MAX_PLAIN_MESSAGE_LENGTH && !/[<>]/.test(error.body);
  return isPlain ? error.body : undefined;
}

/** The error code and field errors of the response, from which the text for the user is chosen. */
export function parseFailure(
  error: unknown,
): Partial<Pick<ErrorReply, 'code' | 'fields' | 'fieldErrors'> & Pick<PrivateDataError, 'privateData'>> {
  if (!(error instanceof ApiError)) return {};
  return (parseJson(error.body) as Partial<ErrorReply> | null | undefined) ?? {};
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
