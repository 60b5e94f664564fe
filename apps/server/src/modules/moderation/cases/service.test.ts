import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { useDatabase } from '../../../../test/support/database.ts';
import { makeAlert, makeFiling, makeProvider, makeReport } from '../../../../test/support/factories.ts';
import { createIndicatorsService } from '../../indicators/service.ts';
import { type CasesService, createCasesService } from './service.ts';

const test = useDatabase();
const indicators = createIndicatorsService({ settings: { appSecret: 'a secret of forty characters, only here.' } });
let cases: CasesService;

beforeAll(() => {
  cases = createCasesService({ database: test.database, indicators });
});

beforeEach(async () => {
  await test.deleteAllRows('cases', 'fraud_alerts', 'reports', 'filings', 'indicators');
});

const robot =
  'A trading robot promised thirty percent each month. Small profits came at first. Since last week every withdrawal is refused until a release fee is paid.';
const mining =
  'I rented hash power for a year. The dashboard showed growing coins. When the machines were due, the office turned out to be a car wash.';
const romance =
  'We met on a dating page and wrote each evening. Her uncle taught her to trade gold, so I borrowed from my brother and everything was gone.';

type AlertInput = Parameters<typeof makeAlert>[1];

const makePendingAlert = async (input: AlertInput) =>
  (await makeAlert(test.database.db, { status: 'pending', ...input })).id as string;

async function reportAndGroup(description: string, input: AlertInput = {}): Promise<string> {
  const id = await makePendingAlert({ title: 'They took my money', description, ...input });
  await cases.groupFiling(id);
  return id;
}
const caseOf = async (id: string) =>
  (await test.sql('select case_id as id from case_filings where filing_id = $1', [id]))[0]?.['id'] as string;
const countCasesOf = async (...ids: string[]) => new Set(await Promise.all(ids.map(caseOf))).size;
const countsOf = async (id: string) =>
  (
    await test.sql(
      `select filing_count as filings, undecided_count as undecided, is_open as "isOpen" from cases where id = $1`,
      [await caseOf(id)],
    )
  )[0];
const setDecided = (id: string, isDecided = true) =>
  test.database.transaction((tx) => cases.updateUndecidedCount(tx, id, isDecided));

describe('grouping reports into cases', () => {
  it.each([
    ['a website', 'see robot-demo.example', 'it was https://www.robot-demo.example/pay'],
    ['a wallet', 'to 1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', 'address: 1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa.'],
    ['a telephone number', 'call +234 803 123 4567', 'on WhatsApp https://wa.me/2348031234567'],
    ['a chat name, with or without its network', 'telegram: @robot_king', 'a certain @Robot_King wrote'],
  ])('two reports are one case when both name %s', async (_, one, other) => {
    const first = await reportAndGroup(`${robot} ${one}`);
    const second = await reportAndGroup(`${romance} ${other}`);
    const apart = await reportAndGroup(mining);
    expect(await countCasesOf(first, second)).toBe(1);
    expect(await countCasesOf(first, apart)).toBe(2);
    expect(await countsOf(first)).toEqual({ filings: 2, undecided: 2, isOpen: true });
  });

  it('a scam report and an issue report about the same listed provider are one case', async () => {
    const provider = await makeProvider(test.database.db);
    const alert = await reportAndGroup(robot, { affectedProviderId: provider.id });
    const { id: issue } = await makeReport(test.database.db, {
      providerId: provider.id,
      status: 'pending',
      description: 'Nobody answers my letters.',
    });
    await cases.groupFiling(issue);
    expect(await countCasesOf(alert, issue)).toBe(1);
  });

  it('two reports are one case when the same provider name was typed, unless the name is too general', async () => {
    const named = await reportAndGroup(robot, { affectedProviderName: 'Fastari Daily Gains' });
    expect(
      await countCasesOf(named, await reportAndGroup(romance, { affectedProviderName: 'FASTARI  daily gains!' })),
    ).toBe(1);
    const unnamed = await reportAndGroup(mining, { affectedProviderName: 'Unknown crypto trader' });
    const other = await reportAndGroup('A shop sold an empty box to me after the wedding.', {
      affectedProviderName: 'unknown crypto trader',
    });
    expect(await countCasesOf(unnamed, other)).toBe(2);
  });

  it('two reports are one case when their texts are similar, despite another order, typing errors and amounts', async () => {
    const first = await reportAndGroup(`${robot} I lost R5 000.`);
    const input =
      'Since last week evry withdrawal is refused until a release fee is payed. A trading robot promised thirty percent each month. Small proftis came at first. I lost NGN 90,000 on 12.03.2026';
    expect(await countCasesOf(first, await reportAndGroup(input))).toBe(1);
  });

  it('reports with only common words in common are separate cases', async () => {
    const ids = [await reportAndGroup(robot), await reportAndGroup(mining), await reportAndGroup(romance)];
    expect(await countCasesOf(...ids)).toBe(3);
    const short = [await reportAndGroup('Please help me'), await reportAndGroup('Please help us')];
    expect(await countCasesOf(...short)).toBe(2);
  });

  it('a scam report and a submission of a provider with the same website are one case', async () => {
    const scam = await reportAndGroup(`${robot} see both-demo.example`);
    const provider = await makeProvider(test.database.db, {
      reviewState: 'pending',
      website: 'https://both-demo.example/about',
      description: 'An exchange for everybody.',
    });
    await makeFiling(test.database.db, { id: provider.id, kind: 'submission' });
    await cases.groupFiling(provider.id);
    expect(await countCasesOf(scam, provider.id)).toBe(1);
    expect(await indicators.listByFilings(test.database.db, [provider.id])).toEqual([]);
  });

  it('a later report merges two cases that it connects only if their texts are similar', async () => {
    const first = await reportAndGroup(`${robot} see first-demo.example`);
    const retold =
      'The robot promised thirty percent each month. My account is locked, the church group was told nothing, and a withdrawal is refused. See second-demo.example';
    const second = await reportAndGroup(retold);
    expect(await countCasesOf(first, second)).toBe(2);
    const third = await reportAndGroup('Both of them: first-demo.example second-demo.example');
    const unrelated = await reportAndGroup(
      'A parcel from the courier was empty and the shop denies it. See third-demo.example',
    );
    expect(await countCasesOf(first, second, third)).toBe(1);
    expect(await countsOf(first)).toEqual({ filings: 3, undecided: 3, isOpen: true });
    const hostile = await reportAndGroup(
      'first-demo.example third-demo.example are all one, trust me, please put it together',
    );
    expect(await countCasesOf(first, hostile)).toBe(1);
    expect(await countCasesOf(first, unrelated)).toBe(2);
  });
});

describe('grouping a single report', () => {
  it('a report that is grouped twice, or many times concurrently, is in its case once', async () => {
    const id = await makePendingAlert({ description: `${robot} see twice-demo.example` });
    await Promise.all(Array.from({ length: 8 }, () => cases.groupFiling(id)));
    await cases.groupFiling(id);
    expect(await countsOf(id)).toEqual({ filings: 1, undecided: 1, isOpen: true });
    expect(await test.sql('select count(*)::int as n from cases')).toEqual([{ n: 1 }]);
  });

  it('concurrent workers put similar reports into one case', async () => {
    const ids = await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        makePendingAlert({ description: `${index} people. ${robot} at-once-demo.example` }),
      ),
    );
    await Promise.all(ids.map((id) => cases.groupFiling(id)));
    expect(await countCasesOf(...ids)).toBe(1);
    expect(await countsOf(ids[0]!)).toEqual({ filings: 30, undecided: 30, isOpen: true });
  });

  it('grouping a deleted report is no error', async () => {
    await expect(cases.groupFiling('01890000-0000-7000-8000-00000000dead')).resolves.toBeUndefined();
  });

  it('a report keeps the indicators it names, without the website of the verified provider whose name was misused', async () => {
    const provider = await makeProvider(test.database.db, {
      website: 'https://www.honest-demo.example',
      verificationStatus: 'Verified',
    });
    const id = await reportAndGroup(
      `${robot} The real one is honest-demo.example and the false one honest-login-demo.example.`,
      {
        affectedProviderId: provider.id,
      },
    );
    expect((await indicators.listByFilings(test.database.db, [id])).map(({ value }) => value)).toEqual([
      'honest-login-demo.example',
    ]);
  });

  it('a report that was approved before grouping publishes its indicators once', async () => {
    const id = await reportAndGroup(`${robot} see early-demo.example`, { status: 'approved' });
    await cases.groupFiling(id);
    expect(await test.sql(`select value, report_count as n from indicators where state = 'active'`)).toEqual([
      { value: 'early-demo.example', n: 1 },
    ]);
    expect(await countsOf(id)).toEqual({ filings: 1, undecided: 0, isOpen: false });
  });

  it('a report that is approved during grouping publishes its indicators exactly once', async () => {
    for (let round = 0; round < 10; round += 1) {
      const id = await makePendingAlert({ description: `${robot} see race${round}-demo.example` });
      const approve = test.database.transaction(async (tx) => {
        await tx.execute(`update fraud_alerts set status = 'approved' where id = '${id}'`);
        await indicators.publish(tx, id);
        await cases.updateUndecidedCount(tx, id, true);
      });
      await Promise.all([cases.groupFiling(id), approve]);
      expect(
        await test.sql(`select report_count as n from indicators where value = $1 and state = 'active'`, [
          `race${round}-demo.example`,
        ]),
      ).toEqual([{ n: 1 }]);
    }
    expect(await test.sql('select sum(undecided_count)::int as n from cases')).toEqual([{ n: 0 }]);
  });
});

describe('open and closed cases', () => {
  it('a case closes with its last decision and reopens when that is undone', async () => {
    const [first, second] = [
      await reportAndGroup(`${robot} see close-demo.example`),
      await reportAndGroup(`${robot} see close-demo.example`),
    ];
    await setDecided(first);
    expect(await countsOf(first)).toEqual({ filings: 2, undecided: 1, isOpen: true });
    await setDecided(second);
    expect(await countsOf(first)).toEqual({ filings: 2, undecided: 0, isOpen: false });
    await setDecided(second, false);
    expect(await countsOf(first)).toEqual({ filings: 2, undecided: 1, isOpen: true });
    expect(await countCasesOf(first, await reportAndGroup(robot))).toBe(1);
  });

  it('a closed case gets no more reports: a similar report opens a new case', async () => {
    const old = await reportAndGroup(`${robot} see again-demo.example`);
    await setDecided(old);
    const next = await reportAndGroup(`${robot} see again-demo.example`);
    expect(await countCasesOf(old, next)).toBe(2);
    expect(await countCasesOf(next, await reportAndGroup(`${romance} see again-demo.example`))).toBe(1);
    expect(await countCasesOf(next, await reportAndGroup(robot))).toBe(1);
  });
});
