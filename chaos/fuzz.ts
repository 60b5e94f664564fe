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
import { getEndpointName } from '../apps/server/test/support/contract-rules.ts';
import type { TestStack } from './test-stack.ts';
import {
  type GeneratorContext,
  listFields,
  hostileBody,
  hostileText,
  generateValid,
} from '../apps/server/test/support/value-generator.ts';
import { plantCanaries } from './leak-detector.ts';
import { trackAcknowledgedWrites } from './acknowledged-writes.ts';
import { toClientAddress, type HttpResponse, type HttpRequest } from './http-client.ts';
import { createCallerPool } from './callers.ts';
import { createOutcome, formatCounts, type Outcome } from './outcome.ts';

const MAX_CONCURRENT_REQUESTS = 24;
const ADDRESSES = 200;
const all: readonly EndpointDefinition[] = endpoints;
/** Tables of the entities that a path or a body can name. */
const entityIdsSql = `
  select id::text as id from (
    (select id from providers order by random() limit 30) union all (select id from fraud_alerts order by random() limit 40)
    union all (select id from reports order by random() limit 40) union all (select id from users order by random() limit 20)
    union all (select id from cases order by random() limit 30) union all (select id from reviews order by random() limit 20)
    union all (select id from experiences order by random() limit 20) union all (select id from appeals order by random() limit 20)
    union all (select id from decisions order by random() limit 20) union all (select id from proposals order by random() limit 20)
    union all (select id from admin_tasks order by random() limit 20) union all (select id from filing_questions order by random() limit 5)
  ) as things`;
const REFRESH_EVERY = 2000;

interface GeneratedRequest extends HttpRequest {
  /** Endpoint of the contract, or the path of a page. */
  name: string;
  /** Sending it twice has one effect. */
  isRepeatable: boolean;
}

const encode = (text: string) => encodeURIComponent(text.toWellFormed());

function generateQuery(
  chance: GeneratorContext,
  names: readonly string[],
  right: Record<string, unknown>,
  isHostile: boolean,
): string {
  const { random } = chance;
  const parameters = Object.entries(right).map(([name, value]) => `${name}=${encode(String(value))}`);
  if (isHostile) {
    const name = names.length > 0 && random.chance(0.85) ? random.pick(names) : `more${random.below(9)}`;
    parameters.push(`${name}=${random.chance(0.2) ? '%E0%A4%A' : encode(hostileText(random))}`);
  }
  return parameters.length > 0 ? `?${parameters.join('&')}` : '';
}

function generateCall(chance: GeneratorContext, endpoint: EndpointDefinition): GeneratedRequest {
  const { random, existingId } = chance;
  const isHostile = random.chance(0.55);
  const path = endpoint.path.replaceAll(/:\w+/g, () =>
    isHostile && random.chance(0.15) ? encode(hostileText(random).slice(0, 300)) || 'x' : existingId(),
  );
  const names = endpoint.query ? listFields(endpoint.query) : [];
  const right =
    endpoint.query && random.chance(0.8) ? (generateValid(chance, endpoint.query) as Record<string, unknown>) : {};
  const query = generateQuery(chance, names, right, isHostile && random.chance(endpoint.body ? 0.1 : 0.8));
  const headers: Record<string, string> = {};
  let body: HttpRequest['body'];
  if (endpoint.uploadBytes !== undefined) {
    headers['content-type'] = 'application/octet-stream';
    body = Buffer.from(hostileText(random));
  } else if (endpoint.method !== 'GET') {
    headers['content-type'] =
      isHostile && random.chance(0.05) ? random.pick(['text/plain', 'x', '']) : 'application/json';
    const validBody = endpoint.body ? generateValid(chance, endpoint.body) : {};
    body = isHostile ? hostileBody(random, validBody) : JSON.stringify(validBody);
  }
  if (endpoint.idempotencyKey && random.chance(0.8)) {
    headers[IDEMPOTENCY_KEY_HEADER] = isHostile && random.chance(0.05) ? 'short' : randomUUID();
  }
  return {
    name: getEndpointName(endpoint),
    method:
      isHostile && random.chance(0.03) ? random.pick(['HEAD', 'PATCH', 'OPTIONS', 'PUT', 'DELETE']) : endpoint.method,
    path: path + query,
    headers,
    body,
    isRepeatable: headers[IDEMPOTENCY_KEY_HEADER] !== undefined,
  };
}

function generatePageRequest(chance: GeneratorContext): GeneratedRequest {
  const { random, existingId } = chance;
  const page = random.chance(0.25)
    ? `/${random.pick(['provider', 'alerts', 'decisions', 'pictures/alerts', 'sitemaps'])}/${random.chance(0.8) ? existingId() : encode(hostileText(random).slice(0, 300))}`
    : random.pick(pages).path;
  const address = random.chance(0.15)
    ? `/fr${page}`
    : random.chance(0.1)
      ? `${page === '/' ? '/_root' : page}.data`
      : page;
  const isPost = random.chance(0.2);
  const name = `${isPost ? 'POST' : 'GET'} ${page}`;
  const path = address + generateQuery(chance, pageParameters, {}, random.chance(0.7));
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
const mayStayUnanswered = ({ body, path }: HttpRequest): boolean =>
  (body !== undefined && Buffer.byteLength(body) > 1_000_000) || path.length > 8000;

function recordErrors(outcome: Outcome, who: string, request: GeneratedRequest, response: HttpResponse): void {
  const { status, headers, text } = response;
  const isOverloadReply = status === 503 && headers['retry-after'] !== undefined;
  const isUnanswered = status === 0 && !mayStayUnanswered(request);
  if ((status < 500 && !isUnanswered) || isOverloadReply) return;
  outcome.errors += 1;
  const sent = String(request.body ?? '').slice(0, 300);
  outcome.findings.push(
    `${status} to ${who}: ${request.method} ${request.path.slice(0, 300)} ${sent} → ${text.slice(0, 120)}`,
  );
}

export async function fuzz(stack: TestStack, { seed, requests }: { seed: number; requests: number }): Promise<Outcome> {
  const outcome = createOutcome('fuzz');
  const { client, sql } = stack;
  const leaks = await plantCanaries(stack);
  const acknowledgedWrites = await trackAcknowledgedWrites(stack);
  const callers = createCallerPool(stack);
  const statuses = new Map<number, number>();
  const reached = new Set<string>();
  let ids: string[] = [];
  const refresh = async () => {
    ids = (await sql(entityIdsSql)).map(({ id }) => String(id));
  };
  await refresh();

  async function send(who: string, request: GeneratedRequest): Promise<HttpResponse> {
    const response = await client.send(request);
    outcome.tried += 1;
    statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
    if (response.status >= 200 && response.status < 400) reached.add(request.name);
    recordErrors(outcome, who, request, response);
    for (const what of leaks.findIn(who, request.name, response)) {
      outcome.leaked += 1;
      outcome.findings.push(`${request.method} ${request.path.slice(0, 200)} tells ${who} ${what}`);
    }
    return response;
  }

  async function sendOne(index: number): Promise<void> {
    const random = new Random(seed, 'request', index);
    const chance: GeneratorContext = {
      random,
      existingId: () => (random.chance(0.9) && ids.length > 0 ? random.pick(ids) : randomUUID()),
    };
    const endpoint = random.chance(0.1) ? undefined : random.pick(all);
    // Half of the requests use a caller with access, to test the code behind the access check.
    const allowedCallers = endpoint && random.chance(0.5) ? callers.listAllowed(endpoint) : [];
    const who = random.pick(allowedCallers.length > 0 ? allowedCallers : callers.names);
    const request = endpoint ? generateCall(chance, endpoint) : generatePageRequest(chance);
    const { cookie } = await callers.get(who);
    const headers = { ...request.headers, ...(cookie && { cookie }), 'accept-encoding': 'identity' };
    const fullRequest = { ...request, headers, from: toClientAddress(random.below(ADDRESSES)) };
    const response = await send(who, fullRequest);
    // With another method it is another endpoint.
    if (!request.name.startsWith(`${request.method} `)) return;
    const first = acknowledgedWrites.record(request.name, response.status, response.text);
    if (!request.isRepeatable || !random.chance(0.5) || response.status === 0) return;
    const again = await send(who, fullRequest);
    const second = acknowledgedWrites.record(request.name, again.status, again.text);
    if (!first || !second || second.id === first.id) return;
    // Another call may have signed the caller out in between: the second request is then a visitor's, which needs a
    // confirmation by email.
    if (cookie && !first.mailed && second.mailed) return;
    outcome.doubled += 1;
    outcome.findings.push(`${request.name} acknowledged ${first.id}, and ${second.id} when it came again`);
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
  await Promise.all(Array.from({ length: MAX_CONCURRENT_REQUESTS }, sender));
  const seconds = (performance.now() - started) / 1000;
  await acknowledgedWrites.verify(outcome);
  outcome.notes.push(
    `seed ${seed}, ${Math.round(outcome.tried / seconds)} a second; ${formatCounts(statuses)}`,
    `${all.filter((one) => reached.has(getEndpointName(one))).length} of ${all.length} endpoints answered with a success at least once`,
  );
  return outcome;
}
