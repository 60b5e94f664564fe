import { createHash, randomBytes } from 'node:crypto';
import { uuidv7 } from '../../platform/db/uuid.ts';
import { describe, expect, it } from 'vitest';
import { useDatabase } from '../../../test/support/database.ts';
import { makeAlert, makeFiling } from '../../../test/support/factories.ts';
import { createIndicatorsService } from './service.ts';

const test = useDatabase();
const indicators = createIndicatorsService({ settings: { appSecret: 'a secret of forty characters, only here.' } });

const makeAlertNaming = async (text: string) => {
  const { id } = await makeAlert(test.database.db, { status: 'pending' });
  await test.database.transaction((tx) => indicators.addToFiling(tx, id, indicators.extractFrom(text)));
  return id as string;
};
const publish = (id: string) => test.database.transaction((tx) => indicators.publish(tx, id));
const retract = (id: string) => test.database.transaction((tx) => indicators.retract(tx, id));
const readPublicCount = async (value: string) =>
  (await test.sql(`select report_count as n from indicators where value = $1 and state = 'active'`, [value]))[0]?.['n'];

describe('indicators of a report', () => {
  it('an indicator is stored once with a report that is processed twice', async () => {
    const id = await makeAlertNaming('kept-once-demo.example @kept_once');
    await test.database.transaction((tx) =>
      indicators.addToFiling(tx, id, indicators.extractFrom('kept-once-demo.example @kept_once')),
    );
    const listed = await indicators.listByFilings(test.database.db, [id]);
    expect(listed.map(({ kind, value }) => ({ kind, value }))).toEqual([
      { kind: 'handle', value: '@kept_once' },
      { kind: 'website', value: 'kept-once-demo.example' },
    ]);
  });

  it('the key of an indicator is the first half of a hash of its kind and value', () => {
    const [found] = indicators.extractFrom('hashed-demo.example');
    expect(found?.key).toEqual(createHash('sha256').update('website:hashed-demo.example').digest().subarray(0, 16));
  });

  it('a phone number is stored only as a keyed hash', async () => {
    const id = await makeAlertNaming('call +234 803 123 4567');
    const [found] = await indicators.listByFilings(test.database.db, [id]);
    expect(found).toEqual(expect.objectContaining({ kind: 'phone', value: null }));
    const plain = createHash('sha256').update('phone:+2348031234567').digest().subarray(0, 16);
    expect(found?.key).not.toEqual(plain);
    expect(found?.key).toEqual(indicators.extractFrom('wa.me/2348031234567')[0]?.key);
    const otherService = createIndicatorsService({
      settings: { appSecret: 'another secret of forty characters, here' },
    });
    expect(otherService.extractFrom('+2348031234567')[0]?.key).not.toEqual(found?.key);
  });

  it('a national number is read in the only country of the report', () => {
    const internationalKey = indicators.extractFrom('+2348031234567')[0]?.key;
    expect(indicators.extractFrom('0803 123 4567', { countries: ['nigeria'] })[0]?.key).toEqual(internationalKey);
    expect(indicators.extractFrom('0803 123 4567')).toEqual([]);
  });

  it('the indicators of a report are deleted with it', async () => {
    const id = await makeAlertNaming('gone-demo.example');
    await test.sql('delete from filings where id = $1', [id]);
    expect(await indicators.listByFilings(test.database.db, [id])).toEqual([]);
  });
});

describe('public indicators', () => {
  it('a public indicator counts the approved reports that name it, and is withdrawn with the last one', async () => {
    const text = 'counted-demo.example';
    const [firstId, secondId] = [await makeAlertNaming(text), await makeAlertNaming(text)];
    expect(await readPublicCount(text)).toBeUndefined();
    await publish(firstId);
    await publish(secondId);
    expect(await readPublicCount(text)).toBe(2);
    await retract(firstId);
    expect(await readPublicCount(text)).toBe(1);
    await retract(secondId);
    expect(await readPublicCount(text)).toBeUndefined();
  });

  it('a public indicator stores when it was first and last seen', async () => {
    const text = 'seen-demo.example';
    await publish(await makeAlertNaming(text));
    await test.sql(`update indicators set first_seen_at = '2026-01-01', last_seen_at = '2026-01-01' where value = $1`, [
      text,
    ]);
    await publish(await makeAlertNaming(text));
    const [row] = await test.sql(
      `select first_seen_at = '2026-01-01' as "isFirst", last_seen_at > now() - interval '1 minute' as "isLast"
       from indicators where value = $1`,
      [text],
    );
    expect(row).toEqual({ isFirst: true, isLast: true });
  });

  it('fifty concurrent approvals lose no count and do not deadlock, whatever the order of their indicators', async () => {
    const sites = ['together-one-demo.example', 'together-two-demo.example', 'together-three-demo.example'];
    const ids: string[] = [];
    for (let index = 0; index < 50; index += 1) {
      ids.push(await makeAlertNaming([...sites.slice(index % 3), ...sites.slice(0, index % 3)].join(' ')));
    }
    await Promise.all(ids.map(publish));
    expect(await Promise.all(sites.map(readPublicCount))).toEqual([50, 50, 50]);
    await Promise.all(ids.map(retract));
    expect(await Promise.all(sites.map(readPublicCount))).toEqual([undefined, undefined, undefined]);
  });
});

describe('the past of an indicator', () => {
  const keyOf = (text: string) => indicators.extractFrom(text)[0]!.key;
  const readChanges = async (text: string) =>
    (
      await test.sql(`select concat_ws(' ', change, tier) as text from indicator_changes where key = $1 order by seq`, [
        keyOf(text),
      ])
    ).map((row) => String(row['text']));
  const readState = async (text: string) =>
    (await test.sql('select state, report_count as n from indicators where key = $1', [keyOf(text)]))[0];
  const decide = (text: string, state: 'active' | 'disputed' | 'withdrawn') =>
    test.database.transaction((tx) => indicators.setIndicatorState(tx, [keyOf(text)], state));

  it('a withdrawn indicator keeps its row, and each change is recorded once', async () => {
    const text = 'kept-row-demo.example';
    const [firstId, secondId] = [await makeAlertNaming(text), await makeAlertNaming(text)];
    await publish(firstId);
    await publish(secondId);
    await retract(firstId);
    await retract(secondId);
    expect(await readState(text)).toEqual({ state: 'withdrawn', n: 0 });
    await publish(secondId);
    expect(await readState(text)).toEqual({ state: 'active', n: 1 });
    expect(await readChanges(text)).toEqual(['added checked', 'withdrawn checked', 'added checked']);
  });

  it('an edit that names the same indicator changes nothing that is published', async () => {
    const text = 'reworded-demo.example';
    const id = await makeAlertNaming(text);
    await publish(id);
    const reword = (edited: string) =>
      test.database.transaction((tx) => indicators.reword(tx, id, { text: edited, countries: [], isPublic: true }));
    await reword(`They moved. ${text}`);
    expect(await readChanges(text)).toEqual(['added checked']);
    await reword('They moved.');
    await reword(text);
    expect(await readChanges(text)).toEqual(['added checked', 'withdrawn checked', 'added checked']);
  });

  it('an open or rejected dispute leaves an indicator public, an upheld one withdraws it until a new report is approved', async () => {
    const text = 'disputed-demo.example';
    const id = await makeAlertNaming(text);
    await publish(id);
    expect(await decide(text, 'disputed')).toEqual([keyOf(text)]);
    expect(await decide(text, 'disputed')).toEqual([]);
    expect(await indicators.listKnown(test.database, [keyOf(text)])).toHaveLength(1);
    await decide(text, 'active');
    await decide(text, 'disputed');
    await decide(text, 'withdrawn');
    await test.database.transaction((tx) => indicators.reword(tx, id, { text, countries: [], isPublic: true }));
    expect(await readState(text)).toEqual({ state: 'withdrawn', n: 1 });
    await publish(await makeAlertNaming(text));
    expect(await readState(text)).toEqual({ state: 'active', n: 2 });
    expect(await readChanges(text)).toEqual([
      'added checked', 'disputed checked', 'settled checked', 'disputed checked', 'withdrawn checked', 'added checked',
    ]); // prettier-ignore
  });

  it('a safelisted indicator is not public, however many reports name it [CHECK-12]', async () => {
    const text = 'safelisted-demo.example';
    await test.sql(
      `insert into safelist (key, kind, value, reason, source) values ($1, 'website', $2, 'bank', 'tests')`,
      [keyOf(text), text],
    );
    await publish(await makeAlertNaming(text));
    await publish(await makeAlertNaming(text));
    await decide(text, 'active');
    expect(await readState(text)).toEqual({ state: 'withdrawn', n: 2 });
    expect(await indicators.listKnown(test.database, [keyOf(text)])).toEqual([]);
    expect((await readChanges(text)).filter((change) => change.startsWith('added'))).toEqual([]);
  });

  it('the record of changes can only be added to', async () => {
    await publish(await makeAlertNaming('recorded-demo.example'));
    await expect(test.sql('delete from indicator_changes')).rejects.toThrow(/append-only/);
    await expect(test.sql(`update indicator_changes set change = 'withdrawn'`)).rejects.toThrow(/append-only/);
  });

  it('changes are complete up to the settled sequence, although an earlier writer commits later', async () => {
    await publish(await makeAlertNaming('settled-before-demo.example'));
    const slowId = await makeAlertNaming('settled-slow-demo.example');
    const fastId = await makeAlertNaming('settled-fast-demo.example');
    let settled: Promise<number | undefined> | undefined;
    await test.database.transaction(async (tx) => {
      await indicators.publish(tx, slowId);
      await publish(fastId);
      settled = indicators.findSettledSequence(test.database);
      await new Promise((resolve) => setTimeout(resolve, 300));
    });
    const sequence = await settled;
    const [row] = await test.sql('select max(seq)::int as last from indicator_changes');
    expect(sequence).toBe(row?.['last']);
  });

  it('no sequence is settled while its writer runs, also when no later transaction has ended', async () => {
    const id = await makeAlertNaming('settled-newest-demo.example');
    let isSettled = false;
    let settled: Promise<number | undefined> | undefined;
    await test.database.transaction(async (tx) => {
      await indicators.publish(tx, id);
      settled = indicators.findSettledSequence(test.database).finally(() => (isSettled = true));
      await new Promise((resolve) => setTimeout(resolve, 300));
      expect(isSettled).toBe(false);
    });
    const [row] = await test.sql('select max(seq)::int as last from indicator_changes');
    expect(await settled).toBe(row?.['last']);
  });
});

describe('the table of public indicators', () => {
  const insertFillers = (rows: number) =>
    test.sql(
      `insert into indicators (key, kind, value)
       select decode(md5('filler' || n), 'hex'), 'website', 'filler-' || n || '-demo.example' from generate_series(1, $1) n
       on conflict do nothing`,
      [rows],
    );

  it('public indicators are spread evenly over sixteen partitions', async () => {
    await insertFillers(4000);
    const parts = await test.sql(
      'select tableoid::regclass::text as part, count(*)::int as n from indicators group by 1',
    );
    expect(parts).toHaveLength(16);
    expect(Math.min(...parts.map(({ n }) => Number(n)))).toBeGreaterThan(150);
  });

  it('a look-up of a public indicator uses one index of one partition', async () => {
    await insertFillers(4000);
    await test.sql('analyze indicators');
    const key = createHash('md5').update('filler17').digest();
    const plan = await test.sql('explain select kind, value, report_count from indicators where key = $1', [key]);
    const lines = plan.map((row) => String(row['QUERY PLAN']));
    expect(lines.filter((line) => /Scan/.test(line))).toEqual([
      expect.stringMatching(/Index Scan using indicators_\d\d_pkey/),
    ]);
  });

  it.each(['till number 543210', 'paybill 998877', 'coin.king@gmail.com'])(
    'what is enumerable is stored only as a keyed hash: %s [CHECK-08]',
    async (text) => {
      const id = await makeAlertNaming(`They said: ${text}`);
      const [found, ...others] = await indicators.listByFilings(test.database.db, [id]);
      expect(others).toEqual([]);
      expect(found?.value).toBeNull();
      const [kept] = indicators.extractFrom(text);
      expect(found?.key).toEqual(kept?.key);
      const otherService = createIndicatorsService({
        settings: { appSecret: 'another secret of forty characters, here' },
      });
      expect(otherService.extractFrom(text)[0]?.key).not.toEqual(kept?.key);
    },
  );

  it('the table accepts no phone number as text and no other indicator without text', async () => {
    const insert = (kind: string, value: string | null) =>
      test.sql('insert into indicators (key, kind, value) values ($1, $2, $3)', [randomBytes(16), kind, value]);
    await expect(insert('phone', '+2348031234567')).rejects.toThrow('indicators_hidden_kinds');
    await expect(insert('website', null)).rejects.toThrow('indicators_hidden_kinds');
    const id = uuidv7();
    await makeFiling(test.database.db, { id, kind: 'report' });
    const insertion = test.sql(
      `insert into filing_indicators (filing_id, key, kind, value) values ($1, $2, 'phone', '+27')`,
      [id, randomBytes(16)],
    );
    await expect(insertion).rejects.toThrow('filing_indicators_hidden_kinds');
  });
});
