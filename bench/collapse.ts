/**
 * Simulates the two days after the collapse of a scheme with its own clock: thousands report the same scheme, and among
 * them are victims of something else. Three moderators work off the queue as the screens offer it, with the reading
 * time of a person.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { devNull, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { directoryCountries } from '@hakiki/contract/countries';
import type { Task } from '@hakiki/contract/tasks-admin';
import type { CaseDetail, CaseFiling, CaseSample, decideCase, showMoreOfCase } from '@hakiki/contract/triage-admin';
import type { ReplyOf } from '@hakiki/contract/endpoint';
import pg from 'pg';
import { createCasesService } from '../apps/server/src/modules/cases/service.ts';
import { createIndicatorsService } from '../apps/server/src/modules/indicators/service.ts';
import { type Database, openDatabase } from '../apps/server/src/platform/db/database.ts';
import { migrate } from '../apps/server/src/platform/db/migrate.ts';
import { uuidv7 } from '../apps/server/src/platform/db/uuid.ts';
import { createLog } from '../apps/server/src/platform/log/log.ts';
import { generateKeyPair } from '../apps/server/src/platform/sealing/sealed-box.ts';
import { Random } from '../apps/server/src/seed/random.ts';
import { makeSession, makeUser } from '../apps/server/test/support/factories.ts';
import type { Cluster } from '../tools/pg.ts';
import type { Running } from './processes.ts';
import { median } from './report.ts';

export const APP_SECRET = 'a secret that only the benchmark knows';
const HOUR = 3600;
const DAYS = 2;
const STEP_SECONDS = HOUR / 2;
/** Working hours of the moderators, on each day. */
const workingHours = { from: 6 * HOUR, to: 20 * HOUR };
/** Time that a person needs to read or decide. */
const readingSeconds = { first: 25, further: 4, verdict: 6 } as const;
/** From this number of reports on, the moderator reads a sample. */
const SAMPLE_FROM = 100;
const reason = {
  approve: 'Several people tell the same, with evidence.',
  reject: 'What was sent shows no sign of fraud.',
};

type Truth = 'scheme' | 'true' | 'noise';

interface SimulatedReport {
  id: string;
  truth: Truth;
  /** Seconds since the start. */
  at: number;
  title: string;
  description: string;
  country: string;
  provider: string | null;
}

const SCHEME = 'Karibu Yield';
const schemeSentences = [
  'Karibu Yield promised four percent a day and paid until Friday.',
  'Since Friday nothing is paid out any more and the office is closed.',
  'My whole savings group has put its money there.',
  'The app asks for a release fee before a withdrawal.',
  'The people who brought us in have left the chat.',
  'I sold a cow for it and have nothing left.',
  'They say the exchange was attacked and that we must wait.',
  'My sister and two neighbours lost the school fees.',
];
const syllables = ['ba', 'do', 'fe', 'gu', 'ka', 'lo', 'mi', 'nu', 'pa', 're', 'shi', 'tu', 'va', 'wo', 'ye', 'zi'];

/** Most reports come in the first hours; the others come as on any other day. */
function* generateReports(reports: number, others: number): Generator<SimulatedReport> {
  const random = new Random(29, 'collapse');
  const word = () => random.pick(syllables) + random.pick(syllables) + random.pick(syllables);
  for (let n = 0; n < reports; n += 1) {
    const reportItem = Array.from({ length: 4 }, () => random.pick(schemeSentences)).join(' ');
    const named = random.chance(0.85) ? ' See karibu-yield-demo.example' : '';
    yield {
      id: uuidv7(),
      truth: 'scheme',
      at: Math.floor(DAYS * 24 * HOUR * random.nextFraction() ** 2),
      title: `${SCHEME}: ${word()} ${word()}`,
      description: `${SCHEME} took R${random.between(1, 90)} 000. ${reportItem}${named}`,
      country: random.pick(directoryCountries),
      provider: random.chance(0.7) ? SCHEME : null,
    };
  }
  for (let n = 0; n < others; n += 1) {
    const isTrue = random.chance(0.6);
    const name = `${word()}${word()}`;
    yield {
      id: uuidv7(),
      truth: isTrue ? 'true' : 'noise',
      at: Math.floor(DAYS * 24 * HOUR * random.nextFraction()),
      title: isTrue ? `${name} pays nothing back` : `${name} ${word()}`,
      description: `${Array.from({ length: 30 }, word).join(' ')}${isTrue ? ` see ${name}-demo.example` : ''}`,
      country: random.pick(directoryCountries),
      provider: isTrue ? name : null,
    };
  }
}

const insertStatement = `
  with told as (select * from unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::timestamptz[], $6::text[]) as t (id, title, description, country, at, provider)),
  sent as (insert into filings (id, kind, receipt_hash, created_at) select id, 'alert', sha256(id::text::bytea), at from told)
  insert into fraud_alerts (id, title, description, alert_type, severity, affected_countries, affected_provider_name, status, created_at)
  select id, title, description, 'scam', 'High', array[country], provider, 'pending', at from told`;

type Call = <Reply>(method: 'GET' | 'POST', path: string, body?: object) => Promise<Reply>;

/** A moderator at a screen: uses only the API calls of the queue's screens, one per keystroke that sends one. */
class Moderator {
  keys = 0;
  /** On the clock of the simulation. */
  now = 0;
  readonly #call: Call;
  readonly #truths: ReadonlyMap<string, SimulatedReport>;

  constructor(call: Call, truths: ReadonlyMap<string, SimulatedReport>) {
    this.#call = call;
    this.#truths = truths;
  }

  next = () => this.#call<CaseDetail | null>('POST', '/api/admin/cases/next', {});

  #read(filings: readonly CaseFiling[], isFirst: boolean): void {
    // The screen shows two side by side; each further one costs a keystroke.
    this.keys += isFirst ? Math.max(0, filings.length - 2) : filings.length;
    this.now += filings.length * readingSeconds.further + (isFirst ? readingSeconds.first - readingSeconds.further : 0);
  }

  async work(detail: CaseDetail): Promise<{ decided: CaseFiling[]; rest: Task | null }> {
    const { id } = detail;
    const shown = [...detail.filings];
    this.#read(shown, true);
    const isMeant = ({ id: filingId }: CaseFiling, truth: boolean) =>
      (this.#truths.get(filingId)!.truth !== 'noise') === truth;
    let { unreadCount } = detail;
    while (unreadCount > 0 && unreadCount <= SAMPLE_FROM) {
      this.keys += 1;
      const more = await this.#call<ReplyOf<typeof showMoreOfCase>>('POST', `/api/admin/cases/${id}/filings`, {
        shown: shown.map((one) => one.id),
      });
      shown.push(...more.filings);
      this.#read(more.filings, false);
      unreadCount = more.unreadCount;
    }
    const like = shown.find((one) => one.status === 'pending' && isMeant(one, true));
    const sample = unreadCount > 0 && like ? await this.#readSample(id, like, shown) : undefined;
    const waiting = shown.filter(({ status }) => status === 'pending');
    const doubted = waiting.filter((one) => isMeant(one, false));
    const upheld = waiting.filter((one) => isMeant(one, true));
    let rest: Task | null = null;
    if (doubted.length > 0) {
      // Each one must be ticked where others are upheld.
      this.keys += upheld.length > 0 ? doubted.length : 0;
      await this.#decide(id, { decision: 'reject', filings: doubted });
    }
    if (upheld.length > 0) {
      // The screen offers the alert of an earlier case, and preselects it where both name the same; a person recognizes
      // the subject.
      const earlier = detail.publicAlert ? undefined : detail.similar.find(({ publicAlert }) => publicAlert);
      const isSame = this.#truths.get(upheld[0]!.id)!.truth === 'scheme' && earlier?.title.startsWith(SCHEME);
      if (earlier && isSame !== earlier.isOfSameTraces) this.keys += 1;
      const joins = isSame ? earlier?.publicAlert?.id : undefined;
      const given = { decision: 'approve', filings: upheld, joins, sample: sample?.id } as const;
      ({ rest } = await this.#decide(id, given));
    }
    return { decided: waiting, rest };
  }

  async #readSample(id: string, like: CaseFiling, shown: CaseFiling[]): Promise<CaseSample> {
    this.keys += 1;
    const sample = await this.#call<CaseSample>('POST', `/api/admin/cases/${id}/samples`, { like: like.id });
    for (let place = 0; place < sample.size; place += 1) {
      this.keys += 1;
      const filing = await this.#call<CaseFiling>('POST', `/api/admin/samples/${sample.id}/filings`, { place });
      shown.push(filing);
      this.now += readingSeconds.further;
    }
    return sample;
  }

  /** The keystrokes of a decision: the verdict, a template, and send. */
  async #decide(
    id: string,
    {
      filings,
      ...verdict
    }: {
      decision: 'approve' | 'reject';
      filings: CaseFiling[];
      joins?: string | undefined;
      sample?: string | undefined;
    },
  ): Promise<ReplyOf<typeof decideCase>> {
    this.keys += 3;
    this.now += readingSeconds.verdict;
    return this.#call('POST', `/api/admin/cases/${id}/decide`, {
      ...verdict,
      reason: reason[verdict.decision],
      filings: filings.map((one) => one.id),
    });
  }
}

export interface CollapseResult {
  reports: number;
  cases: number;
  keysPerCase: number;
  secondsPerCase: number;
  machineSeconds: number;
  oldestTrueHours: number;
  undecided: number;
  publishedUnread: number;
  schemeAlerts: number;
  schemePeople: number;
}

interface SimulationOptions {
  cluster: Cluster;
  startServer: (databaseUrl: string) => Promise<Running>;
  reports: number;
  others: number;
  say: (text: string) => void;
}

/** Runs the worker beside the queue. */
function startWorker(databaseUrl: string): { stop: () => Promise<void> } {
  const { publicKey, privateKey } = generateKeyPair();
  const child = spawn(process.execPath, [join(import.meta.dirname, '../apps/server/src/worker.ts')], {
    env: {
      PATH: process.env['PATH'] ?? '',
      ENV_FILE: devNull,
      NODE_ENV: 'production',
      DATABASE_URL: databaseUrl,
      APP_SECRET,
      PUBLIC_URL: 'https://hakiki.example',
      REPORTER_PUBLIC_KEY: publicKey,
      REPORTER_PRIVATE_KEYS: privateKey,
      EVIDENCE_FOLDER: join(tmpdir(), 'hakiki-bench-evidence'),
      SMTP_URL: 'smtp://127.0.0.1:9',
      LOG_LEVEL: 'fatal',
      WORKER_PORT: '0',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = once(child, 'exit');
  return {
    stop: async () => {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
      await ended;
    },
  };
}

export async function simulateCollapse({
  cluster,
  startServer,
  reports,
  others,
  say,
}: SimulationOptions): Promise<CollapseResult> {
  const name = `bench_collapse_${Date.now()}`;
  const owner = new pg.Client({ connectionString: cluster.url() });
  await owner.connect();
  await owner.query(`create database ${name}`);
  await owner.end();
  const databaseUrl = cluster.url(name);
  await migrate(databaseUrl);
  const database = openDatabase({ databaseUrl, databasePoolSize: 6, statementTimeoutMs: 60_000 }, createLog('silent'));
  const server = await startServer(databaseUrl);
  const worker = startWorker(databaseUrl);
  try {
    return await runSimulation(database, server, { reports, others, say });
  } finally {
    await worker.stop();
    await server.stop();
    await database.close();
  }
}

async function runSimulation(
  database: Database,
  server: Running,
  { reports, others, say }: Pick<SimulationOptions, 'reports' | 'others' | 'say'>,
): Promise<CollapseResult> {
  const all = [...generateReports(reports, others)].toSorted((one, other) => one.at - other.at);
  const truths = new Map(all.map((reportItem) => [reportItem.id, reportItem]));
  const moderators = await Promise.all(
    ['first', 'second', 'third'].map(async (who) => {
      const email = `${who}@hakiki.example`;
      const { id: userId } = await makeUser(database.db, { email, isModerator: true });
      const { token } = await makeSession(database.db, { userId, hasSecondFactor: true });
      const headers = { Cookie: `__Host-session=${token}`, 'Content-Type': 'application/json' };
      const call: Call = async <Reply>(method: 'GET' | 'POST', path: string, body: object = {}): Promise<Reply> => {
        const sent = { method, headers, ...(method === 'POST' && { body: JSON.stringify(body) }) };
        const reply = await fetch(server.url + path, sent);
        if (!reply.ok) throw new Error(`${path}: ${reply.status} ${await reply.text()}`);
        return (await reply.json()) as Reply;
      };
      return { call, work: new Moderator(call, truths) };
    }),
  );
  const beganAt = Date.now() - DAYS * 24 * HOUR * 1000;
  const decidedAt = new Map<string, number>();
  const taken: number[] = [];
  const machine: number[] = [];
  let arrived = 0;

  for (let clock = STEP_SECONDS; clock <= DAYS * 24 * HOUR + 24 * HOUR; clock += STEP_SECONDS) {
    const until = all.findIndex((reportItem) => reportItem.at >= clock);
    const coming = all.slice(arrived, until === -1 ? all.length : until);
    await insertReports(database, coming, beganAt);
    arrived += coming.length;
    const hour = clock % (24 * HOUR);
    if (hour <= workingHours.from || hour > workingHours.to) continue;
    const rests: Promise<void>[] = [];
    const isLeft = await Promise.all(
      moderators.map(async ({ call, work }) => {
        work.now = Math.max(work.now, clock - STEP_SECONDS);
        while (work.now < clock) {
          const [began, start] = [work.now, performance.now()];
          const detail = await work.next();
          if (!detail) return false;
          const { decided, rest } = await work.work(detail);
          machine.push((performance.now() - start) / 1000);
          taken.push(work.now - began);
          for (const { id } of decided) decidedAt.set(id, work.now);
          if (rest) rests.push(waitUntilDone(call, rest.id));
        }
        return true;
      }),
    );
    await Promise.all(rests);
    if (clock % (6 * HOUR) === 0)
      say(`collapse: hour ${clock / HOUR}, ${arrived} arrived, ${taken.length} cases decided`);
    if (arrived === all.length && !isLeft.some(Boolean)) break;
  }

  const waits = all.flatMap(({ id, truth, at }) => (truth === 'true' ? [(decidedAt.get(id) ?? Infinity) - at] : []));
  const keys = moderators.reduce((sum, { work }) => sum + work.keys, 0);
  return {
    reports: all.length,
    cases: taken.length,
    keysPerCase: keys / taken.length,
    secondsPerCase: median(taken),
    machineSeconds: median(machine),
    oldestTrueHours: Math.max(...waits) / HOUR,
    ...(await readOutcome(database)),
  };
}

async function insertReports(database: Database, coming: readonly SimulatedReport[], beganAt: number): Promise<void> {
  if (coming.length === 0) return;
  const column = <Value>(valueOf: (reportItem: SimulatedReport) => Value) => coming.map(valueOf);
  await database.read({ text: insertStatement }, [
    column(({ id }) => id),
    column(({ title }) => title),
    column(({ description }) => description),
    column(({ country }) => country),
    column(({ at }) => new Date(beganAt + at * 1000).toISOString()),
    column(({ provider }) => provider),
  ]);
  const indicators = createIndicatorsService({ settings: { appSecret: APP_SECRET } });
  const cases = createCasesService({ database, indicators });
  const queue = [...coming];
  const sort = async () => {
    for (let reportItem = queue.shift(); reportItem; reportItem = queue.shift()) await cases.groupFiling(reportItem.id);
  };
  await Promise.all([sort(), sort(), sort(), sort()]);
}

/** The worker decides the unread reports of a sample, after the time in which it could be undone. */
async function waitUntilDone(call: Call, taskId: string): Promise<void> {
  for (;;) {
    const { state } = await call<Task>('GET', `/api/admin/tasks/${taskId}`);
    if (state === 'done') return;
    if (state === 'failed') throw new Error('The unread reports of the sample were not decided.');
    await sleep(500);
  }
}

const outcomeStatement = `
  select
    (select count(*)::int from fraud_alerts where status = 'pending') as undecided,
    (
      select count(*)::int from fraud_alerts a join decisions d on d.subject_id = a.id and d.to_value = 'approved'
      where a.status = 'approved' and not exists (
        select from case_readings k where k.filing_id = a.id and k.user_id = d.decided_by and k.shown_at <= d.created_at
      )
    ) as "publishedUnread",
    (select count(*)::int from fraud_alerts where status = 'approved' and title like '${SCHEME}%') as "schemeAlerts",
    (select coalesce(max(report_count), 0)::int from fraud_alerts where status = 'approved' and title like '${SCHEME}%') as "schemePeople"`;

async function readOutcome(database: Database) {
  const [outcome] = await database.read<
    Record<'undecided' | 'publishedUnread' | 'schemeAlerts' | 'schemePeople', number>
  >({ text: outcomeStatement }, []);
  return outcome!;
}
