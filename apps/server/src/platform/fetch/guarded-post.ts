/** Posts to other people's servers. Only the beginning of the response is read. */
import { createDoor, type DoorNeeds, pauseOf, Refusal, type RefusalReason } from './guarded-door.ts';

const MOST_BYTES = 2048;

interface Posted {
  outcome: 'answered';
  status: number;
  text: string;
  retryAfterSeconds: number | undefined;
}

/** A long response is cut, and every status is accepted, so these reasons cannot occur. */
type PostRefusal = Exclude<RefusalReason, 'encoding' | 'too-large' | 'status'>;

export type PostOutcome = Posted | { outcome: 'refused'; reason: PostRefusal };

export type GuardedPost = (address: string, headers: Record<string, string>, body: Buffer) => Promise<PostOutcome>;

/** Only the URL's own host is allowed; redirects are not followed. */
export function createGuardedPost(name: string, needs: DoorNeeds): GuardedPost {
  const ask = createDoor(name, needs);
  return async (address, headers, body) => {
    const hosts = URL.canParse(address) ? [new URL(address).hostname] : [];
    try {
      return await ask(address, { hosts, headers, body }, async ({ response }): Promise<Posted> => {
        const { statusCode: status = 0 } = response;
        if (status >= 300 && status < 400) throw new Refusal('redirect');
        const text = await readBeginning(response);
        return { outcome: 'answered', status, text, retryAfterSeconds: pauseOf(response.headers['retry-after']) };
      });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return { outcome: 'refused', reason: error.reason as PostRefusal };
    }
  };
}

/** The status is already known, so a broken or slow response changes nothing. */
async function readBeginning(response: AsyncIterable<Buffer>): Promise<string> {
  const parts: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const part of response) {
      parts.push(part);
      bytes += part.length;
      if (bytes >= MOST_BYTES) break;
    }
  } catch {
    // The bytes so far are used.
  }
  return Buffer.concat(parts).subarray(0, MOST_BYTES).toString('utf8');
}
