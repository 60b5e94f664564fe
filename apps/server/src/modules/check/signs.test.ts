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

it.each([
  'SKJ7XK2L9P Confirmed. Ksh5,000.00 sent to JOHN KAMAU 0712***678 on 18/11/26 at 9:14 PM. New M-PESA balance is Ksh120.50.',
  'SKJ7XK2L9P Imethibitishwa. Ksh5,000.00 imetumwa kwa JOHN KAMAU 0712345678. Salio lako jipya la M-PESA ni Ksh120.50.',
  'You have transferred UGX 250,000 to OKELLO JAMES (256772345678). Fee UGX 1,500. New balance UGX 3,200.',
  'Vous avez envoyé 50 000 FCFA au 77 123 45 67. Frais: 500 FCFA. Nouveau solde: 1 250 FCFA',
  'i sent 20k to a scammer just now help',
  'please help me I sent all my school fees to them what do i do',
  'how do I get my money back',
  'I was scammed',
  'Dem don chop my money',
  'j’ai envoyé 200 000 fcfa à un arnaqueur aidez moi',
  'J’ai été arnaquée',
  'nimetapeliwa nisaidie nimetuma pesa',
  'fui enganado, enviei dinheiro, ajudem-me',
  'لقد تعرضت للنصب وأرسلت المال ساعدوني',
  'I cannot withdraw my money',
  'Je n’arrive plus à retirer',
  'siwezi kutoa pesa zangu',
  'Não consigo levantar o saldo',
  'لا أستطيع السحب',
])('knows by the words that somebody has paid already: %s [CHECK-03]', (text) => {
  expect(findSigns(text)).toEqual(['alreadyPaid']);
});

it.each([
  'SKJ7XK2L9P Confirmed. You have received Ksh5,000.00 from JOHN KAMAU 0712345678. New M-PESA balance is Ksh5,120.50.',
  'I sent 2,000 and got 20,000 the same day',
  'I have not paid anything yet',
  'I don’t pay 500 before I know more',
  'J’ai versé 5 000 et j’ai reçu 50 000',
  'Send the confirmation when you have paid 500',
])('does not take for a payment that somebody regrets: %s [CHECK-03]', (text) => {
  expect(findSigns(text)).not.toContain('alreadyPaid');
});

it.each([
  'Earn KES 3,500 to 15,000 per day by liking videos',
  'Gagnez 25 000 FCFA par jour avec votre téléphone',
  'Pata shilingi 3,000 kwa siku ukiwa nyumbani',
  'Ganhe 5 000 MT por dia em casa',
])('takes an offer of easy pay for a promise: %s [CHECK-03]', (text) => {
  expect(findSigns(text)).toEqual(['promisedProfit']);
});

it.each([
  'http://45.61.136.20/binance-login',
  'hxxps://45.61.136.20:8443',
  'https://bank.example@45.61.136.20/secure',
  'Verify your wallet: 45.61.136.20/wallet.',
])('warns of a link with a number in place of a name: %s [CHECK-03]', (text) => {
  expect(findSigns(text)).toEqual(['numericLink']);
});

it.each([
  'http://192.168.1.1/',
  'http://172.20.0.1',
  'https://1.2.3.4.example/',
  'Call 77.123.45.67',
  'version 1.2.3.4',
  'paid on 12.11.2026/3.4.5.6.7',
])('does not take for such a link: %s [CHECK-03]', (text) => {
  expect(findSigns(text)).toEqual([]);
});

it.each(['Binance_v2.apk', 'Download app: https://files.example/get/wallet.apk?v=2', 'send you trading-bot.XAPK'])(
  'warns of an app from outside the stores: %s [CHECK-03]',
  (text) => {
    expect(findSigns(text)).toEqual(['appFile']);
  },
);

it.each([
  'Hi mum, this is my new number',
  'Bonjour maman, c’est mon nouveau numéro',
  'Mama nimepoteza simu, hii ndio namba yangu mpya',
  'Olá mãe, este é o meu novo número',
  'مرحبا أمي، هذا رقمي الجديد',
])('warns of somebody with a new number: %s [CHECK-03]', (text) => {
  expect(findSigns(text)).toEqual(['newNumber']);
});

it.each([
  'the apk of Binance',
  'https://apk.example/',
  'https://get.apk.example',
  'They have a new number for support',
])('sees no app file and no new number in: %s [CHECK-03]', (text) => {
  expect(findSigns(text)).toEqual([]);
});

it.each([
  ['Votre compte Wave est bloqué, envoyez-nous votre code secret pour le débloquer', 'askedSecret'],
  ['Ton compte est bloqué, donne ton code PIN', 'askedSecret'],
  ['Double ton argent en 24h avec notre groupe', 'promisedProfit'],
  ['Tu envoies 10 000 et tu reçois 30 000 dans une heure', 'promisedProfit'],
  ['Mets 25 000 FCFA aujourd’hui, demain tu retires 50 000', 'promisedProfit'],
  ['Put 25,000 shillings today, tomorrow you withdraw 50,000', 'promisedProfit'],
  ['You won 5 million. Pay a fee of 150,000 to our agent', 'askedFee'],
  ['Vous avez gagné à la loterie Orange, payez 15 000 de frais', 'askedFee'],
])('knows how people here write: %s is %s [CHECK-03]', (text, sign) => {
  expect(findSigns(text)).toEqual([sign]);
});

it.each([
  'Ne donne jamais ton code secret',
  'Le prix a doublé en un an',
  'I put 500 in the bank and after two years I have 520',
  'Elle a gagné la loterie en 2020',
])('finds no sign in: %s [CHECK-03]', (text) => {
  expect(findSigns(text)).toEqual([]);
});
