/** Provider submissions: validation of the form, and visibility only after the approval. */
import type { UserId } from '@hakiki/contract/accounts';
import { relationships, submissionCountries, submissionTypes } from '@hakiki/contract/submission-values';
import type { ProviderId, VerificationStatus } from '@hakiki/contract/directory';
import type { FilingState } from '@hakiki/contract/filings';
import { beforeAll, describe, expect, it } from 'vitest';
import { openBrowser } from '../../../test/support/browser.ts';
import { useDatabase } from '../../../test/support/database.ts';
import { expectedReply } from '../../../test/support/expected-replies.ts';
import { makeProvider, makeSession, makeUser, tagOf } from '../../../test/support/factories.ts';
import { actors } from '../../../test/support/actors.ts';
import { requestProofOfWork } from '../../../test/support/proof-of-work.ts';
import { newProviderSubmission } from '../../../test/support/reporter.ts';
import { useServer } from '../../../test/support/server.ts';

const test = useDatabase();
const server = useServer(test, { settings: { rateLimitScale: 1000 } });

type Body = Record<string, unknown>;

let member: ReturnType<typeof openBrowser>;
let memberId: UserId;
beforeAll(async () => {
  ({ id: memberId } = await makeUser(test.database.db));
  const { token } = await makeSession(test.database.db, { userId: memberId });
  member = openBrowser(server, { cookies: [['session', token]] });
});

const form = (changes: Body = {}): Body => ({
  ...newProviderSubmission(),
  website: 'https://savings.example',
  established: 2019,
  licenseInfo: 'Demo licence 7',
  contactPhone: '+254 700 000 000',
  additionalInfo: 'They opened an office in March.',
  verificationStatus: 'Pending',
  riskScore: 'Medium',
  ...changes,
});
const without = (name: string): Body => Object.fromEntries(Object.entries(form()).filter(([key]) => key !== name));

const submit = (body: Body) => member.post('/api/providers', body);
const submitOk = async (body: Body) => {
  const response = await submit(body);
  const reply = (await response.json()) as { id: string; receipt: { code: string }; fields?: unknown };
  expect([response.status, reply.fields]).toEqual([201, undefined]);
  return reply;
};
const readFaults = async (body: Body) => {
  const response = await submit(body);
  const { code, fields } = (await response.json()) as { code?: string; fields?: Record<string, string> };
  expect([response.status, code]).toEqual([400, 'INVALID_INPUT']);
  return fields;
};
const readRow = async (id: string) => (await test.sql('select * from providers where id = $1', [id]))[0];
const readState = async (code: string) =>
  (await (await server.post('/api/filings/look-up', { code })).json()) as FilingState;

describe('POST /api/providers', () => {
  it('accepts all fields of the form [SUBMIT-01] [REAL-14]', async () => {
    const { id, receipt } = await submitOk(form());
    expect(await readRow(id)).toEqual(
      expect.objectContaining({
        name: 'Demo Savings Exchange',
        type: 'Exchange',
        description: newProviderSubmission().description,
        website: 'https://savings.example',
        countries: ['kenya'],
        established: 2019,
        license_info: 'Demo licence 7',
      }),
    );
    expect(await readState(receipt.code)).toEqual(
      expectedReply('POST /api/filings/look-up', {
        hasContact: true,
        additionalDetails: 'They opened an office in March.',
      }),
    );
    const [filing] = await test.sql('select kind, owner_tag, has_email from filings where id = $1', [id]);
    expect(filing).toEqual({ kind: 'submission', owner_tag: tagOf(memberId), has_email: true });
    const [entry] = await server.running.services.audit.listBySubject(test.database.db, id, 1);
    expect(entry).toEqual(
      expect.objectContaining({ action: 'submission.submitted', actorKind: 'user', actorId: null, detail: null }),
    );
  });

  it('starts as pending with medium risk, whatever the client sends [SUBMIT-02] [DEC-32] [DEC-02]', async () => {
    const start = { verification_status: 'Pending', risk_score: 'Medium', review_state: 'pending', is_public: false };
    const sent = [
      { verificationStatus: 'Verified', riskScore: 'Low', reviewState: 'approved', rating: 5, isPublic: true },
      { verificationStatus: 7, riskScore: null },
      { verificationStatus: undefined, riskScore: undefined },
    ];
    for (const claims of sent) {
      const { id } = await submitOk(form(claims));
      expect(await readRow(id)).toEqual(expect.objectContaining({ ...start, rating: '0.0', review_count: 0 }));
    }
  });

  it('accepts exactly the types of the form [SUBMIT-03] [SUBMIT-09]', async () => {
    expect(submissionTypes).toEqual([
      'Exchange',
      'Broker',
      'Wallet',
      'OTC Desk',
      'Payment Processor',
      'Mining Pool',
      'DeFi Platform',
      'Other',
    ]);
    for (const type of submissionTypes)
      expect(await readRow((await submitOk(form({ type }))).id)).toEqual(expect.objectContaining({ type }));
    const message = { type: 'Please select a provider type' };
    for (const type of ['', 'Network Marketing', 'exchange', undefined]) {
      expect(await readFaults(form({ type })), String(type)).toEqual(message);
    }
  });

  it('accepts exactly the relationships of the form [SUBMIT-04] [SUBMIT-17]', async () => {
    expect(relationships).toEqual(['owner', 'employee', 'partner', 'customer', 'community', 'other']);
    for (const relationship of relationships) await submitOk(form({ relationship }));
    const message = { relationship: 'Please select your relationship to the provider' };
    expect(await readFaults(without('relationship'))).toEqual(message);
    expect(await readFaults(form({ relationship: 'rival' }))).toEqual(message);
  });

  it('stores countries as lowercase names, sent as a list or separated by commas [SUBMIT-05] [SUBMIT-06] [SUBMIT-12]', async () => {
    expect(submissionCountries).toEqual([
      ...[
        'Nigeria',
        'South Africa',
        'Kenya',
        'Ghana',
        'Uganda',
        'Tanzania',
        'Zimbabwe',
        'Botswana',
        'Zambia',
        'Rwanda',
      ],
      ...['Malawi', 'Mozambique', 'Ethiopia', 'Egypt', 'Morocco', 'Tunisia', 'Algeria', 'Senegal', 'Ivory Coast'],
      ...['Cameroon', 'Other'],
    ]);
    const all = await submitOk(form({ countries: submissionCountries }));
    expect(await readRow(all.id)).toEqual(
      expect.objectContaining({ countries: submissionCountries.map((name) => name.toLowerCase()) }),
    );
    const joined = await submitOk(form({ countries: 'Kenya, South Africa,kenya' }));
    expect(await readRow(joined.id)).toEqual(expect.objectContaining({ countries: ['kenya', 'south africa'] }));
    const message = { countries: 'Please specify at least one country' };
    for (const countries of [[], '', ' , ', undefined, [' ']]) {
      expect(await readFaults(form({ countries })), JSON.stringify(countries)).toEqual(message);
    }
  });

  it('accepts a year since 1990 or none, as a number or as text [SUBMIT-07] [SUBMIT-13] [DEC-82]', async () => {
    const thisYear = new Date().getUTCFullYear();
    const acceptedYears: [unknown, number | null][] = [
      [1990, 1990],
      [thisYear, thisYear],
      ['2015', 2015],
      ['', null],
      [undefined, null],
    ];
    for (const [established, stored] of acceptedYears) {
      expect(await readRow((await submitOk(form({ established }))).id)).toEqual(
        expect.objectContaining({ established: stored }),
      );
    }
    for (const established of [1989, thisYear + 1, 2000.5, 'last year', '19 90']) {
      expect(await readFaults(form({ established })), String(established)).toEqual({
        established: `Year must be between 1990 and ${thisYear}`,
      });
    }
  });

  it('requires a name of two characters [SUBMIT-08] [DEC-82]', async () => {
    const message = { name: 'Provider name must be at least 2 characters' };
    expect(await readFaults(form({ name: 'X' }))).toEqual(message);
    expect(await readFaults(form({ name: ' X ' }))).toEqual(message);
    expect(await readFaults(without('name'))).toEqual(message);
    await submitOk(form({ name: 'XY' }));
  });

  it('requires a description of a hundred characters [SUBMIT-10] [DEC-82]', async () => {
    const message = { description: 'Description must be at least 100 characters' };
    expect(await readFaults(form({ description: 'x'.repeat(99) }))).toEqual(message);
    expect(await readFaults(form({ description: `  ${'x'.repeat(99)}   ` }))).toEqual(message);
    expect(await readFaults(without('description'))).toEqual(message);
    await submitOk(form({ description: 'x'.repeat(100) }));
  });

  it('accepts the address of a website, or none [SUBMIT-11] [DEC-82]', async () => {
    for (const website of ['savings', 'javascript:alert(1)', 'ftp://savings.example', 'https://', 'http://localhost']) {
      expect(await readFaults(form({ website })), website).toEqual({ website: 'Please enter a valid URL' });
    }
    for (const website of ['', undefined]) {
      expect(await readRow((await submitOk(form({ website }))).id)).toEqual(expect.objectContaining({ website: null }));
    }
    await submitOk(form({ website: ' http://savings.example/about ' }));
  });

  it('requires valid email addresses of the provider and of the submitter [SUBMIT-14] [SUBMIT-16] [DEC-82]', async () => {
    for (const field of ['contactEmail', 'submitterEmail']) {
      const message = { [field]: 'Please enter a valid email address' };
      for (const email of ['', 'amina', 'amina@', 'a b@example.com', undefined]) {
        expect(await readFaults(form({ [field]: email })), `${field} ${email}`).toEqual(message);
      }
    }
  });

  it('requires a submitter name of two characters [SUBMIT-15] [DEC-82]', async () => {
    const message = { submitterName: 'Your name must be at least 2 characters' };
    expect(await readFaults(form({ submitterName: 'A' }))).toEqual(message);
    expect(await readFaults(without('submitterName'))).toEqual(message);
    await submitOk(form({ submitterName: 'Al' }));
  });

  it('requires agreement to the terms [SUBMIT-18]', async () => {
    const message = { agreeToTerms: 'You must agree to the terms' };
    for (const agreeToTerms of [false, 'false', '', 'off', undefined, null, 1]) {
      expect(await readFaults(form({ agreeToTerms })), String(agreeToTerms)).toEqual(message);
    }
    for (const agreeToTerms of [true, 'true', 'on']) await submitOk(form({ agreeToTerms }));
  });

  it('accepts a submission without optional fields', async () => {
    for (const name of ['website', 'established', 'licenseInfo', 'contactPhone', 'additionalInfo']) {
      expect((await submit(without(name))).status, name).toBe(201);
    }
  });

  it('returns all invalid fields at once', async () => {
    expect(Object.keys((await readFaults({})) ?? {}).toSorted()).toEqual([
      'agreeToTerms',
      'contactEmail',
      'countries',
      'description',
      'name',
      'relationship',
      'submitterEmail',
      'submitterName',
      'type',
    ]);
  });
});

describe('the visibility of a submission', () => {
  const name = 'Demo Baobab Payments';
  const decide = (id: string, status: VerificationStatus) =>
    server.running.services.directory.update(actors.admin, id as ProviderId, {
      verificationStatus: status,
      reason: 'We checked it.',
    });
  const count = async (path: string) => Number((await server.get(path)).headers.get('X-Total-Count'));
  const stats = () => server.json<Record<string, number>>('/api/stats');
  const propose = async () => {
    const proof = await requestProofOfWork(server);
    const response = await server.post('/api/providers', form({ name, countries: ['rwanda'], proof }));
    return ((await response.json()) as { id: string }).id;
  };

  /** All public places where it could appear. */
  async function listAppearances(id: string, otherId: string): Promise<string[]> {
    const [listed, found, newest, similar, sitemaps, map] = await Promise.all([
      server.get('/api/providers?country=rwanda').then((response) => response.text()),
      server.get('/api/providers?search=baobab').then((response) => response.text()),
      server.get('/api/providers?sort=newest').then((response) => response.text()),
      server.get(`/api/providers/${otherId}/similar`).then((response) => response.text()),
      sitemap(),
      server.get('/api/stats/countries').then((response) => response.text()),
    ]);
    const [itself, reviews, evidence, compared] = await Promise.all([
      server.get(`/api/providers/${id}`),
      server.get(`/api/providers/${id}/reviews`),
      server.get(`/api/providers/${id}/evidence`),
      server.get(`/api/providers/${id}/similar`),
    ]);
    return Object.entries({
      listed: listed.includes(id),
      found: found.includes(id),
      newest: newest.includes(id),
      similar: similar.includes(id),
      sitemap: sitemaps.includes(id),
      map: map.includes('rwanda'),
      itself: itself.status !== 404,
      reviews: reviews.status !== 404,
      evidence: evidence.status !== 404,
      'its similar': compared.status !== 404,
    }).flatMap(([where, isSeen]) => (isSeen ? [where] : []));
  }

  async function sitemap(): Promise<string> {
    const index = await (await server.get('/sitemap.xml')).text();
    const parts = [...index.matchAll(/<loc>[^<]*?(\/sitemap[^<]*)<\/loc>/g)].map(([, path = '']) => path);
    const texts = await Promise.all(parts.map(async (path) => (await server.get(path)).text()));
    return texts.join('\n') + index;
  }

  it('is hidden from the public before the approval, and visible everywhere after it [DEC-02] [SUBMIT-22]', async () => {
    const { id: otherId } = await makeProvider(test.database.db, { type: 'Exchange', countries: ['nigeria'] });
    const before = { total: await count('/api/providers'), stats: await stats() };
    const id = await propose();
    expect(await listAppearances(id, otherId)).toEqual([]);
    await decide(id, 'Pending');
    expect(await listAppearances(id, otherId)).toEqual([]);
    expect({ total: await count('/api/providers'), stats: await stats() }).toEqual(before);

    await decide(id, 'Limited');
    expect(await listAppearances(id, otherId)).toEqual([
      ...['listed', 'found', 'newest', 'similar', 'sitemap', 'map', 'itself', 'reviews', 'evidence', 'its similar'],
    ]);
    expect(await count('/api/providers')).toBe(before.total + 1);
    expect(await stats()).toEqual(
      expectedReply('GET /api/stats', { totalProviders: (before.stats['totalProviders'] ?? 0) + 1 }),
    );
  });

  it('stays hidden after a rejection [DEC-02]', async () => {
    const { id: otherId } = await makeProvider(test.database.db, { type: 'Exchange', countries: ['nigeria'] });
    await test.sql("delete from providers where 'rwanda' = any(countries)");
    const id = await propose();
    await decide(id, 'Suspended');
    expect(await readRow(id)).toEqual(expect.objectContaining({ review_state: 'rejected' }));
    expect(await listAppearances(id, otherId)).toEqual([]);
  });
});
