/** The counts on pages are maintained by triggers; here they are compared with a recount. */
import { alertStatuses, editableAlertStatuses, severities } from '@hakiki/contract/alert-values';
import { editableReportStatuses, reportStatuses, reportTypes } from '@hakiki/contract/report-values';
import type { AlertId } from '@hakiki/contract/alerts';
import type { ReportId } from '@hakiki/contract/reports';
import { afterEach, expect, it } from 'vitest';
import { Random } from '../src/seed/random.ts';
import { createConsoleClient, makeAdmin } from './support/staff.ts';
import { summarizeResponse } from './support/browser.ts';
import { useDatabase } from './support/database.ts';
import { makeAlert, makeReport, makeUser } from './support/factories.ts';
import { useServer } from './support/server.ts';

const test = useDatabase();
const server = useServer(test, { settings: { rateLimitScale: 1000 } });
const { approve, putAsShownWithReason, reject, markShown } = createConsoleClient(server);
const reason = 'We checked it.';
const db = () => test.database.db;

const countries = ['nigeria', 'kenya', 'ghana', 'south africa', 'other'];

const readMaintainedCounts = async () => ({
  alerts: await test.sql(
    'select status, country, alert_type, severity, n from alert_standing_counts where n <> 0 order by 1, 2, 3, 4',
  ),
  reports: await test.sql(
    'select status, severity, report_type, n from report_standing_counts where n <> 0 order by 1, 2, 3',
  ),
  linked: await test.sql('select id, report_count as n from fraud_alerts order by 1'),
});

const recount = async () => ({
  alerts: await test.sql(`
    select status collate "C" as status, country collate "C" as country, alert_type collate "C" as alert_type,
      severity collate "C" as severity, count(*)::int as n
    from fraud_alerts cross join lateral unnest(array_append(affected_countries, '')) as country
    group by 1, 2, 3, 4 order by 1, 2, 3, 4`),
  reports: await test.sql(`
    select status collate "C" as status, severity collate "C" as severity, report_type collate "C" as report_type,
      count(*)::int as n
    from reports group by 1, 2, 3 order by 1, 2, 3`),
  linked: await test.sql(`
    select behind.id, count(distinct coalesce(f.owner_tag, f.id, behind.filing_id))::int as n
    from (
      select id, id as filing_id from fraud_alerts
      union all
      select merged_into, id from fraud_alerts where merged_into is not null
      union all
      select fraud_alert_id, id from reports where fraud_alert_id is not null
    ) behind left join filings f on f.id = behind.filing_id
    group by 1 order by 1`),
});

afterEach(async () => {
  expect(await readMaintainedCounts()).toEqual(await recount());
});

/** A conflict is a valid response: another call was faster. */
const expectedErrors = new Set([
  'ALREADY_DECIDED',
  'ALREADY_PROPOSED',
  'ALERT_NOT_FOUND',
  'REPORT_NOT_FOUND',
  'TOO_LATE',
  'PROPOSAL_OVERTAKEN',
  // A link to an alert that is deleted at the same time.
  '23503',
]);
async function ignoreExpectedErrors(call: Promise<unknown>) {
  try {
    await call;
  } catch (error) {
    const { code } = error as { code?: string };
    if (!code || !expectedErrors.has(code)) throw error;
  }
}

it(
  'every maintained count is right after 400 concurrent decisions, links and deletions [DEC-15] [DEC-19]',
  { timeout: 60_000 },
  async () => {
    const { alerts, proposals } = server.running.services;
    const [moderator, { actor: secondModerator }] = [await makeAdmin(db()), await makeAdmin(db())];
    const { actor: admin } = moderator;
    const chance = new Random(5, 'kept counts');
    // A user who reports the same thing several times counts as one reporter.
    const people = [(await makeUser(db())).id, (await makeUser(db())).id];
    const alertIds: AlertId[] = [];
    const reportIds: ReportId[] = [];
    for (let made = 0; made < 30; made += 1) {
      const severity = chance.pick(severities);
      const affectedCountries = chance.sample(countries, chance.between(0, 3));
      const createdBy = chance.pick(people);
      const status = chance.pick(alertStatuses);
      alertIds.push((await makeAlert(db(), { severity, affectedCountries, status, createdBy })).id);
      const fraudAlertId = chance.chance(0.5) ? chance.pick(alertIds) : null;
      const reportType = chance.pick(reportTypes);
      reportIds.push(
        (await makeReport(db(), { severity, reportType, fraudAlertId, status: chance.pick(reportStatuses) })).id,
      );
    }

    await markShown(moderator, ...alertIds);
    const decideReport = async () => {
      const path = `/api/admin/reports/${chance.pick(reportIds)}`;
      const outcome = await summarizeResponse(
        await putAsShownWithReason(moderator, path, { status: chance.pick(editableReportStatuses), reason }),
      );
      if (outcome !== '200') throw Object.assign(new Error(outcome), { code: outcome.split(' ')[1] });
    };
    const merge = () =>
      server.running.database.transaction((tx) =>
        alerts.merge(tx, admin, chance.pick(alertIds), {
          leadId: chance.pick(alertIds),
          isRead: chance.chance(0.5),
          reason,
        }),
      );
    const steps = [
      () => approve(moderator, chance.pick(alertIds)),
      () => reject(moderator, chance.pick(alertIds)),
      async () => proposals.undo(admin, (await approve(moderator, chance.pick(alertIds))).decisionId!),
      async () => {
        const { proposal } = await alerts.update(admin, chance.pick(alertIds), {
          status: chance.pick(editableAlertStatuses),
          reason,
        });
        if (proposal)
          await proposals.confirm(
            secondModerator,
            proposal.id,
            (await proposals.show(secondModerator, proposal.id)).seen,
          );
      },
      () =>
        test.sql(
          `update fraud_alerts set status = 'pending', merged_into = null, is_merged_unread = false where id = $1`,
          [chance.pick(alertIds)],
        ),
      merge,
      merge,
      merge,
      () =>
        test.sql('update fraud_alerts set severity = $2, affected_countries = $3 where id = $1', [
          chance.pick(alertIds),
          chance.pick(severities),
          chance.sample(countries, 2),
        ]),
      () => makeAlert(db(), { severity: chance.pick(severities), affectedCountries: chance.sample(countries, 2) }),
      decideReport,
      decideReport,
      () =>
        test.sql('update reports set fraud_alert_id = (select id from fraud_alerts where id = $2) where id = $1', [
          chance.pick(reportIds),
          chance.pick(alertIds),
        ]),
      async () => reportIds.push((await makeReport(db(), { createdBy: chance.pick(people) })).id),
      () => test.sql('update reports set fraud_alert_id = null where id = $1', [chance.pick(reportIds)]),
      () =>
        test.sql('update reports set severity = $2 where id = $1', [chance.pick(reportIds), chance.pick(severities)]),
      async () => reportIds.push((await makeReport(db(), { status: chance.pick(reportStatuses) })).id),
      () => test.sql('delete from reports where id = $1', [chance.pick(reportIds)]),
      () =>
        chance.chance(0.2)
          ? test.sql('delete from fraud_alerts where id = $1', [chance.pick(alertIds)])
          : Promise.resolve(),
    ];
    let remaining = 400;
    const worker = async () => {
      while (remaining > 0) {
        remaining -= 1;
        await ignoreExpectedErrors(chance.pick(steps)());
      }
    };
    await Promise.all(Array.from({ length: 10 }, worker));
    const { alerts: ofAlerts, reports: ofReports } = await readMaintainedCounts();
    expect([ofAlerts.length > 0, ofReports.length > 0]).toEqual([true, true]);
  },
);

it('the counts are right after one statement inserts, one updates and one deletes a thousand rows [DEC-15]', async () => {
  const [alert] = await test.sql(`select id from fraud_alerts limit 1`);
  await test.sql(
    `insert into reports (id, report_type, severity, description, status, fraud_alert_id)
     select gen_random_uuid(), 'scam', case when n % 2 = 0 then 'High' else 'Low' end, 'One of many.',
       case when n % 3 = 0 then 'pending' else 'resolved' end, $1::uuid
     from generate_series(1, 1000) n`,
    [alert!['id']],
  );
  expect(await readMaintainedCounts()).toEqual(await recount());
  await test.sql(`update reports set status = 'pending' where description = 'One of many.' and severity = 'High'`);
  expect(await readMaintainedCounts()).toEqual(await recount());
  await test.sql(`delete from reports where description = 'One of many.'`);
});

it('the nightly check finds and corrects counts that were changed without the triggers', async () => {
  const { reports } = server.running.services;
  expect(await reports.reconcile()).toEqual({ alertCounts: 0, alertLinks: 0, reportCounts: 0 });
  await test.sql(
    `update alert_standing_counts set n = n + 7 where ctid = (select ctid from alert_standing_counts where n > 0 limit 1)`,
  );
  await test.sql(`insert into alert_standing_counts values ('approved', 'atlantis', 'scam', 'Low', 2)`);
  await test.sql(`delete from report_standing_counts where severity = 'High' or report_type = 'scam'`);
  await test.sql(`update fraud_alerts set report_count = 90 where id = (select id from fraud_alerts limit 1)`);
  const missing = (await recount()).reports.filter(
    (one) => one['severity'] === 'High' || one['report_type'] === 'scam',
  ).length;
  expect(await reports.reconcile()).toEqual({ alertCounts: 2, alertLinks: 1, reportCounts: missing });
  expect(missing).toBeGreaterThan(0);
});

it('the nightly check corrects no right count while an administrator approves alerts', async () => {
  const { reports } = server.running.services;
  const admin = await makeAdmin(db());
  const pendingAlerts = await Promise.all(Array.from({ length: 20 }, () => makeAlert(db(), { status: 'pending' })));
  const [repairs] = await Promise.all([
    Promise.all(Array.from({ length: 3 }, () => reports.reconcile())),
    ...pendingAlerts.map(({ id }) => approve(admin, id)),
  ]);
  for (const repaired of repairs) expect(repaired).toEqual({ alertCounts: 0, alertLinks: 0, reportCounts: 0 });
});

it('all counts of alerts and reports are zero after the tables are emptied', async () => {
  await test.sql('truncate reports');
  expect(await readMaintainedCounts()).toEqual(expect.objectContaining({ reports: [] }));
  expect(await readMaintainedCounts()).toEqual(await recount());
  await test.sql('truncate fraud_alerts cascade');
  expect(await readMaintainedCounts()).toEqual({ alerts: [], reports: [], linked: [] });
});

it('accounts are counted by type and plan, and providers by listing state and verdict, after inserts, updates, deletions and repairs [ENT-32]', async () => {
  const check = async () => {
    expect(await test.sql('select user_type, tier, n from user_counts where n <> 0 order by 1, 2')).toEqual(
      await test.sql(
        'select user_type, subscription_tier as tier, count(*)::int as n from users group by 1, 2 order by 1, 2',
      ),
    );
    expect(
      await test.sql(
        'select review_state, verification_status, n from provider_state_counts where n <> 0 order by 1, 2',
      ),
    ).toEqual(
      await test.sql(
        'select review_state, verification_status, count(*)::int as n from providers group by 1, 2 order by 1, 2',
      ),
    );
  };
  await test.sql(`
    insert into users (id, email, user_type, subscription_tier)
    select gen_random_uuid(), 'many-' || n || '@example.com', case when n % 3 = 0 then 'business' else 'user' end, 'free'
    from generate_series(1, 300) n`);
  await test.sql(`
    insert into providers (id, name, type, description, review_state)
    select gen_random_uuid(), 'Demo ' || n, 'Exchange', 'One of many.', case when n % 2 = 0 then 'pending' else 'approved' end
    from generate_series(1, 100) n`);
  await check();
  await test.sql(`update users set subscription_tier = 'premium' where email like 'many-1%'`);
  await test.sql(`update providers set verification_status = 'Flagged' where name like 'Demo 1%'`);
  await check();
  await test.sql(`delete from users where email like 'many-2%'`);
  await test.sql(`delete from providers where name like 'Demo 2%'`);
  await check();

  const { accounts, directory } = server.running.services;
  const repairs = async () => [
    await accounts.reconcile(),
    await test.database.transaction((tx) => directory.reconcile(tx)),
  ];
  const none = { counts: 0, listings: 0, words: 0 };
  expect(await repairs()).toEqual([0, none]);
  await test.sql(`update user_counts set n = n + 3 where tier = 'premium'`);
  await test.sql(`insert into provider_state_counts values ('rejected', 'Flagged', 2)`);
  expect(await repairs()).toEqual([2, { ...none, counts: 1 }]);
  await check();
  await test.sql('truncate providers cascade');
  await check();
});
