/** Posts to other people's servers. Only the beginning of the response is read. */
import {
  createSsrfSafeClient,
  type ClientOptions,
  parseRetryAfter,
  FetchError,
  type FetchErrorReason,
} from './ssrf-safe-client.ts';

const MAX_RESPONSE_BYTES = 2048;

interface PostResponse {
  outcome: 'answered';
  status: number;
  text: string;
  retryAfterSeconds: number | undefined;
}

/** A long response is cut, and every status is accepted, so these reasons cannot occur. */
type PostErrorReason = Exclude<FetchErrorReason, 'encoding' | 'too-large' | 'status'>;

export type PostOutcome = PostResponse | { outcome: 'refused'; reason: PostErrorReason };

export type GuardedPost = (address: string, headers: Record<string, string>, body: Buffer) => Promise<PostOutcome>;

/** Only the URL's own host is allowed; redirects are not followed. */
export function createGuardedPost(name: string, options: ClientOptions): GuardedPost {
  const request = createSsrfSafeClient(name, options);
  return async (address, headers, body) => {
    const hosts = URL.canParse(address) ? [new URL(address).hostname] : [];
    try {
      return await request(address, { hosts, headers, body }, async ({ response }): Promise<PostResponse> => {
        const { statusCode: status = 0 } = response;
        if (status >= 300 && status < 400) throw new FetchError('redirect');
        const text = await readBeginning(response);
        return {
          outcome: 'answered',
          status,
          text,
          retryAfterSeconds: parseRetryAfter(response.headers['retry-after']),
        };
      });
    } catch (error) {
      if (!(error instanceof FetchError)) throw error;
      return { outcome: 'refused', reason: error.reason as PostErrorReason };
    }
  };
}

/** The status is already known, so a broken or slow response changes nothing. */
async function readBeginning(response: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of response) {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes >= MAX_RESPONSE_BYTES) break;
    }
  } catch {
    // The bytes so far are used.
  }
  return Buffer.concat(chunks).subarray(0, MAX_RESPONSE_BYTES).toString('utf8');
}
