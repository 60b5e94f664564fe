/** Twice as many requests as can be answered, sent without waiting for answers, as a crowd does. Most are refused; nothing breaks. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Besieged } from './besieged.ts';
import { judgeAnswer, reportOf, send, signUp } from './honest.ts';
import { openLedger } from './ledger.ts';
import { addressOf } from './line.ts';
import { type Outcome, outcomeOf } from './table.ts';

const MEASURED_MS = 4000;
const LANES = 48;
const TICK_MS = 20;
/** Answered later than this, nobody is there any more. */
const LATE_MS = 10_000;
/** Room is free again as soon as what was under way has been answered. */
const RECOVERED_WITHIN_MS = 2000;
const REPORTS_IN = 10;

export async function overload(besieged: Besieged, { seconds }: { seconds: number }): Promise<Outcome> {
  const outcome = outcomeOf('overload');
  const { line } = besieged;
  const ledger = await openLedger(besieged);
  const cookie = await signUp(besieged);
  let asked = 0;
  /** Nobody has asked for it before, so that no cache answers. */
  const read = () =>
    line.ask({ method: 'GET', path: `/api/providers?search=crowd${(asked += 1)}`, from: addressOf(asked % 200) });
  const report = async () => {
    const answer = await send(besieged, { ...reportOf(`Told in a crowd by ${(asked += 1)}`), cookie });
    ledger.note('POST /api/reports', answer.status, answer.text);
    return answer;
  };
  const one = () => (asked % REPORTS_IN === 0 ? report() : read());

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
          if (answer.status !== 0 && answer.ms <= LATE_MS) return;
          outcome.delayed += 1;
          outcome.findings.push(`one of the crowd was answered ${answer.status} after ${Math.round(answer.ms)} ms`);
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
