/** Many inputs at once get the answers that each would get alone, from a few statements. */
import type { CheckAnswer } from '@hakiki/contract/check';
import { beforeAll, describe, expect, it } from 'vitest';
import { useDatabase } from '../../../test/support/database.ts';
import { makeAlert, makeProvider } from '../../../test/support/factories.ts';
import { createTestServices } from '../../../test/support/services.ts';
import type { Database } from '../../platform/db/database.ts';

const test = useDatabase();

let statements = 0;
/** Counts what is sent to the database, in whichever way. */
function countStatements(database: Database): Database {
  return {
    ...database,
    read: (...call) => {
      statements += 1;
      return database.read(...call);
    },
    db: new Proxy(database.db, {
      get(db, name, receiver) {
        const value: unknown = Reflect.get(db, name, receiver);
        if (name === 'execute' || name === 'select') statements += 1;
        return value;
      },
    }),
  };
}
async function counting<Result>(work: () => Promise<Result>): Promise<{ result: Result; sent: number }> {
  statements = 0;
  const result = await work();
  return { result, sent: statements };
}

let check: ReturnType<typeof createTestServices>['check'];
beforeAll(async () => {
  const db = test.database.db;
  const services = createTestServices(countStatements(test.database));
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
    const single = await counting(() => check.check({ input: 'something nobody has heard of' }));
    const { result, sent } = await counting(() => check.checkAll({ inputs: many }));
    expect(result).toHaveLength(500);
    expect(single.sent).toBeLessThan(10);
    expect(sent).toBeLessThan(40);
  });
});
