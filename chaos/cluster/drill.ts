/**
 * The reference deployment under load loses one part after another: first each in turn, then at random. At the end all
 * acknowledged writes must exist.
 */
import { readdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { Random } from '../../apps/server/src/seed/random.ts';
import { verifyAudit } from '../../tools/product.ts';
import { startCrowd } from './crowd.ts';
import { type DatabaseMachineHandle, type Deployment, startDeployment, type LosablePart } from './deployment.ts';
import type { Kind, Loss, DrillResult } from './drill-result.ts';

/** Longer than a leader's lease, so that another leader is elected. */
const MACHINE_AWAY_MS = 30_000;
const PART_AWAY_MS = 10_000;
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
    const crowd = await startCrowd(deployment);
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
      await crowd.waitUntilServed(at);
      await deployment.waitUntilHealthy();
      await sleep(random.between(2000, 4000));
      happened.push({ what, at, until: Date.now() });
      say(`${what}: ${((Date.now() - at) / 1000).toFixed(0)} s until everything was back`);
    }
    await crowd.stop();
    say('all writes are acknowledged; checking the data');
    const problems = [...crowd.problems, ...(await waitUntilProcessed(deployment))];
    for (const env of deployment.workerEnvironments)
      await verifyAudit(env).then(
        (words) => say(words.trim()),
        (error: Error) => problems.push(`the audit does not verify: ${error.message.slice(0, 300)}`),
      );
    const { acknowledged, reads } = crowd;
    return { losses: happened, acknowledged, reads, foundCounts: await countMarks(deployment), problems };
  } finally {
    await deployment.stop();
  }
}

/** Acknowledged reports must be processed, too: every report is in a case. */
async function waitUntilProcessed({ sql }: Deployment): Promise<string[]> {
  const deadline = Date.now() + SETTLED_WITHIN_MS;
  for (;;) {
    const [row] = await sql(
      `select count(*)::int as n from reports r
        where description like 'Report of %' and not exists (select from case_filings where filing_id = r.id)`,
    );
    if (row?.['n'] === 0) return [];
    if (Date.now() > deadline) return [`${String(row?.['n'])} reports are in no case`];
    await sleep(500);
  }
}

const countQueries: Record<Exclude<Kind, 'evidence'>, string> = {
  report: `select replace(description, 'Report of ', '') as mark from reports where description like 'Report of %'`,
  review: `select replace(experience, 'Review of ', '') as mark from reviews where experience like 'Review of %'`,
  decision: `select subject_id::text as mark from decisions where subject = 'review'`,
  payment: 'select user_id::text as mark from payments',
};

async function countMarks({ sql, bucketFolder }: Deployment): Promise<DrillResult['foundCounts']> {
  const count = (marks: readonly string[]) => {
    const counts = new Map<string, number>();
    for (const mark of marks) counts.set(mark, (counts.get(mark) ?? 0) + 1);
    return counts;
  };
  const counted = async (text: string) => count((await sql(text)).map(({ mark }) => String(mark)));
  const stored = readdirSync(bucketFolder, { recursive: true }).join('\n');
  const files = (await sql('select id::text as mark from evidence_files')).map(({ mark }) => String(mark));
  return {
    report: await counted(countQueries.report),
    review: await counted(countQueries.review),
    decision: await counted(countQueries.decision),
    payment: await counted(countQueries.payment),
    evidence: count(files.filter((id) => stored.includes(id))),
  };
}
