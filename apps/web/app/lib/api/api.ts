/**
 * One way to call the API. In the browser it goes over the wire with the session cookie; while the server renders it is
 * answered in the same process as a visitor. A failed call throws the text the specification fixes.
 */
import type { ErrorCode, ErrorReply } from '@hakiki/contract/errors';
import type { MarkedText, PrivateDataRefusal } from '@hakiki/contract/private-data';

export type Api = (path: string, init?: RequestInit) => Promise<Response>;

/**
 * The browser always revalidates. Otherwise it would take `stale-while-revalidate`, which is meant for the edge, as permission to
 * answer from its own stale cache: with a visitor's answer, or one from before a change.
 */
export const plainApi: Api = (path, init) => fetch(path, { credentials: 'include', cache: 'no-cache', ...init });

interface Refused {
  code: ErrorCode | undefined;
  isWrite: boolean;
  /** What the call would publish, and somebody has to look at first. */
  privateData?: readonly MarkedText[] | undefined;
}
/** True once the same call may be sent again, or the headers that it then has besides. */
type Mend = (refused: Refused) => Promise<boolean | Record<string, string>>;

let mend: Mend | undefined;

/** Asked about every refused call until the returned function is called: the console asks people for what is missing. */
export function mendRefusals(by: Mend): () => void {
  mend = by;
  return () => {
    mend = undefined;
  };
}

export const browserApi: Api = async (path, init) => {
  const isWrite = (init?.method ?? 'GET') !== 'GET';
  const headers = new Headers(init?.headers);
  let response = await plainApi(path, init);
  // One question may follow another: the second factor, then what would be published.
  for (let asked = 0; !response.ok && mend && asked < MAX_QUESTIONS; asked += 1) {
    const { code, privateData } = failureOf(new ApiError(response.status, await response.clone().text(), ''));
    const answer = await mend({ code, isWrite, privateData });
    if (!answer) return response;
    // A header that is there already keeps its values: what was acknowledged stays so.
    if (answer !== true) for (const [name, value] of Object.entries(answer)) headers.append(name, value);
    // The time in which it had to be answered has passed while a person was asked.
    response = await plainApi(path, { ...init, headers, signal: null });
  }
  return response;
};

const MAX_QUESTIONS = 12;

/** The text is 'status: body', or 'status: status text' when the body is empty. */
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
  more: Omit<RequestInit, 'headers'> & { headers?: Record<string, string> } = {},
): Promise<Response> {
  const init: RequestInit =
    body === undefined
      ? { ...more, method }
      : {
          ...more,
          method,
          headers: { 'Content-Type': 'application/json', ...more.headers },
          body: JSON.stringify(body),
        };
  const response = await api(path, init);
  if (!response.ok) throw new ApiError(response.status, await response.text(), response.statusText);
  return response;
}

const MAX_PLAIN_MESSAGE = 200;

/**
 * What the server has to say to a person: the message of a JSON body, or a short plain text. Anything else (markup, an empty
 * body, a lost connection) is not for people, and the caller's fallback shows instead.
 */
export function serverMessage(error: unknown): string | undefined {
  if (!(error instanceof ApiError) || !error.body) return undefined;
  const parsed = parseJson(error.body);
  if (parsed !== undefined) {
    const message = typeof parsed === 'object' && parsed !== null && 'message' in parsed ? parsed.message : undefined;
    return typeof message === 'string' && message ? message : undefined;
  }
  const isPlain = error.body.length <= MAX_PLAIN_MESSAGE && !/[<>]/.test(error.body);
  return isPlain ? error.body : undefined;
}

/** The codes by which the reader's words are found, and what the server says itself about single fields. */
export function failureOf(
  error: unknown,
): Partial<Pick<ErrorReply, 'code' | 'fields' | 'fieldErrors'> & Pick<PrivateDataRefusal, 'privateData'>> {
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
