/** Fifty moderators work on one queue concurrently. */
import type { CaseDetail } from '@hakiki/contract/triage-admin';
import { expect, it } from 'vitest';
import { createConsoleClient, makeAdmin } from '../../../../test/support/staff.ts';
import { useDatabase } from '../../../../test/support/database.ts';
import { useServer } from '../../../../test/support/server.ts';

const CASES = 300;
const MODERATORS = 50;

const test = useDatabase();
// With the statement timeout of production: all decisions contend for the counter rows, and none may time out.
const server = useServer(test, { settings: { rateLimitScale: 1000 } });
const { post } = createConsoleClient(server);

/** Every third case has two reports. */
const insertCases = () =>
  test.sql(
    `with new_filings as (
       select gen_random_uuid() as id, gen_random_uuid() as case_id, n, twin
       from generate_series(1, $1::int) n cross join generate_series(1, 2) twin where twin = 1 or n % 3 = 0
     ),
     case_sizes as (select n, min(case_id::text)::uuid as case_id, min(id::text)::uuid as lead_id, count(*)::int as size from new_filings group by n),
     alerts as (
       insert into fraud_alerts (id, title, description, alert_type, severity, affected_countries)
       select id, 'Demo scheme ' || n, 'It pays nobody.', 'scam', 'High', '{nigeria}' from new_filings
     ),
     filed as (
       insert into filings (id, kind, receipt_hash) select id, 'alert', sha256(id::text::bytea) from new_filings
     ),
     opened as (
       insert into cases (id, lead_id, filing_count, undecided_count) select case_id, lead_id, size, size from case_sizes
     )
     insert into case_filings (filing_id, case_id) select new_filings.id, case_sizes.case_id from new_filings join case_sizes using (n)`,
    [CASES],
  );

/** A busy server replies 503, rarely after the commit, and a moderator tries again. */
async function postUntilServed(...request: Parameters<typeof post>): Promise<Response> {
  const reply = await post(...request);
  return reply.status === 503 ? postUntilServed(...request) : reply;
}

it(
  `${MODERATORS} concurrent moderators decide ${CASES} cases: none is decided twice, none is left out`,
  { timeout: 240_000 },
  async () => {
    await insertCases();
    const moderators = await Promise.all(Array.from({ length: MODERATORS }, () => makeAdmin(test.database.db)));
    const taken: string[] = [];
    const counts: number[] = [];
    await Promise.all(
      moderators.map(async (moderator) => {
        for (;;) {
          const next = await postUntilServed(moderator, '/api/admin/cases/next');
          expect(next.status).toBe(200);
          const found = (await next.json()) as CaseDetail | null;
          if (!found) return;
          taken.push(found.id);
          const decision = taken.length % 2 ? 'approve' : 'reject';
          const reply = await postUntilServed(moderator, `/api/admin/cases/${found.id}/decide`, {
            decision,
            reason: 'Looked at.',
          });
          expect(reply.status).toBe(200);
          counts.push(((await reply.json()) as { decided: number }).decided);
        }
      }),
    );
    expect(taken).toHaveLength(CASES);
    expect(new Set(taken).size).toBe(CASES);
    // A repeated request whose first reply was lost decides nothing more.
    expect(counts.reduce((sum, value) => sum + value, 0)).toBeLessThanOrEqual((CASES * 4) / 3);
    const [stored] = await test.sql(
      `select (select count(*)::int from decisions) as decisions,
         (select count(distinct subject_id)::int from decisions) as decided,
         (select count(distinct decided_by)::int from decisions) as deciders,
         (select count(*)::int from fraud_alerts where status = 'pending') as pending,
         (select count(*)::int from cases where is_open) as open, (select count(*)::int from case_claims) as claims`,
    );
    expect(stored).toEqual({
      decisions: (CASES * 4) / 3,
      decided: (CASES * 4) / 3,
      deciders: expect.any(Number),
      pending: 0,
      open: 0,
      claims: 0,
    });
    expect(stored!['deciders']).toBeGreaterThan(MODERATORS / 2);
  },
);
