/**
 * The reference deployment under load loses one part after another: first each in turn, then at random. At the end all
 * acknowledged writes must exist.
 */
import { readdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { Random } from '../../apps/server/src/seed/random.ts';
import { verifyAudit } from '../../tools/product.ts';
import {
  type Crowd,
  countMarks,
  type FoundCounts,
  type Kind,
  kinds,
  startCrowd,
  waitUntilProcessed,
} from '../crowd.ts';
import { type DatabaseMachineHandle, type Deployment, startDeployment, type LosablePart } from './deployment.ts';
import type { DrillResult, Loss } from './drill-result.ts';

/** Longer than a leader's lease, so that another leader is elected. */
const MACHINE_AWAY_MS = 30_000;
const PART_AWAY_MS = 10_000;
const SERVED_WITHIN_MS = 120_000;
/** Until all jobs of the writes are done. */
const SETTLED_WITHIN_MS = 120_000;

interface Extent {
  seconds: number;
  seed: number;
  /** Names from `losses`. Default: all. Each occurs at least once, however long that takes. */
  only?: readonly string[];
}

/** Each loss, with the recovery. */
const lossScenarios: Record<string, (deployment: Deployment, random: Random) => Promise<void>> = {
  'leader, the whole machine': async ({ leader }) => killFor(await leader(), MACHINE_AWAY_MS),
  server: ({ servers }, random) => killFor(random.pick(servers), PART_AWAY_MS),
  worker: ({ workers }, random) => killFor(random.pick(workers), PART_AWAY_MS),
  Redis: ({ redis }) => killFor(redis, PART_AWAY_MS),
  S3: ({ storage }) => killFor(storage, PART_AWAY_MS),
  SMTP: ({ mail }) => killFor(mail, PART_AWAY_MS),
  edge: ({ edges }, random) => killFor(random.pick(edges), PART_AWAY_MS),
  HAProxy: ({ proxies }, random) => killFor(random.pick(proxies), PART_AWAY_MS),
  'leader, PostgreSQL alone': async ({ leader }) => (await leader()).killPostgres(),
  'leader, Patroni alone': async ({ leader }) => killFor((await leader()).patroni, MACHINE_AWAY_MS),
  'leader, silent': async ({ leader }) => freezeFor(await leader(), MACHINE_AWAY_MS),
  'synchronous standby, the machine': async ({ syncStandby }) => killFor(await syncStandby(), MACHINE_AWAY_MS),
  'synchronous standby, silent': async ({ syncStandby }) => freezeFor(await syncStandby(), MACHINE_AWAY_MS),
};

async function killFor(lost: Pick<LosablePart, 'kill' | 'start'>, ms: number): Promise<void> {
  await lost.kill();
  await sleep(ms);
  lost.start();
}

async function freezeFor(machine: Pick<DatabaseMachineHandle, 'freeze' | 'thaw'>, ms: number): Promise<void> {
  machine.freeze();
  await sleep(ms);
  machine.thaw();
}

export async function runDrill({ seconds, seed, only }: Extent, say: (words: string) => void): Promise<DrillResult> {
  const random = new Random(seed, 'cluster');
  const deployment = await startDeployment(say);
  try {
    const problems: string[] = [];
    const crowd = await startCrowd({
      ...deployment,
      // Visitors that use the complete machine would test the machine and not the deployment.
      people: { readers: 4, reporters: 3, reviewers: 1, deciders: 1, payers: 1 },
      attachesFiles: true,
      writePauseMs: 250,
      timeoutMs: 10_000,
      onResponse: (kind, { status, text }) => {
        if (status >= 500 && ![502, 503, 504].includes(status))
          problems.push(`${kind} was answered ${status}: ${text.slice(0, 200)}`);
      },
    });
    const happened: Loss[] = [];
    const names = only ?? Object.keys(lossScenarios);
    const first = [...names];
    await sleep(3000);
    for (const until = Date.now() + seconds * 1000; first.length > 0 || Date.now() < until;) {
      const what = first.shift() ?? random.pick(names);
      const lose = lossScenarios[what];
      if (!lose) throw new Error(`'${what}' cannot be lost: ${Object.keys(lossScenarios).join(', ')}`);
      const at = Date.now();
      await lose(deployment, random);
      // One loss at a time.
      await waitUntilServed(crowd, at);
      await deployment.waitUntilHealthy();
      await sleep(random.between(2000, 4000));
      happened.push({ what, at, until: Date.now() });
      say(`${what}: ${((Date.now() - at) / 1000).toFixed(0)} s until everything was back`);
    }
    await crowd.stop();
    say('all writes are acknowledged; checking the data');
    problems.push(...crowd.problems, ...(await waitUntilProcessed(deployment, SETTLED_WITHIN_MS)));
    for (const env of deployment.workerEnvironments)
      await verifyAudit(env).then(
        (words) => say(words.trim()),
        (error: Error) => problems.push(`the audit does not verify: ${error.message.slice(0, 300)}`),
      );
    const { acknowledged, reads } = crowd;
    return { losses: happened, acknowledged, reads, foundCounts: await countStored(deployment), problems };
  } finally {
    await deployment.stop();
  }
}

/** Resolves once writes of all kinds that were sent since then are acknowledged, or after far more than that takes. */
async function waitUntilServed({ acknowledged }: Crowd, since: number): Promise<void> {
  const isBack = (kind: Kind) => acknowledged.some((one) => one.kind === kind && one.sentAt >= since);
  for (const until = since + SERVED_WITHIN_MS; Date.now() < until && !kinds.every(isBack);) await sleep(100);
}

/** A file of evidence exists if the bucket has it, too. */
async function countStored(deployment: Deployment): Promise<FoundCounts> {
  const found = await countMarks(deployment, [...kinds, 'evidence']);
  const stored = readdirSync(deployment.bucketFolder, { recursive: true }).join('\n');
  return { ...found, evidence: new Map([...found.evidence!].filter(([id]) => stored.includes(id))) };
}
