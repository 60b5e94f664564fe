import { languages } from '@hakiki/contract/site';
import { expect, it } from 'vitest';
import { useDatabase } from '../../../test/support/database.ts';

const test = useDatabase();

it('has a row for each language of the contract', async () => {
  const rows = await test.sql('select code from languages order by code');
  expect(rows.map(({ code }) => code)).toEqual([...languages].toSorted());
});
