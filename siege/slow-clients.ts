/** A thousand clients send headers or bodies, or read responses, very slowly. All other clients are unaffected. */
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Besieged } from './besieged.ts';
import { judgeAnswer, reportOf, send, signUp } from './honest.ts';
import { openLedger } from './ledger.ts';
import { addressOf } from './line.ts';
import { type Outcome, outcomeOf } from './table.ts';

const HONEST_MS = 1000;

const beginnings = [
  'GET /api/providers HTTP/1.1\r\nHost: x\r\nX-Slow: ',
  'POST /api/reports HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 60000\r\n\r\n{"description":"',
  'GET /directory HTTP/1.1\r\nHost: x\r\n\r\n',
];

export async function beSlow(
  besieged: Besieged,
  { clients, seconds }: { clients: number; seconds: number },
): Promise<Outcome> {
  const outcome = outcomeOf('slow clients');
  const { hostname, port } = new URL(besieged.line.url);
  const ledger = await openLedger(besieged);
  const cookie = await signUp(besieged);
  let closed = 0;
  const sockets: Socket[] = [];
  for (let index = 0; index < clients; index += 1) {
    const kind = index % beginnings.length;
    const socket = connect({ host: hostname, port: Number(port), localAddress: addressOf(index % 200) });
    socket.on('error', () => undefined).on('close', () => (closed += 1));
    socket.write(beginnings[kind]!);
    if (kind === 2) socket.pause();
    sockets.push(socket);
  }
  const drip = setInterval(() => {
    sockets.forEach((socket, index) => index % beginnings.length < 2 && !socket.destroyed && socket.write('x'));
  }, 1000);

  const until = Date.now() + seconds * 1000;
  let slowest = 0;
  for (let index = 0; Date.now() < until; index += 1) {
    const path = ['/', '/api/stats', `/api/providers?search=calm${index}`][index % 3]!;
    const answer =
      index % 4 === 3
        ? await send(besieged, { ...reportOf(`Told beside the slow ones, ${index}`), cookie })
        : await besieged.line.ask({ method: 'GET', path, from: addressOf(6000) });
    if (index % 4 === 3) ledger.note('POST /api/reports', answer.status, answer.text);
    judgeAnswer(outcome, path, answer);
    slowest = Math.max(slowest, answer.ms);
    if (answer.status >= 200 && answer.status < 300 && answer.ms <= HONEST_MS) {
      await sleep(50);
      continue;
    }
    outcome.delayed += 1;
    outcome.findings.push(`${path} was answered ${answer.status} after ${Math.round(answer.ms)} ms`);
  }
  clearInterval(drip);
  const letGo = closed;
  for (const socket of sockets) socket.destroy();
  await ledger.settle(outcome);
  outcome.notes.push(
    `${clients} slow clients, of which the edge let go ${letGo} within ${seconds} s; everybody else waited ${Math.round(slowest)} ms at most`,
  );
  return outcome;
}
