/** The short form of delivery.nightly.test.ts. */
import { expect, it } from 'vitest';
import { useDeliveryTrial } from '../../../test/support/delivery-trial.ts';

const trial = useDeliveryTrial();

it(
  '60 questions with duplicates in any order, with the worker killed three times, get one reply each [DOOR-09]',
  { timeout: 300_000 },
  async () => {
    const { problems } = await trial.run({ questions: 60, kills: 3, timeoutMs: 280_000 });
    expect(problems).toEqual([]);
  },
);
