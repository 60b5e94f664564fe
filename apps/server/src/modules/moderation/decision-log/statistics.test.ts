/** Recomputes the statistics of /transparency from the published files, with thousands of random decisions. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Figures, LogIndex, Transparency } from '@hakiki/contract/decision-log';
import { appealOutcomes, appealRequests, appellants } from '@hakiki/contract/appeal-values';
import { TRANSPARENCY_MONTHS } from '@hakiki/contract/decision-log-values';
import { beforeAll, expect, it } from 'vitest';
import { useDatabase } from '../../../../test/support/database.ts';
import { compareWithDecisions } from '../../../../test/support/decision-log-check.ts';
import { useServer } from '../../../../test/support/server.ts';
import { uuidv7 } from '../../../platform/db/uuid.ts';
import { formatSigningKey, parseSigningKey } from '../../../platform/signing/signed-note.ts';
import { Random } from '../../../seed/random.ts';
import { appendAll } from './appender.ts';
import { signHead } from './signing.ts';
import { verifyDecisionLog } from './verify.ts';

const test = useDatabase();
const server = useServer(test, { settings: { replyCacheSeconds: 0 } });

const SUBJECTS = 2600;
const APPEALS = 300;
const DISPUTES = 60;
const HOUR_MS = 3_600_000;
const startMs = Date.parse('2025-06-03T04:00:00Z');
const now = new Date('2026-09-20T12:00:00Z');

/** A line of a file: fields without a value are omitted. */
interface FileLine {
  number: number;
  day: string;
  kind: 'decision' | 'received' | 'request';
  subject?: string;
  subjectId?: string;
  from?: string;
  to?: string;
  waitedHours?: number;
  reversal?: string;
  reverses?: number;
  wants?: string;
  askedBy?: (typeof appellants)[number];
  alerts?: number;
  reports?: number;
  providers?: number;
  disputes?: number;
}

const verdicts = {
  alert: ['approved', 'rejected', 'merged'],
  report: ['investigating', 'resolved', 'rejected', 'merged'],
  provider: ['Verified', 'Limited', 'Flagged', 'Suspended'],
  review: ['approved', 'rejected'],
  experience: ['approved', 'rejected'],
} as const;
const kinds = Object.keys(verdicts) as (keyof typeof verdicts)[];

/** Random decisions on one subject: decided, perhaps undone, later reversed by one or two people, or only edited. */
function createRandomDecisions(random: Random) {
  const subject = random.pick(kinds);
  const subjectId = uuidv7();
  const arrived = startMs + random.between(0, 460 * 24 * 60) * 60_000;
  let at = arrived;
  let status = subject === 'provider' ? 'Pending' : 'pending';
  const hash = () => (random.chance(0.5) ? random.between(0, 9).toString().repeat(64) : null);
  const decisions: Record<string, string | null>[] = [];
  const decide = (to: string, more: object = {}) => {
    const isFirst = status.toLowerCase() === 'pending' && to !== status;
    const row = {
      id: uuidv7(),
      subject,
      subject_id: subjectId,
      from_value: status,
      to_value: to,
      reason: 'Words that stand elsewhere.',
      confirmed_by: null,
      reverses: null,
      arrived_at: isFirst ? new Date(arrived).toISOString() : null,
      created_at: new Date(at).toISOString(),
      statement_before: subject === 'provider' ? hash() : null,
      statement_after: subject === 'provider' ? hash() : null,
      ...more,
    };
    status = to;
    decisions.push(row);
    return row.id;
  };
  for (let step = random.between(1, 4); step > 0; step -= 1) {
    at += Math.floor(random.nextFraction() ** 3 * 200 * HOUR_MS) + 60_000;
    if (at > now.getTime() - 48 * HOUR_MS) break;
    const first = status;
    const decisionId = decide(random.pick([...verdicts[subject], status]), {
      confirmed_by: random.chance(0.3) ? uuidv7() : null,
    });
    if (first.toLowerCase() === 'pending' && status !== first && random.chance(0.2)) {
      at += 7000;
      decide(first, { reverses: decisionId });
    }
  }
  return decisions;
}

/** Some appeals stay open. */
function createRandomAppeal(random: Random) {
  const arrived = startMs + random.between(0, 470) * 24 * HOUR_MS;
  const id = uuidv7();
  const appeal = {
    id,
    subject: random.pick(['alert', 'report', 'provider']),
    subject_id: uuidv7(),
    subject_title: 'Words that stand elsewhere.',
    asked_by: random.pick(appellants),
    wants: random.pick(appealRequests),
    is_noticed: true,
    is_recorded: false,
    status: 'pending',
    created_at: new Date(arrived).toISOString(),
    due_at: new Date(arrived).toISOString(),
  };
  const decision = {
    id: uuidv7(),
    subject: 'appeal',
    subject_id: id,
    from_value: 'pending',
    to_value: random.pick(appealOutcomes),
    arrived_at: appeal.created_at,
    created_at: new Date(arrived + random.between(1, 300) * HOUR_MS).toISOString(),
  };
  const isDecided = random.chance(0.8) && Date.parse(decision.created_at) < now.getTime();
  return { appeal, decision: isDecided ? [decision] : [] };
}

/** Some disputes stay open. */
function createRandomDispute(random: Random) {
  const arrived = startMs + random.between(0, 470) * 24 * HOUR_MS;
  const dispute = {
    id: uuidv7(),
    kind: 'website',
    value: 'elsewhere.example',
    key: `\\x${random.between(1, 999_999_999).toString(16).padStart(32, '0')}`,
    ground: 'not-scam',
    status: 'pending',
    is_marked: false,
    created_at: new Date(arrived).toISOString(),
    due_at: new Date(arrived).toISOString(),
  };
  const decision = {
    id: uuidv7(),
    subject: 'dispute',
    subject_id: dispute.id,
    from_value: 'pending',
    to_value: random.pick(['upheld', 'dismissed']),
    arrived_at: dispute.created_at,
    created_at: new Date(arrived + random.between(1, 90) * HOUR_MS).toISOString(),
  };
  return { dispute, decision: random.chance(0.8) ? [decision] : [] };
}

beforeAll(async () => {
  const random = new Random(15, 'decision log');
  const randomAppeals = Array.from({ length: APPEALS }, () => createRandomAppeal(random));
  await test.sql('insert into appeals select * from jsonb_populate_recordset(null::appeals, $1::jsonb)', [
    JSON.stringify(randomAppeals.map(({ appeal }) => appeal)),
  ]);
  const randomDisputes = Array.from({ length: DISPUTES }, () => createRandomDispute(random));
  await test.sql('insert into disputes select * from jsonb_populate_recordset(null::disputes, $1::jsonb)', [
    JSON.stringify(randomDisputes.map(({ dispute }) => dispute)),
  ]);
  const rows = [
    ...randomDisputes.flatMap(({ decision }) => decision),
    ...Array.from({ length: SUBJECTS }, () => createRandomDecisions(random)).flat(),
    ...randomAppeals.flatMap(({ decision }) => decision),
  ];
  await test.sql(
    `insert into decisions (id, subject, subject_id, from_value, to_value, reason, confirmed_by, reverses, arrived_at, created_at,
       statement_before, statement_after)
     select id, subject, subject_id, from_value, to_value, reason, confirmed_by, reverses, arrived_at, created_at,
       statement_before, statement_after
     from jsonb_populate_recordset(null::decisions, $1::jsonb)`,
    [JSON.stringify(rows)],
  );
  await test.sql(
    `insert into reports (id, report_type, severity, description, created_at)
     select gen_random_uuid(), 'scam', 'High', 'Words', timestamptz '2025-06-01 23:30Z' + interval '5 hours' * n from generate_series(1, 900) n`,
  );
  await test.sql(
    `insert into fraud_alerts (id, alert_type, severity, title, description, created_at)
     select gen_random_uuid(), 'ponzi_scheme', 'High', 'Words', 'Words', timestamptz '2025-07-01 00:00Z' + interval '7 hours' * n from generate_series(0, 1200) n`,
  );
  await appendAll(test.database, now);
}, 120_000);

async function download(): Promise<FileLine[]> {
  const { files } = await server.json<LogIndex>('/api/decision-log/index');
  const texts = await Promise.all(files.map(async ({ path }) => (await server.get(path)).text()));
  return texts.flatMap((text) => text.trimEnd().split('\n')).map((line) => JSON.parse(line) as FileLine);
}

const percentile = (values: number[], share: number): number | null =>
  values.toSorted((one, another) => one - another)[Math.ceil(share * values.length) - 1] ?? null;

/** Follows the text on the page and uses no code of the product. */
function computeStatistics(lines: readonly FileLine[], month: string | null): Figures {
  const undone = new Set(lines.flatMap(({ reversal, reverses }) => (reversal === 'undone' ? [reverses] : [])));
  const linesOfMonth = lines.filter(({ day }) => month === null || day.startsWith(month));
  const isEffective = ({ number, reversal }: FileLine) => reversal !== 'undone' && !undone.has(number);
  const waitedHours = linesOfMonth.flatMap((line) =>
    line.waitedHours !== undefined && ['alert', 'report', 'provider'].includes(line.subject!) && isEffective(line)
      ? [line.waitedHours]
      : [],
  );
  const disputeHours = linesOfMonth.flatMap(({ subject, waitedHours: hours }) =>
    subject === 'dispute' && hours !== undefined ? [hours] : [],
  );
  const sum = (field: 'alerts' | 'reports' | 'providers' | 'disputes') =>
    linesOfMonth.reduce((total, line) => total + (line[field] ?? 0), 0);
  const count = (condition: (line: FileLine) => boolean) => linesOfMonth.filter(condition).length;
  const outcomes = (condition: (line: FileLine) => boolean) => {
    const countOutcome = (outcome: string) =>
      count((line) => line.kind === 'decision' && line.subject === 'appeal' && line.to === outcome && condition(line));
    return {
      received: count((line) => line.kind === 'request' && condition(line)),
      upheld: countOutcome('upheld'),
      partly: countOutcome('partly'),
      dismissed: countOutcome('dismissed'),
    };
  };
  return {
    month,
    received: { alerts: sum('alerts'), reports: sum('reports'), providers: sum('providers') },
    decided: waitedHours.length,
    medianHours: percentile(waitedHours, 0.5),
    p90Hours: percentile(waitedHours, 0.9),
    decisions: count(
      (line) =>
        line.kind === 'decision' &&
        line.subject !== 'appeal' &&
        line.subject !== 'dispute' &&
        line.from !== line.to &&
        isEffective(line),
    ),
    reversed: count(({ reversal }) => reversal === 'reversed'),
    undone: count(({ reversal }) => reversal === 'undone'),
    appeals: outcomes(() => true),
    disputes: {
      received: sum('disputes'),
      upheld: count((line) => line.subject === 'dispute' && line.to === 'upheld'),
      dismissed: count((line) => line.subject === 'dispute' && line.to === 'dismissed'),
      medianHours: percentile(disputeHours, 0.5),
    },
    removals: appellants.flatMap((askedBy) => {
      const removal = (line: FileLine) => line.wants === 'removal' && line.askedBy === askedBy;
      return linesOfMonth.some(removal) ? [{ askedBy, ...outcomes(removal) }] : [];
    }),
  };
}

it('/transparency shows exactly what anybody can compute from the files, disputes included [VERD-15] [CHECK-16]', async () => {
  const lines = await download();
  const months = [...new Set(lines.map(({ day }) => day.slice(0, 7)))].toSorted().toReversed();
  const statistics = await server.json<Transparency>('/api/transparency');
  expect(statistics).toEqual({
    months: months.slice(0, TRANSPARENCY_MONTHS).map((month) => computeStatistics(lines, month)),
    allTime: computeStatistics(lines, null),
  });
  // Checks that no statistic is trivially zero.
  const { allTime } = statistics;
  for (const figure of [
    allTime.decided,
    allTime.medianHours,
    allTime.reversed,
    allTime.undone,
    allTime.received.alerts,
  ]) {
    expect(figure).toBeGreaterThan(10);
  }
  expect(allTime.removals.map(({ askedBy }) => askedBy)).toEqual(appellants);
  expect(months.length).toBeGreaterThan(TRANSPARENCY_MONTHS);
});

it('the log has every decision on a public subject once, and counts the others [VERD-14]', async () => {
  // Autovacuum may not have run yet, and without statistics the planner chooses nested loops.
  await test.sql('analyze');
  const lines = await download();
  const [{ n } = {}] = await test.sql('select count(*)::int as n from decisions');
  const compared = await compareWithDecisions(test.sql, lines);
  expect(compared).toEqual({
    missing: [],
    unexpected: [],
    expectedCount: lines.filter(({ kind }) => kind === 'decision').length,
  });
  // All decisions except those that were undone within seconds or only edited, on subjects that were never public.
  expect([compared.expectedCount > SUBJECTS, compared.expectedCount < Number(n)]).toEqual([true, true]);
  const validLog = { lines: lines.length, waiting: 0, savedHeads: 0 };
  expect(await verifyDecisionLog(test.database)).toEqual({ ...validLog, heads: 0, unsigned: lines.length });

  // The log has several files, as outsiders check it.
  const key = formatSigningKey('hakiki.test/decisions');
  const { text: verifierKey, ...verifier } = parseSigningKey(key);
  expect(await signHead({ database: test.database, keys: [key], checkpointFile: undefined })).toBe(true);
  const trust = { keys: [{ ...verifier, text: verifierKey }], kept: [] };
  expect(await verifyDecisionLog(test.database, trust)).toEqual({ ...validLog, heads: 1, unsigned: 0 });
  const script = new URL('../../../../../web/public/verify-decision-log.mjs', import.meta.url);
  const { stdout } = await promisify(execFile)(process.execPath, [
    fileURLToPath(script),
    server.url,
    '--key',
    verifierKey,
  ]);
  expect(stdout).toContain(`Lines 1 to ${lines.length} form one chain;`);
});

it('a full file is cached for an hour and the last one for seconds', async () => {
  const { files } = await server.json<LogIndex>('/api/decision-log/index');
  expect(files.length).toBeGreaterThan(1);
  const kept = await Promise.all(files.map(async ({ path }) => (await server.get(path)).headers.get('Cache-Control')));
  expect(kept.map((control) => control!.includes('s-maxage=3600'))).toEqual(files.map(({ isFull }) => isFull));
});

it('verification finds a line that was changed or deleted despite the trigger [VERD-14]', async () => {
  const manipulate = async (statement: string) => {
    await test.sql('alter table decision_log disable trigger decision_log_append_only');
    await test.sql(statement);
    await test.sql('alter table decision_log enable always trigger decision_log_append_only');
  };
  await manipulate(`update decision_log set to_value = 'approved' where number = 17`);
  await expect(verifyDecisionLog(test.database)).rejects.toThrow('Line 17 of the public log is not as it was entered.');
  await manipulate('delete from decision_log where number = 12');
  await expect(verifyDecisionLog(test.database)).rejects.toThrow('Line 12 of the public log is missing.');
});
