import { describe, expect, it } from 'vitest';
import { findSearchedIndicators } from './search-indicators.ts';

const findValues = (text: string, country?: string) =>
  findSearchedIndicators(text, { country }).map(({ value }) => value);

describe('indicators in a search query', () => {
  it.each([
    ['https://www.gain-vault.example/join?ref=1', ['gain-vault.example']],
    ['GAIN-VAULT.EXAMPLE', ['gain-vault.example']],
    ['gain-vault.live', ['gain-vault.live']],
    ['app.pay.gain-vault.co.ke', ['app.pay.gain-vault.co.ke', 'pay.gain-vault.co.ke', 'gain-vault.co.ke']],
    ['help@gain-vault.example', ['help@gain-vault.example', 'gain-vault.example']],
    ['somebody@gmail.com', ['somebody@gmail.com']],
    ['gain-vault.github.io', ['gain-vault.github.io']],
    ['0x52908400098527886e0f7030069857d2e4169ee7', ['0x52908400098527886e0f7030069857d2e4169ee7']],
    ['+254 712 345 678', ['+254712345678']],
    ['Wanjaro Finance', []],
    ['', []],
  ])('the query %j searches for %j [WARN-07]', (text, values) => {
    expect(findValues(text)).toEqual(values);
  });

  it('a national number is read in the chosen country, or else in every country where it is valid [WARN-07]', () => {
    expect(findValues('0712 345 678', 'kenya')).toEqual(['+254712345678']);
    expect(findValues('0712 345 678')).toEqual(expect.arrayContaining(['+254712345678', '+255712345678']));
  });

  it('a chat name is searched with and without its network [WARN-07]', () => {
    expect(findValues('@gain_vault')).toEqual(expect.arrayContaining(['@gain_vault', 'telegram:gain_vault']));
    expect(findValues('https://t.me/gain_vault')).toEqual(['telegram:gain_vault', '@gain_vault']);
  });

  it('a query searches for at most 200 keys', () => {
    const many = Array.from({ length: 50 }, (_, index) => `a.b.c.d.e.f${index}.example`).join(' ');
    expect(findSearchedIndicators(many).length).toBeLessThanOrEqual(200);
  });
});
