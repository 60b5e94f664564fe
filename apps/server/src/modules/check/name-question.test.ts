import { expect, it } from 'vitest';
import { measureCpuMs } from '../../../test/support/cpu-time.ts';
import { readNameQuestion } from './name-question.ts';

it.each([
  ['is luno legal in kenya', 'luno', 'kenya'],
  ['Is Yellow Card licensed in South Africa?', 'Yellow Card', 'south africa'],
  ['is binance a scam', 'binance', undefined],
  ['Est-ce que Luno est agréée au Sénégal ?', 'Luno', 'senegal'],
  ['Binance est-elle légale en Côte d’Ivoire ?', 'Binance', 'ivory coast'],
  ['Binance c’est une arnaque', 'Binance', undefined],
  ['Je, Binance ni halali nchini Tanzania?', 'Binance', 'tanzania'],
  ['A Binance é legal em Moçambique?', 'Binance', 'mozambique'],
  ['هل بينانس قانونية في مصر؟', 'بينانس', 'egypt'],
])('finds the name that "%s" asks about: %s, in %s [CHECK-01]', (text, name, country) => {
  expect(readNameQuestion(text)).toEqual({ name, country });
});

it.each([
  'is this a scam?',
  'is crypto legal in kenya',
  'Safe Haven Trading',
  'They said that it is legal in Kenya. Is it?',
  'C’est une arnaque ?',
  'hii ni utapeli',
  'هل هذا نصب؟',
])('finds no name in "%s" [CHECK-01]', (text) => {
  expect(readNameQuestion(text)).toBeUndefined();
});

it('needs linear time for 200,000 signs [CHECK-01]', () => {
  const text = `${'?'.repeat(200_000)}a`;
  expect(measureCpuMs(() => expect(readNameQuestion(text)).toBeUndefined())).toBeLessThan(1500);
});
