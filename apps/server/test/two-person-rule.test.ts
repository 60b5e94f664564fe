/**
 * Tries every way to withdraw a warning in the console as a single administrator, on each kind of warning: none may
 * succeed.
 */
import type { LogLine } from '@hakiki/contract/decision-log';
import type { Decision } from '@hakiki/contract/decisions-admin';
import type { AdminNews } from '@hakiki/contract/news-admin';
import type { Proposal, ProposalDetail } from '@hakiki/contract/proposals-admin';
import type { Task, TaskId } from '@hakiki/contract/tasks-admin';
import type { CaseDetail } from '@hakiki/contract/triage-admin';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Admin, createConsoleClient, makeAdmin, makeModerator } from './support/staff.ts';
import { toInvalidInputReply, expectedReply } from './support/expected-replies.ts';
import { summarizeResponse } from './support/browser.ts';
import { useDatabase } from './support/database.ts';
import {
  makeAlert,
  makeBusiness,
  makeBusinessDocument,
  makeNewsItem,
  makeNewsMention,
  makeProfileChange,
  makeProvider,
  makeRecentEvidence,
  makeSession,
} from './support/factories.ts';
import { useServer } from './support/server.ts';
import { appendAll } from '../src/modules/moderation/decision-log/appender.ts';
import { uuidv7 } from '../src/platform/db/uuid.ts';

const test = useDatabase();
const server = useServer(test, { settings: { rateLimitScale: 1000 } });
const { putAsShownWithReason, post, getJson, confirmProposal } = createConsoleClient(server);
const db = () => test.database.db;

let admin: Admin;
let otherAdmin: Admin;
/** A second session of the same administrator. */
let secondSession: Admin;
beforeAll(async () => {
  admin = await makeAdmin(db());
  otherAdmin = await makeAdmin(db());
  const { cookie } = await makeSession(db(), { userId: admin.id, hasSecondFactor: true });
  secondSession = { ...admin, cookie };
});

interface Warning {
  id: string;
  path: string;
  /** The change that would withdraw the warning. */
  withdrawal: object;
  status: () => Promise<unknown>;
}

const createStatusReader = (table: string, column: string, id: string) => async () =>
  (await test.sql(`select ${column} as status from ${table} where id = $1`, [id]))[0]?.['status'];

async function createProviderWarning(
  verificationStatus: 'Flagged' | 'Suspended',
  targetStatus: string,
): Promise<Warning> {
  const { id } = await makeProvider(db(), { verificationStatus });
  await makeRecentEvidence(db(), id);
  const status = createStatusReader('providers', 'verification_status', id);
  return { id, path: `/api/admin/providers/${id}`, withdrawal: { verificationStatus: targetStatus }, status };
}

async function publish(targetStatus: 'pending' | 'rejected'): Promise<Warning> {
  const { id } = await makeAlert(db());
  const status = createStatusReader('fraud_alerts', 'status', id);
  return { id, path: `/api/admin/fraud-alerts/${id}`, withdrawal: { status: targetStatus }, status };
}

const proposeWithdrawal = async (staff: Admin, { path, withdrawal }: Warning) =>
  (
    (await (await putAsShownWithReason(staff, path, { reason: 'All is well.', ...withdrawal })).json()) as {
      proposal?: Proposal;
    }
  ).proposal!;
const confirm = (staff: Admin, { id }: Proposal) => confirmProposal(staff, id);

/** Runs the task as the worker does. */
async function runTask(taskId: TaskId): Promise<Task> {
  const job = server.running.services.tasks.jobs().find(({ name }) => name === 'tasks.bulk')!;
  await job.run({ taskId }, { id: taskId });
  return getJson<Task>(admin, `/api/admin/tasks/${taskId}`);
}

/** Claims a case with this alert and a pending one, so that the case is open. */
async function claimCaseWith(id: string): Promise<string> {
  const { id: waiting } = await makeAlert(db(), { status: 'pending' });
  const caseId = uuidv7();
  await test.sql('insert into cases (id, lead_id, filing_count) values ($1, $2, 2)', [caseId, id]);
  await test.sql('insert into case_filings (filing_id, case_id) select unnest($2::uuid[]), $1', [
    caseId,
    [id, waiting],
  ]);
  expect(((await (await post(admin, `/api/admin/cases/${caseId}/claim`)).json()) as CaseDetail).filings).toHaveLength(
    2,
  );
  return caseId;
}

const warnings = {
  'a flag (to Verified)': () => createProviderWarning('Flagged', 'Verified'),
  'a flag (to Limited)': () => createProviderWarning('Flagged', 'Limited'),
  'a suspension (to Pending)': () => createProviderWarning('Suspended', 'Pending'),
  'a suspension (to Flagged)': () => createProviderWarning('Suspended', 'Flagged'),
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

/** Ways to withdraw a warning as a single person, and the kinds of warnings they apply to. */
const waysToWithdraw: [string, readonly Kind[], (warning: Warning) => Promise<unknown>][] = [
  ['with a plain PUT of the status', [...providers, ...alerts], (warning) => proposeWithdrawal(admin, warning)],
  [
    'with a PUT that has additional fields',
    [...providers, ...alerts],
    ({ path, withdrawal }) =>
      putAsShownWithReason(admin, path, {
        ...withdrawal,
        reviewState: 'rejected',
        isPublic: false,
        confirmedBy: otherAdmin.id,
        force: true,
      }),
  ],
  [
    'by confirming the own proposal, in the same and in a second session',
    [...providers, ...alerts],
    async (warning) => {
      const proposal = await proposeWithdrawal(admin, warning);
      for (const staff of [admin, secondSession])
        expect(await summarizeResponse(await confirm(staff, proposal))).toBe('403 OWN_PROPOSAL');
    },
  ],
  [
    'by proposing it again in a second session, also after withdrawing the proposal',
    [...providers, ...alerts],
    async (warning) => {
      const first = await proposeWithdrawal(admin, warning);
      expect(await summarizeResponse(await putAsShownWithReason(secondSession, warning.path, warning.withdrawal))).toBe(
        '409 ALREADY_PROPOSED',
      );
      await post(secondSession, `/api/admin/proposals/${first.id}/withdraw`);
      expect(await summarizeResponse(await confirm(secondSession, first))).toBe('403 OWN_PROPOSAL');
      expect(await summarizeResponse(await confirm(admin, await proposeWithdrawal(secondSession, warning)))).toBe(
        '403 OWN_PROPOSAL',
      );
    },
  ],
  [
    'by letting time pass while there is a second administrator',
    [...providers, ...alerts],
    async (warning) => {
      const { id } = await proposeWithdrawal(admin, warning);
      await test.sql('update proposals set expires_at = now() where id = $1', [id]);
      await server.running.services.proposals.processAllDue();
    },
  ],
  [
    'by deleting it',
    [...providers, ...alerts],
    async ({ path }) =>
      expect((await server.post(path, {}, { method: 'DELETE', headers: { cookie: admin.cookie } })).status).toBe(405),
  ],
  [
    'by deciding on it once more',
    alerts,
    async ({ path }) => {
      for (const act of ['approve', 'reject'])
        expect(await summarizeResponse(await putAsShownWithReason(admin, `${path}/${act}`))).toBe(
          '409 ALREADY_DECIDED',
        );
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
        [decision, (await status()) === 'approved' ? 'alert' : 'provider', id, await status(), admin.id],
      );
      expect(await summarizeResponse(await post(admin, `/api/admin/decisions/${decision}/undo`))).toBe('409 TOO_LATE');
    },
  ],
  [
    'by undoing at once what another administrator decided',
    alerts,
    async ({ id, path }) => {
      await test.sql(`update fraud_alerts set status = 'pending' where id = $1`, [id]);
      await putAsShownWithReason(otherAdmin, `${path}/approve`);
      const [decision] = await getJson<Decision[]>(admin, `/api/admin/decisions?subjectId=${id}`);
      const undone = await post(admin, `/api/admin/decisions/${decision!.id}/undo`);
      expect(await summarizeResponse(undone)).toBe('404 DECISION_NOT_FOUND');
    },
  ],
  [
    'with a bulk action',
    alerts,
    async ({ id }) => {
      const order = { decision: 'reject', alerts: [id], reason: 'All is well.' };
      const { id: taskId } = (await (await post(admin, '/api/admin/bulk', order)).json()) as Task;
      expect(await runTask(taskId)).toEqual(
        expectedReply('GET /api/admin/tasks/:id', {
          state: 'done',
          problems: [{ title: expect.any(String), why: 'ALREADY_DECIDED' }],
        }),
      );
    },
  ],
  [
    'with a decision on its case, on all reports or on this one',
    alerts,
    async ({ id }) => {
      const path = `/api/admin/cases/${await claimCaseWith(id)}/decide`;
      const verdict = { decision: 'reject', reason: 'All is well.' };
      expect(await (await post(admin, path, { ...verdict, filings: [id] })).json()).toEqual(
        expectedReply('POST /api/admin/cases/:id/decide', { decided: 0 }),
      );
      expect(await (await post(admin, path, verdict)).json()).toEqual(
        expectedReply('POST /api/admin/cases/:id/decide', { decided: 1 }),
      );
    },
  ],
  [
    'by approving a profile change that contains the withdrawal',
    providers,
    async ({ id, withdrawal }) => {
      const changeId = uuidv7();
      await test.sql('insert into profile_changes (id, provider_id, changes) values ($1, $2, $3)', [
        changeId,
        id,
        { ...withdrawal, verification_status: 'Verified', description: 'Better than ever.' },
      ]);
      expect((await putAsShownWithReason(admin, `/api/admin/profile-changes/${changeId}/approve`)).status).toBe(200);
    },
  ],
];

const strikeOut = (text: string): string => [...text].map((letter) => `${letter}\u0336`).join('');
const title = 'Zebra Yield is a scam, never pay';
const description = 'Never pay Zebra Yield. It took the deposits of hundreds of people and paid nothing out.';

describe('edits of a public text [VERD-01]', () => {
  const struckOut = (...fields: string[]) =>
    toInvalidInputReply(
      Object.fromEntries(
        fields.map((field) => [
          field,
          'This text contains characters that strike out or cover letters. Please remove them.',
        ]),
      ),
    );

  it('an administrator cannot strike out the texts of a public alert or of a flagged provider', async () => {
    const alert = await makeAlert(db(), { title, description });
    const path = `/api/admin/fraud-alerts/${alert.id}`;
    const body = { title: strikeOut(title), description: strikeOut(description) };
    expect(await (await putAsShownWithReason(admin, path, body)).json()).toEqual(struckOut('title', 'description'));
    const provider = await makeProvider(db(), { verificationStatus: 'Flagged', flaggedReasons: ['Paid nothing out'] });
    const verdict = { name: strikeOut(provider.name), flaggedReasons: [strikeOut('Paid nothing out')] };
    expect(await (await putAsShownWithReason(admin, `/api/admin/providers/${provider.id}`, verdict)).json()).toEqual(
      struckOut('name', 'flaggedReasons.0'),
    );
  });

  const [first, ...rest] = description.split(' ');
  it.each([
    ['4,000 empty lines', `${first}${'\n'.repeat(4000)}${rest.join(' ')}`],
    ['1,500 stops', `${first} ${'. '.repeat(1500)}${rest.join(' ')}`],
    ['a look-alike letter', description.replace('e', '\u0435')],
    ['a mark that composes with no letter', description.replace('e', 'e\u0331')],
  ])('an edit that adds %s to a public text needs a second administrator', async (_, changed) => {
    const { id } = await makeAlert(db(), { title, description });
    const reply = (await (
      await putAsShownWithReason(admin, `/api/admin/fraud-alerts/${id}`, { description: changed })
    ).json()) as {
      description: string;
      proposal?: Proposal;
    };
    expect(reply.proposal?.state).toBe('open');
    expect(reply.description).toBe(description);
  });

  it('an edit that adds only invisible characters to a public text changes nothing', async () => {
    const { id } = await makeAlert(db(), { title, description });
    const hidden = `\u202E${title.replace('scam', 'sc\u200Bam')}\u2066`;
    expect(
      await (await putAsShownWithReason(admin, `/api/admin/fraud-alerts/${id}`, { title: hidden })).json(),
    ).toEqual(expectedReply('PUT /api/admin/fraud-alerts/:alertId', { title, affectedProvider: null }));
    expect(await test.sql('select from decisions where subject_id = $1', [id])).toEqual([]);
  });
});

describe('vouching for a provider [VERD-01]', () => {
  const readVerdict = async (id: string) =>
    (
      await test.sql(
        'select verification_status as status, risk_score as risk, review_state as listing from providers where id = $1',
        [id],
      )
    )[0];

  it.each([
    ['a Limited provider becomes Verified', { verificationStatus: 'Limited' }, { verificationStatus: 'Verified' }],
    ['a Pending provider becomes Verified', { verificationStatus: 'Pending' }, { verificationStatus: 'Verified' }],
    ['the risk of a provider goes from medium to low', { riskScore: 'Medium' }, { riskScore: 'Low' }],
    [
      'a submitted provider is approved as Verified',
      { reviewState: 'pending', verificationStatus: 'Pending', riskScore: 'Medium' },
      { verificationStatus: 'Verified' },
    ],
    ['a Verified provider gets another name', { verificationStatus: 'Verified' }, { name: 'Quiet Ponzi' }],
  ] as const)('a second administrator must confirm when %s', async (_, made, edit) => {
    const { id } = await makeProvider(db(), { verificationStatus: 'Pending', riskScore: 'Medium', ...made });
    await makeRecentEvidence(db(), id);
    const before = await readVerdict(id);
    // The Verify button sends no reason.
    const sent = await server.post(`/api/admin/providers/${id}`, edit, {
      method: 'PUT',
      headers: { cookie: admin.cookie },
    });
    const { proposal } = (await sent.json()) as { proposal?: Proposal };
    expect([proposal?.state, proposal?.reason]).toEqual(['open', 'No reason given']);
    expect(await readVerdict(id)).toEqual(before);
    expect(await summarizeResponse(await confirm(secondSession, proposal!))).toBe('403 OWN_PROPOSAL');
    expect(await summarizeResponse(await confirm(otherAdmin, proposal!))).toBe('200');
    expect(await getJson(admin, `/api/providers/${id}`)).toEqual(expectedReply('GET /api/providers/:id', edit));
    expect(
      await test.sql('select from decisions where subject_id = $1 and decided_by <> confirmed_by', [id]),
    ).toHaveLength(1);
  });

  it('a second administrator must confirm when a business asks for another name of its Verified listing', async () => {
    const { id: providerId, name } = await makeProvider(db(), { verificationStatus: 'Verified' });
    const change = await makeProfileChange(db(), { providerId, changes: { name: 'Quiet Ponzi' } });
    const reply = await putAsShownWithReason(admin, `/api/admin/profile-changes/${change.id}/approve`);
    expect(((await reply.json()) as { proposal?: Proposal }).proposal?.state).toBe('open');
    expect(await test.sql('select name from providers where id = $1', [providerId])).toEqual([{ name }]);
  });

  it('a compliance badge is hidden while a provider has a warning, and shown when two administrators have withdrawn it', async () => {
    const provider = await makeProvider(db(), {
      verificationStatus: 'Flagged',
      riskScore: 'High',
      flaggedReasons: ['Paid nothing out'],
    });
    const business = await makeBusiness(db(), { providerId: provider.id });
    const document = await makeBusinessDocument(db(), {
      businessId: business.id,
      providerId: provider.id,
      nameKey: 'licence.pdf',
      version: 1,
      isCurrent: true,
    });
    expect((await putAsShownWithReason(admin, `/api/admin/documents/${document.id}/approve`)).status).toBe(200);
    const badges = async () => {
      const page = await getJson<{ certifications: { certification: { name: string } }[] }>(
        admin,
        `/api/providers/${provider.id}`,
      );
      return page.certifications.map(({ certification }) => certification.name);
    };
    expect(await badges()).toEqual([]);
    const edit = { verificationStatus: 'Pending', riskScore: 'Medium', flaggedReasons: [] };
    const lifted = (await (await putAsShownWithReason(admin, `/api/admin/providers/${provider.id}`, edit)).json()) as {
      proposal: Proposal;
    };
    expect(await badges()).toEqual([]);
    expect((await confirm(otherAdmin, lifted.proposal)).status).toBe(200);
    expect(await badges()).toEqual(['Compliance badge']);
    await putAsShownWithReason(admin, `/api/admin/providers/${provider.id}`, { riskScore: 'High' });
    expect(await badges()).toEqual([]);
  });
});

describe('an announcement of an authority', () => {
  it('a moderator withdraws their own proposal to hide an announcement, but nobody else’s [VERD-10]', async () => {
    const { id } = await makeNewsItem(db(), { title: 'The authority warns of a scheme', priority: 'high' });
    const [moderator, otherModerator] = [await makeModerator(db()), await makeModerator(db())];
    const hideReply = await post(moderator, `/api/admin/news/${id}/hide`, { reason: 'Asked to.' });
    const { proposal } = (await hideReply.json()) as AdminNews;
    const findOwn = async (viewer: typeof moderator) => {
      const listed = await getJson<AdminNews[]>(viewer, '/api/admin/news');
      return listed.find((one) => one.id === id)?.ownHideProposal;
    };
    expect([await findOwn(moderator), await findOwn(otherModerator)]).toEqual([proposal!.id, null]);
    const withdraw = async (viewer: typeof moderator) =>
      summarizeResponse(await post(viewer, `/api/admin/proposals/${proposal!.id}/withdraw`));
    expect(await withdraw(otherModerator)).toBe('404 PROPOSAL_NOT_FOUND');
    expect(await withdraw(moderator)).toMatch(/^200/);
    expect(await withdraw(moderator)).toBe('409 ALREADY_DECIDED');
    expect(await findOwn(moderator)).toBeNull();
    expect(
      await test.sql(`select actor_id from audit_entries where action = 'proposal.withdrawn' and subject = $1`, [id]),
    ).toEqual([{ actor_id: moderator.id }]);
  });

  it.each([
    ['names a provider', 'normal', true],
    ['is urgent', 'high', false],
  ] as const)(
    'an announcement that %s is hidden only by a moderator and an administrator together [VERD-10] [VERD-01]',
    async (_, priority, names) => {
      const title = 'The authority warns the public of Proof Exchange';
      const { id } = await makeNewsItem(db(), { title, priority });
      const provider = await makeProvider(db(), { name: 'Proof Exchange', verificationStatus: 'Flagged' });
      if (names) await makeNewsMention(db(), { itemId: id, providerId: provider.id, state: 'confirmed' });
      const [moderator, otherModerator] = [await makeModerator(db()), await makeModerator(db())];
      const onPage = async () => (await server.json<unknown[]>(`/api/providers/${provider.id}/news`)).length;

      const reply = await post(moderator, `/api/admin/news/${id}/hide`, { reason: 'Asked to.' });
      const proposed = (await reply.json()) as AdminNews;
      const waiting = {
        subject: 'news',
        subjectId: id,
        subjectTitle: title,
        from: 'shown',
        to: 'hidden',
        reason: 'Asked to.',
        proposedBy: moderator.email,
        isOwn: true,
        state: 'open',
      };
      const since = { hideProposedAt: proposed.proposal!.createdAt, ownHideProposal: proposed.proposal!.id };
      expect(proposed).toEqual(
        expectedReply('POST /api/admin/news/:id/hide', {
          id,
          state: 'shown',
          otherSources: [],
          ...since,
          proposal: waiting,
        }),
      );
      const listed = await getJson<AdminNews[]>(moderator, '/api/admin/news');
      expect(listed.filter((one) => one.id === id)).toEqual([
        expectedReply('GET /api/admin/news', { id, state: 'shown', otherSources: [], ...since }),
      ]);
      expect(await onPage()).toBe(names ? 1 : 0);
      expect(
        await summarizeResponse(await post(otherModerator, `/api/admin/news/${id}/hide`, { reason: 'Me too.' })),
      ).toBe('409 ALREADY_PROPOSED');
      expect((await confirmProposal(otherModerator, proposed.proposal!.id)).status).toBe(403);
      expect(await test.sql('select from decisions where subject_id = $1', [id])).toEqual([]);

      const proposalDetail = await getJson<ProposalDetail>(otherAdmin, `/api/admin/proposals/${proposed.proposal!.id}`);
      expect(proposalDetail.changes).toEqual([{ field: 'state', from: 'shown', to: 'hidden' }]);
      expect((await confirmProposal(otherAdmin, proposed.proposal!.id)).status).toBe(200);
      expect(await test.sql('select state from news_items where id = $1', [id])).toEqual([{ state: 'hidden' }]);
      expect(await onPage()).toBe(0);
      expect(
        await test.sql(
          'select from_value, to_value, decided_by, confirmed_by, reason from decisions where subject_id = $1',
          [id],
        ),
      ).toEqual([
        {
          from_value: 'shown',
          to_value: 'hidden',
          decided_by: moderator.id,
          confirmed_by: otherAdmin.id,
          reason: 'Asked to.',
        },
      ]);
      const recorded = await test.sql('select action from audit_entries where subject = $1 order by at, id', [id]);
      expect(recorded.map(({ action }) => action)).toEqual(['proposal.opened', 'proposal.confirmed', 'news.hidden']);

      // The public log has the decision without names and texts.
      await appendAll(test.database);
      const lines = await server.json<LogLine[]>('/api/decision-log?subject=news&limit=1');
      expect(lines).toEqual([
        expectedReply('GET /api/decision-log', {
          kind: 'decision',
          subject: 'news',
          subjectId: id,
          path: names ? `/provider/${provider.id}` : '/news',
          from: 'shown',
          to: 'hidden',
          people: 2,
        }),
      ]);

      // Showing it again strengthens the warning: one moderator is enough.
      expect(
        await summarizeResponse(await post(moderator, `/api/admin/news/${id}/show`, { reason: 'It was right.' })),
      ).toBe('200');
      expect(await onPage()).toBe(names ? 1 : 0);
    },
  );
});

const attempts = waysToWithdraw.flatMap(([way, kinds, attempt]) => kinds.map((kind) => [kind, way, attempt] as const));

describe('a single administrator', () => {
  it.each(attempts)(
    'a single administrator never withdraws %s %s [ROLE-12] [DEC-02] [DEC-15]',
    async (kind, _, attempt) => {
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
    },
  );
});

describe('two administrators', () => {
  it.each(Object.keys(warnings) as Kind[])('two administrators together withdraw %s', async (kind) => {
    const warning = await warnings[kind]();
    expect((await confirm(otherAdmin, await proposeWithdrawal(admin, warning))).status).toBe(200);
    expect([await warning.status()]).toEqual(Object.values(warning.withdrawal));
  });
});
