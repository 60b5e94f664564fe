/**
 * Generates requests from the contract: every endpoint, as every kind of caller, with valid and with hostile values;
 * and every page. No response may be a 5xx or contain a secret, and each acknowledged write must exist exactly once.
 */
import { randomUUID } from 'node:crypto';
import { type EndpointDefinition, IDEMPOTENCY_KEY_HEADER } from '@hakiki/contract/endpoint';
import { endpoints } from '@hakiki/contract/endpoints';
import { pages } from '@hakiki/contract/pages';
import { pageParameters } from '@hakiki/contract/site';
import { Random } from '../apps/server/src/seed/random.ts';
import { nameOf } from '../apps/server/test/contract-rules.ts';
import type { Besieged } from './besieged.ts';
import { type Chance, fieldsOf, hostileBody, hostileText, valueFor } from './generate.ts';
import { plant } from './leaks.ts';
import { openLedger } from './ledger.ts';
import { addressOf, type Answer, type Asked } from './line.ts';
import { seatPeople } from './people.ts';
import { type Outcome, outcomeOf } from './table.ts';

const AT_ONCE = 24;
const ADDRESSES = 200;
const all: readonly EndpointDefinition[] = endpoints;
/** Tables of the entities that a path or a body can name. */
const namedThings = `
  select id::text as id from (
    (select id from providers order by random() limit 30) union all (select id from fraud_alerts order by random() limit 40)
    union all (select id from reports order by random() limit 40) union all (select id from users order by random() limit 20)
    union all (select id from cases order by random() limit 30) union all (select id from reviews order by random() limit 20)
    union all (select id from experiences order by random() limit 20) union all (select id from appeals order by random() limit 20)
    union all (select id from decisions order by random() limit 20) union all (select id from proposals order by random() limit 20)
    union all (select id from admin_tasks order by random() limit 20) union all (select id from filing_questions order by random() limit 5)
  ) as things`;
const REFRESH_EVERY = 2000;

interface Generated extends Asked {
  /** Endpoint of the contract, or the path of a page. */
  name: string;
  /** Sending it twice has one effect. */
  isRepeatable: boolean;
}

const encode = (text: string) => encodeURIComponent(text.toWellFormed());

function queryOf(chance: Chance, names: readonly string[], right: Record<string, unknown>, isHostile: boolean): string {
  const { random } = chance;
  const given = Object.entries(right).map(([name, value]) => `${name}=${encode(String(value))}`);
  if (isHostile) {
    const name = names.length > 0 && random.chance(0.85) ? random.pick(names) : `more${random.below(9)}`;
    given.push(`${name}=${random.chance(0.2) ? '%E0%A4%A' : encode(hostileText(random))}`);
  }
  return given.length > 0 ? `?${given.join('&')}` : '';
}

function callOf(chance: Chance, endpoint: EndpointDefinition): Generated {
  const { random, anId } = chance;
  const isHostile = random.chance(0.55);
  const path = endpoint.path.replaceAll(/:\w+/g, () =>
    isHostile && random.chance(0.15) ? encode(hostileText(random).slice(0, 300)) || 'x' : anId(),
  );
  const names = endpoint.query ? fieldsOf(endpoint.query) : [];
  const right =
    endpoint.query && random.chance(0.8) ? (valueFor(chance, endpoint.query) as Record<string, unknown>) : {};
  const query = queryOf(chance, names, right, isHostile && random.chance(endpoint.body ? 0.1 : 0.8));
  const headers: Record<string, string> = {};
  let body: Asked['body'];
  if (endpoint.uploadBytes !== undefined) {
    headers['content-type'] = 'application/octet-stream';
    body = Buffer.from(hostileText(random));
  } else if (endpoint.method !== 'GET') {
    headers['content-type'] =
      isHostile && random.chance(0.05) ? random.pick(['text/plain', 'x', '']) : 'application/json';
    const asked = endpoint.body ? valueFor(chance, endpoint.body) : {};
    body = isHostile ? hostileBody(random, asked) : JSON.stringify(asked);
  }
  if (endpoint.idempotencyKey && random.chance(0.8)) {
    headers[IDEMPOTENCY_KEY_HEADER] = isHostile && random.chance(0.05) ? 'short' : randomUUID();
  }
  return {
    name: nameOf(endpoint),
    method:
      isHostile && random.chance(0.03) ? random.pick(['HEAD', 'PATCH', 'OPTIONS', 'PUT', 'DELETE']) : endpoint.method,
    path: path + query,
    headers,
    body,
    isRepeatable: headers[IDEMPOTENCY_KEY_HEADER] !== undefined,
  };
}

function pageOf(chance: Chance): Generated {
  const { random, anId } = chance;
  const page = random.chance(0.25)
    ? `/${random.pick(['provider', 'alerts', 'decisions', 'pictures/alerts', 'sitemaps'])}/${random.chance(0.8) ? anId() : encode(hostileText(random).slice(0, 300))}`
    : random.pick(pages).path;
  const address = random.chance(0.15)
    ? `/fr${page}`
    : random.chance(0.1)
      ? `${page === '/' ? '/_root' : page}.data`
      : page;
  const isPost = random.chance(0.2);
  const name = `${isPost ? 'POST' : 'GET'} ${page}`;
  const path = address + queryOf(chance, pageParameters, {}, random.chance(0.7));
  if (!isPost) return { name, method: 'GET', path, isRepeatable: false };
  const fields = random.sample(
    ['email', 'password', 'description', 'reportType', 'severity', 'token', 'code', 'intent'],
    3,
  );
  return {
    name,
    method: 'POST',
    path,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: fields.map((field) => `${field}=${encode(hostileText(random))}`).join('&'),
    isRepeatable: false,
  };
}

/** The edge may close the connection on a body that is too large. */
const mayGoUnanswered = ({ body, path }: Asked): boolean =>
  (body !== undefined && Buffer.byteLength(body) > 1_000_000) || path.length > 8000;

function judge(outcome: Outcome, who: string, asked: Generated, answer: Answer): void {
  const { status, headers, text } = answer;
  const isRefusal = status === 503 && headers['retry-after'] !== undefined;
  const isUnanswered = status === 0 && !mayGoUnanswered(asked);
  if ((status < 500 && !isUnanswered) || isRefusal) return;
  outcome.errors += 1;
  const sent = String(asked.body ?? '').slice(0, 300);
  outcome.findings.push(
    `${status} to ${who}: ${asked.method} ${asked.path.slice(0, 300)} ${sent} → ${text.slice(0, 120)}`,
  );
}

export async function fuzz(
  besieged: Besieged,
  { seed, requests }: { seed: number; requests: number },
): Promise<Outcome> {
  const outcome = outcomeOf('fuzz');
  const { line, sql } = besieged;
  const leaks = await plant(besieged);
  const ledger = await openLedger(besieged);
  const seats = seatPeople(besieged);
  const statuses = new Map<number, number>();
  const reached = new Set<string>();
  let ids: string[] = [];
  const refresh = async () => {
    ids = (await sql(namedThings)).map(({ id }) => String(id));
  };
  await refresh();

  async function send(who: string, asked: Generated): Promise<Answer> {
    const answer = await line.ask(asked);
    outcome.tried += 1;
    statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
    if (answer.status >= 200 && answer.status < 400) reached.add(asked.name);
    judge(outcome, who, asked, answer);
    for (const what of leaks.findIn(who, asked.name, answer)) {
      outcome.leaked += 1;
      outcome.findings.push(`${asked.method} ${asked.path.slice(0, 200)} tells ${who} ${what}`);
    }
    return answer;
  }

  async function sendOne(index: number): Promise<void> {
    const random = new Random(seed, 'request', index);
    const chance: Chance = {
      random,
      anId: () => (random.chance(0.9) && ids.length > 0 ? random.pick(ids) : randomUUID()),
    };
    const endpoint = random.chance(0.1) ? undefined : random.pick(all);
    // Half of the requests use a caller with access, to test the code behind the access check.
    const welcome = endpoint && random.chance(0.5) ? seats.letInto(endpoint) : [];
    const who = random.pick(welcome.length > 0 ? welcome : seats.names);
    const asked = endpoint ? callOf(chance, endpoint) : pageOf(chance);
    const { cookie } = await seats.at(who);
    const headers = { ...asked.headers, ...(cookie && { cookie }), 'accept-encoding': 'identity' };
    const whole = { ...asked, headers, from: addressOf(random.below(ADDRESSES)) };
    const answer = await send(who, whole);
    // With another method it is another endpoint.
    if (!asked.name.startsWith(`${asked.method} `)) return;
    const first = ledger.note(asked.name, answer.status, answer.text);
    if (!asked.isRepeatable || !random.chance(0.5) || answer.status === 0) return;
    const again = await send(who, whole);
    const second = ledger.note(asked.name, again.status, again.text);
    if (!first || !second || second.id === first.id) return;
    // Another call may have signed the caller out in between: the second request is then a visitor's, which needs a
    // confirmation by email.
    if (cookie && !first.mailed && second.mailed) return;
    outcome.doubled += 1;
    outcome.findings.push(`${asked.name} acknowledged ${first.id}, and ${second.id} when it came again`);
  }

  let next = 0;
  const sender = async () => {
    while (outcome.tried < requests) {
      const index = next;
      next += 1;
      if (index % REFRESH_EVERY === REFRESH_EVERY - 1) await refresh();
      await sendOne(index);
    }
  };
  const started = performance.now();
  await Promise.all(Array.from({ length: AT_ONCE }, sender));
  const seconds = (performance.now() - started) / 1000;
  await ledger.settle(outcome);
  const told = [...statuses].toSorted(([one], [other]) => one - other).map(([status, count]) => `${status}: ${count}`);
  outcome.notes.push(
    `seed ${seed}, ${Math.round(outcome.tried / seconds)} a second; ${told.join(', ')}`,
    `${all.filter((one) => reached.has(nameOf(one))).length} of ${all.length} endpoints answered with a success at least once`,
  );
  return outcome;
}
