/** A name server over UDP that knows TXT records, as far as a resolver needs it (RFC 1035). */
import { createSocket } from 'node:dgram';
import { once } from 'node:events';

const TXT = 16;
const NO_SUCH_NAME = 3;

export interface TestNameServer {
  port: number;
  /** Texts by name; a long text is several strings. */
  records: Map<string, string[][]>;
  stop: () => void;
}

const encodeText = (strings: readonly string[]): Buffer =>
  Buffer.concat(strings.map((one) => Buffer.concat([Buffer.from([Buffer.byteLength(one)]), Buffer.from(one)])));

function createResponse(query: Buffer, records: TestNameServer['records']): Buffer {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at]!; length > 0; length = query[at]!) {
    labels.push(query.toString('ascii', at + 1, at + 1 + length));
    at += length + 1;
  }
  const question = query.subarray(12, at + 5);
  const type = query.readUInt16BE(at + 1);
  const known = records.get(labels.join('.').toLowerCase());
  const answers = (type === TXT ? (known ?? []) : []).map((strings) => {
    const text = encodeText(strings);
    // The name of the record is a pointer to the name in the question.
    const head = Buffer.from([0xc0, 12, 0, TXT, 0, 1, 0, 0, 0, 0, 0, 0]);
    head.writeUInt16BE(text.length, 10);
    return Buffer.concat([head, text]);
  });
  const header = Buffer.alloc(12);
  query.copy(header, 0, 0, 2);
  header.writeUInt16BE(0x8180 | (known ? 0 : NO_SUCH_NAME), 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(answers.length, 6);
  return Buffer.concat([header, question, ...answers]);
}

export async function startNameServer(): Promise<TestNameServer> {
  const records: TestNameServer['records'] = new Map();
  const socket = createSocket('udp4');
  socket.on('message', (query, { address, port }) => socket.send(createResponse(query, records), port, address));
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return { port: socket.address().port, records, stop: () => void socket.close() };
}
