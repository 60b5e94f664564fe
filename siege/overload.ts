/**
 * Sends twice as many requests as the product can answer, without waiting for responses. Uncached searches may be
 * rejected; every report must be accepted.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Besieged } from './besieged.ts';
import { judgeAnswer, reportOf, send, signUp } from './honest.ts';
import { openLedger } from './ledger.ts';
import { addressOf, type Answer } from './line.ts';
import { type Outcome, outcomeOf } from './table.ts';

const MEASURED_MS = 4000;
const LANES = 48;
const TICK_MS = 20;
/** A client gives up after this time. */
const LATE_MS = 10_000;
/** Capacity is free again as soon as the pending requests are answered. */
const RECOVERED_WITHIN_MS = 2000;
const REPORTS_IN = 10;

export async function overload(besieged: Besieged, { seconds }: { seconds: number }): Promise<Outcome> {
  const outcome = outcomeOf('overload');
  const { line } = besieged;
  const ledger = await openLedger(besieged);
  const cookie = await signUp(besieged);
  let asked = 0;
  /** A new search, so that no cache has it. */
  const read = () =>
    line.ask({ method: 'GET', path: `/api/providers?search=crowd${(asked += 1)}`, from: addressOf(asked % 200) });
  const report = async () => {
    const from = addressOf((asked += 1) % 200);
    const answer = await send(besieged, { ...reportOf(`Told in a crowd by ${asked}`), cookie, from });
    ledger.note('POST /api/reports', answer.status, answer.text);
    return answer;
  };
  const one = async (): Promise<Answer & { isReport: boolean }> => {
    const isReport = asked % REPORTS_IN === 0;
    return { ...(await (isReport ? report() : read())), isReport };
  };

  const until = performance.now() + MEASURED_MS;
  let answered = 0;
  await Promise.all(
    Array.from({ length: LANES }, async () => {
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
          judgeAnswer(outcome, 'one of the crowd', answer);
          const isServed = answer.isReport ? answer.status === 201 : answer.status !== 0;
          if (isServed && answer.ms <= LATE_MS) return;
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
  while ((await read()).status !== 200 && performance.now() - ended < RECOVERED_WITHIN_MS) await sleep(TICK_MS);
  const recoveredMs = Math.round(performance.now() - ended);
  if (recoveredMs >= RECOVERED_WITHIN_MS) {
    outcome.delayed += 1;
    outcome.findings.push(`nobody was answered within ${RECOVERED_WITHIN_MS} ms afterwards`);
  }
  await ledger.settle(outcome);
  const told = [...statuses].toSorted(([a], [b]) => a - b).map(([code, count]) => `${code}: ${count}`);
  outcome.notes.push(
    `${Math.round(capacity)} a second can be answered here; at twice that ${told.join(', ')}; answered again ${recoveredMs} ms after it`,
  );
  return outcome;
}
