import { randomUUID } from 'node:crypto';
import type { AdminProvider } from '@hakiki/contract/directory-admin';
import { editableStatuses } from '@hakiki/contract/admin-values';
import type { Provider } from '@hakiki/contract/directory';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Admin, createConsoleClient, makeAdmin, DEFAULT_REASON } from '../../../test/support/staff.ts';
import { decisionFields, expectedReply, anyTextHash } from '../../../test/support/expected-replies.ts';
import { summarizeResponse } from '../../../test/support/browser.ts';
import { useDatabase } from '../../../test/support/database.ts';
import { makeCertification, makeProvider, makeRecentEvidence } from '../../../test/support/factories.ts';
import { useServer } from '../../../test/support/server.ts';

const test = useDatabase();
const server = useServer(test, { settings: { rateLimitScale: 1000 } });
const { putAsShownWithReason, confirmProposal, post } = createConsoleClient(server);
const db = () => test.database.db;

let admin: Admin;
let secondAdmin: Admin;
beforeAll(async () => {
  admin = await makeAdmin(db());
  secondAdmin = await makeAdmin(db());
});

const toPath = (id: string) => `/api/admin/providers/${id}`;
const edit = async (id: string, body: object) =>
  (await putAsShownWithReason(admin, toPath(id), body)).json() as Promise<AdminProvider>;
/** Proposes an edit that requires approval, lets the second administrator approve it, and returns the listed row. */
const editWithApproval = async (id: string, body: object): Promise<AdminProvider> => {
  const { proposal } = await edit(id, body);
  expect([proposal?.subjectId, proposal?.isOwn, proposal?.state]).toEqual([id, true, 'open']);
  expect((await confirmProposal(secondAdmin, proposal!.id)).status).toBe(200);
  return edit(id, {});
};
const readPublic = (id: string) => server.json<Provider>(`/api/providers/${id}`);

describe('PUT /api/admin/providers/:providerId', () => {
  it('accepts a status alone, and returns the full provider with its review state [CALL-33] [SHAPE-21] [ADMIN-35]', async () => {
    const { id, createdAt } = await makeProvider(db());
    await makeCertification(db(), { providerId: id });
    await makeRecentEvidence(db(), id);
    const verified = await editWithApproval(id, { verificationStatus: 'Verified' });
    const { reviewState, createdAt: createdSince, badges, ...asShown } = verified;
    expect([reviewState, badges, createdSince]).toEqual(['approved', [], createdAt.toISOString()]);
    expect({ ...asShown, suspension: null, appealSince: null, withdrawalWatch: null, reply: null }).toEqual(
      await readPublic(id),
    );
    expect(asShown).toEqual(
      expect.objectContaining({ verificationStatus: 'Verified', certifications: [expect.anything()] }),
    );
    expect(await edit(id, { verificationStatus: 'Pending' })).toEqual(
      expectedReply('PUT /api/admin/providers/:providerId', {
        verificationStatus: 'Pending',
        reviewState: 'approved',
        ...decisionFields({ canUndo: false }),
      }),
    );
    expect(await readPublic(id)).toEqual(expectedReply('GET /api/providers/:id', { verificationStatus: 'Pending' }));
  });

  it.each(editableStatuses)('sets %s on a provider without a warning [ADMIN-37] [DEC-02]', async (status) => {
    const { id } = await makeProvider(db(), { verificationStatus: 'Limited' });
    await makeRecentEvidence(db(), id);
    const requiresApproval = status === 'Verified';
    expect(await (requiresApproval ? editWithApproval : edit)(id, { verificationStatus: status })).toEqual(
      expectedReply('PUT /api/admin/providers/:providerId', {
        verificationStatus: status,
        ...(status !== 'Limited' && !requiresApproval && decisionFields({ canUndo: false })),
      }),
    );
  });

  it('lists a submission that an administrator verifies or flags, and none that is suspended or left pending [DEC-02]', async () => {
    for (const [verificationStatus, reviewState] of [
      ['Verified', 'approved'],
      ['Limited', 'approved'],
      ['Flagged', 'approved'],
      ['Suspended', 'rejected'],
      ['Pending', 'pending'],
    ] as const) {
      const { id } = await makeProvider(db(), { reviewState: 'pending' });
      await makeRecentEvidence(db(), id);
      const requiresApproval = verificationStatus === 'Verified';
      expect(await (requiresApproval ? editWithApproval : edit)(id, { verificationStatus })).toEqual(
        expectedReply('PUT /api/admin/providers/:providerId', {
          verificationStatus,
          reviewState,
          ...(reviewState !== 'pending' && !requiresApproval && decisionFields({ canUndo: false })),
        }),
      );
      expect((await server.get(`/api/providers/${id}`)).status).toBe(reviewState === 'approved' ? 200 : 404);
    }
  });

  it('stores the scores and the reasons of a flag [CALL-33] [DEC-06]', async () => {
    const { id, name } = await makeProvider(db());
    const body = {
      verificationStatus: 'Flagged',
      riskScore: 'High',
      regulatoryCompliance: 0,
      userSatisfaction: 100,
      securityMeasures: 1,
      flaggedReasons: ['Reported by 14 people', 'No licence'],
    };
    expect(await edit(id, { ...body, reason: 'Fourteen reports.' })).toEqual(
      expectedReply('PUT /api/admin/providers/:providerId', { ...body, ...decisionFields({ canUndo: false }) }),
    );
    expect(await readPublic(id)).toEqual(expectedReply('GET /api/providers/:id', body));
    // Removing reasons of a flag requires two people.
    const pending = await edit(id, { flaggedReasons: [] });
    expect(pending).toEqual(
      expectedReply('PUT /api/admin/providers/:providerId', {
        ...body,
        proposal: {
          subject: 'provider',
          subjectId: id,
          subjectTitle: name,
          from: 'Flagged',
          to: 'Flagged',
          proposedBy: admin.email,
          isOwn: true,
          state: 'open',
        },
      }),
    );
    expect(await readPublic(id)).toEqual(expectedReply('GET /api/providers/:id', body));
    expect((await confirmProposal(secondAdmin, pending.proposal!.id)).status).toBe(200);
    expect(await readPublic(id)).toEqual(expectedReply('GET /api/providers/:id', { ...body, flaggedReasons: [] }));
    const recorded = await test.sql(
      `select actor_id, action, reason, detail from audit_entries
       where subject = $1 and action like 'provider.%' order by at, id`,
      [id],
    );
    expect(recorded).toEqual([
      {
        actor_id: admin.id,
        action: 'provider.status-changed',
        reason: 'Fourteen reports.',
        detail: {
          before: 'Pending',
          after: 'Flagged',
          riskBefore: 'Medium',
          riskAfter: 'High',
          fields:
            'flaggedReasons, regulatoryCompliance, riskScore, securityMeasures, userSatisfaction, verificationStatus',
          versionBefore: anyTextHash,
          versionAfter: anyTextHash,
        },
      },
      {
        actor_id: secondAdmin.id,
        action: 'provider.edited',
        reason: DEFAULT_REASON,
        detail: {
          before: 'Flagged',
          proposedBy: admin.id,
          fields: 'flaggedReasons',
          versionBefore: (recorded[0]!['detail'] as Record<string, unknown>)['versionAfter'],
          versionAfter: anyTextHash,
        },
      },
    ]);
  });

  it('stores other names, by which visitors find the provider [DEC-08] [WARN-07]', async () => {
    const { id } = await makeProvider(db());
    const found = () =>
      server.json<{ id: string }[]>('/api/providers?search=jengo%20capital').then((all) => all.map((one) => one.id));
    expect(await found()).toEqual([]);
    const { otherNames } = (await edit(id, { otherNames: ['Jengo Capital', 'JC'] })) as { otherNames: string[] };
    expect([otherNames, await found()]).toEqual([['Jengo Capital', 'JC'], [id]]);
    await edit(id, { otherNames: [] });
    expect(await found()).toEqual([]);
  });

  it('records nothing when nothing changes', async () => {
    const { id } = await makeProvider(db());
    for (const body of [{}, { verificationStatus: 'Pending', riskScore: 'Medium', regulatoryCompliance: 70 }]) {
      await edit(id, body);
    }
    expect(await test.sql('select from decisions where subject_id = $1', [id])).toEqual([]);
  });

  it('rejects percentages outside of 0 to 100 and unknown values [DEC-76] [SHAPE-21]', async () => {
    const { id } = await makeProvider(db());
    for (const body of [
      { regulatoryCompliance: -1 },
      { userSatisfaction: 101 },
      { securityMeasures: 50.5 },
      { securityMeasures: '50' },
      { verificationStatus: 'Unverified' },
      { riskScore: 'None' },
      { flaggedReasons: 'one' },
    ]) {
      expect(await summarizeResponse(await putAsShownWithReason(admin, toPath(id), body)), JSON.stringify(body)).toBe(
        '400 INVALID_INPUT',
      );
    }
    const unknown = toPath('01890000-0000-7000-8000-00000000dead');
    expect(await summarizeResponse(await putAsShownWithReason(admin, unknown, { riskScore: 'Low' }))).toBe(
      '404 PROVIDER_NOT_FOUND',
    );
  });

  it('ignores all other fields of the request', async () => {
    const { id, name } = await makeProvider(db(), { reviewState: 'pending' });
    const sent = {
      riskScore: 'Low',
      rating: '5.0',
      reviewCount: 900,
      reviewState: 'approved',
      id: 'x',
    };
    expect(await edit(id, sent)).toEqual(
      expectedReply('PUT /api/admin/providers/:providerId', {
        id,
        name,
        rating: '0.0',
        reviewCount: 0,
        reviewState: 'pending',
        riskScore: 'Low',
        ...decisionFields({ canUndo: false }),
      }),
    );
  });
});

describe('adding a provider by hand', () => {
  const listing = {
    name: 'Demo Added Exchange',
    type: 'Exchange',
    description: 'Buys and sells coins in two countries, with an office in each of them.',
    website: 'https://www.demo-added.example/join',
    countries: ['Kenya', 'South-Africa'],
    licenseInfo: 'FSP 12345',
  };
  const addProvider = (body: object, key = randomUUID()) =>
    post(admin, '/api/admin/providers', body, { 'idempotency-key': key });

  it('adds a provider once to the public directory, and its licence can be edited later [DEC-02]', async () => {
    const key = randomUUID();
    const first = await addProvider(listing, key);
    const created = (await first.json()) as AdminProvider;
    expect([first.status, created]).toEqual([
      201,
      expectedReply('POST /api/admin/providers', {
        ...listing,
        countries: ['kenya', 'south africa'],
        otherNames: [],
        verificationStatus: 'Pending',
        riskScore: 'Medium',
        reviewState: 'approved',
        ...decisionFields({ canUndo: false }),
      }),
    ]);
    expect(await (await addProvider(listing, key)).json()).toEqual(created);
    const found = await server.json<AdminProvider[]>('/api/providers?search=demo%20added');
    expect(found.map(({ id, licenseInfo }) => ({ id, licenseInfo }))).toEqual([
      { id: created.id, licenseInfo: 'FSP 12345' },
    ]);
    expect(
      await test.sql('select action, actor_id from audit_entries where subject = $1 order by at, id', [created.id]),
    ).toEqual([
      { action: 'provider.entered', actor_id: admin.id },
      { action: 'provider.edited', actor_id: admin.id },
    ]);
    const edited = await edit(created.id, { licenseInfo: 'FSP 99999', website: '' });
    expect([edited.licenseInfo, edited.website]).toEqual(['FSP 99999', null]);
    expect(await test.sql('select license_info, website from providers where id = $1', [created.id])).toEqual([
      { license_info: 'FSP 99999', website: null },
    ]);
  });

  it('rejects a provider with a known name or site, unless the administrator confirms that it is another', async () => {
    await makeProvider(db(), { name: 'Demo Twice', website: 'https://demo-twice.example' });
    expect(await summarizeResponse(await addProvider({ ...listing, name: 'demo twice' }))).toBe('409 PROVIDER_KNOWN');
    const bySite = { ...listing, name: 'Demo Other Name', website: 'https://app.demo-twice.example' };
    expect(await summarizeResponse(await addProvider(bySite))).toBe('409 PROVIDER_KNOWN');
    expect((await addProvider({ ...bySite, isAnother: true })).status).toBe(201);
  });

  it('validates the fields like a submission, except for the minimum lengths [DEC-76]', async () => {
    for (const wrong of [
      { name: ' ' },
      { description: '' },
      { website: 'nonsense' },
      { countries: [] },
      { type: 'Bank' },
    ]) {
      expect(await summarizeResponse(await addProvider({ ...listing, ...wrong })), JSON.stringify(wrong)).toBe(
        '400 INVALID_INPUT',
      );
    }
  });

  it('requires a second person for the name and website of a warned provider, since visitors find the warning by them [VERD-01]', async () => {
    const { id, name } = await makeProvider(db(), {
      verificationStatus: 'Flagged',
      website: 'https://demo-warned.example',
    });
    for (const change of [{ name: 'Demo Innocent' }, { website: 'https://demo-clean.example' }]) {
      const pending = await edit(id, change);
      expect(pending.proposal?.state).toBe('open');
      await test.sql(`update proposals set state = 'withdrawn', settled_at = now() where id = $1`, [
        pending.proposal!.id,
      ]);
    }
    expect(await test.sql('select name, website from providers where id = $1', [id])).toEqual([
      { name, website: 'https://demo-warned.example' },
    ]);
  });
});

describe('facts of a provider page [FILL-01]', () => {
  const facts = {
    otherNames: ['Mlima X'],
    website: 'https://mlima.example',
    countries: ['KE', 'South-Africa', 'Cape Verde'],
    established: '2018',
    userCount: '482,000',
    licenseInfo: 'Licence 12/2018 of the Capital Markets Authority',
    securityFeatures: [
      { name: 'Cold storage', state: 'confirmed' },
      { name: 'Two-factor login', state: 'not_confirmed' },
    ],
    insurance: 'Stored coins are insured up to $2,000,000.',
    badges: ['Security audit', 'Licence seen'],
  };
  const shownFacts = {
    ...facts,
    countries: ['kenya', 'south africa', 'cape verde'],
    established: 2018,
    userCount: 482_000,
  };
  const addProvider = async (body: object = {}) => {
    const name = `Mlima ${randomUUID()}`;
    const sent = { name, type: 'Exchange', description: 'Sells coins.', countries: ['kenya'], ...body };
    return (await post(admin, '/api/admin/providers', sent)).json() as Promise<AdminProvider>;
  };
  const listBadgeNames = ({ certifications }: Provider) =>
    certifications.map(({ certification }) => certification.name);

  it('an administrator enters a provider with all facts of its page, and readers see them [FILL-01] [PROV-03] [PROV-16] [REAL-07]', async () => {
    const { badges, ...visibleFacts } = shownFacts;
    const { id, ...added } = await addProvider(facts);
    expect(added).toEqual(expect.objectContaining({ ...visibleFacts, badges: ['Licence seen', 'Security audit'] }));
    const shown = await readPublic(id);
    expect(shown).toEqual(expect.objectContaining(visibleFacts));
    expect(listBadgeNames(shown)).toEqual(badges.toReversed());
  });

  it('an administrator changes every fact of a listed provider, and an empty value removes it [FILL-01]', async () => {
    const { id } = await addProvider();
    expect(await readPublic(id)).toEqual(
      expect.objectContaining({ userCount: null, established: null, insurance: null }),
    );
    const { badges: _, ...visibleFacts } = shownFacts;
    expect(await edit(id, facts)).toEqual(expect.objectContaining(visibleFacts));
    expect(await readPublic(id)).toEqual(expect.objectContaining(visibleFacts));
    const history = await server.json<{ changes: { field: string; to: string }[] }[]>(`/api/providers/${id}/history`);
    expect(history[0]!.changes).toContainEqual({
      field: 'securityFeatures',
      from: '',
      to: 'Cold storage: confirmed\nTwo-factor login: not_confirmed',
    });
    await edit(id, { established: '', userCount: '', insurance: '', securityFeatures: [], badges: [], otherNames: [] });
    const emptied = await readPublic(id);
    expect(emptied).toEqual(
      expect.objectContaining({ established: null, userCount: null, insurance: null, securityFeatures: [] }),
    );
    expect(emptied.certifications).toEqual([]);
  });

  it('the audit records who changed the badges of a provider [FILL-01]', async () => {
    const { id } = await addProvider({ badges: ['Licence seen'] });
    await edit(id, { badges: ['Local office'] });
    await edit(id, { badges: ['Local office'] });
    const entries = await test.sql(
      `select actor_id, detail from audit_entries where subject = $1 and action = 'provider.badges-changed' order by at, id`,
      [id],
    );
    expect(entries).toEqual([
      { actor_id: admin.id, detail: { before: '', after: 'Licence seen' } },
      { actor_id: admin.id, detail: { before: 'Licence seen', after: 'Local office' } },
    ]);
  });

  it('badges are hidden while there is a warning, and new facts beside a warning need a second administrator [FILL-01] [VERD-01]', async () => {
    const { id } = await addProvider({ badges: ['Licence seen'] });
    const flagged = await edit(id, { verificationStatus: 'Flagged', flaggedReasons: ['No licence'] });
    expect(flagged.badges).toEqual(['Licence seen']);
    expect((await readPublic(id)).certifications).toEqual([]);
    for (const change of [{ userCount: 9_000_000 }, { insurance: 'Fully insured' }, { established: 1999 }]) {
      const { proposal } = await edit(id, change);
      expect(proposal?.state, JSON.stringify(change)).toBe('open');
      expect((await confirmProposal(secondAdmin, proposal!.id)).status).toBe(200);
      expect(await readPublic(id)).toEqual(expect.objectContaining(change));
    }
  });

  it.each([
    [{ countries: ['Kenia', 'Wakanda'] }, 'countries', 'COUNTRY_UNKNOWN'],
    [{ userCount: 'many' }, 'userCount', 'USER_COUNT_INVALID'],
    [{ userCount: '1,5' }, 'userCount', 'USER_COUNT_INVALID'],
    [{ userCount: 3_000_000_000 }, 'userCount', 'USER_COUNT_INVALID'],
    [{ established: 1889 }, 'established', 'YEAR_OUT_OF_RANGE'],
    [{ badges: ['Best of all'] }, 'badges.0', 'INVALID_VALUE'],
    [{ securityFeatures: [{ name: ' ', state: 'confirmed' }] }, 'securityFeatures.0.name', 'FEATURE_NAME_REQUIRED'],
  ])('%j is refused, with the field and the reason [FILL-01]', async (change, field, code) => {
    const { id } = await makeProvider(db());
    const response = await putAsShownWithReason(admin, toPath(id), change);
    expect(response.status).toBe(400);
    const { fieldErrors } = (await response.json()) as { fieldErrors: Record<string, { code: string }> };
    expect(fieldErrors[field]?.code).toBe(code);
  });

  it('no country outside the list is counted in public figures [FILL-01]', async () => {
    const before = await server.json<{ countries: number }>('/api/stats');
    await addProvider({ countries: ['other'] });
    expect((await server.json<{ countries: number }>('/api/stats')).countries).toBe(before.countries);
  });
});
