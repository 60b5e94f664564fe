import { describe, expect, it } from 'vitest';
import { findPrivateMarks, replaceMarks } from './private-marks.ts';

const describeMarks = (text: string, companyNames: readonly string[] = []) =>
  findPrivateMarks(text, companyNames).map(({ kind, start, end }) => `${kind}: ${text.slice(start, end)}`);

const table: readonly [text: string, marks: readonly string[]][] = [
  // Persons
  ['The agent was Mr Emeka Okafor and he took my money.', ['person: Mr Emeka Okafor']],
  ['I paid Mrs. Wanjiku, who lives in Nairobi.', ['person: Mrs. Wanjiku']],
  ['Pastor Enoch told the church to invest in Goldmine Capital.', ['person: Pastor Enoch']],
  ['Alhaji Musa Bello collected the cash for him.', ['person: Alhaji Musa Bello']],
  ['Chief Executive Officer of the company never answered.', []],
  ['My name is Thandiwe Mokoena and I lost everything.', ['person: Thandiwe Mokoena']],
  ['The man who calls himself Big Joe rang again.', []],
  ['A woman named Zuleikha sent me the link.', ['person: Zuleikha']],
  ['A platform called Quidax froze my account.', []],
  ['An app named Zestify asks for the seed phrase.', []],
  ['My brother Okeke also paid.', ['person: Okeke']],
  ['They spoke to Chinedu before I came.', ['person: Chinedu']],
  ['I met Tumelo Nkgadima in Polokwane on Monday.', ['person: Tumelo Nkgadima']],
  ['Send it to Grace Achieng, they said.', ['person: Grace Achieng']],
  ['Grace period ends tomorrow, they said.', []],
  ['We were told to download Trust Wallet from the Play Store.', []],
  ['The Financial Sector Conduct Authority knows of it.', []],
  ['We saw FSP 40100 in the register of the Financial Sector Conduct Authority.', []],
  ['We saw it in the register of the Non-Bank Financial Institutions Regulatory Authority.', []],
  ['The number is in the list of the Financial Services Commission.', []],
  ['We asked the National Payment System Department of the central bank.', []],
  ['We met Thandiwe Conduct Authority staff at their office in the city.', ['person: Thandiwe Conduct']],
  ['I live in Cape Town and work in Port Harcourt.', []],
  ['They asked for it in August and again in December.', []],
  ['Fake Binance Support Agent On Telegram', []],
  ['Je m’appelle Awa Diop et j’ai perdu 250 000 FCFA.', ['person: Awa Diop']],
  ["Il s'appelle Kouadio et il travaille à Abidjan.", ['person: Kouadio']],
  ['M. Kouassi Yao m’a demandé de payer.', ['person: M. Kouassi Yao']],
  ['Mme Fatou N’Diaye est ma voisine.', ['person: Mme Fatou N’Diaye']],
  ['Un certain Brou nous a écrit.', ['person: Brou']],
  ['Une plateforme appelée Zenobit promet le double.', []],
  ['La Banque Centrale des États de l’Afrique de l’Ouest a averti.', []],
  ['Le compte est au nom de Traoré Issouf.', ['person: Traoré Issouf']],
  ['J’ai envoyé l’argent à KOUAME Jean-Baptiste hier.', ['person: KOUAME Jean-Baptiste']],
  ['Ma sœur Aïssata a payé aussi.', ['person: Aïssata']],
  ['She paid for my brother. See the pictures.', []],
  ['They call it Daily Gains on the page.', []],
  // Telephone numbers
  ['Call +254 700 000 123 now.', ['phone: +254 700 000 123']],
  ['His line is 0803 000 0123.', ['phone: 0803 000 0123']],
  ['WhatsApp: 2348030000123', ['phone: 2348030000123']],
  ['https://wa.me/27830000123 is the chat.', ['phone: 27830000123']],
  ['Appelez le 07 00 00 01 23 ou le 77 000 01 23.', ['phone: 07 00 00 01 23', 'phone: 77 000 01 23']],
  ['Numbers: +27 83 000 0123, +27 83 000 0124', ['phone: +27 83 000 0123', 'phone: +27 83 000 0124']],
  ['He phoned (083) 000 0123.', ['phone: (083) 000 0123']],
  ['They took 250 000 000 in 2026-10-12 and 1 500 000 FCFA.', []],
  ['I lost R25,000 and KES 1200000 and 300000 naira.', []],
  ['0x52908400098527886E0F7030069857D2E4169EE7 is the wallet.', []],
  // Mail
  ['Write to thandi.m@example.com.', ['email: thandi.m@example.com']],
  ['awa (at) exemple [point] com', ['email: awa (at) exemple [point] com']],
  ['Our channel is @goldmine_support.', []],
  // Accounts and papers
  ['My account number is 0123456789 at the bank.', ['account: 0123456789']],
  ['IBAN: CI93 CI00 0800 1234 5678 9012 3456', ['account: CI93 CI00 0800 1234 5678 9012 3456']],
  ['Her ID 8001015009087 is on the form.', ['account: 8001015009087']],
  ['CNI n° 123456789', ['account: 123456789']],
  ['Card 4111 1111 1111 1111 was charged.', ['account: 4111 1111 1111 1111']],
  // Identifiers of machines
  ['Reference abcdefab-1234-5678-9012-abcdefabcdef, call 0803 000 0123.', ['phone: 0803 000 0123']],
  ['Transaction id ABCDEFAB-CDEF-4123-8123-123456789012', []],
  ['0x1234567890123456789012345678901234567890123456789012345678901234 was sent.', []],
  ['The hash 9012345678901234567890123456789012345678901234567890123456789012', []],
  ['The wallet is 0x1234567890123456789012345678901234567890.', []],
  ['Card 12345678-1234-1234 is no UUID.', ['account: 12345678-1234-1234']],
  // Where somebody lives
  ['She lives at 14 Acacia Street, Durban.', ['address: 14 Acacia Street']],
  ['Il habite 12 rue des Jardins.', ['address: 12 rue des Jardins']],
  ['P.O. Box 1234, Kisumu', ['address: P.O. Box 1234']],
  ['House No 7, Banana Estate', ['address: House No 7, Banana Estate']],
  ['I waited 3 days on the road.', []],
  ['They have 5000 followers and 12 groups.', []],
];

describe('marks of private data in a text [VERD-06]', () => {
  it.each(table)('%s', (text, marks) => {
    expect(describeMarks(text)).toEqual(marks);
  });

  it('findPrivateMarks does not mark the name of the provider', () => {
    const text = 'I gave it to Amara Wealth in Lagos.';
    expect(describeMarks(text)).toEqual(['person: Amara Wealth']);
    expect(describeMarks(text, ['Amara Wealth'])).toEqual([]);
    // A person who shares only a word with it is marked.
    expect(describeMarks('I paid Mr Joseph Amara.', ['Amara Wealth'])).toEqual(['person: Mr Joseph Amara']);
  });

  it('replaceMarks replaces each mark and keeps everything else', () => {
    const text = 'Mr Emeka Okafor, +254 700 000 123, said:  pay.';
    expect(replaceMarks(text, findPrivateMarks(text), (kind) => `[${kind}]`)).toBe('[person], [phone], said:  pay.');
  });

  it('findPrivateMarks finds most private data of a report, and marks little else', () => {
    const english = `On Tuesday a man from "Sunrise Yield Capital" called me. He said his name is Dr. Kelechi Obi and that he works
with Mrs Ngozi Eze at 22 Adeola Odeku Street, Victoria Island. I sent 450,000 naira to account 0123456789 in the name of
Obi Kelechi, then his WhatsApp +234 803 000 0123 was switched off. My sister Amaka, 0805 000 0199, paid too. Her mail is
amaka.e@example.org. Binance and Trust Wallet say that they do not know him.`;
    expect(describeMarks(english, ['Sunrise Yield Capital'])).toEqual([
      'person: Dr. Kelechi Obi',
      'person: Mrs Ngozi Eze',
      'address: 22 Adeola Odeku Street',
      'account: 0123456789',
      'person: Obi Kelechi',
      'phone: +234 803 000 0123',
      'person: Amaka',
      'phone: 0805 000 0199',
      'email: amaka.e@example.org',
    ]);
    const french = `Depuis le mois de mars, un certain Koffi Mensah se présente comme agent de Orange Money. Il habite au quartier
Yopougon, villa 24, Abidjan. J’ai versé 350 000 FCFA sur le 07 00 00 01 45. Ma voisine, Mme Adjoua Kouamé, a perdu 1 200 000 francs.
Écrivez-lui à adjoua.k@exemple.ci.`;
    expect(describeMarks(french)).toEqual([
      'person: Koffi Mensah',
      'address: villa 24, Abidjan',
      'phone: 07 00 00 01 45',
      'person: Mme Adjoua Kouamé',
      'email: adjoua.k@exemple.ci',
    ]);
  });
});

describe('marks in random input [VERD-06]', () => {
  const alphabet = [
    ...Array.from('aAé\u0301 \n.,+-()@0123456789ßİ\u200B😀'),
    'Mr ',
    'Awa ',
    ' rue ',
    'wa.me/',
    '(at)',
    'IBAN ',
    'CI93',
  ];
  /** A deterministic random generator. */
  const createRandom = (seed: number) => () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return seed / 2_147_483_648;
  };

  it('findPrivateMarks marks no UUID, transaction hash or wallet address', () => {
    const nextRandom = createRandom(11);
    const take = (length: number, from: string) =>
      Array.from({ length }, () => from[Math.floor(nextRandom() * from.length)]).join('');
    const hex = '0123456789abcdef';
    const base58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
    for (let round = 0; round < 1000; round += 1) {
      const uuid = [8, 4, 4, 4, 12].map((length) => take(length, hex)).join('-');
      const hash = take(64, hex);
      const address = take(40, hex);
      const text = `I paid (${uuid}), then ${hash} and 0x${hash} from 0x${address} to 1${take(33, base58)}.`;
      expect(describeMarks(text)).toEqual([]);
      expect(describeMarks(text.toUpperCase().replaceAll('0X', '0x'))).toEqual([]);
    }
  });

  it('findPrivateMarks never throws, and its marks do not overlap or leave the text', () => {
    const nextRandom = createRandom(7);
    for (let round = 0; round < 2000; round += 1) {
      const text = Array.from(
        { length: Math.floor(nextRandom() * 60) },
        () => alphabet[Math.floor(nextRandom() * alphabet.length)]!,
      ).join('');
      let end = 0;
      for (const mark of findPrivateMarks(text)) {
        expect(mark.start).toBeGreaterThanOrEqual(end);
        expect(mark.end).toBeGreaterThan(mark.start);
        ({ end } = mark);
      }
      expect(end).toBeLessThanOrEqual(text.length);
    }
  });

  it.each([
    ...alphabet,
    'Aa ',
    'Aa de ',
    '1 ',
    '1 rue a ',
    'a.',
    'a@',
    '(at) ',
    '+1',
    '00000000 ',
    'Mr A. ',
    'house 1 A',
    ' - 1',
  ])('findPrivateMarks needs about linear time for repetitions of %j', (piece) => {
    const measureTime = (length: number) => {
      const text = piece.repeat(Math.ceil(length / piece.length)).slice(0, length);
      const before = process.threadCpuUsage();
      findPrivateMarks(text);
      return process.threadCpuUsage(before).user / 1000;
    };
    const measureFastest = (length: number) => Math.min(...Array.from({ length: 5 }, () => measureTime(length)));
    const [shortTime, longTime] = [measureFastest(5000), measureFastest(20_000)];
    // Linear is four times as long, quadratic sixteen times. Small times are noise.
    expect(longTime < 150 || longTime < shortTime * 10).toBe(true);
    expect(longTime).toBeLessThan(1000);
  });
});
