import type { Decision } from '@hakiki/contract/decisions-admin';
import type { ProviderId } from '@hakiki/contract/directory';
import { type ReviewId, reviewSorts } from '@hakiki/contract/reviews';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Admin, createConsoleClient, makeAdmin } from '../../../test/support/staff.ts';
import { summarizeResponse } from '../../../test/support/browser.ts';
import { useDatabase } from '../../../test/support/database.ts';
import { expectedReply } from '../../../test/support/expected-replies.ts';
import { makeProvider, makeReview, makeUser } from '../../../test/support/factories.ts';
import { actors } from '../../../test/support/actors.ts';
import { useServer } from '../../../test/support/server.ts';
import { type Database, openDatabase, type Statement } from '../../platform/db/database.ts';
import type { UserActor } from '../../platform/http/actor.ts';
import { createLog } from '../../platform/log/log.ts';
import { createTestServices } from '../../../test/support/services.ts';

const test = useDatabase();
/** A larger pool than usual, so that concurrent decisions really contend. */
const server = useServer(test, { settings: { rateLimitScale: 1000, databasePoolSize: 25 } });
const { putAsShownWithReason, post, getJson } = createConsoleClient(server);
const db = () => test.database.db;
const { premium } = actors;

let admin: Admin;
beforeAll(async () => {
  admin = await makeAdmin(db());
});

const reviews = (database = test.database) => createTestServices(database).reviews;

const decisionActions = ['approve', 'reject'] as const;
type DecisionAction = (typeof decisionActions)[number];
const getOpposite = (action: DecisionAction): DecisionAction => (action === 'approve' ? 'reject' : 'approve');
const decide = async (id: ReviewId, action: DecisionAction) =>
  summarizeResponse(await putAsShownWithReason(admin, `/api/admin/reviews/${id}/${action}`));
async function undo(id: ReviewId): Promise<string> {
  const [latest] = await getJson<Decision[]>(admin, `/api/admin/decisions?subjectId=${id}`);
  return summarizeResponse(await post(admin, `/api/admin/decisions/${latest!.id}/undo`));
}

/** Providers whose stored rating differs from a recount of their reviews. */
const listMiscounted = () =>
  test.sql(`
    with counted as (
      select provider_id, rating, count(*)::int as n from reviews where status = 'approved' group by 1, 2
    ), expected as (
      select provider_id as id, sum(n) as n, round(sum(rating * n)::numeric / sum(n), 1) as mean from counted group by 1
    ), kept as (select provider_id, rating, n from rating_counts where n > 0)
    select p.name, p.rating, p.review_count from providers p left join expected s on s.id = p.id
    where p.review_count <> coalesce(s.n, 0) or p.rating <> coalesce(s.mean, 0)
      or p.id in (select provider_id from (table counted except table kept) missing)
      or p.id in (select provider_id from (table kept except table counted) extra)`);

/** The public reviews and summary of a provider. */
async function readPublic(providerId: ProviderId) {
  const { rows, total } = await reviews().listByProvider(providerId, { sort: 'newest', limit: 100, offset: 0 });
  return { ...(await reviews().getSummary(providerId)), listed: rows.length, total };
}

describe('deciding a review', () => {
  it('approved reviews are published and counted in the rating, to one decimal [REAL-04]', async () => {
    const { id: providerId } = await makeProvider(db());
    for (const rating of [5, 4, 4]) {
      const { id } = await makeReview(db(), { providerId, rating, status: 'pending' });
      await decide(id, 'approve');
    }
    expect(await readPublic(providerId)).toEqual({
      rating: '4.3',
      reviewCount: 3,
      distribution: [0, 0, 0, 2, 1],
      issues: [],
      listed: 3,
      total: 3,
    });
    expect(await listMiscounted()).toEqual([]);
  });

  it('a mean rating between two tenths is rounded up', async () => {
    const { id: providerId } = await makeProvider(db());
    for (const rating of [5, 4, 4, 4]) {
      const { id } = await makeReview(db(), { providerId, rating, status: 'pending' });
      await decide(id, 'approve');
    }
    expect(await readPublic(providerId)).toEqual(expect.objectContaining({ rating: '4.3' }));
  });

  it('a rejected review is neither public nor counted in the rating', async () => {
    const { id: providerId } = await makeProvider(db());
    await makeReview(db(), { providerId, rating: 5 });
    const { id } = await makeReview(db(), { providerId, rating: 1, status: 'pending' });
    await decide(id, 'reject');
    expect(await readPublic(providerId)).toEqual(expect.objectContaining({ rating: '5.0', reviewCount: 1, listed: 1 }));
  });

  it('undoing a decision corrects the rating, down to none', async () => {
    const { id: providerId } = await makeProvider(db());
    const { id } = await makeReview(db(), { providerId, rating: 2, status: 'pending' });
    await decide(id, 'approve');
    expect(await undo(id)).toBe('200');
    expect(await readPublic(providerId)).toEqual({
      rating: '0.0',
      reviewCount: 0,
      distribution: [0, 0, 0, 0, 0],
      issues: [],
      listed: 0,
      total: 0,
    });
    await decide(id, 'approve');
    expect(await readPublic(providerId)).toEqual(expect.objectContaining({ rating: '2.0', reviewCount: 1, listed: 1 }));
    expect(await listMiscounted()).toEqual([]);
  });

  it.each(decisionActions)('a second decision on a review after %s is rejected', async (action) => {
    const { id: providerId } = await makeProvider(db());
    const { id } = await makeReview(db(), { providerId, status: 'pending' });
    expect(await decide(id, action)).toBe('200');
    for (const secondDecision of decisionActions) expect(await decide(id, secondDecision)).toBe('409 ALREADY_DECIDED');
    expect(await listMiscounted()).toEqual([]);
  });

  it('each decision and undo is recorded with the administrator and the earlier status', async () => {
    const { id: providerId } = await makeProvider(db());
    const { id } = await makeReview(db(), { providerId, status: 'pending' });
    await decide(id, 'approve');
    await undo(id);
    await decide(id, 'reject');
    const entries = await test.sql(
      'select actor_id, action, detail from audit_entries where subject = $1 order by at',
      [id],
    );
    expect(entries).toEqual([
      { actor_id: admin.id, action: 'review.approved', detail: { before: 'pending' } },
      {
        actor_id: admin.id,
        action: 'decision.undone',
        detail: { before: 'approved', after: 'pending', decision: expect.any(String) },
      },
      { actor_id: admin.id, action: 'review.rejected', detail: { before: 'pending' } },
    ]);
    const [row] = await test.sql('select decided_at from reviews where id = $1', [id]);
    expect(row?.['decided_at']).toBeInstanceOf(Date);
  });

  it('a decision also counts for a suspended provider, whose rating is right when it returns', async () => {
    const { id: providerId } = await makeProvider(db(), { verificationStatus: 'Suspended' });
    const { id } = await makeReview(db(), { providerId, rating: 3, status: 'pending' });
    await decide(id, 'approve');
    await test.sql(`update providers set verification_status = 'Limited' where id = $1`, [providerId]);
    expect(await readPublic(providerId)).toEqual(expect.objectContaining({ rating: '3.0', reviewCount: 1 }));
  });

  it('an approved review moves its provider in lists sorted by rating', async () => {
    const { id: providerId } = await makeProvider(db(), { countries: ['djibouti'] });
    await makeReview(db(), { providerId: (await makeProvider(db(), { countries: ['djibouti'] })).id, rating: 4 });
    const { id } = await makeReview(db(), { providerId, rating: 5, status: 'pending' });
    await decide(id, 'approve');
    const listed = await test.sql(
      `select provider_id from provider_listings where country = 'djibouti' order by rating desc limit 1`,
    );
    expect(listed).toEqual([{ provider_id: providerId }]);
  });

  it('deciding an unknown review responds with 404', async () => {
    const unknown = '01890000-0000-7000-8000-00000000dead' as ReviewId;
    expect(await decide(unknown, 'approve')).toBe('404 REVIEW_NOT_FOUND');
  });
});

describe('concurrent decisions on reviews', () => {
  const newReview = {
    rating: 3,
    experience: 'In between.',
    issueType: 'none',
    userLocation: 'other',
    language: 'en',
  } as const;
  const makeWriter = async (): Promise<UserActor> => ({
    ...premium,
    user: { ...premium.user, id: (await makeUser(db())).id },
  });

  let wideDatabase: Database;
  beforeAll(() => {
    wideDatabase = openDatabase(
      { databaseUrl: test.url, databasePoolSize: 25, statementTimeoutMs: 5000 },
      createLog('silent'),
    );
  });
  afterAll(() => wideDatabase.close());

  const createPending = async (providerId: ProviderId, count: number) => {
    const pendingReviews: ReviewId[] = [];
    for (let index = 0; index < count; index += 1) {
      pendingReviews.push((await makeReview(db(), { providerId, rating: 1 + (index % 5), status: 'pending' })).id);
    }
    return pendingReviews;
  };

  it('50 concurrent decisions, each then undone and replaced, leave rating, count and distribution equal to a recount [REAL-04]', async () => {
    const { id: providerId } = await makeProvider(db());
    const pendingReviews = await createPending(providerId, 50);
    const getAction = (index: number): DecisionAction => (index % 3 === 0 ? 'reject' : 'approve');
    const first = await Promise.all(pendingReviews.map((id, index) => decide(id, getAction(index))));
    expect(first).toEqual(pendingReviews.map(() => '200'));
    expect(await readPublic(providerId)).toEqual(expect.objectContaining({ reviewCount: 33, listed: 33 }));
    expect(await listMiscounted()).toEqual([]);

    // In groups, because the last two of each group could race.
    for (let first = 0; first < pendingReviews.length; first += 5) {
      const group = pendingReviews.slice(first, first + 5);
      expect(await Promise.all(group.map(undo))).toEqual(group.map(() => '200'));
      expect(await listMiscounted()).toEqual([]);
      const newDecisions = group.map((id, index) => decide(id, getOpposite(getAction(first + index))));
      expect(await Promise.all(newDecisions)).toEqual(group.map(() => '200'));
      expect(await listMiscounted()).toEqual([]);
    }
    expect(await readPublic(providerId)).toEqual(expect.objectContaining({ reviewCount: 17, listed: 17 }));
  });

  it('of twenty concurrent decisions on one review exactly one succeeds', async () => {
    const { id: providerId } = await makeProvider(db());
    const [id] = (await createPending(providerId, 1)) as [ReviewId];
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => decide(id, 'approve')));
    expect(outcomes.toSorted()).toEqual(['200', ...Array.from({ length: 19 }, () => '409 ALREADY_DECIDED')]);
    expect(await readPublic(providerId)).toEqual(expect.objectContaining({ reviewCount: 1 }));
  });

  it('decisions do not deadlock with each other, with new reviews, deleted accounts or status changes', async () => {
    const pendingReviews: { providerId: ProviderId; id: ReviewId }[] = [];
    const providers: ProviderId[] = [];
    for (let index = 0; index < 4; index += 1) {
      const { id: providerId } = await makeProvider(db(), { countries: ['kenya', 'ghana', 'mali'] });
      providers.push(providerId);
      for (const id of await createPending(providerId, 10)) pendingReviews.push({ providerId, id });
    }
    const writers = [];
    for (let index = 0; index < 8; index += 1) {
      const { id } = await makeUser(db());
      await test.sql('update reviews set user_id = $1 where id = $2', [id, pendingReviews[index * 5]!.id]);
      writers.push(id);
    }
    // Without the retries that would hide a deadlock.
    const database: Database = { ...wideDatabase, transaction: (work) => wideDatabase.db.transaction(work) };
    const { directory } = server.running.services;
    const serviceWithoutRetries = reviews(database);
    const decided = Promise.all(
      pendingReviews.map(({ id }, index) =>
        serviceWithoutRetries.decide(admin.actor, id, index % 4 ? 'approved' : 'rejected'),
      ),
    );
    const otherWrites = Promise.all([
      ...writers.map((id) => test.sql('delete from users where id = $1', [id])),
      ...providers.map((id) =>
        directory.update(admin.actor, id, { verificationStatus: 'Limited', reason: 'We checked it.' }),
      ),
      ...providers.map(async (id) => serviceWithoutRetries.submit(await makeWriter(), id, newReview)),
    ]);
    expect(await decided).toHaveLength(pendingReviews.length);
    await otherWrites;
    expect(await listMiscounted()).toEqual([]);
  });

  it('a lock on the provider does not block a member who submits a review', async () => {
    const { id: providerId } = await makeProvider(db());
    const writer = await makeWriter();
    const { directory } = createTestServices(test.database);
    const submission = test.database.transaction(async (tx) => {
      await directory.lock(tx, providerId);
      return reviews().submit(writer, providerId, newReview);
    });
    expect(await submission).toEqual(expectedReply('POST /api/providers/:id/reviews', { status: 'pending' }));
  });
});

describe('the cost of a page of reviews', () => {
  let providerId: ProviderId;
  beforeAll(async () => {
    ({ id: providerId } = await makeProvider(db()));
    const { id: quietProvider } = await makeProvider(db());
    const insertReviews = (id: string, count: number) =>
      test.sql(
        `insert into reviews (id, provider_id, rating, experience, status, created_at)
         select gen_random_uuid(), $1, 1 + n % 5, 'generated', 'approved', now() - n * interval '1 minute'
         from generate_series(1, $2::int) n`,
        [id, count],
      );
    await insertReviews(providerId, 20_000);
    await insertReviews(quietProvider, 20);
    await test.sql('analyze reviews');
  });

  interface Plan {
    'Node Type': string;
    'Relation Name'?: string;
    'Actual Rows': number;
    'Actual Loops': number;
    Plans?: Plan[];
  }
  const listNodes = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(listNodes)];

  /** Explains the list's own statement as a prepared one, with a custom or the generic plan. */
  async function explainList(sort: (typeof reviewSorts)[number], offset: number, mode: 'custom' | 'generic') {
    const statements: Statement[] = [];
    const read: Database['read'] = (statement, values) => {
      statements.push(statement);
      return test.database.read(statement, values);
    };
    await reviews({ ...test.database, read }).listByProvider(providerId, { sort, limit: 10, offset });
    const text = statements.at(-1)?.text ?? '';
    const { rows } = await test.database.transaction(async (tx) => {
      await tx.execute(sql.raw(`set local plan_cache_mode = force_${mode}_plan`));
      await tx.execute(sql.raw(`prepare ${sort}_${mode}_${offset} as ${text}`));
      return tx.execute<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
        sql.raw(`explain (analyze, format json) execute ${sort}_${mode}_${offset} ('${providerId}', 10, ${offset})`),
      );
    });
    return listNodes(rows[0]!['QUERY PLAN'][0].Plan);
  }

  it.each(reviewSorts)('a page of reviews sorted by %s reads only the rows of the page', async (sort) => {
    for (const mode of ['custom', 'generic'] as const) {
      for (const offset of [0, 40]) {
        const nodes = await explainList(sort, offset, mode);
        const read = nodes
          .filter((node) => node['Relation Name'] === 'reviews')
          .reduce((sum, node) => sum + node['Actual Rows'] * node['Actual Loops'], 0);
        const maxRows = sort === 'highest' ? 5 * (10 + offset) + 10 : 10 + offset;
        expect(read, `${mode} plan, offset ${offset}`).toBeLessThanOrEqual(maxRows);
        expect(read).toBeGreaterThanOrEqual(10);
      }
    }
  });
});
