import { findPrivateMarks } from '@hakiki/contract/private-marks';
import { africanCountries } from '@hakiki/contract/country-codes';
import { createHash } from 'node:crypto';
import { alertStatuses, alertTypes, severities } from '@hakiki/contract/alert-values';
import { reportStatuses, reportTypes } from '@hakiki/contract/report-values';
import { NewAlert } from '@hakiki/contract/alerts';
import { badgeColours, badgeIcons, providerTypes, Provider, verificationStatuses } from '@hakiki/contract/directory';
import { Evidence, evidenceKinds } from '@hakiki/contract/evidence';
import { Review } from '@hakiki/contract/reviews';
import { getShownRisk, isAssessed, riskLevels } from '@hakiki/contract/risk';
import { describe, expect, it } from 'vitest';
import { useDatabase } from '../../test/support/database.ts';
import { makeProvider as makeListing } from '../../test/support/factories.ts';
import { useServer } from '../../test/support/server.ts';
import { demoAccounts, seedAccounts } from './accounts.ts';
import { seedApi } from './demo-api.ts';
import { seedBusiness } from './demo-business.ts';
import { seedMoney } from './demo-money.ts';
import { seedWebhooks } from './demo-webhooks.ts';
import { certificationRows } from './certifications.ts';
import { generateCompanyName, realNames, containsRealName } from './company-names.ts';
import { toFields, toCopyLine } from './copy.ts';
import { demoAlerts } from './demo-alerts.ts';
import { demoReports } from './demo-reports.ts';
import { seedDemoQueue } from './demo-queue.ts';
import { demoEvidenceRows, demoProviderRows, demoProviders, seedDemo } from './demo.ts';
import { makeProvider, unrated } from './providers.ts';
import { Random } from './random.ts';
import { generateReviews } from './reviews.ts';
import { planStages } from './seed.ts';
import { shippedTemplates } from '../starter/shipped.ts';
import { timeline } from './timeline.ts';
import { makeUser } from './users.ts';

const hashGeneratedRows = (seed: number) => {
  const hash = createHash('sha256');
  const amounts = { providers: 300, reviews: 500, users: 300, alerts: 200, reports: 300 };
  for (const { table, rows } of planStages({ seed, amounts })) {
    for (const row of rows) hash.update(toCopyLine(toFields(table, row), row));
  }
  return hash.digest('hex');
};

const generateProviders = (count: number) =>
  Array.from({ length: count }, (_, index) => makeProvider({ seed: 7, index, total: count }, unrated));

describe('generated data', () => {
  it('generated data is the same for the same seed, including ids, and different for another seed', () => {
    expect(hashGeneratedRows(7)).toBe(hashGeneratedRows(7));
    expect(hashGeneratedRows(7)).not.toBe(hashGeneratedRows(8));
  });

  it('generated rows match the contract', () => {
    for (const row of generateProviders(2000)) {
      expect(Provider.safeParse({ ...row, certifications: [] }).error).toBeUndefined();
      expect(row.description.length).toBeGreaterThanOrEqual(120);
      expect(row.description.length).toBeLessThanOrEqual(400);
    }
    const reviews = [...generateReviews({ seed: 7, index: 3, total: 10 }, 'Limited', 200)];
    for (const row of reviews) {
      expect(Review.safeParse({ ...row, createdAt: row.createdAt.toISOString() }).error).toBeUndefined();
    }
  });

  it('generated links only use the top-level domain reserved for examples', () => {
    const sites = [...generateProviders(2000), ...demoProviderRows()].flatMap(({ website }) => website ?? []);
    expect(sites.length).toBeGreaterThan(1500);
    for (const site of sites) expect(site).toMatch(/^https?:\/\/[a-z0-9.-]+\.example$/);
  });

  it('generated names contain no real company', () => {
    for (const real of realNames) {
      expect(containsRealName(real), real).toBe(true);
      expect(containsRealName(`${real.toUpperCase()} Exchange`), real).toBe(true);
    }
    expect(containsRealName('Bi Nance Exchange')).toBe(true);
    expect(containsRealName('Pàxful')).toBe(true);
    const names = [
      ...Array.from({ length: 20_000 }, (_, index) =>
        generateCompanyName(new Random(3, 'name', index), {
          type: providerTypes[index % providerTypes.length]!,
          country: africanCountries[index % africanCountries.length]!,
        }),
      ),
      ...demoProviders.map(({ name }) => name),
      ...[...generateProviders(2000), ...demoProviderRows()].flatMap(({ otherNames }) => otherNames),
    ];
    expect(names.filter(containsRealName)).toEqual([]);
    expect(new Set(names).size / names.length).toBeGreaterThan(0.995);
    expect(names.filter((name) => /[âéïôûñ]/.test(name)).length).toBeGreaterThan(1000);
  });

  it('generated providers have a realistic distribution of statuses, types and countries', () => {
    const rows = generateProviders(5000);
    const share = (isCounted: (row: (typeof rows)[number]) => boolean) => rows.filter(isCounted).length / rows.length;
    expect(share(({ verificationStatus }) => verificationStatus === 'Flagged')).toBeCloseTo(0.06, 1);
    expect(share(({ reviewState }) => reviewState !== 'approved')).toBeCloseTo(0.04, 1);
    expect(share(({ countries }) => countries.includes('nigeria'))).toBeGreaterThan(0.25);
    expect(new Set(rows.flatMap(({ countries }) => countries)).size).toBe(54);
    const verified = rows.filter(({ verificationStatus }) => verificationStatus === 'Verified');
    const flagged = rows.filter(({ verificationStatus }) => verificationStatus === 'Flagged');
    expect(verified.filter(({ riskScore }) => riskScore === 'Low').length).toBeGreaterThan(verified.length / 2);
    expect(flagged.filter(({ riskScore }) => riskScore === 'High').length).toBeGreaterThan(flagged.length / 2);
    for (const reason of flagged.flatMap(({ flaggedReasons }) => flaggedReasons)) {
      expect(reason).toMatch(/^(Reported by \d+ people|Named in \d+ community reports|Under review since)/);
    }
  });
});

describe('generated users', () => {
  it('a million generated users have different id endings and no password', () => {
    const ends = new Set<string>();
    for (let index = 0; index < 1_000_000; index += 97) {
      const { id, passwordHash } = makeUser({ seed: 7, index, total: 1_000_000 });
      expect(passwordHash).toBeNull();
      ends.add(id.slice(-8));
    }
    expect(ends.size).toBe(Math.ceil(1_000_000 / 97));
  });
});

describe('developer accounts', () => {
  const test = useDatabase();

  it('creates one developer account of each kind, and does not change existing ones', async () => {
    await seedAccounts(test.database.db);
    await test.sql(`update users set first_name = 'Changed' where email = 'free@hakiki.example'`);
    await seedAccounts(test.database.db);
    const found = await test.sql(`select email, first_name from users order by email`);
    expect(found.map(({ email }) => email)).toEqual(demoAccounts.map(({ email }) => email).toSorted());
    expect(found.find(({ email }) => email === 'free@hakiki.example')).toMatchObject({ first_name: 'Changed' });
  });
});

describe('developer payments', () => {
  const test = useDatabase();
  const server = useServer(test, { settings: { hasTestAdmin: true } });

  it('creates pending, confirmed, refunded and unexpected payments and a referral to review, once', async () => {
    const { services, database } = server.running;
    await seedAccounts(database.db);
    for (let n = 0; n < 2; n += 1) await seedMoney(services, database.db);
    const found = await test.sql(`select u.email, p.status, i.number, r.status as refund, d.kind as difference
      from payments p join users u on u.id = p.user_id left join invoices i on i.payment_id = p.id
      left join refunds r on r.payment_id = p.id left join differences d on d.user_id = u.id order by u.email`);
    const year = new Date().getUTCFullYear();
    const noExtras = { number: null, refund: null, difference: null };
    expect(found).toEqual([
      { ...noExtras, email: 'kwame@hakiki.example', status: 'pending', difference: 'charge-unexpected' },
      { ...noExtras, email: 'naledi@hakiki.example', status: 'pending' },
      { ...noExtras, email: 'olayinka@hakiki.example', status: 'pending' },
      { ...noExtras, email: 'paying@hakiki.example', status: 'confirmed', number: `HK-${year}-000001` },
      {
        ...noExtras,
        email: 'regretting@hakiki.example',
        status: 'confirmed',
        number: `HK-${year}-000002`,
        refund: 'asked',
      },
    ]);
    expect(
      await test.sql(`select held.* from referral_reviews join held_referrals held on review_id = id`),
    ).toHaveLength(1);
  });
});

describe("the developer's business", () => {
  const test = useDatabase();
  const server = useServer(test, { settings: { hasTestAdmin: true } });

  it('creates a business with a listing, members, documents in every state, views, an invoice and replies, once', async () => {
    const { services, database } = server.running;
    await seedAccounts(database.db);
    await makeListing(database.db, { name: 'Tandiwa Exchange' });
    for (let n = 0; n < 2; n += 1) await seedBusiness(services, database.db);
    expect(
      await test.sql('select name, version, status from business_documents order by lower(name), version'),
    ).toEqual([
      { name: 'Certificate of registration.pdf', version: 1, status: 'approved' },
      { name: 'Licence.pdf', version: 1, status: 'rejected' },
      { name: 'Licence.pdf', version: 2, status: 'approved' },
      { name: 'Proof of reserves, third quarter.pdf', version: 1, status: 'pending' },
      { name: 'Proof of reserves.pdf', version: 1, status: 'pending' },
    ]);
    const [found] = await test.sql(`select (select count(*)::int from page_views) as days,
      (select count(*)::int from profile_changes where status = 'pending') as changes,
      (select count(*)::int from invoice_statuses where status = 'paid') as paid`);
    expect(found).toEqual({ days: 90, changes: 1, paid: 1 });
    expect(await test.sql('select role from business_members order by role')).toEqual([
      { role: 'editor' },
      { role: 'owner' },
    ]);
    expect(await test.sql('select email, role from business_invitations')).toEqual([
      { email: 'accounts@tandiwa-exchange.example', role: 'viewer' },
    ]);
    expect(await test.sql('select status from business_replies order by created_at')).toEqual([
      { status: 'approved' },
      { status: 'pending' },
    ]);
  });
});

describe("the developer's webhooks", () => {
  const test = useDatabase();
  const server = useServer(test, { settings: { hasTestAdmin: true } });

  it('creates a working webhook with a failed delivery and a paused webhook, once', async () => {
    const { services, database } = server.running;
    await seedAccounts(database.db);
    for (let n = 0; n < 2; n += 1) await seedWebhooks(services, database.db);
    const found = await test.sql(`select w.url, w.state, array_agg(d.state order by d.created_at desc) as sent
      from webhooks w join webhook_deliveries d on d.webhook_id = w.id group by w.id order by w.id`);
    expect(found).toEqual([
      { url: 'https://wallet.example/hooks/hakiki', state: 'active', sent: ['delivered', 'delivered', 'failed'] },
      { url: 'https://old.wallet.example/hooks/hakiki', state: 'failing', sent: ['waiting'] },
    ]);
  });
});

describe('the demo data', () => {
  const test = useDatabase();
  const target = { databaseUrl: test.url, appSecret: 'a secret of the tests of demo data' };

  it('fills an empty register once', async () => {
    expect(await seedDemo(target)).toBe(true);
    expect(await seedDemo(target)).toBe(false);
    expect(await test.sql('select count(*)::int as n from providers')).toEqual([{ n: demoProviders.length }]);
    const tables = ['provider_evidence', 'rating_counts', 'reviews', 'fraud_alerts', 'reports'];
    for (const table of tables) expect(await test.sql(`select from ${table} limit 1`), table).toHaveLength(1);
    expect(await test.sql(`select from experiences where status = 'approved'`)).toHaveLength(2);
  }, 120_000);

  it('shows for every suspended provider since when and why [DEC-02]', async () => {
    const suspended = demoProviders.filter(({ verificationStatus }) => verificationStatus === 'Suspended');
    expect(
      await test.sql(`
        select p.name from providers p
        where (
          select d.to_value = 'Suspended' and d.reason <> '' from decisions d
          where d.subject_id = p.id order by d.created_at desc limit 1
        ) order by 1`),
    ).toEqual(suspended.map(({ name }) => ({ name })).toSorted((one, other) => one.name.localeCompare(other.name)));
  });

  it('contains a case that waits for an answer and one that is snoozed until a date [VERD-08]', async () => {
    expect(
      await test.sql(`
        select a.title, cf.question, p.is_for_answer as "isForAnswer", p.until > now() as "isSnoozed"
        from case_snoozes p join cases c on c.id = p.case_id and c.is_open join case_filings cf on cf.case_id = c.id
          join fraud_alerts a on a.id = cf.filing_id and a.status = 'pending'
        order by a.title`),
    ).toEqual([
      {
        title: 'A savings group that promises to double a deposit in ten days',
        question: null,
        isForAnswer: false,
        isSnoozed: true,
      },
      {
        title: 'Calls in the name of a mobile operator, asking for a one-time code',
        question: 'asked',
        isForAnswer: true,
        isSnoozed: true,
      },
    ]);
  });

  it('contains earlier versions and a proposal that waits for a second administrator [VERD-02] [VERD-03]', async () => {
    const histories = await test.sql(`
      select v.subject, d.reason <> '' as told, v.statement <> v.successor as reworded,
        v.hash = statement_hash(v.statement) as hashed
      from public_versions v join decisions d on d.subject_id = v.subject_id and d.created_at = v.created_at
      where v.created_at::date = '2026-10-31' order by v.id`);
    const reworded = { told: true, reworded: true, hashed: true };
    expect(histories).toEqual(['alert', 'provider', 'report'].map((subject) => ({ subject, ...reworded })));
    expect(
      await test.sql(`
        select p.subject_title as about, p.reason <> '' and p.evidence <> '' as grounded, u.is_admin as by_admin,
          p.statement_hash = statement_hash(provider_statement(of)) as current, p.expires_at > now() as open
        from proposals p join users u on u.id = p.proposed_by join providers of on of.id = p.subject_id where p.state = 'open'`),
    ).toEqual([{ about: 'Tradovani Exchange', grounded: true, by_admin: true, current: true, open: true }]);
  });

  it('contains alerts of every type, severity and status, and of different lengths', async () => {
    const values = async (column: string, table: string) =>
      (await test.sql(`select distinct ${column} as value from ${table} order by 1`)).map(({ value }) => value);
    expect(await values('alert_type', 'fraud_alerts')).toEqual([...alertTypes].toSorted());
    expect(await values('severity', 'fraud_alerts')).toEqual([...severities].toSorted());
    expect(await values('status', 'fraud_alerts')).toEqual([...alertStatuses].toSorted());
    expect(await values('report_type', 'reports')).toEqual([...reportTypes].toSorted());
    expect(await values('severity', 'reports')).toEqual([...severities].toSorted());
    expect(await values('status', 'reports')).toEqual([...reportStatuses].toSorted());
    const [specialCases] = await test.sql(`
      select bool_or(length(description) < 100) as short, bool_or(length(description) > 400) as long,
        bool_or(cardinality(affected_countries) > 6) as wide, bool_or(report_count > 2) as often,
        bool_or(affected_provider_id is not null) as known, bool_or(affected_provider_id is null) as unknown,
        bool_and(lost_cents is null) as unmeasured
      from fraud_alerts where status = 'approved'`);
    expect(specialCases).toEqual({
      short: true,
      long: true,
      wide: true,
      often: true,
      known: true,
      unknown: true,
      unmeasured: false,
    });
    for (const { title, description } of demoAlerts) {
      const shape = { title, description, severity: 'High', alertType: 'scam', affectedCountries: ['kenya'] };
      expect(NewAlert.safeParse(shape).error, title).toBeUndefined();
    }
  });

  it('states the same number of reporters everywhere', async () => {
    const numberWords: Record<string, number> = { one: 1, two: 2, three: 3, trois: 3 };
    const parsePeopleCounts = (text: string) =>
      [...text.matchAll(/(\S+) (?:people|person|personnes)\b/gi)].map(
        ([, word]) => numberWords[word!.toLowerCase()] ?? Number(word),
      );
    const alerts = await test.sql(`
      select title, description, report_count as counted from fraud_alerts
      union all
      select p.name, array_to_string(p.flagged_reasons, ' '), sum(a.report_count)::int
      from providers p left join fraud_alerts a on a.affected_provider_id = p.id and a.status = 'approved'
      group by p.id`);
    const statements = alerts.flatMap(({ title, description, counted }) =>
      parsePeopleCounts(description as string).map((people) => ({ title, people, counted })),
    );
    expect(statements.length).toBeGreaterThan(8);
    expect(statements.filter(({ people, counted }) => people !== counted)).toEqual([]);
  });

  it('contains no alert or report that is new to a page just opened, and no unknown provider by mistake', async () => {
    const [newest] = await test.sql(
      'select greatest((select max(created_at) from fraud_alerts), (select max(created_at) from reports)) as at',
    );
    expect((newest!['at'] as Date).getTime()).toBeLessThan(timeline.end - 2 * timeline.day);
    const about = [...demoReports.map(([, , , , provider]) => provider), ...demoAlerts.map(({ provider }) => provider)];
    const known = new Set(demoProviders.map(({ name }) => name));
    const unlisted = [...new Set(about.filter((name) => name && !known.has(name)))];
    expect(unlisted).toEqual(['Tumaini Doubling Circle', 'Brightmarket Pro', 'Mangwe Token']);
    expect(unlisted.filter((name) => containsRealName(name!))).toEqual([]);
  });

  it('contains a confirmed and a suggested news mention, a held batch and a silent source', async () => {
    const mentions = await test.sql(`
      select p.name, m.state, n.title || ' ' || n.summary like '%' || p.name || '%' as "isNamed", p.is_public as "isPublic"
      from news_mentions m join news_items n on n.id = m.item_id join providers p on p.id = m.provider_id
      order by m.state, p.name`);
    expect(mentions).toEqual([
      { name: 'Goldeka Trade Club', state: 'confirmed', isNamed: true, isPublic: true },
      { name: 'Kwikasha Wallet', state: 'suggested', isNamed: true, isPublic: true },
    ]);
    const [held] = await test.sql(`
      select b.source_id as source, count(*)::int as items
      from news_batches b join news_items n on n.source_id = b.source_id and n.state = 'held'
      where b.state = 'held' group by 1`);
    expect(held).toEqual({ source: 'cbk', items: 2 });
    const silent = await test.sql(`select id from news_source_states where last_good_at < now() - interval '48 hours'`);
    expect(silent).toEqual([{ id: 'sarb' }]);
  });

  it('supports every verification status with invented authorities, checked in 2026 at example URLs', () => {
    const rows = demoEvidenceRows();
    const decidedProviders = demoProviderRows().filter(({ verificationStatus }) =>
      ['Verified', 'Limited', 'Flagged', 'Suspended'].includes(verificationStatus),
    );
    const supported = new Set(rows.map(({ providerId }) => providerId));
    expect(decidedProviders.filter(({ id }) => !supported.has(id))).toEqual([]);
    expect(supported.size).toBe(decidedProviders.length);
    expect(new Set(rows.map(({ kind }) => kind)).size).toBe(evidenceKinds.length);
    for (const row of rows) {
      expect(Evidence.safeParse({ ...row, isOld: false, pictureUrl: null }).error).toBeUndefined();
      expect(row.authority).toMatch(/\((?:fictional|demo)\)$/);
      expect(row.checkedOn).toMatch(/^2026-/);
      expect(row.sourceUrl ?? 'https://none.example/').toMatch(/^https:\/\/[a-z.-]+\.example\//);
    }
  });

  it('has no scores for a pending provider, which nobody has checked [PROV-10]', () => {
    const pending = demoProviderRows().filter(({ verificationStatus }) => verificationStatus === 'Pending');
    expect(pending.length).toBeGreaterThan(0);
    expect(pending.filter(isAssessed).map(({ name }) => name)).toEqual([]);
  });

  it('shows a licence as seen only where the register calls its holder licensed [LIC-02]', async () => {
    const seen = demoEvidenceRows()
      .filter(({ kind }) => kind === 'licence')
      .map(({ providerId, reference }) => ({ id: providerId, number: reference }));
    const byNumber = seen.toSorted((one, other) => one.number!.localeCompare(other.number!));
    const licensed = await test.sql(`
      select m.provider_id as id, l.number from licence_matches m
      join licences l on l.register_id = m.register_id and l.entry_key = m.entry_key
      where l.state = 'licensed' order by l.number`);
    expect(byNumber).toEqual(licensed);
    const withLicence = demoProviderRows().filter(
      ({ verificationStatus, licenseInfo }) => verificationStatus === 'Verified' && licenseInfo !== null,
    );
    expect(withLicence.map(({ id }) => id).toSorted()).toEqual(seen.map(({ id }) => id).toSorted());
  });

  it('contains every status, type and risk, and the special cases that a screen must handle', () => {
    const rows = demoProviderRows();
    const values = (key: 'type' | 'verificationStatus' | 'riskScore') =>
      [...new Set(rows.map((row) => row[key]))].toSorted();
    expect(values('type')).toEqual([...providerTypes].toSorted());
    expect(values('verificationStatus')).toEqual([...verificationStatuses].toSorted());
    expect(values('riskScore')).toEqual([...riskLevels].toSorted());
    for (const row of rows.filter(isAssessed)) expect(row.riskScore, row.name).toBe(getShownRisk(row));
    const flagged = rows.filter(({ verificationStatus }) => verificationStatus === 'Flagged');
    for (const hasSpecialCase of [
      rows.some(({ name }) => name.length > 120),
      rows.some(({ reviewCount }) => reviewCount === 0),
      rows.some(({ reviewCount }) => reviewCount > 100),
      rows.some(({ website }) => website === null),
      rows.some(({ website }) => website?.startsWith('http:')),
      rows.some(({ insurance }) => insurance !== null),
      rows.some(({ userCount }) => userCount === null),
      rows.some(({ countries }) => countries.length === 54),
      rows.some(({ reviewState }) => reviewState === 'pending'),
      rows.some((row) => row.reviewState === 'approved' && !isAssessed(row)),
      flagged.some(({ flaggedReasons }) => flaggedReasons.length === 0),
      flagged.some(({ flaggedReasons }) => flaggedReasons.length > 2),
      demoProviders.some(({ badges = [] }) => badges.length > 4),
      certificationRows.some(({ isActive }) => !isActive),
      certificationRows.some(({ icon }) => icon !== null && !badgeIcons.some((known) => known === icon)),
      certificationRows.some(({ color }) => color !== null && !badgeColours.some((known) => known === color)),
    ]) {
      expect(hasSpecialCase).toBe(true);
    }
    const known = new Set(certificationRows.map(({ name }) => name));
    expect(demoProviders.flatMap(({ badges = [] }) => badges).filter((name) => !known.has(name))).toEqual([]);
  });

  it("fills the developer's queue with cases of every kind, with correct counts [VERD-06]", async () => {
    await seedDemoQueue(target);
    const [queue] = await test.sql(`
      select count(*)::int as cases, count(*) filter (where undecided_count > 1)::int as "toldBySeveral",
        sum(undecided_count)::int as undecided, bool_and(undecided_count = filing_count) as whole
      from cases where is_open`);
    expect(queue).toEqual({ cases: 36, toldBySeveral: 18, undecided: 68, whole: true });
    expect(
      await test.sql(`
        select (select count(*)::int from fraud_alerts where status = 'pending') as alerts,
          (select sum(n)::int from alert_standing_counts where status = 'pending' and country = '') as counted,
          (select count(*)::int from filed where status = 'pending' and kind in ('alert', 'report')) as filed`),
    ).toEqual([{ alerts: 62, counted: 62, filed: 68 }]);
    const templates = await test.sql('select title from answer_templates');
    expect(templates).toHaveLength(shippedTemplates.length);
    const kinds = await test.sql(`select count(distinct type)::int as types, count(distinct severity)::int as severities
      from filed where status = 'pending' and kind = 'alert'`);
    expect(kinds).toEqual([{ types: 8, severities: 4 }]);
  }, 120_000);

  it("contains a report with a private person beside the scammer's number [VERD-06]", async () => {
    const [waiting] = await test.sql(`select description from fraud_alerts where title like 'A demo broker says%'`);
    const text = String(waiting?.['description']);
    const marks = findPrivateMarks(text, ['Sunbird Demo Yield']).map(
      ({ kind, start, end }) => `${kind}: ${text.slice(start, end)}`,
    );
    expect(marks).toEqual([
      'person: Mrs Thandi Demo',
      'address: 14 Example Street',
      'phone: +27 83 000 0123',
      'phone: +27 83 000 0999',
    ]);
  });
});

describe("the developer's API account", () => {
  const test = useDatabase();
  const server = useServer(test);

  it('creates API keys in every state and a month of calls, once', async () => {
    const { services, database } = server.running;
    await seedAccounts(database.db);
    for (let n = 0; n < 2; n += 1) await seedApi(services, database.db);
    const keys =
      await test.sql(`select name, is_test, revoked_at is not null as revoked, rotated_at is not null as rotated
      from api_keys order by name, rotated_at nulls last`);
    const common = { is_test: false, revoked: false, rotated: false };
    expect(keys).toEqual([
      { ...common, name: 'Checkout' },
      { ...common, name: 'Old importer', revoked: true },
      { ...common, name: 'Support desk', rotated: true },
      { ...common, name: 'Support desk' },
      { ...common, name: 'Trying things out', is_test: true },
    ]);
    expect(await test.sql('select count(distinct day)::int as days, count(*)::int as sums from api_usage')).toEqual([
      { days: 30, sums: 30 * (3 + 4) * 4 },
    ]);
  });
});
