/** The checks that are due in a register of 10,000 providers. */
import type { DueCheck } from '@hakiki/contract/evidence-admin';
import { beforeAll, describe, expect, it } from 'vitest';
import { useDatabase } from '../../../test/support/database.ts';
import { useServer } from '../../../test/support/server.ts';
import { createConsoleClient, makeAdmin } from '../../../test/support/staff.ts';
import { createDueStatement } from './evidence-store.ts';
import { pageViewsSql } from '../business/read-model.ts';

const test = useDatabase();
const server = useServer(test, { settings: { rateLimitScale: 1000 } });
const { getJson } = createConsoleClient(server);
const PROVIDERS = 10_000;
const VERDICTS = 8000;

/**
 * Number n was checked n days ago by two authorities, the second one later, and read n % 97 times on each of ten days;
 * each tenth was never checked, and the last 2,000 have no verdict yet.
 */
beforeAll(async () => {
  await test.sql(`insert into providers (id, name, type, description, review_state, verification_status)
    select ('01890000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, 'Provider ' || n, 'Wallet', 'Keeps coins.',
      'approved', case when n > ${VERDICTS} then 'Pending' else 'Limited' end from generate_series(1, ${PROVIDERS}) n`);
  await test.sql(`insert into provider_evidence (id, provider_id, kind, country, authority, checked_on, checked_by)
    select gen_random_uuid(), ('01890000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, 'licence', 'kenya',
      'Authority ' || a, current_date - n % 1000 + 30 * (a - 1) * (n % 1000 > 30)::int, 'Hakiki register team'
    from generate_series(1, ${VERDICTS}) n, generate_series(1, 2) a where n % 10 > 0`);
  await test.sql(`insert into page_views (provider_id, day, views)
    select ('01890000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, current_date - d, n % 97
    from generate_series(1, ${PROVIDERS}) n, generate_series(1, 10) d where n % 97 > 0`);
  await test.sql('analyze providers; analyze provider_evidence; analyze page_views');
}, 120_000);

const readPage = async (offset: number) => {
  const admin = await makeAdmin(test.database.db);
  return getJson<DueCheck[]>(admin, `/api/admin/evidence-due?limit=200&offset=${offset}`);
};

describe('the list of due checks of 10,000 providers [FILL-07]', () => {
  it('lists unchecked verdicts first, most read first, and continues with the oldest month [FILL-07]', async () => {
    const rows = await readPage(0);
    expect(rows).toHaveLength(200);
    expect(
      rows.every(({ checkedOn, verificationStatus }) => checkedOn === null && verificationStatus === 'Limited'),
    ).toBe(true);
    expect(rows.map(({ views }) => views)).toEqual(rows.map(({ views }) => views).toSorted((a, b) => b - a));
    expect(rows[0]?.views).toBe(960);

    const checked = await readPage(800);
    const months = checked.map(({ checkedOn }) => checkedOn!.slice(0, 7));
    expect(months).toEqual(months.toSorted());
    for (const month of new Set(months)) {
      const views = checked.flatMap((row) => (row.checkedOn!.startsWith(month) ? row.views : []));
      expect(views, month).toEqual(views.toSorted((a, b) => b - a));
    }
  });

  it('ends with providers that still wait for a verdict, most read first, and counts them all [FILL-07]', async () => {
    const admin = await makeAdmin(test.database.db);
    const { headers } = await server.get('/api/admin/evidence-due?limit=1', { headers: { cookie: admin.cookie } });
    const total = Number(headers.get('x-total-count'));
    const rows = await readPage(total - 200);
    expect(rows.map(({ verificationStatus }) => verificationStatus)).toEqual(Array(200).fill('Pending'));
    expect(rows.at(-1)?.views).toBe(0);
    const [counted] = await test.sql(
      `select count(*)::int as n from generate_series(1, ${VERDICTS}) n where n % 10 = 0 or n % 1000 > 180`,
    );
    expect(total).toBe(Number(counted!['n']) + PROVIDERS - VERDICTS);
  });

  it('reads each table once, whatever the page [FILL-07]', async () => {
    const lines = await test.sql(
      `explain (analyze, timing off, format json) ${createDueStatement(pageViewsSql).text}`,
      [200, 5000],
    );
    const [{ Plan: plan }] = lines[0]!['QUERY PLAN'] as [{ Plan: PlanNode }];
    const scans = listScans(plan);
    expect(new Set(scans.map(({ table }) => table))).toEqual(new Set(['providers', 'provider_evidence', 'page_views']));
    expect(scans.filter(({ loops }) => loops > 1)).toEqual([]);
  });
});

interface PlanNode {
  'Relation Name'?: string;
  'Actual Loops': number;
  'Actual Rows': number;
  Plans?: PlanNode[];
}
const listScans = (node: PlanNode): { table: string; loops: number }[] => [
  ...(node['Relation Name'] ? [{ table: node['Relation Name'], loops: node['Actual Loops'] }] : []),
  ...(node.Plans ?? []).flatMap(listScans),
];
