/** Records a response of the product as raw bytes, for the baseline servers. */
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';

export interface RecordedResponse {
  headers: Record<string, string>;
  body: Buffer;
}

/** Every server writes these headers itself, with different values. */
const ownHeaders = /^(date|connection|keep-alive|server)$/;

export async function recordResponse(url: string, headers: Record<string, string>): Promise<RecordedResponse> {
  const outgoing = request(url, { headers, agent: false });
  outgoing.end();
  const [reply] = (await once(outgoing, 'response')) as [IncomingMessage];
  const parts: Buffer[] = [];
  for await (const part of reply) parts.push(part as Buffer);
  if (reply.statusCode !== 200) throw new Error(`${url} responded ${reply.statusCode}`);
  const recordedHeaders = Object.entries(reply.headers).filter(([name]) => !ownHeaders.test(name));
  return {
    headers: Object.fromEntries(recordedHeaders.map(([name, value]) => [name, String(value)])),
    body: Buffer.concat(parts),
  };
}
