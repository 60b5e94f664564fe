/** The stored families against the rules, in random order, and everything that undoes a link. */
import { randomUUID } from 'node:crypto';
import type { Judgement } from '@hakiki/contract/family-values';
import type { UserId } from '@hakiki/contract/accounts';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { useDatabase } from '../../../test/support/database.ts';
import { makeAlert, makeProvider } from '../../../test/support/factories.ts';
import { makeModerator } from '../../../test/support/staff.ts';
import { createLog } from '../../platform/log/log.ts';
import { createAuditService } from '../audit/service.ts';
import { createIndicatorsService } from '../indicators/service.ts';
import { applyJudgements, toPair } from './links.ts';
import { createFamiliesService, familyHooks, recordList } from './service.ts';
import * as store from './store.ts';

const test = useDatabase();
const settings = { appSecret: 'a secret of this test that is long enough' };
const indicators = createIndicatorsService({ settings, hooks: familyHooks });
const families = () =>
  createFamiliesService({ database: test.database, audit: createAuditService(), indicators, log: createLog('silent') });
const wallet = (n: number) => `0x${n.toString(16).padStart(40, '5')}`;

let moderator: UserId;
let secondModerator: UserId;
beforeAll(async () => {
  moderator = (await makeModerator(test.database.db)).id;
  secondModerator = (await makeModerator(test.database.db)).id;
});
const clear = () =>
  test.sql(
    'truncate providers, fraud_alerts, indicators, filings, safelist, family_traces, family_links, family_members, family_judgements cascade',
  );
beforeEach(clear);

async function report(text: string): Promise<string> {
  const { id } = await makeAlert(test.database.db, { status: 'approved' });
  await test.database.transaction(async (tx) => {
    await indicators.addToFiling(tx, id, indicators.extractFrom(text));
    await indicators.publish(tx, id);
  });
  return id;
}
const retract = (id: string) => test.database.transaction((tx) => indicators.retract(tx, id));
const keyOf = (value: string) => indicators.extractFrom(value)[0]!.key.toString('hex');

async function listFamilies(): Promise<string[]> {
  await families().applyWaiting();
  const rows = await test.sql(`
    select string_agg(i.value, ' ' order by i.value) as names from family_members m join indicators i on i.key = m.indicator
    group by m.family_id order by 1`);
  return rows.map(({ names }) => String(names));
}

/** What one click does. */
async function judge(pairs: readonly [string, string][], judgement: Judgement, by: UserId = moderator) {
  const actionId = randomUUID();
  await test.database.transaction(async (tx) => {
    await store.lock(tx);
    const keys = pairs.map(([one, other]) => toPair(keyOf(one), keyOf(other)));
    await store.insertJudgements(tx, keys, { judgement, actionId, reason: 'Seen on both pages.', judgedBy: by });
    await applyJudgements(tx, keys);
  });
  return actionId;
}
const undo = (actionId: string) =>
  test.database.transaction(async (tx) => {
    await store.lock(tx);
    await applyJudgements(tx, await store.undoJudgements(tx, actionId, moderator));
  });

const expectProven = async () => {
  expect(await families().rebuild()).toEqual({ links: 0, indicators: 0, families: expect.any(Number) });
};

describe('links by traces', () => {
  it('a wallet links the indicators of two reports, and one medium trace does not [FAM-01]', async () => {
    await report(`one.example takes ${wallet(1)}`);
    await report(`two.example takes ${wallet(1)}`);
    await report('three.example, call +254712345678');
    await report('four.example, call +254712345678');
    expect(await listFamilies()).toEqual(['one.example two.example']);
    await report('three.example, write to help.three@gmail.com');
    await report('four.example, write to help.three@gmail.com');
    expect(await listFamilies()).toEqual(['four.example three.example', 'one.example two.example']);
    await expectProven();
  });

  it('a trace that 21 indicators carry links nothing, and links again when one of them is withdrawn from it [FAM-01]', async () => {
    for (let n = 1; n <= 20; n += 1) await report(`site-${n}.example takes ${wallet(1)}`);
    expect((await listFamilies())[0]?.split(' ')).toHaveLength(20);
    const last = await report(`site-21.example takes ${wallet(1)}`);
    expect(await listFamilies()).toEqual([]);
    await expectProven();
    await retract(last);
    expect((await listFamilies())[0]?.split(' ')).toHaveLength(20);
    await expectProven();
  });

  it('the safelist links nothing, and a listed provider only by two people [FAM-02]', async () => {
    const exchange = wallet(7);
    await test.sql(
      `insert into safelist (key, kind, value, reason, source) values ($1, 'evm', $2, 'exchange', 'test')`,
      [Buffer.from(keyOf(exchange), 'hex'), exchange],
    );
    await report(`one.example takes ${exchange}`);
    await report(`two.example takes ${exchange}`);
    await makeProvider(test.database.db, { website: 'https://honest-desk.example', verificationStatus: 'Verified' });
    await report(`join.honest-desk.example and one.example take ${wallet(8)}`);
    expect(await listFamilies()).toEqual([]);
    await judge([['join.honest-desk.example', 'one.example']], 'same');
    await judge([['join.honest-desk.example', 'one.example']], 'same');
    expect(await listFamilies()).toEqual([]);
    await judge([['join.honest-desk.example', 'one.example']], 'same', secondModerator);
    expect(await listFamilies()).toEqual(['join.honest-desk.example one.example']);
    await expectProven();
  });

  it('the site of a provider that we warn of is linked like any other [FAM-02]', async () => {
    await makeProvider(test.database.db, { website: 'https://bad-desk.example', verificationStatus: 'Flagged' });
    await report(`bad-desk.example and one.example take ${wallet(8)}`);
    expect(await listFamilies()).toEqual(['bad-desk.example one.example']);
  });

  it('a withdrawn indicator or trace links nothing [FAM-05]', async () => {
    await report(`one.example takes ${wallet(1)}`);
    await report(`two.example takes ${wallet(1)}`);
    await report(`three.example takes ${wallet(1)}`);
    const overrule = (value: string) =>
      test.database.transaction((tx) => indicators.overrule(tx, indicators.extractFrom(value)[0]!));
    await overrule('two.example');
    expect(await listFamilies()).toEqual(['one.example three.example']);
    await overrule(wallet(1));
    expect(await listFamilies()).toEqual([]);
    await expectProven();
  });

  it('a list that names the wallets of its sites links them, until it names them no more [FAM-01]', async () => {
    const listed = ['one.example', 'two.example'].map((reference) => ({
      form: 'wallet' as const,
      text: wallet(3),
      reference,
    }));
    for (const site of ['one.example', 'two.example', wallet(3)]) await report(site);
    await test.database.transaction((tx) =>
      recordList(tx, indicators, 1, [...listed, { form: 'address', text: 'x.example' }]),
    );
    expect(await listFamilies()).toEqual(['one.example two.example']);
    await test.database.transaction((tx) => recordList(tx, indicators, 1, listed.slice(1)));
    expect(await listFamilies()).toEqual([]);
    await expectProven();
  });

  it('the nightly rebuild corrects families that something else changed [FAM-07]', async () => {
    await report(`one.example takes ${wallet(1)}`);
    await report(`two.example takes ${wallet(1)}`);
    await listFamilies();
    await test.sql('update indicators set state = $1 where value = $2', ['expired', 'two.example']);
    expect(await families().rebuild()).toEqual({ links: 1, indicators: 0, families: 0 });
    await test.sql('update indicators set state = $1', ['active']);
    expect(await families().rebuild()).toEqual({ links: 1, indicators: 0, families: 1 });
    await test.sql('update family_members set family_id = 99 where indicator = $1', [
      Buffer.from(keyOf('one.example'), 'hex'),
    ]);
    expect(await families().rebuild()).toEqual({ links: 0, indicators: expect.any(Number), families: 1 });
    expect(await listFamilies()).toEqual(['one.example two.example']);
    await expectProven();
  });
});

describe('judgements', () => {
  it('a refused link stays refused when further reports name both, and one click restores it [FAM-05]', async () => {
    await report(`one.example takes ${wallet(1)}`);
    await report(`two.example takes ${wallet(1)}`);
    expect(await listFamilies()).toEqual(['one.example two.example']);
    const refusal = await judge([['one.example', 'two.example']], 'notSame');
    expect(await listFamilies()).toEqual([]);
    await report(`one.example and two.example take ${wallet(2)}`);
    expect(await listFamilies()).toEqual([]);
    await expectProven();
    await undo(refusal);
    expect(await listFamilies()).toEqual(['one.example two.example']);
    expect(await test.sql('select judgement, undone_by from family_judgements')).toEqual([
      { judgement: 'notSame', undone_by: moderator },
    ]);
  });

  it('an unsure link joins nothing until somebody decides [FAM-05]', async () => {
    await report(`one.example takes ${wallet(1)}`);
    await report(`two.example takes ${wallet(1)}`);
    await judge([['one.example', 'two.example']], 'unsure');
    expect(await listFamilies()).toEqual([]);
    await judge([['one.example', 'two.example']], 'same');
    expect(await listFamilies()).toEqual(['one.example two.example']);
  });
});

describe('random sequences of reports, withdrawals and judgements', () => {
  it('the stored families are those that are built again, and each undone click restores them [FAM-05]', async () => {
    const sites = Array.from({ length: 6 }, (_, n) => `random-${n}.example`);
    for (let seed = 0; seed < 5; seed += 1) {
      let state = seed * 7919 + 1;
      const random = (below: number) => {
        state = (Math.imul(state, 48_271) + 11) >>> 0;
        return Math.floor((state / 2 ** 32) * below);
      };
      await clear();
      for (const site of sites) await report(`${site} takes ${wallet(100 + random(3))}`);
      const reports: string[] = [];
      for (let step = 0; step < 8; step += 1) {
        const [one, other] = [sites[random(3)]!, sites[3 + random(3)]!];
        const before = await listFamilies();
        const kind = random(4);
        if (kind === 0) reports.push(await report(`${one} and ${other} take ${wallet(200 + random(2))}`));
        else if (kind === 1 && reports.length > 0) await retract(reports.pop()!);
        else {
          const click = await judge([[one, other]], (['same', 'notSame', 'unsure'] as const)[random(3)]!);
          await listFamilies();
          await expectProven();
          if (random(2) === 0) {
            await undo(click);
            expect(await listFamilies(), `sequence ${seed}, step ${step}`).toEqual(before);
          }
        }
        await listFamilies();
        await expectProven();
      }
    }
  });
});
