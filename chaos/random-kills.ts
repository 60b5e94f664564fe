/**
 * Kills each process with SIGKILL at random while reports, reviews and decisions are sent. Each acknowledged write must
 * exist exactly once; unacknowledged ones are sent again.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Random } from '../apps/server/src/seed/random.ts';
import { createTextMark, verifyAudit } from '../tools/product.ts';
import { listChildPids } from '../tools/supervised.ts';
import type { TestStack } from './test-stack.ts';
import { countServerError, createReport, sendJson, signUp as signUpOnce } from './honest-reporters.ts';
import type { HttpResponse } from './http-client.ts';
import { type Outcome, createOutcome } from './outcome.ts';

const REPORTERS = 6;
const REVIEWERS = 2;
const DECIDERS = 2;
const TIMEOUT_MS = 15_000;
/** After the last kill: every report is grouped, sealed and stored. */
const MAX_PROCESSING_MS = 120_000;

export async function killAtRandom(
  stack: TestStack,
  { seed, seconds }: { seed: number; seconds: number },
): Promise<Outcome> {
  const outcome = createOutcome('kill -9');
  const { sql, webs, worker, edge } = stack;
  const random = new Random(seed, 'kill');
  let isOver = false;
  let unanswered = 0;
  const reported = new Map<string, string>();
  const reviewed = new Map<string, string>();
  const decided = new Set<string>();
  const providers = (await sql('select id from providers where is_public limit 50')).map(({ id }) => String(id));

  /** Retries, because this connection to the database breaks, too. */
  async function signUp(overrides: Parameters<typeof signUpOnce>[1] = {}): Promise<string> {
    for (;;) {
      const cookie = await signUpOnce(stack, overrides).catch(() => undefined);
      if (cookie) return cookie;
      await sleep(200);
    }
  }

  /** Retries until one of these status codes, as an outbox does. */
  async function retryUntil(
    what: string,
    expectedStatuses: readonly number[],
    attempt: () => Promise<HttpResponse>,
  ): Promise<HttpResponse> {
    for (;;) {
      const response = await attempt();
      if (response.status === 0) unanswered += 1;
      countServerError(outcome, what, response);
      if (expectedStatuses.includes(response.status)) return response;
      if (response.status >= 400 && response.status < 500) {
        outcome.findings.push(`${what} was refused with ${response.status}: ${response.text.slice(0, 200)}`);
        return response;
      }
      await sleep(100 + Math.random() * 300);
    }
  }

  async function report(): Promise<void> {
    const cookie = await signUp();
    while (!isOver) {
      const key = randomUUID();
      const sent = { ...createReport(`Report of ${key}`), key, cookie };
      const { text } = await retryUntil('a report', [201], () => sendJson(stack, sent, TIMEOUT_MS));
      reported.set(key, (JSON.parse(text) as { id: string }).id);
    }
  }

  /** One review per user: after a lost response the retry gets a conflict. */
  async function review(): Promise<void> {
    while (!isOver) {
      const mark = createTextMark();
      const cookie = await signUp({ subscriptionTier: 'premium' });
      const path = `/api/providers/${providers[reviewed.size % providers.length]}/reviews`;
      const body = { rating: 4, experience: `Review of ${mark}`, issueType: 'none' };
      const { status, text } = await retryUntil('a review', [201, 409], () =>
        sendJson(stack, { path, body, cookie }, TIMEOUT_MS),
      );
      reviewed.set(mark, status === 201 ? (JSON.parse(text) as { id: string }).id : '');
    }
  }

  const claimedReviewIds = new Set<string>();
  async function decide(): Promise<void> {
    const cookie = await signUp({ isAdmin: true });
    while (!isOver) {
      const id = [...reviewed.values()].find((one) => one !== '' && !claimedReviewIds.has(one));
      if (!id) {
        await sleep(100);
        continue;
      }
      claimedReviewIds.add(id);
      const path = `/api/admin/reviews/${id}/approve`;
      await retryUntil('a decision', [200, 409], () =>
        sendJson(stack, { method: 'PUT', path, body: {}, cookie }, TIMEOUT_MS),
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
        listChildPids(edge.pid)
          .slice(0, 1)
          .forEach((id) => process.kill(id, 'SIGKILL')),
    ],
    ['PostgreSQL', () => stack.killDatabase()],
  ];
  async function killProcesses(): Promise<void> {
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
  const userTasks = [...at(REPORTERS, report), ...at(REVIEWERS, review), ...at(DECIDERS, decide)];
  await killProcesses();
  isOver = true;
  await Promise.all(userTasks);

  const countUngrouped = async () =>
    Number(
      (
        await sql(
          'select count(*) as n from reports r where description like $1 and not exists (select from case_filings where filing_id = r.id)',
          ['Report of %'],
        )
      )[0]?.['n'],
    );
  const deadline = Date.now() + MAX_PROCESSING_MS;
  while ((await countUngrouped()) > 0 && Date.now() < deadline) await sleep(500);

  const compareWithDatabase = async (
    what: string,
    acknowledged: ReadonlyMap<string, string>,
    rows: Record<string, unknown>[],
  ) => {
    const found = Map.groupBy(rows, ({ mark }) => String(mark));
    const lost = [...acknowledged.keys()].filter((mark) => !found.has(mark));
    const doubled = rows.length - new Set([...found.keys()].filter((mark) => acknowledged.has(mark))).size;
    outcome.lost += lost.length;
    outcome.doubled += doubled;
    if (lost.length + doubled > 0) outcome.findings.push(`${what}: ${lost.length} lost, ${doubled} doubled`);
  };
  await compareWithDatabase(
    'reports',
    reported,
    await sql(
      `select replace(description, 'Report of ', '') as mark from reports where description like 'Report of %'`,
    ),
  );
  await compareWithDatabase(
    'reviews',
    reviewed,
    await sql(`select replace(experience, 'Review of ', '') as mark from reviews where experience like 'Review of %'`),
  );
  const decidedIds = new Map([...decided].map((id) => [id, id]));
  await compareWithDatabase(
    'decisions',
    decidedIds,
    await sql('select subject_id::text as mark from decisions where subject_id::text = any($1)', [
      [...claimedReviewIds],
    ]),
  );
  await compareWithDatabase(
    'reports in cases',
    new Map([...reported.values()].map((id) => [id, id])),
    await sql('select filing_id::text as mark from case_filings where filing_id::text = any($1)', [
      [...reported.values()],
    ]),
  );
  const verified = await verifyAudit(stack.env).catch((error: Error) => error);
  if (verified instanceof Error) outcome.findings.push(`the audit does not verify: ${verified.message.slice(0, 300)}`);
  outcome.notes.push(
    `killed in ${seconds} s: ${Object.entries(kills)
      .map(([name, count]) => `${name} ${count}`)
      .join(', ')}; ${unanswered} calls went unanswered`,
    `${reported.size} reports, ${reviewed.size} reviews, ${decided.size} decisions`,
  );
  return outcome;
}
