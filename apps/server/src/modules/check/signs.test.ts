import { expect, it } from 'vitest';
import { findSigns } from './signs.ts';

it.each([
  ['Invista 5.000 Kz e receba 50.000 Kz em dois dias', ['promisedProfit']],
  ['Lucros garantidos, 12% por dia', ['promisedProfit']],
  ['استثمر 1000 جنيه واحصل على 10000 خلال يومين', ['promisedProfit']],
  ['أرباح مضمونة 10% يوميا', ['promisedProfit']],
  ['Envie a sua frase de recuperação para verificar a carteira', ['askedSecret']],
  ['أدخل عبارة الاسترداد لتأكيد محفظتك', ['askedSecret']],
  ['Pague uma taxa de 2.000 MT para levantar os seus ganhos', ['askedFee']],
  ['ادفع رسوم 500 جنيه لسحب أرباحك', ['askedFee']],
  ['Enviei dinheiro por engano, por favor devolva', ['askedReturn']],
  ['أرسلت لك المال بالخطأ، أرجعه من فضلك', ['askedReturn']],
])('finds the sign of a scam in the Portuguese or Arabic text "%s" [LANG-01]', (text, signs) => {
  expect(findSigns(text)).toEqual(signs);
});

it.each([
  'Nunca envie a sua frase de recuperação a ninguém',
  'لا أحد صادق يطلب منك عبارة الاسترداد',
  'A taxa de câmbio subiu 2% este ano',
  'ارتفع السعر 3% هذا العام',
])('finds no sign in the advice or news "%s" [LANG-01]', (text) => {
  expect(findSigns(text)).toEqual([]);
});
