/**
 * Measures an incoming report: key, report, filing, audit entry and job in one transaction, over HTTP, against the same
 * statements run by bare pg behind bare node:http. The product's additional work (authentication, rate limits,
 * encryption, validation) counts against it.
 */
import { randomUUID } from 'node:crypto';
import { IDEMPOTENCY_KEY_HEADER } from '@hakiki/contract/endpoint';
import { NewReport, submitReport } from '@hakiki/contract/reports';
import pg from 'pg';
import { createLimiter, createServices, jobsEnqueuedByServer } from '../apps/server/src/app.ts';
import { readSettings } from '../apps/server/src/platform/config/settings.ts';
import { openDatabase } from '../apps/server/src/platform/db/database.ts';
import { createIdempotencyContext } from '../apps/server/src/platform/idempotency/idempotency.ts';
import { openQueue } from '../apps/server/src/platform/jobs/jobs.ts';
import { createLog } from '../apps/server/src/platform/log/log.ts';
import { makeSession, makeUser } from '../apps/server/test/support/factories.ts';
import { fillDirectory } from './databases.ts';
import { type Run, startBareServer, startProduct, withServer } from './processes.ts';
import { asMilliseconds, asPerSecond, asRatio, atLeast, ResultTable } from './report.ts';
import { createTemplate, type SentStatement, type StatementTemplate } from './transaction-template.ts';
import { compareWithBaseline } from './wrk.ts';

interface Intake {
  /** Headers of a reporter's browser, without the idempotency key. */
  headers: Record<string, string>;
  post: { body: string; keyHeader: string };
  path: string;
  /** The transaction of one report, to be repeated with new ids. */
  transaction: StatementTemplate[];
}

const report = {
  reportType: 'withdrawal_issues',
  severity: 'High',
  description: 'My withdrawal has been pending for a month, and support asks for a fee before it can go on. '.repeat(5),
  reporterLocation: 'kenya',
};

export async function measureIntake({ cluster, sizes: [size], pace, folder, say }: Run): Promise<ResultTable> {
  const results = new ResultTable([size]);
  const databaseUrl = await fillDirectory(cluster, size);
  say('reports that arrive, against the same transaction of bare pg');
  const { transaction: template, path, headers, post } = await prepareIntake(databaseUrl);
  const sent = { paths: [path], headers, post };
  await withServer(startProduct(databaseUrl), (product) =>
    withServer(startBareServer(folder, { kind: 'transaction', template }, databaseUrl), async (bare) => {
      const pair = [
        { server: product, ...sent },
        { server: bare, ...sent },
      ] as const;
      const { speed, us } = await compareWithBaseline(...pair, { ...pace, connections: 32 });
      results.write('report, POST, of bare pg', size, speed, { show: asRatio, goal: atLeast(0.4) });
      results.write('report, POST: reports', size, us.requestsPerSecond, { show: asPerSecond });
      results.write('report, POST: p50', size, us.p50Ms, { show: asMilliseconds });
      results.write('report, POST: p99', size, us.p99Ms, { show: asMilliseconds });
    }),
  );
  return results;
}

export async function prepareIntake(databaseUrl: string): Promise<Intake> {
  const settings = readSettings({ NODE_ENV: 'test', DATABASE_URL: databaseUrl });
  const log = createLog('silent');
  const database = openDatabase(settings, log);
  const queue = openQueue(databaseUrl, log, jobsEnqueuedByServer);
  const limiter = createLimiter({ database, log, settings });
  const { accounts, directory, publicForms } = createServices({ database, queue, limiter, log, settings });
  try {
    const [provider] = (await directory.list({ sort: 'newest', limit: 1, offset: 0 })).rows;
    const sent = { ...report, providerId: provider!.id };
    const { id: userId } = await makeUser(database.db);
    const { token } = await makeSession(database.db, { userId });
    const cookie = `session=${token}`;
    const actor = await accounts.authenticate(new Request('http://localhost', { headers: { cookie } }), {
      isPolled: false,
    });
    const accept = () =>
      publicForms.submit({
        kind: 'report',
        content: NewReport.parse(sent),
        actor,
        proof: undefined,
        email: undefined,
        language: undefined,
        repeat: createIdempotencyContext({ call: 'POST /api/reports', who: userId, key: randomUUID(), body: sent }),
      });
    // The first call creates the queue.
    await accept();
    const [one, other] = [await recordStatements(accept), await recordStatements(accept)];
    return {
      path: submitReport.path,
      // The cookie name of production.
      headers: { 'Content-Type': 'application/json', Cookie: `__Host-${cookie}` },
      post: { body: JSON.stringify(sent), keyHeader: IDEMPOTENCY_KEY_HEADER },
      transaction: createTemplate(one, other),
    };
  } finally {
    limiter.close();
    await queue.stop();
    await database.close();
  }
}

type Query = (this: pg.Client, config: string | pg.QueryConfig, values?: unknown[]) => unknown;

/** Records the statements that are sent to PostgreSQL meanwhile. */
async function recordStatements(task: () => Promise<unknown>): Promise<SentStatement[]> {
  const sent: SentStatement[] = [];
  const prototype = pg.Client.prototype as { query: unknown };
  const send = prototype.query as Query;
  prototype.query = function (this: pg.Client, config: string | pg.QueryConfig, values?: unknown[]) {
    const given = typeof config === 'string' ? { text: config } : config;
    sent.push({ text: given.text, values: values ?? given.values ?? [] });
    return Reflect.apply(send, this, arguments) as unknown;
  };
  try {
    await task();
  } finally {
    prototype.query = send;
  }
  return sent;
}
