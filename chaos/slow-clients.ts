/** A thousand clients send headers or bodies, or read responses, very slowly. All other clients are unaffected. */
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TestStack } from './test-stack.ts';
import { countServerError, createReport, sendJson, signUp } from './honest-reporters.ts';
import { trackAcknowledgedWrites } from './acknowledged-writes.ts';
import { toClientAddress } from './http-client.ts';
import { type Outcome, createOutcome } from './outcome.ts';

const MAX_HONEST_MS = 1000;

const partialRequests = [
  'GET /api/providers HTTP/1.1\r\nHost: x\r\nX-Slow: ',
  'POST /api/reports HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 60000\r\n\r\n{"description":"',
  'GET /directory HTTP/1.1\r\nHost: x\r\n\r\n',
];

export async function testSlowClients(
  stack: TestStack,
  { clients, seconds }: { clients: number; seconds: number },
): Promise<Outcome> {
  const outcome = createOutcome('slow clients');
  const { hostname, port } = new URL(stack.client.url);
  const ledger = await trackAcknowledgedWrites(stack);
  const cookie = await signUp(stack);
  let closed = 0;
  const sockets: Socket[] = [];
  for (let index = 0; index < clients; index += 1) {
    const kind = index % partialRequests.length;
    const socket = connect({ host: hostname, port: Number(port), localAddress: toClientAddress(index % 200) });
    socket.on('error', () => undefined).on('close', () => (closed += 1));
    socket.write(partialRequests[kind]!);
    if (kind === 2) socket.pause();
    sockets.push(socket);
  }
  const drip = setInterval(() => {
    sockets.forEach((socket, index) => index % partialRequests.length < 2 && !socket.destroyed && socket.write('x'));
  }, 1000);

  const until = Date.now() + seconds * 1000;
  let slowest = 0;
  for (let index = 0; Date.now() < until; index += 1) {
    const path = ['/', '/api/stats', `/api/providers?search=calm${index}`][index % 3]!;
    const response =
      index % 4 === 3
        ? await sendJson(stack, { ...createReport(`Told beside the slow ones, ${index}`), cookie })
        : await stack.client.send({ method: 'GET', path, from: toClientAddress(6000) });
    if (index % 4 === 3) ledger.record('POST /api/reports', response.status, response.text);
    countServerError(outcome, path, response);
    slowest = Math.max(slowest, response.ms);
    if (response.status >= 200 && response.status < 300 && response.ms <= MAX_HONEST_MS) {
      await sleep(50);
      continue;
    }
    outcome.delayed += 1;
    outcome.findings.push(`${path} was answered ${response.status} after ${Math.round(response.ms)} ms`);
  }
  clearInterval(drip);
  const letGo = closed;
  for (const socket of sockets) socket.destroy();
  await ledger.verify(outcome);
  outcome.notes.push(
    `${clients} slow clients, of which the edge let go ${letGo} within ${seconds} s; everybody else waited ${Math.round(slowest)} ms at most`,
  );
  return outcome;
}
