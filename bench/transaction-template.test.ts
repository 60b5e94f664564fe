import { expect, it } from 'vitest';
import { createTemplate, fillTemplate, type SentStatement } from './transaction-template.ts';

const [person, one, other] = [1, 2, 3].map((digit) => `01890000-0000-7000-8000-00000000000${digit}`) as [
  string,
  string,
  string,
];
const sent = (id: string, secret: string): SentStatement[] => [
  { text: 'insert into reports values ($1, $2, $3)', values: [id, 'the same words', person] },
  {
    text: 'insert into jobs values ($1, $2, $3)',
    values: [`{"report":"${id}","by":"${person}"}`, 5, Buffer.from(secret)],
  },
];

it('creates transactions with new ids, and repeats an id wherever it occurred twice', () => {
  const draft = createTemplate(sent(one, 'first'), sent(other, 'other'));
  const [first, second] = [fillTemplate(JSON.parse(JSON.stringify(draft)) as typeof draft), fillTemplate(draft)];
  const id = String(first[0]?.values[0]);
  expect(id).toMatch(/^[\da-f-]{36}$/);
  expect([one, other, second[0]?.values[0]]).not.toContain(id);
  expect(first[0]?.values.slice(1)).toEqual(['the same words', person]);
  expect(first[1]?.values.slice(0, 2)).toEqual([`{"report":"${id}","by":"${person}"}`, 5]);
  expect(first[1]?.values[2]).toHaveLength('first'.length);
  expect(first[1]?.values[2]).not.toEqual(second[1]?.values[2]);
});

it('rejects two transactions of different kinds', () => {
  expect(() => createTemplate(sent(one, 'first'), sent(other, 'other').slice(1))).toThrow('of different');
});
