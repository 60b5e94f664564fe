/** Many inputs at once get the answers that each would get alone, from a few statements. */
import type { CheckAnswer } from '@hakiki/contract/check';
import { beforeAll, describe, expect, it } from 'vitest';
import { createStatementCounter } from '../../../test/support/count-statements.ts';
import { useDatabase } from '../../../test/support/database.ts';
import { makeAlert, makeProvider } from '../../../test/support/factories.ts';
import { createTestServices } from '../../../test/support/services.ts';

const test = useDatabase();

let counter: ReturnType<typeof createStatementCounter>;
let check: ReturnType<typeof createTestServices>['check'];
beforeAll(async () => {
  const db = test.database.db;
  counter = createStatementCounter(test.database);
  const services = createTestServices(counter.database);
  check = services.check;
  const kenya = { countries: ['kenya'] };
  await makeProvider(db, {
    ...kenya,
    name: 'Jacaranda Exchange',
    website: 'https://jacaranda.example',
    verificationStatus: 'Verified',
  });
  const flagged = await makeProvider(db, {
    name: 'Fast Harvest',
    website: 'https://harvest.example',
    verificationStatus: 'Flagged',
  });
  await makeProvider(db, { name: 'Quick Meadow', verificationStatus: 'Suspended' });
  await makeAlert(db, { status: 'approved', title: 'Fast Harvest keeps deposits', affectedProviderId: flagged.id });
  await makeAlert(db, {
    status: 'approved',
    title: 'Do not pay',
    description: 'They ask for a deposit to 0712 345 678 and name golden-orchid.example.',
  });
  const reported = await makeAlert(db, { status: 'rejected' });
  await test.database.transaction(async (tx) => {
    const found = services.indicators.extractFrom(
      'trap.example, +254 700 111 222, 0x52908400098527886E0F7030069857D2E4169EE7',
    );
    await services.indicators.addToFiling(tx, reported.id, found);
    await services.indicators.publish(tx, reported.id);
  });
});

const inputs = [
  'https://trap.example/start',
  'https://pay.trap.example',
  '0x52908400098527886E0F7030069857D2E4169EE7',
  '0700 111 222',
  '0712345678',
  '123456',
  'Jacaranda Exchange',
  'jacaranda.example',
  'jacaranda-bonus.example',
  'Fast Harvest',
  'is Fast Harvest real?',
  'Quick Meadow',
  'Jacarnda Exchang',
  'golden-orchid.example',
  'Send 5,000 to +254700111222 and get 10,000 back, guaranteed returns',
  'Enter your 12 words at trap.example to get your bonus',
  '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb',
  '@fast_harvest_desk',
  'something nobody has heard of',
  '   ',
  `A forwarded message. ${'It says many things. '.repeat(20)} See harvest.example and trap.example.`,
];

describe('checking many inputs', () => {
  it('gives each input the answer that it gets alone [CHECK-01] [CHECK-02]', async () => {
    const alone: CheckAnswer[] = [];
    for (const input of inputs) alone.push(await check.check({ input, country: 'Kenya' }));
    // Otherwise the comparison says nothing.
    expect(alone.map(({ verdict }) => verdict)).toEqual([
      'reported',
      'reported',
      'reported',
      'reported',
      'warned',
      'nothingKnown',
      'official',
      'official',
      'looksLike',
      'warned',
      'warned',
      'warned',
      'nothingKnown',
      'warned',
      'reported',
      'reported',
      'cannotBeRight',
      'nothingKnown',
      'nothingKnown',
      'nothingKnown',
      'warned',
    ]);
    expect(alone[12]?.similar.map(({ name }) => name)).toEqual(['Jacaranda Exchange']);
    expect(await check.checkAll({ inputs, country: 'Kenya' })).toEqual(alone);
    expect(await check.checkAll({ inputs: [], country: 'Kenya' })).toEqual([]);
  });

  it('reads 500 inputs with fewer than 40 statements', async () => {
    const many = Array.from(
      { length: 500 },
      (_, place) => `${place % 7 === 0 ? '' : `x${place}.`}${inputs[place % inputs.length]}`,
    );
    const { result, sent } = await counter.count(() => check.checkAll({ inputs: many }));
    expect(result).toHaveLength(500);
    expect(sent).toBeLessThan(40);
  });
});

/**
 * Each statement of a check costs as much as a bare read of a key, so a number here rises for a good reason only. The
 * limit of calls per address, which is not in it, takes one more.
 */
const statementsByInput = [
  ['an unknown website', 'https://www.never-heard-of.example/start', 7],
  ['a reported website', 'https://trap.example/start', 7],
  ['the website of a provider', 'https://jacaranda.example', 6],
  ['a phone number', '+254 733 444 555', 3],
  ['a wallet', '0xde709f2102306220921060314715629080e2fb77', 3],
  ['an unknown name', 'something nobody has heard of', 4],
  ['the name of a provider', 'Jacaranda Exchange', 3],
  [
    'a forwarded message',
    `${'My dear, they have doubled my money. '.repeat(5)} Pay at trap.example or to +254700111222.`,
    5,
  ],
] as const;

describe('the statements of one check', () => {
  beforeAll(async () => {
    // The first one reads the protected names.
    await check.check({ input: 'https://never-heard-of.example' });
  });

  it.each(statementsByInput)('are no more than needed for %s', async (_, input, statements) => {
    expect((await counter.count(() => check.check({ input }))).sent).toBe(statements);
  });
});
