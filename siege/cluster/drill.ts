/**
 * The reference deployment under load loses one part after another: first each in turn, then at random. At the end all
 * acknowledged writes must exist.
 */
import { readdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { Random } from '../../apps/server/src/seed/random.ts';
import { verifyAudit } from '../../tools/product.ts';
import { gather } from './crowd.ts';
import { type Base, type Deployment, deploy, type Losable } from './machines.ts';
import type { Kind, Loss, Seen } from './verdict.ts';

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
const losses: Record<string, (deployment: Deployment, random: Random) => Promise<void>> = {
  'leader, the whole machine': async ({ leader }) => away(await leader(), MACHINE_AWAY_MS),
  server: ({ servers }, random) => away(random.pick(servers), PART_AWAY_MS),
  worker: ({ workers }, random) => away(random.pick(workers), PART_AWAY_MS),
  Redis: ({ redis }) => away(redis, PART_AWAY_MS),
  S3: ({ storage }) => away(storage, PART_AWAY_MS),
  SMTP: ({ mail }) => away(mail, PART_AWAY_MS),
  edge: ({ edges }, random) => away(random.pick(edges), PART_AWAY_MS),
  HAProxy: ({ proxies }, random) => away(random.pick(proxies), PART_AWAY_MS),
  'leader, PostgreSQL alone': async ({ leader }) => (await leader()).killPostgres(),
  'leader, Patroni alone': async ({ leader }) => away((await leader()).patroni, MACHINE_AWAY_MS),
  'leader, silent': async ({ leader }) => silent(await leader(), MACHINE_AWAY_MS),
  'synchronous standby, the machine': async ({ syncStandby }) => away(await syncStandby(), MACHINE_AWAY_MS),
  'synchronous standby, silent': async ({ syncStandby }) => silent(await syncStandby(), MACHINE_AWAY_MS),
};

async function away(lost: Pick<Losable, 'kill' | 'start'>, ms: number): Promise<void> {
  await lost.kill();
  await sleep(ms);
  lost.start();
}

async function silent(machine: Pick<Base, 'freeze' | 'thaw'>, ms: number): Promise<void> {
  machine.freeze();
  await sleep(ms);
  machine.thaw();
}

export async function drill({ seconds, seed, only }: Extent, say: (words: string) => void): Promise<Seen> {
  const random = new Random(seed, 'cluster');
  const deployment = await deploy(say);
  try {
    const crowd = await gather(deployment);
    const happened: Loss[] = [];
    const names = only ?? Object.keys(losses);
    const first = [...names];
    await sleep(3000);
    for (const until = Date.now() + seconds * 1000; first.length > 0 || Date.now() < until;) {
      const what = first.shift() ?? random.pick(names);
      const lose = losses[what];
      if (!lose) throw new Error(`'${what}' cannot be lost: ${Object.keys(losses).join(', ')}`);
      const at = Date.now();
      await lose(deployment, random);
      // One loss at a time.
      await crowd.isServed(at);
      await deployment.isWhole();
      await sleep(random.between(2000, 4000));
      happened.push({ what, at, until: Date.now() });
      say(`${what}: ${((Date.now() - at) / 1000).toFixed(0)} s until everything was back`);
    }
    await crowd.leave();
    say('all writes are acknowledged; checking the data');
    const faults = [...crowd.faults, ...(await settle(deployment))];
    for (const env of deployment.workerEnvironments)
      await verifyAudit(env).then(
        (words) => say(words.trim()),
        (error: Error) => faults.push(`the audit does not verify: ${error.message.slice(0, 300)}`),
      );
    const { told, reads } = crowd;
    return { losses: happened, told, reads, found: await find(deployment), faults };
  } finally {
    await deployment.stop();
  }
}

/** Acknowledged reports must be processed, too: every report is in a case. */
async function settle({ sql }: Deployment): Promise<string[]> {
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

const marked: Record<Exclude<Kind, 'evidence'>, string> = {
  report: `select replace(description, 'Report of ', '') as mark from reports where description like 'Report of %'`,
  review: `select replace(experience, 'Review of ', '') as mark from reviews where experience like 'Review of %'`,
  decision: `select subject_id::text as mark from decisions where subject = 'review'`,
  payment: 'select user_id::text as mark from payments',
};

async function find({ sql, bucketFolder }: Deployment): Promise<Seen['found']> {
  const count = (marks: readonly string[]) => {
    const counts = new Map<string, number>();
    for (const mark of marks) counts.set(mark, (counts.get(mark) ?? 0) + 1);
    return counts;
  };
  const counted = async (text: string) => count((await sql(text)).map(({ mark }) => String(mark)));
  const stored = readdirSync(bucketFolder, { recursive: true }).join('\n');
  const files = (await sql('select id::text as mark from evidence_files')).map(({ mark }) => String(mark));
  return {
    report: await counted(marked.report),
    review: await counted(marked.review),
    decision: await counted(marked.decision),
    payment: await counted(marked.payment),
    evidence: count(files.filter((id) => stored.includes(id))),
  };
}
