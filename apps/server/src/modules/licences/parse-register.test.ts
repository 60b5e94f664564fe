import { readFileSync } from 'node:fs';
import { licenceLimits } from '@hakiki/contract/licence-values';
import { describe, expect, it } from 'vitest';
import { parseRegister } from './parse-register.ts';

const readRecorded = (name: string) => readFileSync(new URL(name, import.meta.url));
const parseCsv = (text: string) => parseRegister('csv', Buffer.from(text));

const rows = [
  {
    key: 'VA-001',
    holder: 'Kilima Exchange, Ltd',
    number: 'VA-001',
    state: 'licensed',
    scope: ['custody', 'exchange'],
    grantedOn: '2025-03-01',
    endsOn: '2027-02-28',
  },
  {
    key: 'VA-002',
    holder: 'Savannah Wallet Ltd',
    number: 'VA-002',
    state: 'provisional',
    scope: ['custody'],
    grantedOn: '2026-01-15',
    endsOn: null,
  },
  {
    key: 'Baobab Pay Ltd',
    holder: 'Baobab Pay Ltd',
    number: null,
    state: 'applied',
    scope: [],
    grantedOn: null,
    endsOn: null,
  },
];

describe('the file of a register', () => {
  it.each(['csv', 'json'] as const)('is read as %s, with the same result [LIC-06]', (format) => {
    expect(parseRegister(format, readRecorded(`register.answer.${format}`))).toEqual(rows);
  });

  it.each([
    ['a page instead of data', 'json', '<html>Maintenance</html>', 'format'],
    ['a page instead of a table', 'csv', '<html>Maintenance</html>', 'columns'],
    ['data of another shape', 'json', '{"entries":[]}', 'format'],
    ['another layout', 'csv', 'Name,Number\nKilima,1', 'columns'],
    ['no entry', 'csv', 'holder,state\n', 'empty'],
    ['an unknown state', 'csv', 'holder,state\nKilima,good', 'entry 1: state'],
    ['an entry without a holder', 'csv', 'holder,state\n,licensed', 'entry 1: holder'],
    ['a wrong day', 'csv', 'holder,state,ends\nKilima,licensed,31/12/2026', 'entry 1: ends'],
    ['one number twice', 'csv', 'holder,number,state\nA,1,licensed\nB,1,licensed', 'two entries with one number'],
    ['an open quotation mark', 'csv', 'holder,state\n"Kilima,licensed', 'quotation mark'],
  ] as const)('is refused as a whole when it contains %s [LIC-06]', (_, format, text, reason) => {
    expect(() => parseRegister(format, Buffer.from(text))).toThrow(reason);
  });

  it('is refused when it is too long, too large or cut off within a character', () => {
    const lines = Array.from({ length: licenceLimits.entries + 1 }, (_, n) => `Holder ${n},licensed`);
    expect(() => parseCsv(`holder,state\n${lines.join('\n')}`)).toThrow('too many');
    expect(() => parseCsv(`holder,state\n${'x'.repeat(licenceLimits.fileBytes)}`)).toThrow('too large');
    expect(() => parseRegister('csv', Buffer.from('holder,state\nÉ').subarray(0, -1))).toThrow('charset');
  });
});
