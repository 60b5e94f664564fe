/**
 * Kills each process with SIGKILL at random while reports, reviews and decisions are sent. Each acknowledged write must
 * exist exactly once; unacknowledged ones are sent again.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Random } from '../apps/server/src/seed/random.ts';
import { verifyAudit } from '../tools/product.ts';
import { childrenOf } from '../tools/supervised.ts';
import type { Besieged } from './besieged.ts';
import { judgeAnswer, reportOf, send, signUp as signUpOnce } from './honest.ts';
import type { Answer } from './line.ts';
import { type Outcome, outcomeOf } from './table.ts';

const REPORTERS = 6;
const REVIEWERS = 2;
const DECIDERS = 2;
const PATIENCE_MS = 15_000;
/** After the last kill: every report is grouped, sealed and stored. */
const SETTLED_WITHIN_MS = 120_000;

export async function killAtRandom(
  besieged: Besieged,
  { seed, seconds }: { seed: number; seconds: number },
): Promise<Outcome> {
  const outcome = outcomeOf('kill -9');
  const { sql, webs, worker, edge } = besieged;
  const random = new Random(seed, 'kill');
  let isOver = false;
  let unanswered = 0;
  const reported = new Map<string, string>();
  const reviewed = new Map<string, string>();
  const decided = new Set<string>();
  const providers = (await sql('select id from providers where is_public limit 50')).map(({ id }) => String(id));

  /** Retries, because this connection to the database breaks, too. */
  async function signUp(given: Parameters<typeof signUpOnce>[1] = {}): Promise<string> {
    for (;;) {
      const cookie = await signUpOnce(besieged, given).catch(() => undefined);
      if (cookie) return cookie;
      await sleep(200);
    }
  }

  /** Retries until one of these status codes, as an outbox does. */
  async function insist(what: string, wanted: readonly number[], attempt: () => Promise<Answer>): Promise<Answer> {
    for (;;) {
      const answer = await attempt();
      if (answer.status === 0) unanswered += 1;
      judgeAnswer(outcome, what, answer);
      if (wanted.includes(answer.status)) return answer;
      if (answer.status >= 400 && answer.status < 500) {
        outcome.findings.push(`${what} was refused with ${answer.status}: ${answer.text.slice(0, 200)}`);
        return answer;
      }
      await sleep(100 + Math.random() * 300);
    }
  }

  async function report(): Promise<void> {
    const cookie = await signUp();
    while (!isOver) {
      const key = randomUUID();
      const sent = { ...reportOf(`Report of ${key}`), key, cookie };
      const { text } = await insist('a report', [201], () => send(besieged, sent, PATIENCE_MS));
      reported.set(key, (JSON.parse(text) as { id: string }).id);
    }
  }

  /** One review per user: after a lost response the retry gets a conflict. */
  async function review(): Promise<void> {
    while (!isOver) {
      const mark = randomUUID();
      const cookie = await signUp({ subscriptionTier: 'premium' });
      const path = `/api/providers/${providers[reviewed.size % providers.length]}/reviews`;
      const body = { rating: 4, experience: `Review of ${mark}`, issueType: 'none' };
      const { status, text } = await insist('a review', [201, 409], () =>
        send(besieged, { path, body, cookie }, PATIENCE_MS),
      );
      reviewed.set(mark, status === 201 ? (JSON.parse(text) as { id: string }).id : '');
    }
  }

  const taken = new Set<string>();
  async function decide(): Promise<void> {
    const cookie = await signUp({ isAdmin: true });
    while (!isOver) {
      const id = [...reviewed.values()].find((one) => one !== '' && !taken.has(one));
      if (!id) {
        await sleep(100);
        continue;
      }
      taken.add(id);
      const path = `/api/admin/reviews/${id}/approve`;
      await insist('a decision', [200, 409], () =>
        send(besieged, { method: 'PUT', path, body: {}, cookie }, PATIENCE_MS),
      );
      decided.add(id);
    }
  }

  const kills: Record<string, number> = {};
  const victims: [string, () => Promise<unknown>][] = [
    ['web', () => webs[0]!.kill()],
    ['web', () => webs[1]!.kill()],
    ['worker', () => worker.kill()],
    [
      'edge',
      async () =>
        childrenOf(edge.pid)
          .slice(0, 1)
          .forEach((id) => process.kill(id, 'SIGKILL')),
    ],
    ['PostgreSQL', () => besieged.killDatabase()],
  ];
  async function killThem(): Promise<void> {
    const until = Date.now() + seconds * 1000;
    // Each at least once, then at random.
    const first = random.sample(victims, victims.length);
    while (Date.now() < until) {
      const [name, kill] = first.shift() ?? random.pick(victims);
      await kill();
      kills[name] = (kills[name] ?? 0) + 1;
      await sleep(random.between(500, 3500));
    }
  }

  const at = (count: number, work: () => Promise<void>) => Array.from({ length: count }, work);
  const people = [...at(REPORTERS, report), ...at(REVIEWERS, review), ...at(DECIDERS, decide)];
  await killThem();
  isOver = true;
  await Promise.all(people);

  const unsettled = async () =>
    Number(
      (
        await sql(
          'select count(*) as n from reports r where description like $1 and not exists (select from case_filings where filing_id = r.id)',
          ['Report of %'],
        )
      )[0]?.['n'],
    );
  const deadline = Date.now() + SETTLED_WITHIN_MS;
  while ((await unsettled()) > 0 && Date.now() < deadline) await sleep(500);

  const held = async (what: string, told: ReadonlyMap<string, string>, rows: Record<string, unknown>[]) => {
    const found = Map.groupBy(rows, ({ mark }) => String(mark));
    const lost = [...told.keys()].filter((mark) => !found.has(mark));
    const doubled = rows.length - new Set([...found.keys()].filter((mark) => told.has(mark))).size;
    outcome.lost += lost.length;
    outcome.doubled += doubled;
    if (lost.length + doubled > 0) outcome.findings.push(`${what}: ${lost.length} lost, ${doubled} doubled`);
  };
  await held(
    'reports',
    reported,
    await sql(
      `select replace(description, 'Report of ', '') as mark from reports where description like 'Report of %'`,
    ),
  );
  await held(
    'reviews',
    reviewed,
    await sql(`select replace(experience, 'Review of ', '') as mark from reviews where experience like 'Review of %'`),
  );
  const ofDecided = new Map([...decided].map((id) => [id, id]));
  await held(
    'decisions',
    ofDecided,
    await sql('select subject_id::text as mark from decisions where subject_id::text = any($1)', [[...taken]]),
  );
  await held(
    'reports in cases',
    new Map([...reported.values()].map((id) => [id, id])),
    await sql('select filing_id::text as mark from case_filings where filing_id::text = any($1)', [
      [...reported.values()],
    ]),
  );
  const verified = await verifyAudit(besieged.env).catch((error: Error) => error);
  if (verified instanceof Error) outcome.findings.push(`the audit does not verify: ${verified.message.slice(0, 300)}`);
  outcome.notes.push(
    `killed in ${seconds} s: ${Object.entries(kills)
      .map(([name, count]) => `${name} ${count}`)
      .join(', ')}; ${unanswered} calls went unanswered`,
    `${reported.size} reports, ${reviewed.size} reviews, ${decided.size} decisions`,
  );
  return outcome;
}
