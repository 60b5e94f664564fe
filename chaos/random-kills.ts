/**
 * Kills each process with SIGKILL at random while reports, reviews and decisions are sent. Each acknowledged write must
 * exist exactly once; unacknowledged ones are sent again.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { Random } from '../apps/server/src/seed/random.ts';
import { verifyAudit } from '../tools/product.ts';
import { listChildPids } from '../tools/supervised.ts';
import { compareWithDatabase, countMarks, startCrowd, waitUntilProcessed } from './crowd.ts';
import { countServerError } from './honest-reporters.ts';
import { createOutcome, formatCounts, type Outcome } from './outcome.ts';
import type { TestStack } from './test-stack.ts';

const counted = ['report', 'review', 'decision'] as const;
/** After the last kill: every report is grouped. */
const MAX_PROCESSING_MS = 120_000;

export async function killAtRandom(
  stack: TestStack,
  { seed, seconds }: { seed: number; seconds: number },
): Promise<Outcome> {
  const outcome = createOutcome('kill -9');
  let unanswered = 0;
  const crowd = await startCrowd({
    ...stack,
    clients: [stack.client],
    people: { reporters: 6, reviewers: 2, deciders: 2 },
    attachesFiles: false,
    writePauseMs: 0,
    timeoutMs: 15_000,
    onResponse: (kind, response) => {
      if (response.status === 0) unanswered += 1;
      countServerError(outcome, `a ${kind}`, response);
    },
  });
  const kills = await killProcesses(stack, new Random(seed, 'kill'), seconds);
  await crowd.stop();
  outcome.findings.push(...crowd.problems, ...(await waitUntilProcessed(stack, MAX_PROCESSING_MS)));
  const compared = compareWithDatabase(crowd.acknowledged, await countMarks(stack, counted));
  for (const { kind, lost, doubled } of compared) {
    outcome.lost += lost.length;
    outcome.doubled += doubled.length;
    if (lost.length + doubled.length > 0)
      outcome.findings.push(`${kind}: ${lost.length} lost, ${doubled.length} doubled`);
  }
  const verified = await verifyAudit(stack.env).catch((error: Error) => error);
  if (verified instanceof Error) outcome.findings.push(`the audit does not verify: ${verified.message.slice(0, 300)}`);
  outcome.notes.push(
    `killed in ${seconds} s: ${formatCounts(kills)}; ${unanswered} calls went unanswered`,
    `acknowledged: ${compared.map(({ kind, marks }) => `${marks.length} ${kind}`).join(', ')}`,
  );
  return outcome;
}

async function killProcesses(stack: TestStack, random: Random, seconds: number): Promise<Map<string, number>> {
  const { webs, worker, edge } = stack;
  const victims: [string, () => Promise<unknown> | void][] = [
    ['web', () => webs[0]!.kill()],
    ['web', () => webs[1]!.kill()],
    ['worker', () => worker.kill()],
    [
      'edge',
      () =>
        listChildPids(edge.pid)
          .slice(0, 1)
          .forEach((id) => process.kill(id, 'SIGKILL')),
    ],
    ['PostgreSQL', () => stack.killDatabase()],
  ];
  const kills = new Map<string, number>();
  // Each at least once, then at random.
  const first = random.sample(victims, victims.length);
  for (const until = Date.now() + seconds * 1000; Date.now() < until;) {
    const [name, kill] = first.shift() ?? random.pick(victims);
    await kill();
    kills.set(name, (kills.get(name) ?? 0) + 1);
    await sleep(random.between(500, 3500));
  }
  return kills;
}
