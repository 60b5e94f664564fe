/**
 * Brigading: a thousand accounts and visitors from two hundred addresses write reports, experiences and reviews against
 * one honest provider, to damage it and to bury the one true case. Limits are those of production.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { solveProofOfWork } from '../apps/server/test/support/proof-of-work.ts';
import { makeProvider } from '../apps/server/test/support/factories.ts';
import { Random } from '../apps/server/src/seed/random.ts';
import type { TestStack } from './test-stack.ts';
import { countServerError, createReport, sendJson, type JsonRequest, signUp } from './honest-reporters.ts';
import { trackAcknowledgedWrites } from './acknowledged-writes.ts';
import { toClientAddress } from './http-client.ts';
import { type Outcome, createOutcome } from './outcome.ts';

interface Size {
  seed: number;
  senders: number;
  addresses: number;
  /** Maximum time until an honest reporter has a receipt. */
  maxHonestMs: number;
}

const MAX_CONCURRENT_ATTACKERS = 16;
const HONEST_REPORTERS = 20;
const MAX_GROUPING_MS = 300_000;
const FIRST_PAGE = 100;

const falseTexts = [
  'They stole my money and laugh about it.',
  'Nobody was ever paid out, all of it is a lie.',
  'The office does not exist and the director is in prison.',
  'My cousin lost a house to these thieves.',
  'Every good review is bought, believe nobody.',
  'They sell the data of their customers to gangs.',
  'I was threatened when I asked for my coins.',
];
const trueReportText =
  'Kweli Harvest Pool has stopped all payments since Monday and asks for a fee; see kweli-harvest-demo.example';

const listPublicPaths = (providerId: string) => [
  `/api/providers/${providerId}`,
  `/api/providers/${providerId}/reviews`,
  `/api/providers/${providerId}/reviews/summary`,
  `/api/providers/${providerId}/history`,
  `/api/providers/${providerId}/similar`,
  '/api/experiences?limit=50',
  '/api/reports/figures',
  '/api/reports',
  '/api/fraud-alerts',
  '/api/fraud-alerts/active',
  '/api/stats',
  `/provider/${providerId}`,
];

export async function testBrigading(
  stack: TestStack,
  { seed, senders, addresses, maxHonestMs }: Size,
): Promise<Outcome> {
  const outcome = createOutcome('smear');
  const { client, directClient, database, sql } = stack;
  const provider = await makeProvider(database.db, { name: 'Honest Baobab Exchange', verificationStatus: 'Verified' });
  /** Uncached reads. */
  const readPublic = () =>
    Promise.all(
      listPublicPaths(provider.id).map(async (path) => (await directClient.send({ method: 'GET', path })).text),
    );
  const before = await readPublic();
  const ledger = await trackAcknowledgedWrites(stack);
  const refused = { limited: 0, other: 0 };

  async function sendOne(name: string, sent: JsonRequest) {
    const response = await sendJson(stack, sent);
    countServerError(outcome, name, response);
    ledger.record(name, response.status, response.text);
    if (response.status === 429) refused.limited += 1;
    else if (response.status >= 400) refused.other += 1;
    return response;
  }
  const prove = async (from: string) => {
    const { status, text } = await client.send({ method: 'GET', path: '/api/proof-of-work', from });
    return status === 200
      ? solveProofOfWork((JSON.parse(text) as { challenge: Parameters<typeof solveProofOfWork>[0] }).challenge)
      : undefined;
  };

  /** Every other attacker has an account, and every fourth of those may review. */
  async function attack(index: number): Promise<void> {
    const random = new Random(seed, 'liar', index);
    const from = toClientAddress(index % addresses);
    const falseText = () => Array.from({ length: random.between(2, 5) }, () => random.pick(falseTexts)).join(' ');
    const about = random.chance(0.8) ? { providerId: provider.id } : {};
    const text = () => (about.providerId ? falseText() : `${provider.name}: ${falseText()}`);
    const isMember = index % 2 === 0;
    const { cookie } = isMember
      ? await signUp(stack, index % 8 === 0 ? { subscriptionTier: 'premium' } : {})
      : { cookie: '' };
    const proven = async (sent: JsonRequest): Promise<JsonRequest> => {
      const proof = isMember ? undefined : await prove(from);
      return { ...sent, from, cookie, body: { ...sent.body, ...(proof && { proof }) } };
    };
    await sendOne('POST /api/reports', await proven(createReport(text(), { ...about, severity: 'Critical' })));
    const experience = {
      providerName: provider.name,
      rating: 1,
      experience: falseText(),
      email: `liar${index}@example.com`,
    };
    await sendOne('POST /api/experiences', await proven({ path: '/api/experiences', body: experience }));
    if (!isMember) return;
    const review = { rating: 1, experience: falseText(), issueType: 'none' };
    const path = `/api/providers/${provider.id}/reviews`;
    await sendOne('POST /api/providers/:id/reviews', { path, body: review, cookie, from });
  }

  const waits: number[] = [];
  const trueReports: string[] = [];
  async function reportHonestly(index: number): Promise<void> {
    const isTrueCase = index % 7 === 3;
    const told = isTrueCase
      ? trueReportText
      : `A broker of the street number ${index * 7919} sold me what it never had, ${index}.`;
    const { cookie } = await signUp(stack);
    const { status, text, ms } = await sendOne('POST /api/reports', {
      ...createReport(told, { severity: 'High' }),
      cookie,
      from: toClientAddress(5000 + index),
    });
    waits.push(ms);
    if (status === 201 && isTrueCase) trueReports.push((JSON.parse(text) as { id: string }).id);
    if (status === 201 && ms <= maxHonestMs) return;
    outcome.delayed += 1;
    outcome.findings.push(`an honest report was answered ${status} after ${Math.round(ms)} ms`);
  }

  const every = Math.floor(senders / HONEST_REPORTERS);
  let next = 0;
  const sender = async () => {
    while (next < senders) {
      const index = next;
      next += 1;
      await attack(index);
      if (index % every === every - 1) await reportHonestly(Math.floor(index / every));
    }
  };
  await Promise.all(Array.from({ length: MAX_CONCURRENT_ATTACKERS }, sender));

  const waiting = async () =>
    Number(
      (await sql(`select count(*) as n from pgboss.job where name = 'filings.examine' and state < 'completed'`))[0]?.[
        'n'
      ],
    );
  const deadline = Date.now() + MAX_GROUPING_MS;
  while ((await waiting()) > 0 && Date.now() < deadline) await sleep(500);

  const after = await readPublic();
  listPublicPaths(provider.id).forEach((path, place) => {
    if (after[place] !== before[place]) outcome.findings.push(`${path} has changed, and no moderator changed it`);
  });
  await ledger.verify(outcome);

  const cases = await checkTrueCase(stack, outcome, provider.id, trueReports[0]);
  outcome.notes.push(
    `${senders} senders from ${addresses} addresses: ${refused.limited} refused by limits, ${refused.other} otherwise; ${cases} cases about the provider`,
    `honest reports waited ${Math.round(Math.max(...waits))} ms at most`,
  );
  return outcome;
}

/** The true case must be on the first page of the queue. Returns the number of cases about the provider. */
async function checkTrueCase(
  stack: TestStack,
  outcome: Outcome,
  providerId: string,
  trueReportId: string | undefined,
): Promise<number> {
  const { client, sql } = stack;
  const [found] = await sql('select case_id as id from case_filings where filing_id = $1', [trueReportId]);
  const [cases] = await sql(
    `select count(distinct case_id)::int as n from case_filings join reports on reports.id = filing_id
     where provider_id = $1`,
    [providerId],
  );
  const { cookie } = await signUp(stack, { isModerator: true });
  for (const order of ['oldest', 'largest']) {
    const path = `/api/admin/cases?order=${order}&limit=${FIRST_PAGE}`;
    const { text } = await client.send({ method: 'GET', path, headers: { cookie } });
    const place = (JSON.parse(text) as { id: string }[]).findIndex(({ id }) => id === found?.['id']);
    if (place === -1) outcome.findings.push(`the true case is not on the first page of the ${order}`);
    outcome.notes.push(`the true case is number ${place + 1} of the ${order}`);
  }
  return Number(cases?.['n']);
}
