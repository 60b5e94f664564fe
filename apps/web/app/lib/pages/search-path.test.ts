import { expect, it } from 'vitest';
import { isPlainName } from './search-path.ts';

it.each([
  '',
  'ubuntu coin',
  'Fastari Daily Gains',
  'a&b',
  '1xBet 24',
  'Dr. Kamau Trading Ltd.',
  'Web3 Bank',
  'is Kilima Exchange real?',
  'is fastari daily gains a scam',
])('a text like “%s” can only be a name', (text) => {
  expect(isPlainName(text)).toBe(true);
});

it.each([
  'shop.example',
  'hxxps://shop[.]example',
  'shop(.)example',
  't.me/fastari_desk',
  '@fastari_desk',
  'help@shop.example',
  '+254 712 345 678',
  '(0712) 345-678',
  'till 123456',
  '12345',
  '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
  '0x52908400098527886E0F7030069857D2E4169EE7',
  'Hello dear,\nsend the fee',
  'x '.repeat(60),
  'To get your money you must first pay tax',
  'Pour votre retrait vous devez payer des frais',
])('a text like “%s” is private and not part of an address [CHECK-07]', (text) => {
  expect(isPlainName(text)).toBe(false);
});
