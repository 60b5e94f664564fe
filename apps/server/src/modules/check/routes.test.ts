import type { CheckAnswer, CheckReason } from '@hakiki/contract/check';
import { describe, expect, it } from 'vitest';
import { useDatabase } from '../../../test/support/database.ts';
import { makeAlert, makeProvider } from '../../../test/support/factories.ts';
import { useServer } from '../../../test/support/server.ts';
import { createIndicatorsService } from '../indicators/service.ts';

const test = useDatabase();
const appSecret = 'a secret of this test that is long enough';
const server = useServer(test, { settings: { appSecret } });
const indicators = createIndicatorsService({ settings: { appSecret } });
const db = () => test.database.db;
const today = () => new Date().toISOString().slice(0, 10);

const deleteAll = () => test.sql('truncate providers, fraud_alerts, indicators, filings cascade');

async function check(input: string, rest: object = {}): Promise<CheckAnswer> {
  const response = await server.post('/api/check', { input, ...rest });
  expect(response.status).toBe(200);
  return (await response.json()) as CheckAnswer;
}
const readVerdicts = async (input: string, rest: object = {}) => {
  const { verdict, readings } = await check(input, rest);
  return [verdict, ...readings.map((reading) => [reading.kind, reading.value, reading.why, reading.verdict])];
};

const emptyAnswer: CheckAnswer = {
  verdict: 'nothingKnown',
  readings: [],
  question: null,
  reasons: [],
  providers: [],
  alerts: [],
  similar: [],
  lookalike: null,
  known: null,
  links: [],
  promisesProfit: false,
};
const reason = (fields: Partial<CheckReason>): CheckReason => ({
  kind: 'official',
  reading: null,
  name: null,
  providerId: null,
  alertId: null,
  count: null,
  firstSeenOn: null,
  source: { kind: 'own', name: null, url: null },
  date: today(),
  ...fields,
});

/** Publishes the indicators of a text, with or without an alert. */
async function report(text: string, { isAlert = false, countries = [] as string[] } = {}) {
  const { id } = await makeAlert(db(), { status: isAlert ? 'approved' : 'rejected', title: 'They keep the deposits' });
  await test.database.transaction(async (tx) => {
    await indicators.addToFiling(tx, id, indicators.extractFrom(text, { countries }));
    await indicators.publish(tx, id);
  });
  return id;
}

describe('POST /api/check', () => {
  it('answers a wallet with a wrong checksum with "cannot be right", also within a message [CHECK-05]', async () => {
    await deleteAll();
    const address = '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfN';
    expect(await check(`${address}b`)).toEqual({
      ...emptyAnswer,
      verdict: 'cannotBeRight',
      readings: [
        { kind: 'bitcoin', value: `${address}b`, why: 'wrongChecksum', country: null, verdict: 'cannotBeRight' },
      ],
      reasons: [reason({ kind: 'wrongChecksum', reading: 0, source: { kind: 'computed', name: null, url: null } })],
    });
    expect(await readVerdicts(`Send it to ${address}b and see shop.example`)).toEqual([
      'cannotBeRight',
      ['bitcoin', `${address}b`, 'wrongChecksum', 'cannotBeRight'],
      ['website', 'shop.example', 'webAddress', 'nothingKnown'],
    ]);
    expect(await readVerdicts(`${address}a`)).toEqual([
      'nothingKnown',
      ['bitcoin', `${address}a`, 'checksum', 'nothingKnown'],
    ]);
  });

  it('says of each kind of input how it was read [CHECK-01]', async () => {
    await deleteAll();
    const cases: [string, object, ...unknown[]][] = [
      ['https://Pay.Shop.example/x?y=1', {}, ['website', 'pay.shop.example', 'webAddress', 'nothingKnown']],
      ['hxxps://shop[.]example', {}, ['website', 'shop.example', 'webAddress', 'nothingKnown']],
      ['https://luno.com@shop.example/x', {}, ['website', 'shop.example', 'webAddress', 'nothingKnown']],
      ['linktr.ee/some-scheme', {}, ['website', 'linktr.ee/some-scheme', 'sharedHost', 'nothingKnown']],
      ['bit.ly/3xYz', {}, ['website', 'bit.ly/3xYz', 'shortLink', 'nothingKnown']],
      ['luno.com', {}, ['website', 'luno.com', 'webAddress', 'nothingKnown']],
      [
        '0x52908400098527886E0F7030069857D2E4169EE7',
        {},
        ['evm', '0x52908400098527886e0f7030069857d2e4169ee7', 'checksum', 'nothingKnown'],
      ],
      ['+254 712 345 678', {}, ['phone', '+254712345678', 'countryCode', 'nothingKnown']],
      ['0712 345 678', { country: 'Kenya' }, ['phone', '+254712345678', 'nationalNumber', 'nothingKnown']],
      ['https://wa.me/254712345678', {}, ['phone', '+254712345678', 'countryCode', 'nothingKnown']],
      ['till number 123456', {}, ['till', 'ke:123456', 'namedKind', 'nothingKnown']],
      ['paybill 123456', {}, ['paybill', 'ke:123456', 'namedKind', 'nothingKnown']],
      [
        'help.desk@shop.example',
        {},
        ['email', 'help.desk@shop.example', 'emailAddress', 'nothingKnown'],
        ['website', 'shop.example', 'emailHost', 'nothingKnown'],
      ],
      ['help.desk@gmail.com', {}, ['email', 'helpdesk@gmail.com', 'emailAddress', 'nothingKnown']],
      ['t.me/fastari_desk', {}, ['handle', 'telegram:fastari_desk', 'chatName', 'nothingKnown']],
      ['@fastari_desk', {}, ['handle', '@fastari_desk', 'chatName', 'nothingKnown']],
      [
        'https://play.google.com/store/apps/details?id=com.fastari.app',
        {},
        ['app', 'android:com.fastari.app', 'storeLink', 'nothingKnown'],
      ],
      ['telegram ID: 1234567890', {}, ['handle', 'telegram:id:1234567890', 'chatName', 'nothingKnown']],
      ['https://t.me/c/1234567890/7', {}, ['handle', 'telegram:id:1234567890', 'chatName', 'nothingKnown']],
      ['WhatsApp username: quick_cash', {}, ['handle', 'whatsapp:quick_cash', 'chatName', 'nothingKnown']],
      ['Binance P2P nickname: FastUSDT', {}, ['handle', 'binance:fastusdt', 'chatName', 'nothingKnown']],
      ['GTBank account number 0123456789', {}, ['bankAccount', 'gtbank:0123456789', 'namedKind', 'nothingKnown']],
      [
        'paybill 247247 account number 0712345678',
        {},
        ['paybill', 'ke:247247#0712345678', 'namedKind', 'nothingKnown'],
      ],
      ['Ksh5,000.00 sent to JOHN 0712345678', {}, ['phone', '+254712345678', 'nationalNumber', 'nothingKnown']],
      ['Fastari Gains', {}, ['name', 'Fastari Gains', 'plainText', 'nothingKnown']],
    ];
    for (const [input, rest, ...readings] of cases) {
      expect(await readVerdicts(input, rest), input).toEqual(['nothingKnown', ...readings]);
    }
  });

  it('asks what a number without context is, and reads it as the person says [CHECK-01]', async () => {
    await deleteAll();
    expect(await check('123456')).toEqual({
      ...emptyAnswer,
      readings: [{ kind: 'number', value: '123456', why: 'bareNumber', country: null, verdict: 'nothingKnown' }],
      question: { number: '123456', choices: ['till', 'paybill', 'account'] },
    });
    expect((await check('0712345678')).question).toEqual({ number: '0712345678', choices: ['phone', 'account'] });
    expect((await check('0712345678', { country: 'kenya' })).question).toBeNull();
    for (const [numberIs, reading] of [
      ['till', ['till', 'ke:123456', 'namedKind', 'nothingKnown']],
      ['paybill', ['paybill', 'ke:123456', 'namedKind', 'nothingKnown']],
      ['account', ['bankAccount', '123456', 'namedKind', 'nothingKnown']],
    ] as const) {
      expect(await readVerdicts('123456', { numberIs })).toEqual(['nothingKnown', reading]);
      expect((await check('123456', { numberIs })).question).toBeNull();
    }
    expect(await readVerdicts('12345678', { numberIs: 'phone', country: 'kenya' })).toEqual([
      'nothingKnown',
      ['number', '12345678', 'bareNumber', 'nothingKnown'],
    ]);
    await report('They want money to till number 123456');
    expect((await check('123456', { numberIs: 'till' })).verdict).toBe('reported');
    expect((await check('123456')).verdict).toBe('nothingKnown');
  });

  it('shows a number without country code in each country where it is a mobile number [CHECK-01]', async () => {
    await deleteAll();
    await report('+256712345678');
    const { verdict, readings } = await check('0712345678');
    expect(verdict).toBe('reported');
    expect(readings.map(({ value, country, verdict: ofReading }) => [value, country, ofReading])).toEqual(
      expect.arrayContaining([
        ['+254712345678', 'kenya', 'nothingKnown'],
        ['+256712345678', 'uganda', 'reported'],
      ]),
    );
  });

  it('gives the reports that name it, with their number, source and dates [CHECK-02] [CHECK-03]', async () => {
    await deleteAll();
    await report('They run fastari.example');
    await report('fastari.example again');
    await test.sql(`update indicators set first_seen_at = '2026-03-01', last_seen_at = '2026-08-05'`);
    expect(await check('https://login.fastari.example/pay')).toEqual({
      ...emptyAnswer,
      verdict: 'reported',
      readings: [
        { kind: 'website', value: 'login.fastari.example', why: 'webAddress', country: null, verdict: 'reported' },
      ],
      reasons: [reason({ kind: 'reports', reading: 0, count: 2, firstSeenOn: '2026-03-01', date: '2026-08-05' })],
    });
  });

  it('finds a host by its parents, and a page on a shared host only by host and path [CHECK-04]', async () => {
    await deleteAll();
    await report('They run fastari.example and linktr.ee/fastari and bad.webflow.io');
    for (const input of ['a.b.fastari.example', 'linktr.ee/fastari?x=1', 'pay.bad.webflow.io']) {
      expect((await check(input)).verdict, input).toBe('reported');
    }
    for (const input of ['fastari.example.net', 'linktr.ee/honest', 'linktr.ee', 'good.webflow.io', 'webflow.io']) {
      expect((await check(input)).verdict, input).toBe('nothingKnown');
    }
  });

  describe('of what other lists name', () => {
    const key = () => indicators.readInput('fastari.example').readings[0]!.keys.at(-1)!;
    async function list({ tier = 'community', mayShow = true, state = 'active' } = {}) {
      await deleteAll();
      await test.sql('truncate indicator_sources cascade');
      await test.sql(
        `insert into indicators (key, kind, value, report_count, source_count, tier, state, state_since)
         values ($1, 'website', 'fastari.example', 0, 1, $2, $3, '2026-10-02')`,
        [key(), tier, state],
      );
      await test.sql(
        `with source as (
           insert into indicator_sources (slug, name, kind, url, licence, may_show, may_republish, tier, parser)
           values ('demo', 'Demo list', 'open_list', 'https://list.example', 'MIT', $2, true, $3, 'hosts') returning id
         ) insert into indicator_sightings (key, source_id, first_seen_at, last_seen_at)
         select $1, id, '2026-05-01', '2026-09-01' from source`,
        [key(), mayShow, tier],
      );
    }
    const listed = (fields: Partial<CheckReason>) =>
      reason({ reading: 0, name: 'Demo list', firstSeenOn: '2026-05-01', date: '2026-09-01', ...fields });

    it('names the list and its date, and is not our own warning [CHECK-02] [CHECK-03]', async () => {
      await list();
      const { verdict, reasons } = await check('pay.fastari.example');
      expect([verdict, reasons]).toEqual([
        'listedElsewhere',
        [listed({ kind: 'listedElsewhere', source: { kind: 'list', name: 'Demo list', url: 'https://list.example' } })],
      ]);
    });

    it('warns in the name of an authority whose list names it [CHECK-02]', async () => {
      await list({ tier: 'official' });
      const { verdict, reasons } = await check('fastari.example');
      expect([verdict, reasons]).toEqual([
        'warned',
        [
          listed({
            kind: 'authorityWarning',
            source: { kind: 'authority', name: 'Demo list', url: 'https://list.example' },
          }),
        ],
      ]);
    });

    it('does not name a list whose licence forbids to show it [CHECK-12]', async () => {
      await list({ mayShow: false });
      const { verdict, reasons } = await check('fastari.example');
      expect([verdict, reasons]).toEqual(['nothingKnown', []]);
    });

    it.each([
      ['disputed', 'listedElsewhere', ['listedElsewhere', 'disputed']],
      ['withdrawn', 'nothingKnown', ['withdrawn']],
      ['expired', 'nothingKnown', ['expired']],
    ])('says since when it is %s [CHECK-03]', async (state, expectedVerdict, kinds) => {
      await list({ state });
      const { verdict, reasons } = await check('fastari.example');
      expect([verdict, reasons.map(({ kind }) => kind), reasons.at(-1)!.date]).toEqual([
        expectedVerdict,
        kinds,
        '2026-10-02',
      ]);
    });
  });

  it('warns of what a published alert is about, and lists the alert before the reports [CHECK-03]', async () => {
    await deleteAll();
    const alertId = await report('They run fastari.example', { isAlert: true });
    const { verdict, readings, reasons } = await check('fastari.example');
    expect([verdict, readings.map((reading) => reading.verdict)]).toEqual(['warned', ['warned']]);
    expect(reasons).toEqual([
      reason({
        kind: 'alert',
        reading: 0,
        name: 'They keep the deposits',
        alertId: alertId as CheckReason['alertId'],
        source: { kind: 'own', name: null, url: `/alerts/${alertId}` },
        date: expect.any(String),
      }),
      reason({ kind: 'reports', reading: 0, count: 1, firstSeenOn: today() }),
    ]);
  });

  it('attributes an alert to the indicator in a message that its reports name [CHECK-02] [CHECK-03]', async () => {
    await deleteAll();
    await report('They run fastari.example', { isAlert: true });
    const { readings, reasons } = await check('Call +254 712 345 678 or see app.fastari.example');
    expect(readings.map(({ kind, verdict }) => [kind, verdict])).toEqual([
      ['phone', 'nothingKnown'],
      ['website', 'warned'],
    ]);
    expect(reasons.map(({ kind, reading }) => [kind, reading])).toEqual([
      ['alert', 1],
      ['reports', 1],
    ]);
  });

  it('calls the site of a verified provider official, with its licences, and the site of no other [CHECK-02] [LIC-07]', async () => {
    await deleteAll();
    const { id } = await makeProvider(db(), {
      name: 'Kilima Exchange',
      website: 'https://kilima.example',
      verificationStatus: 'Verified',
      countries: ['kenya'],
    });
    await makeProvider(db(), { name: 'Umbeki', website: 'https://umbeki.example', verificationStatus: 'Pending' });
    const answer = await check('https://app.kilima.example/login', { country: 'Algeria' });
    expect([answer.verdict, answer.reasons]).toEqual([
      'official',
      [
        reason({
          reading: 0,
          name: 'Kilima Exchange',
          providerId: id,
          source: { kind: 'own', name: null, url: `/provider/${id}` },
        }),
      ],
    ]);
    expect(answer.providers.map(({ name, licences }) => [name, licences.map(({ state }) => state)])).toEqual([
      ['Kilima Exchange', ['prohibited-here']],
    ]);
    expect((await check('kilima exchange')).verdict).toBe('official');
    expect((await check('umbeki.example')).reasons.map(({ kind }) => kind)).toEqual(['listedProvider']);
    expect((await check('umbeki.example')).verdict).toBe('nothingKnown');
  });

  it('is never official because a text names a verified provider beside something unknown [CHECK-02]', async () => {
    await deleteAll();
    await makeProvider(db(), {
      name: 'Kilima Exchange',
      website: 'https://kilima.example',
      verificationStatus: 'Verified',
    });
    expect(await readVerdicts('Kilima Exchange support: verify at help-desk.example')).toEqual([
      'nothingKnown',
      ['website', 'help-desk.example', 'webAddress', 'nothingKnown'],
      ['name', 'Kilima Exchange', 'providerName', 'nothingKnown'],
    ]);
    expect((await check('kilima.example or shop.example')).verdict).toBe('nothingKnown');
    expect((await check('kilima.example')).verdict).toBe('official');
  });

  it('finds a flagged name of which several words are misspelt, and no name that only begins alike [CHECK-03]', async () => {
    await deleteAll();
    await makeProvider(db(), { name: 'Goldeka Trade Club', verificationStatus: 'Flagged' });
    const readKinds = async (input: string) => (await check(input)).reasons.map(({ kind, name }) => [kind, name]);
    expect(await readKinds('Goldeca Trade Clab')).toEqual([['similarToWarned', 'Goldeka Trade Club']]);
    expect(await readKinds('Goldeca Harvest Partners')).toEqual([]);
  });

  it('names the provider that a host looks like and its official site, and publishes nothing [CHECK-06]', async () => {
    await deleteAll();
    const { id } = await makeProvider(db(), {
      name: 'Kilimapay',
      website: 'https://kilimapay.example',
      verificationStatus: 'Verified',
    });
    const answer = await check('https://kilimapay-bonus.example/claim');
    expect({ ...answer, similar: [] }).toEqual({
      ...emptyAnswer,
      verdict: 'looksLike',
      readings: [
        { kind: 'website', value: 'kilimapay-bonus.example', why: 'webAddress', country: null, verdict: 'looksLike' },
      ],
      reasons: [
        reason({
          kind: 'lookalike',
          reading: 0,
          name: 'Kilimapay',
          providerId: id,
          source: { kind: 'computed', name: null, url: null },
        }),
      ],
      lookalike: {
        reading: 0,
        of: { providerId: id, name: 'Kilimapay', officialHosts: ['kilimapay.example'] },
        rule: 'asToken',
      },
    });
    expect(await test.sql('select from indicators')).toEqual([]);
    expect((await check('login.kilimapay.example')).verdict).toBe('official');
    await test.sql(`update providers set verification_status = 'Pending', updated_at = now() where id = $1`, [id]);
    expect((await check('kilimapay-bonus.example')).lookalike).toBeNull();
  });

  it('does not call a safelisted host a look-alike, nor one that an accepted dispute cleared [CHECK-06] [CHECK-12] [CHECK-16]', async () => {
    await deleteAll();
    await makeProvider(db(), {
      name: 'Kilimapay',
      website: 'https://kilimapay.example',
      verificationStatus: 'Verified',
    });
    const [reading] = indicators.readInput('kilimapay.top').readings;
    expect((await check('kilimapay.top')).verdict).toBe('looksLike');
    await test.sql(
      `insert into safelist (key, kind, value, reason, source) values ($1, 'website', 'kilimapay.top', 'Its own', 'team')`,
      [reading!.keys[0]],
    );
    expect((await check('kilimapay.top')).verdict).toBe('nothingKnown');
    const [disputed] = indicators.readInput('kilimapay.shop').readings;
    expect((await check('kilimapay.shop')).verdict).toBe('looksLike');
    await test.database.transaction((tx) =>
      indicators.overrule(tx, { key: disputed!.keys[0]!, kind: 'website', value: 'kilimapay.shop' }),
    );
    expect((await check('kilimapay.shop')).lookalike).toBeNull();
  });

  it('reads every indicator in a forwarded message and takes the most serious verdict [CHECK-01] [CHECK-02]', async () => {
    await deleteAll();
    await report('+254712345678');
    await makeProvider(db(), {
      name: 'Fastari Gains',
      website: 'https://fastari.example',
      verificationStatus: 'Flagged',
    });
    const { verdict, readings, reasons, promisesProfit } = await check(
      `Good morning dear friend. ${'God bless you. '.repeat(60)} Earn 10% profit per day with app.fastari.example,
       call +254 712 345 678 or @fastari_desk. Pay to 0x52908400098527886E0F7030069857D2E4169EE7`,
    );
    expect([verdict, promisesProfit]).toEqual(['warned', true]);
    expect(readings.map((reading) => [reading.kind, reading.verdict])).toEqual([
      ['evm', 'nothingKnown'],
      ['phone', 'reported'],
      ['handle', 'nothingKnown'],
      ['website', 'warned'],
    ]);
    expect(reasons.map(({ kind, reading }) => [kind, reading])).toEqual([
      ['providerWarning', 3],
      ['reports', 1],
      ['promisedProfit', null],
    ]);
  });

  it.each([
    'Your wallet is blocked. Send your 12 word recovery phrase to unlock it.',
    'Tandiwa Exchange: please confirm your seed phrase here',
    'reply with your M-Pesa PIN to receive the money',
    'Give me the OTP code that you got',
    'Entrez votre phrase secrète pour débloquer le compte',
    'Envoyez-nous les 24 mots',
  ])('a message that asks for a secret is never right, whoever it names: %s [CHECK-02]', async (input) => {
    await deleteAll();
    await makeProvider(db(), { name: 'Tandiwa Exchange', verificationStatus: 'Verified' });
    const { verdict, reasons } = await check(input);
    expect([verdict, reasons[0]]).toEqual([
      'cannotBeRight',
      expect.objectContaining({
        kind: 'askedSecret',
        reading: null,
        source: { kind: 'computed', name: null, url: null },
      }),
    ]);
  });

  it.each([
    'Tandiwa promo: send 5,000, get 10,000 back today',
    'Invest $50 and earn $500 in 3 days',
    'Wekeza 5000 upate 15000 kwa Tandiwa',
    'Tandiwa : envoyez 5 000, recevez 10 000',
  ])('names the promise of a profit beside a verified name: %s', async (input) => {
    await deleteAll();
    await makeProvider(db(), { name: 'Tandiwa Exchange', verificationStatus: 'Verified' });
    const { verdict, reasons } = await check(input);
    expect([verdict, reasons[0]?.kind]).toEqual(['nothingKnown', 'promisedProfit']);
  });

  it.each([
    'To release your withdrawal of 4,500 USDT you must first pay 10% tax of 450 USDT to our agent',
    'Your account is frozen. Pay the unfreezing fee of $200 so that you can withdraw.',
    'Send the 5% commission today to receive your winnings',
    'Pour débloquer votre retrait de 2 000 USDT vous devez payer des frais de 200 USDT',
    'Versez les frais de dossier pour recevoir vos gains',
    'Ili kutoa pesa yako lazima ulipe ada ya 5000',
  ])('names the fee that a message wants before it pays: %s [CHECK-02]', async (input) => {
    await deleteAll();
    const { verdict, reasons } = await check(input);
    expect([verdict, reasons[0]]).toEqual([
      'nothingKnown',
      expect.objectContaining({
        kind: 'askedFee',
        reading: null,
        source: { kind: 'computed', name: null, url: null },
      }),
    ]);
  });

  it.each([
    'Never pay a fee to release a withdrawal.',
    'Do not pay the release fee to get your withdrawal',
    'Withdrawal fees are taken from what we pay out.',
    'Ne payez jamais de frais pour recevoir un gain.',
    'Send your tax form',
  ])('does not call advice about fees a request: %s', async (input) => {
    await deleteAll();
    expect((await check(input)).reasons).toEqual([]);
  });

  it.each([
    'Never share your recovery phrase with anybody.',
    'Do not send your PIN to anyone.',
    'Ne donnez jamais votre phrase secrète.',
    'What is a seed phrase?',
    'Send me a pin board',
    'We send a new spinner',
  ])('a text that only speaks about a secret is not called a request: %s', async (input) => {
    await deleteAll();
    expect((await check(input)).verdict).toBe('nothingKnown');
  });

  it('finds a bank account that was reported with its bank also by its number alone, and not at another bank [CHECK-01]', async () => {
    await deleteAll();
    await report('They said pay to GTBank account number 0123456789');
    expect((await check('account number 0123456789')).verdict).toBe('reported');
    expect((await check('0123456789', { numberIs: 'account' })).verdict).toBe('reported');
    expect((await check('UBA account number 0123456789')).verdict).toBe('nothingKnown');
  });

  it.each([
    'ripple orbit mango cattle winter basket pilot ocean lizard garden tunnel hybrid',
    'e9873d79c6d87dc0fb6a5778633389f4453213303da61f20bd67fc233aa33262',
    '5HueCGU8rMjxEXxiPuD5BDku4MkFqeZyd4dZ1jvhTVqvbTLvyTJ',
    'Your M-PESA verification code is 482913. Do not share it with anyone.',
    'Votre code de vérification est 482913',
  ])('is a secret, which the answer does not repeat: %s [CHECK-02]', async (input) => {
    await deleteAll();
    const { verdict, readings, reasons } = await check(input);
    expect([verdict, readings, reasons.map(({ kind }) => kind)]).toEqual(['cannotBeRight', [], ['ownSecret']]);
  });

  it.each([
    ['We recovered your lost USDT. Pay a $200 release fee to get it.', 'askedFee'],
    ['Payez les frais de dossier avant de retirer', 'askedFee'],
    ['You have received Ksh25,000 by mistake. Please return it to 0723456789.', 'askedReturn'],
    ['Log in at http://45.61.136.20/binance to keep your account', 'numericLink'],
    ['Install our trading app: Binance_Pro_v2.apk', 'appFile'],
    ['Hi mum, I dropped my phone in water. This is my new number, save it', 'newNumber'],
    ['Wekeza shilingi 5,000 leo upate 50,000 kesho', 'promisedProfit'],
    ['Put 20k make e turn 200k for one week', 'promisedProfit'],
  ])('names the trick of a message: %s [CHECK-03]', async (input, kind) => {
    await deleteAll();
    expect((await check(input)).reasons.map((one) => one.kind)).toEqual([kind]);
  });

  it.each(['I sent all my school fees to them', 'nimetapeliwa'])(
    'takes a call for help for no name, and says that somebody has paid: %s [CHECK-03]',
    async (input) => {
      await deleteAll();
      const { verdict, readings, reasons } = await check(input);
      expect([verdict, readings, reasons.map(({ kind }) => kind)]).toEqual(['nothingKnown', [], ['alreadyPaid']]);
    },
  );

  it.each([
    'https://',
    '😭😭🙏🙏',
    'KES 4,500',
    'please help me what do I do with this message',
    '0x5290...69Ee7',
    'IMG-20261118-WA0004.jpg',
    'is this a scam?',
    'hello',
    'C’est une arnaque ?',
    'Nisaidie!',
    'هل هذا نصب؟',
    '   ',
  ])('reads nothing in %j, which is no name [CHECK-01]', async (input) => {
    await deleteAll();
    expect(await check(input)).toEqual(emptyAnswer);
  });

  it('finds the provider whose name is asked about [CHECK-01]', async () => {
    await deleteAll();
    await makeProvider(db(), { name: 'Brightmarket', verificationStatus: 'Flagged' });
    expect(await readVerdicts('is Brightmarket legit?')).toEqual([
      'warned',
      ['name', 'Brightmarket', 'providerName', 'warned'],
    ]);
  });

  it('reads the beginning of a host as the name in it [CHECK-01]', async () => {
    await deleteAll();
    await makeProvider(db(), { name: 'Brightmarket', verificationStatus: 'Flagged' });
    expect(await readVerdicts('www.brightmarket')).toEqual([
      'warned',
      ['name', 'Brightmarket', 'providerName', 'warned'],
    ]);
  });

  it('writes the input to no log line, also if it rejects it [CHECK-07]', async () => {
    await check('private-question.example');
    await server.post('/api/check', { input: 'private-question '.repeat(1200) });
    expect(server.log.length).toBeGreaterThan(0);
    expect(JSON.stringify(server.log)).not.toContain('private-question');
  });

  it('rejects a text that is too long, and answers an empty one with nothing known', async () => {
    await deleteAll();
    const response = await server.post('/api/check', { input: 'x'.repeat(20_001) });
    expect([response.status, await response.json()]).toEqual([400, expect.objectContaining({ code: 'INVALID_INPUT' })]);
    for (const input of ['', '   ', '\n']) expect(await check(input)).toEqual(emptyAnswer);
    expect(response.headers.get('cache-control')).toBe('no-store');
  });
});

describe('GET /api/check/:kind/:value', () => {
  const read = async (kind: string, value: string) => {
    const response = await server.get(`/api/check/${kind}/${encodeURIComponent(value)}`);
    return { status: response.status, cache: response.headers.get('cache-control'), answer: await response.json() };
  };

  it('gives the same answer as the check, for the edge to cache [CHECK-02]', async () => {
    await deleteAll();
    await report('They run fastari.example and linktr.ee/fastari, ask telegram @fastari_desk', { isAlert: true });
    for (const [kind, value, input] of [
      ['website', 'fastari.example', 'fastari.example'],
      ['website', 'linktr.ee/fastari', 'linktr.ee/fastari'],
      ['handle', 'telegram:fastari_desk', 't.me/fastari_desk'],
    ] as const) {
      const { status, cache, answer } = await read(kind, value);
      expect([status, answer], value).toEqual([200, await check(input)]);
      expect(answer).toHaveProperty('verdict', 'warned');
      expect(cache).toMatch(/^public, max-age=0, s-maxage=30/);
    }
  });

  it.each([
    ['phone', '+254712345678'],
    ['till', 'ke:123456'],
    ['email', 'help@shop.example'],
    ['website', 'HTTPS://Shop.example/x'],
    ['website', 'no host'],
    ['bitcoin', '0x52908400098527886E0F7030069857D2E4169EE7'],
  ])('finds nothing under %s/%s: a kind that can be tried out, or another spelling [CHECK-08]', async (kind, value) => {
    expect(await read(kind, value)).toEqual({
      status: 404,
      cache: expect.any(String),
      answer: expect.objectContaining({ code: 'NOT_FOUND' }),
    });
  });
});
