import { describe, expect, it } from 'vitest';
import { readInput } from './readings.ts';

const read = (input: string) => readInput(input).readings.map(({ kind, value }) => `${kind} ${value}`);

describe('reading what a person typed', () => {
  it.each([
    ['htps://gain-vault.example/join', ['website gain-vault.example']],
    ['https//gain-vault.example/join', ['website gain-vault.example']],
    ['http: //gain-vault.example', ['website gain-vault.example']],
    ['Pay at htpps://gain-vault.example now', ['website gain-vault.example']],
    ['gain-vault . example', ['website gain-vault.example']],
    ['gain-vault,example', ['website gain-vault.example']],
    ['https:// gain-vault . example', ['website gain-vault.example']],
    ['gain-vault dot example', ['website gain-vault.example']],
    ['Kamau, John', []],
    ['IMG-20261118-WA0004.jpg', []],
    ['Receipt.PDF', []],
    ['They lied. Me too', []],
  ])('finds the address in %j with its mistakes: %j [CHECK-01]', (input, values) => {
    expect(read(input)).toEqual(values);
  });

  it.each([
    ['1A1zP1eP5QGefi2D MPTfTL5SLmv7DivfNa', ['bitcoin 1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa']],
    ['TJCnKsPa7y5okkXvQ\nAidZBzqx3QyQ6sxMW', ['tron TJCnKsPa7y5okkXvQAidZBzqx3QyQ6sxMW']],
    ['1A1zP1eP and MPTfTL5SLmv7DivfNa', []],
  ])('joins the parts of the wallet address %j to %j [CHECK-01]', (input, values) => {
    expect(read(input)).toEqual(values);
  });

  it.each([
    ['٠١٠١٢٣٤٥٦٧٨', 'phone +201012345678'],
    ['واتساب +٢٠ ١٠١ ٢٣٤ ٥٦٧٨', 'phone +201012345678'],
  ])('reads the number %s in the digits of Arabic [CHECK-01]', (input, value) => {
    expect(read(input)).toContain(value);
  });

  it.each([
    ['Lipa na mpesa 5123456', ['till ke:5123456']],
    ['Lipa na M-PESA no. 5123456', ['till ke:5123456']],
    ['Lipa na M-PESA paybill 4098765', ['paybill ke:4098765']],
    ['GTBank 0123456789 Adaeze Okafor', ['bankAccount gtbank:0123456789']],
    ['0123456789 Opay Adaeze Okafor', ['bankAccount opay:0123456789']],
  ])('reads who is paid in %j as %j [CHECK-01]', (input, values) => {
    expect(read(input)).toEqual(values);
  });
});
