/** Nobody takes a warning away alone: each way through the console, tried by one person on each kind of warning. */
import type { Decision } from '@hakiki/contract/decisions-admin';
import type { Proposal } from '@hakiki/contract/proposals-admin';
import type { Task, TaskId } from '@hakiki/contract/tasks-admin';
import type { CaseDetail } from '@hakiki/contract/triage-admin';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Admin, consoleAt, makeAdmin } from './admins.ts';
import { replyTo } from './expected-replies.ts';
import { outcomeOf } from './browser.ts';
import { useDatabase } from './database.ts';
import { makeAlert, makeProvider, makeSession } from './makers.ts';
import { useServer } from './server.ts';
import { uuidv7 } from '../src/platform/db/uuid.ts';

const test = useDatabase();
const server = useServer(test, { settings: { rateLimitScale: 1000 } });
const { put, post, read, agree } = consoleAt(server);
const db = () => test.database.db;

let one: Admin;
let another: Admin;
/** The same person at a second machine. */
let elsewhere: Admin;
beforeAll(async () => {
  one = await makeAdmin(db());
  another = await makeAdmin(db());
  const { cookie } = await makeSession(db(), { userId: one.id, hasSecondFactor: true });
  elsewhere = { ...one, cookie };
});

interface Warning {
  id: string;
  path: string;
  /** What would take it away. */
  withdrawal: object;
  status: () => Promise<unknown>;
}

const statusIn = (table: string, column: string, id: string) => async () =>
  (await test.sql(`select ${column} as status from ${table} where id = $1`, [id]))[0]?.['status'];

async function warnOf(verificationStatus: 'Flagged' | 'Suspended', wanted: string): Promise<Warning> {
  const { id } = await makeProvider(db(), { verificationStatus });
  const status = statusIn('providers', 'verification_status', id);
  return { id, path: `/api/admin/providers/${id}`, withdrawal: { verificationStatus: wanted }, status };
}

async function publish(wanted: 'pending' | 'rejected'): Promise<Warning> {
  const { id } = await makeAlert(db());
  const status = statusIn('fraud_alerts', 'status', id);
  return { id, path: `/api/admin/fraud-alerts/${id}`, withdrawal: { status: wanted }, status };
}

const propose = async (who: Admin, { path, withdrawal }: Warning) =>
  ((await (await put(who, path, { reason: 'All is well.', ...withdrawal })).json()) as { proposal?: Proposal })
    .proposal!;
const confirm = (who: Admin, { id }: Proposal) => agree(who, id);

/** As the worker does it. */
async function workOff(taskId: TaskId): Promise<Task> {
  const job = server.running.services.tasks.jobs().find(({ name }) => name === 'tasks.bulk')!;
  await job.run({ taskId }, { id: taskId });
  return read<Task>(one, `/api/admin/tasks/${taskId}`);
}

/** The alert beside one that still waits, so that the case is open. */
async function holdCaseWith(id: string): Promise<string> {
  const { id: waiting } = await makeAlert(db(), { status: 'pending' });
  const caseId = uuidv7();
  await test.sql('insert into cases (id, lead_id, filing_count) values ($1, $2, 2)', [caseId, id]);
  await test.sql('insert into case_filings (filing_id, case_id) select unnest($2::uuid[]), $1', [
    caseId,
    [id, waiting],
  ]);
  expect(((await (await post(one, `/api/admin/cases/${caseId}/claim`)).json()) as CaseDetail).filings).toHaveLength(2);
  return caseId;
}

const warnings = {
  'a flag (to Verified)': () => warnOf('Flagged', 'Verified'),
  'a flag (to Limited)': () => warnOf('Flagged', 'Limited'),
  'a suspension (to Pending)': () => warnOf('Suspended', 'Pending'),
  'a suspension (to Flagged)': () => warnOf('Suspended', 'Flagged'),
  'a public alert (to pending)': () => publish('pending'),
  'a public alert (to rejected)': () => publish('rejected'),
};
const alerts = ['a public alert (to pending)', 'a public alert (to rejected)'] as const;
const providers = [
  'a flag (to Verified)',
  'a flag (to Limited)',
  'a suspension (to Pending)',
  'a suspension (to Flagged)',
] as const;
type Kind = keyof typeof warnings;

/** What one person may try, and on what. */
const ways: [string, readonly Kind[], (warning: Warning) => Promise<unknown>][] = [
  ['with a plain PUT of the status', [...providers, ...alerts], (warning) => propose(one, warning)],
  [
    'with a PUT that carries more than it may',
    [...providers, ...alerts],
    ({ path, withdrawal }) =>
      put(one, path, { ...withdrawal, reviewState: 'rejected', isPublic: false, confirmedBy: another.id, force: true }),
  ],
  [
    'by confirming the own proposal, here and at a second machine',
    [...providers, ...alerts],
    async (warning) => {
      const proposal = await propose(one, warning);
      for (const who of [one, elsewhere])
        expect(await outcomeOf(await confirm(who, proposal))).toBe('403 OWN_PROPOSAL');
    },
  ],
  [
    'by proposing it again at a second machine, or after withdrawing it',
    [...providers, ...alerts],
    async (warning) => {
      const first = await propose(one, warning);
      expect(await outcomeOf(await put(elsewhere, warning.path, warning.withdrawal))).toBe('409 ALREADY_PROPOSED');
      await post(elsewhere, `/api/admin/proposals/${first.id}/withdraw`);
      expect(await outcomeOf(await confirm(elsewhere, first))).toBe('403 OWN_PROPOSAL');
      expect(await outcomeOf(await confirm(one, await propose(elsewhere, warning)))).toBe('403 OWN_PROPOSAL');
    },
  ],
  [
    'by letting time pass while there is a second administrator',
    [...providers, ...alerts],
    async (warning) => {
      const { id } = await propose(one, warning);
      await test.sql('update proposals set expires_at = now() where id = $1', [id]);
      await server.running.services.desk.settleAllDue();
    },
  ],
  [
    'by deleting it',
    [...providers, ...alerts],
    async ({ path }) =>
      expect((await server.post(path, {}, { method: 'DELETE', headers: { cookie: one.cookie } })).status).toBe(405),
  ],
  [
    'by deciding on it once more',
    alerts,
    async ({ path }) => {
      for (const act of ['approve', 'reject'])
        expect(await outcomeOf(await put(one, `${path}/${act}`))).toBe('409 ALREADY_DECIDED');
    },
  ],
  [
    'by undoing the decision that made it, a minute later',
    [...providers, ...alerts],
    async ({ id, status }) => {
      const decision = uuidv7();
      await test.sql(
        `insert into decisions (id, subject, subject_id, from_value, to_value, decided_by, created_at)
         values ($1, $2, $3, 'pending', $4, $5, now() - interval '1 minute')`,
        [decision, (await status()) === 'approved' ? 'alert' : 'provider', id, await status(), one.id],
      );
      expect(await outcomeOf(await post(one, `/api/admin/decisions/${decision}/undo`))).toBe('409 TOO_LATE');
    },
  ],
  [
    'by undoing at once what another confirmed or decided',
    alerts,
    async ({ id, path }) => {
      await test.sql(`update fraud_alerts set status = 'pending' where id = $1`, [id]);
      await put(another, `${path}/approve`);
      const [decision] = await read<Decision[]>(one, `/api/admin/decisions?subjectId=${id}`);
      const undone = await post(one, `/api/admin/decisions/${decision!.id}/undo`);
      expect(await outcomeOf(undone)).toBe('404 DECISION_NOT_FOUND');
    },
  ],
  [
    'with a bulk act',
    alerts,
    async ({ id }) => {
      const order = { decision: 'reject', alerts: [id], reason: 'All is well.' };
      const { id: taskId } = (await (await post(one, '/api/admin/bulk', order)).json()) as Task;
      expect(await workOff(taskId)).toEqual(
        replyTo('GET /api/admin/tasks/:id', {
          state: 'done',
          problems: [{ title: expect.any(String), why: 'ALREADY_DECIDED' }],
        }),
      );
    },
  ],
  [
    'with a decision on its case, about all or about itself',
    alerts,
    async ({ id }) => {
      const path = `/api/admin/cases/${await holdCaseWith(id)}/decide`;
      const verdict = { decision: 'reject', reason: 'All is well.' };
      expect(await (await post(one, path, { ...verdict, filings: [id] })).json()).toEqual(
        replyTo('POST /api/admin/cases/:id/decide', { decided: 0 }),
      );
      expect(await (await post(one, path, verdict)).json()).toEqual(
        replyTo('POST /api/admin/cases/:id/decide', { decided: 1 }),
      );
    },
  ],
  [
    'by approving a change of the listing that brings it along',
    providers,
    async ({ id, withdrawal }) => {
      const changeId = uuidv7();
      await test.sql('insert into profile_changes (id, provider_id, changes) values ($1, $2, $3)', [
        changeId,
        id,
        { ...withdrawal, verification_status: 'Verified', description: 'Better than ever.' },
      ]);
      expect((await put(one, `/api/admin/profile-changes/${changeId}/approve`)).status).toBe(200);
    },
  ],
];

const tried = ways.flatMap(([way, kinds, attempt]) => kinds.map((kind) => [kind, way, attempt] as const));

describe('one person alone', () => {
  it.each(tried)('never ends %s %s [ROLE-12] [DEC-02] [DEC-15]', async (kind, _, attempt) => {
    const warning = await warnings[kind]();
    const before = await warning.status();
    await attempt(warning);
    expect(await warning.status()).toBe(before);
    expect(
      await test.sql(
        'select from decisions where subject_id = $1 and from_value <> to_value and from_value = $2 and confirmed_by is null',
        [warning.id, before],
      ),
    ).toEqual([]);
  });
});

describe('two people', () => {
  it.each(Object.keys(warnings) as Kind[])('end %s', async (kind) => {
    const warning = await warnings[kind]();
    expect((await confirm(another, await propose(one, warning))).status).toBe(200);
    expect([await warning.status()]).toEqual(Object.values(warning.withdrawal));
  });
});
