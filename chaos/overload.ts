/**
 * Sends twice as many requests as the product can answer, without waiting for responses. Uncached searches may be
 * rejected; every report must be accepted.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { TestStack } from './test-stack.ts';
import { countServerError, createReport, sendJson, signUp } from './honest-reporters.ts';
import { trackAcknowledgedWrites } from './acknowledged-writes.ts';
import { toClientAddress, type HttpResponse } from './http-client.ts';
import { createOutcome, formatCounts, type Outcome } from './outcome.ts';

const MEASURED_MS = 4000;
const CONCURRENT_REQUESTS = 48;
const TICK_MS = 20;
/** A client gives up after this time. */
const MAX_RESPONSE_MS = 10_000;
/** Capacity is free again as soon as the pending requests are answered. */
const MAX_RECOVERY_MS = 2000;
const REQUESTS_PER_REPORT = 10;

export async function overload(stack: TestStack, { seconds }: { seconds: number }): Promise<Outcome> {
  const outcome = createOutcome('overload');
  const { client } = stack;
  const ledger = await trackAcknowledgedWrites(stack);
  const { cookie } = await signUp(stack);
  let asked = 0;
  /** A new search, so that no cache has it. */
  const read = () =>
    client.send({
      method: 'GET',
      path: `/api/providers?search=crowd${(asked += 1)}`,
      from: toClientAddress(asked % 200),
    });
  const report = async () => {
    const from = toClientAddress((asked += 1) % 200);
    const answer = await sendJson(stack, { ...createReport(`Told in a crowd by ${asked}`), cookie, from });
    ledger.record('POST /api/reports', answer.status, answer.text);
    return answer;
  };
  const one = async (): Promise<HttpResponse & { isReport: boolean }> => {
    const isReport = asked % REQUESTS_PER_REPORT === 0;
    return { ...(await (isReport ? report() : read())), isReport };
  };

  const until = performance.now() + MEASURED_MS;
  let answered = 0;
  await Promise.all(
    Array.from({ length: CONCURRENT_REQUESTS }, async () => {
      while (performance.now() < until) {
        const { status } = await one();
        if (status < 400) answered += 1;
      }
    }),
  );
  const capacity = (answered * 1000) / MEASURED_MS;

  const statuses = new Map<number, number>();
  const underWay: Promise<void>[] = [];
  const started = performance.now();
  for (let sent = 0; performance.now() - started < seconds * 1000;) {
    const due = Math.floor(((performance.now() - started) / 1000) * capacity * 2);
    for (; sent < due; sent += 1) {
      underWay.push(
        one().then((answer) => {
          statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
          countServerError(outcome, 'one of the crowd', answer);
          const isServed = answer.isReport ? answer.status === 201 : answer.status !== 0;
          if (isServed && answer.ms <= MAX_RESPONSE_MS) return;
          outcome.delayed += 1;
          const who = answer.isReport ? 'a report of the crowd' : 'one of the crowd';
          outcome.findings.push(`${who} was answered ${answer.status} after ${Math.round(answer.ms)} ms`);
        }),
      );
    }
    await sleep(TICK_MS);
  }
  await Promise.all(underWay);
  const ended = performance.now();
  while ((await read()).status !== 200 && performance.now() - ended < MAX_RECOVERY_MS) await sleep(TICK_MS);
  const recoveredMs = Math.round(performance.now() - ended);
  if (recoveredMs >= MAX_RECOVERY_MS) {
    outcome.delayed += 1;
    outcome.findings.push(`nobody was answered within ${MAX_RECOVERY_MS} ms afterwards`);
  }
  await ledger.verify(outcome);
  outcome.notes.push(
    `${Math.round(capacity)} a second can be answered here; at twice that ${formatCounts(statuses)}; answered again ${recoveredMs} ms after it`,
  );
  return outcome;
}
