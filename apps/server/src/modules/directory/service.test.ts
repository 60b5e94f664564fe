import type { ProviderId, ReviewState, VerificationStatus } from '@hakiki/contract/directory';
import { providerTypes, verificationStatuses } from '@hakiki/contract/directory';
import { getShownRisk, riskFilters, riskLevels } from '@hakiki/contract/risk';
import { describe, expect, it } from 'vitest';
import { useDatabase } from '../../../test/support/database.ts';
import { expectedReply } from '../../../test/support/expected-replies.ts';
import { makeProvider } from '../../../test/support/factories.ts';
import { actors } from '../../../test/support/actors.ts';
import { useServer } from '../../../test/support/server.ts';
import { cellToRiskRank, providers, toCell } from './tables.ts';

const test = useDatabase();
const db = () => test.database.db;
const server = useServer(test);
const directory = () => server.running.services.directory;

const readState = async (id: string) => {
  const [row] = await test.sql(
    'select verification_status as status, review_state as state, is_public as public, flagged_reasons as reasons from providers where id = $1',
    [id],
  );
  return row;
};
const setStatus = (id: ProviderId, verificationStatus: VerificationStatus, flaggedReasons?: string[]) =>
  directory().update(actors.admin, id, {
    verificationStatus,
    reason: 'We checked it.',
    ...(flaggedReasons && { flaggedReasons }),
  });

describe('setting a status', () => {
  it.each<[VerificationStatus, ReviewState, ReviewState, boolean]>([
    ['Limited', 'pending', 'approved', true],
    ['Flagged', 'pending', 'approved', true],
    ['Limited', 'rejected', 'approved', true],
    ['Suspended', 'pending', 'rejected', false],
    ['Suspended', 'approved', 'approved', false],
    ['Suspended', 'rejected', 'rejected', false],
    ['Pending', 'pending', 'pending', false],
    ['Pending', 'approved', 'approved', true],
  ])(
    'sets %s on a provider whose submission is %s, which makes it %s (public: %s) [DEC-02] [DEC-01]',
    async (status, before, state, isPublic) => {
      const { id } = await makeProvider(db(), { reviewState: before });
      await setStatus(id, status);
      expect(await readState(id)).toEqual(expect.objectContaining({ status, state, public: isPublic }));
    },
  );

  it('keeps the reasons of a flag unless new ones are given', async () => {
    const { id } = await makeProvider(db());
    await setStatus(id, 'Flagged', ['Reported by 14 people']);
    await setStatus(id, 'Flagged');
    expect(await readState(id)).toEqual(expect.objectContaining({ reasons: ['Reported by 14 people'] }));
  });

  it('rejects an unknown provider', async () => {
    await expect(setStatus('01890000-0000-7000-8000-000000000000' as ProviderId, 'Verified')).rejects.toThrow(
      expect.objectContaining({
        code: 'PROVIDER_NOT_FOUND',
      }),
    );
  });
});

describe('tables derived from providers', () => {
  const reconcile = () => test.database.transaction((tx) => directory().reconcile(tx));

  it('stay correct through inserts, all kinds of updates and deletes [DEC-10]', async () => {
    const created = [];
    for (const countries of [['kenya'], ['kenya', 'ghana', 'kenya'], []])
      created.push(await makeProvider(db(), { countries }));
    await test.sql(`update providers set countries = countries || '{egypt,mali}'::text[]`);
    await test.sql(`update providers set verification_status = 'Suspended' where id = $1`, [created[0]?.id]);
    await test.sql(
      `update providers set verification_status = 'Flagged', risk_score = 'High', rating = 3.2, name = 'Ünique'`,
    );
    await test.sql(`update providers set type = 'Wallet', review_state = 'rejected' where id = $1`, [created[1]?.id]);
    await test.sql(`update providers set description = 'nothing that is listed'`);
    await test.sql(`delete from providers where id = $1`, [created[2]?.id]);
    expect(await reconcile()).toEqual({ counts: 0, listings: 0, words: 0 });
    expect(await test.sql('select sum(n)::int as n from provider_counts where n < 0')).toEqual([{ n: null }]);
  });

  it('are emptied with the table of providers', async () => {
    await makeProvider(db());
    await test.sql('truncate providers cascade');
    expect(
      await test.sql(
        'select (select count(*) from provider_counts)::int + (select count(*) from provider_listings)::int as n',
      ),
    ).toEqual([{ n: 0 }]);
  });

  it('do not deadlock when concurrent updates change the same cells', async () => {
    const created = [];
    for (let n = 0; n < 8; n += 1) created.push(await makeProvider(db(), { countries: ['kenya', 'ghana', 'mali'] }));
    const ids = created.map(({ id }) => id);
    const flip = (from: number, status: string) =>
      test.sql('update providers set verification_status = $2 where id = any($1)', [ids.slice(from, from + 2), status]);
    for (const status of ['Verified', 'Limited', 'Pending']) {
      await Promise.all([flip(0, status), flip(2, 'Flagged'), flip(4, status), flip(6, 'Flagged')]);
    }
    expect(await reconcile()).toEqual({ counts: 0, listings: 0, words: 0 });
  });

  it('are repaired after a change that bypassed the triggers', async () => {
    await test.sql('truncate providers cascade');
    await makeProvider(db(), { countries: ['kenya'] });
    await test.sql(`update provider_counts set n = n + 5 where country = 'kenya'`);
    await test.sql(`delete from provider_listings where country = 'kenya'`);
    await test.sql(`insert into provider_words values ('unused', true)`);
    await test.sql(`delete from provider_words where word = (select min(word) from provider_words)`);
    expect(await reconcile()).toEqual({ counts: 1, listings: 1, words: 1 });
    expect(await test.sql(`select from provider_words where word = 'unused'`)).toEqual([]);
    expect(await reconcile()).toEqual({ counts: 0, listings: 0, words: 0 });
    expect(await directory().getStats()).toEqual(expectedReply('GET /api/stats', { totalProviders: 1, countries: 1 }));
  });

  it('compute the same cell number as the database, by the risk that pages show [DEC-05]', async () => {
    for (const type of providerTypes) {
      for (const verificationStatus of verificationStatuses) {
        await makeProvider(db(), { type, verificationStatus });
      }
    }
    // The scores around the bounds, and the smallest one.
    for (const score of [0, 1, 49, 50, 79, 80, 100]) {
      for (const riskScore of riskLevels) {
        for (const verificationStatus of verificationStatuses) {
          await makeProvider(db(), {
            riskScore,
            verificationStatus,
            regulatoryCompliance: score,
            userSatisfaction: Math.max(0, score - 1),
            securityMeasures: score,
          });
        }
      }
    }
    const rows = await db().select().from(providers);
    const wrong = rows.filter(
      (row) => toCell(row.type, row.verificationStatus, getShownRisk(row) ?? 'Unassessed') !== row.cell,
    );
    expect(wrong).toEqual([]);
    expect(rows.filter(({ cell, riskRank }) => cellToRiskRank(cell) !== riskRank)).toEqual([]);
    expect(new Set(rows.map(({ riskRank }) => riskFilters[riskRank]))).toEqual(new Set(riskFilters));
  });
});
