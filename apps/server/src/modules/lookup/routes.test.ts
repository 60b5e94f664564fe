import type { Lookup } from '@hakiki/contract/lookup';
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

const deleteAll = () => test.sql('truncate providers, fraud_alerts, indicators, filings cascade');
const lookUp = (search: string, extraQuery = '') =>
  server.json<Lookup>(`/api/lookup?search=${encodeURIComponent(search)}${extraQuery}`);
const emptyLookup: Lookup = {
  matches: 0,
  warned: [],
  named: [],
  alerts: [],
  indicators: [],
  isMistypedWallet: false,
  similar: [],
};
const listAlertTitles = async (search: string, extraQuery = '') =>
  (await lookUp(search, extraQuery)).alerts.map(({ title }) => title);

/** Makes an approved alert whose report names the indicators of the text. */
async function makeAlertNaming(text: string, fields: Parameters<typeof makeAlert>[1] = {}) {
  const { id } = await makeAlert(db(), { status: 'approved', ...fields });
  await test.database.transaction(async (tx) => {
    await indicators.addToFiling(tx, id, indicators.extractFrom(text));
    await indicators.publish(tx, id);
  });
  return id;
}

describe('GET /api/lookup', () => {
  it('a wallet address with a typing error is called mistyped [CHECK-05]', async () => {
    await deleteAll();
    const address = '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfN';
    expect(await lookUp(`${address}b`)).toEqual({ ...emptyLookup, isMistypedWallet: true });
    expect(await lookUp(`${address}a`)).toEqual(emptyLookup);
  });

  it('a visitor finds a flagged provider by name, other name and web address in any spelling [WARN-07]', async () => {
    await deleteAll();
    const { id } = await makeProvider(db(), {
      name: 'Fastari Daily-Gains',
      otherNames: ['FDG Capital'],
      website: 'https://www.fastari.example',
      verificationStatus: 'Flagged',
      flaggedReasons: ['Withdrawals stopped'],
    });
    const warned = [
      {
        id,
        name: 'Fastari Daily-Gains',
        otherNames: ['FDG Capital'],
        type: 'Exchange',
        website: 'https://www.fastari.example',
        verificationStatus: 'Flagged',
        flaggedReasons: ['Withdrawals stopped'],
        countries: ['nigeria'],
        match: 'whole',
        licences: [expect.objectContaining({ country: 'nigeria', state: 'no-licence-yet' })],
      },
    ];
    for (const text of [
      'FASTARI daily gains',
      ' fdg  capital',
      'https://fastari.example/join?ref=7',
      'app.fastari.example',
    ]) {
      expect(await lookUp(text), text).toEqual({ ...emptyLookup, matches: 1, warned });
    }
    // A part of the name matches in the list only, without a warning.
    expect(await lookUp('daily')).toEqual({ ...emptyLookup, matches: 1 });
  });

  it('a visitor finds a suspended provider, which is in no list [WARN-07] [DEC-02]', async () => {
    await deleteAll();
    const { id } = await makeProvider(db(), {
      name: 'Ubuntari Wealth',
      website: 'https://ubuntari.example',
      verificationStatus: 'Suspended',
    });
    for (const text of ['ubuntari wealth', 'ubuntari.example', 'ubuntari']) {
      const { warned, ...rest } = await lookUp(text);
      expect(
        warned.map((match) => [match.id, match.verificationStatus]),
        text,
      ).toEqual([[id, 'Suspended']]);
      expect(rest).toEqual({ matches: 0, named: [], alerts: [], indicators: [], isMistypedWallet: false, similar: [] });
    }
    expect(await server.json('/api/providers?search=ubuntari')).toEqual([]);
    expect((await server.json<{ totalProviders: number }>('/api/stats')).totalProviders).toBe(0);
  });

  it('a lookup finds nothing that was never public [DEC-02]', async () => {
    await deleteAll();
    await makeProvider(db(), { name: 'Secret One', reviewState: 'pending', website: 'https://secret.example' });
    await makeProvider(db(), { name: 'Secret Two', reviewState: 'rejected', verificationStatus: 'Suspended' });
    await makeAlert(db(), { title: 'Secret Three takes deposits', status: 'pending' });
    await makeAlert(db(), { title: 'Secret Four takes deposits', status: 'rejected' });
    for (const text of ['Secret One', 'Secret Two', 'Secret', 'secret.example', 'Secret Three', 'Secret Four']) {
      expect(await lookUp(text), text).toEqual(emptyLookup);
    }
  });

  it('a lookup finds an alert by its title and by the provider it names, severest first [WARN-07]', async () => {
    await deleteAll();
    const alert = await makeAlert(db(), {
      title: 'Brightmarket Pro: a trading app that never pays out',
      severity: 'High',
      alertType: 'fake_platform',
      affectedCountries: ['kenya'],
      status: 'approved',
    });
    await makeAlert(db(), {
      title: 'Calls about a code',
      affectedProviderName: 'Brightmarket',
      severity: 'Critical',
      status: 'approved',
    });
    await makeAlert(db(), { title: 'Another thing', severity: 'Critical', status: 'approved' });
    expect(await listAlertTitles('brightmárket')).toEqual(['Calls about a code', alert.title]);
    expect(await listAlertTitles('https://brightmarket.example/app')).toEqual(['Calls about a code', alert.title]);
    expect((await lookUp('Brightmarket PRO')).alerts).toEqual([
      expect.objectContaining({ title: 'Calls about a code', isAbout: true }),
      {
        id: alert.id,
        title: alert.title,
        advice: null,
        language: 'en',
        alertType: 'fake_platform',
        severity: 'High',
        affectedCountries: ['kenya'],
        createdAt: alert.createdAt.toISOString(),
        isAbout: false,
      },
    ]);
    expect(await listAlertTitles('br')).toEqual([]);
  });

  it('a lookup finds an alert by every name of the flagged provider it is about [WARN-07]', async () => {
    await deleteAll();
    const { id } = await makeProvider(db(), { name: 'Fastari', otherNames: ['FDG'], verificationStatus: 'Flagged' });
    await makeAlert(db(), { title: 'Withdrawals are refused', affectedProviderId: id, status: 'approved' });
    expect(await listAlertTitles('FDG')).toEqual(['Withdrawals are refused']);
  });

  it.each([
    [
      'a website',
      'Send it to https://gain-vault.example now',
      ['gain-vault.example', 'https://app.gain-vault.example/x'],
    ],
    ['a wallet', 'Wallet 0x52908400098527886E0F7030069857D2E4169EE7', ['0x52908400098527886e0f7030069857d2e4169ee7']],
    ['a till', 'Pay to till number 543210', ['till 543210', 'Lipa na M-Pesa, till no: 543210']],
    ['a paybill with its account', 'Paybill 522522 account 77881', ['paybill 522522 acc 77881']],
    ['an email address', 'write to coin.king@gmail.com', ['coinking@gmail.com', 'Coin.King@gmail.com']],
    [
      'an app',
      'https://play.google.com/store/apps/details?id=com.fast.gain',
      ['play.google.com/store/apps/details?id=com.fast.gain'],
    ],
    [
      'a phone number',
      'They call from +254 712 345 678',
      ['+254712345678', '+254 712-345-678', '0712345678', 'Mum I lost my phone, send it to 0712 345 678 please'],
    ],
    [
      'a chat name',
      'Write to them on telegram @gain_vault',
      ['@gain_vault', 'https://t.me/Gain_Vault', 'Gain_Vault', 'is gain_vault on telegram real'],
    ],
  ])('a lookup finds an alert by %s that its report named [WARN-07]', async (_, report, searches) => {
    await deleteAll();
    const id = await makeAlertNaming(report, { title: 'They promise to double a deposit' });
    for (const text of searches) {
      const { alerts, indicators, ...rest } = await lookUp(text);
      expect(
        alerts.map((alert) => alert.id),
        text,
      ).toEqual([id]);
      expect(indicators, text).toEqual([{ kind: expect.any(String), reportCount: 1, lastSeenAt: expect.any(String) }]);
      expect(rest).toEqual({ matches: 0, warned: [], named: [], isMistypedWallet: false, similar: [] });
    }
    await test.sql(`update fraud_alerts set status = 'rejected'`);
    expect(await listAlertTitles(searches[0]!)).toEqual([]);
  });

  it('a lookup lists alerts that name the indicator before alerts with the words in the title', async () => {
    await deleteAll();
    await makeAlert(db(), { title: 'Vault scams are common', severity: 'Critical', status: 'approved' });
    await makeAlertNaming('https://vault.example', { title: 'They promise much', severity: 'Low' });
    expect(await listAlertTitles('vault.example')).toEqual(['They promise much', 'Vault scams are common']);
  });

  it('a lookup lists similar providers only if nothing matches [WARN-08]', async () => {
    await deleteAll();
    await makeProvider(db(), { name: 'Wanjaro Finance', website: 'https://wanjaro-finance.example' });
    await makeProvider(db(), { name: 'Savannah Exchange' });
    const similarTo = async (text: string) => {
      const { matches, similar } = await lookUp(text);
      return [matches, ...similar.map(({ name }) => name)];
    };
    expect(await similarTo('savanah exchang')).toEqual([0, 'Savannah Exchange']);
    expect(await similarTo('https://wanjaro-finance.com/login')).toEqual([0, 'Wanjaro Finance']);
    expect(await similarTo('wanjaro-finanse.example')).toEqual([0, 'Wanjaro Finance']);
    expect(await similarTo('exchnage wanjaro')).toEqual([0]);
    expect(await similarTo('Finance')).toEqual([1]);
    expect(await similarTo('Savanah')).toEqual([0, 'Savannah Exchange']);
    expect(await lookUp('qqqqqq')).toEqual(emptyLookup);
    expect(await lookUp('wanjaro finanse')).toEqual({
      ...emptyLookup,
      similar: [expect.objectContaining({ name: 'Wanjaro Finance' })],
    });
  });

  it('a lookup does not suggest a name that only shares a common word with the search [WARN-08]', async () => {
    await deleteAll();
    await makeProvider(db(), { name: 'Wanjaro Finance' });
    expect(await lookUp('Binance')).toEqual(emptyLookup);
    expect(await lookUp('finanse')).toEqual(emptyLookup);
  });

  it.each([
    ['bad-scheme.webflow.io', 'honest-shop.webflow.io'],
    ['bad-scheme.framer.website', 'honest-shop.framer.website'],
    ['bad-scheme.carrd.co', 'honest-shop.carrd.co'],
    ['bad-scheme.blogspot.com.ng', 'honest-shop.blogspot.com.ng'],
    ['bad-scheme.replit.app', 'honest-shop.replit.app'],
    ['bad-scheme.fly.dev', 'honest-shop.fly.dev'],
    ['bad-scheme.duckdns.org', 'honest-shop.duckdns.org'],
    ['bad-scheme.wordpress.com', 'honest-shop.wordpress.com'],
    ['sites.google.com/view/bad-scheme', 'sites.google.com/view/honest-shop'],
    ['linktr.ee/bad-scheme', 'linktr.ee/honest-shop'],
  ])('a warning about %s is never shown for %s on the same host [WARN-07]', async (flagged, honest) => {
    await deleteAll();
    const { id } = await makeProvider(db(), {
      name: 'Fastari Daily Gains',
      website: `https://${flagged}`,
      verificationStatus: 'Flagged',
    });
    const alert = await makeAlertNaming(`They run https://${flagged}`, {
      title: 'Withdrawals are refused',
      severity: 'Critical',
      affectedProviderId: id,
    });
    for (const query of [honest, `https://${honest}/join`]) {
      expect(await lookUp(query), query).toEqual(emptyLookup);
      expect(await server.json(`/api/providers?search=${encodeURIComponent(query)}`), query).toEqual([]);
    }
    const subpage = flagged.includes('/') ? `${flagged}/login` : `login.${flagged}`;
    for (const query of [flagged, subpage, `https://${subpage}?x=1`]) {
      const found = await lookUp(query);
      expect([found.matches, ...found.warned.map((match) => match.id)], query).toEqual([1, id]);
      expect(
        found.alerts.map((match) => [match.id, match.severity]),
        query,
      ).toEqual([[alert, 'Critical']]);
      expect(found.indicators, query).toEqual([{ kind: 'website', reportCount: 1, lastSeenAt: expect.any(String) }]);
      expect(
        (await server.json<{ id: string }[]>(`/api/providers?search=${encodeURIComponent(query)}`)).map(
          (match) => match.id,
        ),
      ).toEqual([id]);
    }
  });

  describe('of a sentence or a pasted message', () => {
    const warnedMatches = async (text: string) => (await lookUp(text)).warned.map(({ name, match }) => [name, match]);
    const listNames = async (text: string) =>
      (await server.json<{ name: string }[]>(`/api/providers?search=${encodeURIComponent(text)}`)).map(
        ({ name }) => name,
      );
    const makeFastari = () =>
      makeProvider(db(), {
        name: 'Fastari Daily Gains',
        otherNames: ['FDG Capital'],
        website: 'https://fastari.example',
        verificationStatus: 'Flagged',
      });
    const longMessage = (words: string) =>
      `${'Good morning dear friend. '.repeat(40)}${words}${' God bless you.'.repeat(40)}`;

    it.each([
      ['is fastari daily gains a scam', 'part'],
      ['Is FÁSTARI Daily-Gains real?', 'part'],
      ['my uncle says fdg capital pays', 'part'],
      ['Join Fastari now', 'firstWord'],
      ['look at https://app.fastari.example/join?ref=7 and tell me', 'part'],
      [longMessage('Fastari Daily Gains pays 10% a day'), 'part'],
      [longMessage('Register: app.fastari.example/join'), 'part'],
    ])('finds the flagged provider in %j [WARN-07]', async (text, match) => {
      await deleteAll();
      await makeFastari();
      expect(await warnedMatches(text)).toEqual([['Fastari Daily Gains', match]]);
      expect((await lookUp(text)).matches).toBe(1);
      expect(await listNames(text)).toEqual(['Fastari Daily Gains']);
    });

    it('does not take a word of the middle of a name, or a common first word, for the name [WARN-07]', async () => {
      await deleteAll();
      await makeFastari();
      await makeProvider(db(), { name: 'Royal Umbeki Circle', verificationStatus: 'Flagged' });
      await makeProvider(db(), { name: 'Kilima', description: 'A royal service for everybody in the country.' });
      for (const text of ['daily news for you', 'the royal family of gains', 'what is a circle']) {
        expect(await lookUp(text), text).toEqual(emptyLookup);
      }
    });

    it('finds a verified provider only by its full name, and says that the text contains more than the name [WARN-07]', async () => {
      await deleteAll();
      await makeProvider(db(), { name: 'Luno', verificationStatus: 'Verified' });
      await makeProvider(db(), { name: 'Savannah Exchange', verificationStatus: 'Verified' });
      const namedIn = async (text: string) => (await lookUp(text)).named.map(({ name, match }) => [name, match]);
      expect(await namedIn('luno')).toEqual([['Luno', 'whole']]);
      expect(await namedIn('is luno safe')).toEqual([['Luno', 'part']]);
      expect(await namedIn('Join Savannah Gold now')).toEqual([]);
      for (const copy of [
        'look at savannah-exchange.example',
        '@savannah_exchange',
        'help@savannah-exchange.example',
      ]) {
        expect(await namedIn(copy), copy).toEqual([]);
      }
      expect(await namedIn('savannah exchange support desk')).toEqual([['Savannah Exchange', 'part']]);
    });

    it('finds an alert by the name of an unlisted scheme in a sentence [WARN-07]', async () => {
      await deleteAll();
      await makeAlert(db(), {
        title: 'An app that never pays',
        affectedProviderName: 'Brightmarket Pro',
        status: 'approved',
      });
      for (const text of ['they sent me brightmarket pro, is it ok', 'Join Brightmarket now', 'Brightmarket']) {
        expect(
          (await lookUp(text)).alerts.map(({ title, isAbout }) => [title, isAbout]),
          text,
        ).toEqual([['An app that never pays', true]]);
      }
      expect((await lookUp('app that never pays')).alerts.map(({ isAbout }) => isAbout)).toEqual([false]);
    });

    it('finds an alert that only mentions a name, unless something else matches [WARN-07]', async () => {
      await deleteAll();
      const title = 'An app that never pays';
      const description = 'It was offered as Brightmarket and as BMP Trade, each time from another address.';
      await makeAlert(db(), { title, description, status: 'approved' });
      await makeAlert(db(), { title: 'Another app', description, status: 'pending' });
      for (const text of ['BMP Trade', 'bmp-trade', 'Brightmarket']) {
        expect(
          (await lookUp(text)).alerts.map((alert) => [alert.title, alert.isAbout]),
          text,
        ).toEqual([[title, false]]);
      }
      expect(await lookUp('trade BMP')).toEqual(emptyLookup);
      // Words of a title and listed providers come first, without alerts that use the word by chance.
      await makeAlert(db(), { title: 'Brightmarket calls', description: 'Someone calls.', status: 'approved' });
      expect(await listAlertTitles('Brightmarket')).toEqual(['Brightmarket calls']);
      await makeProvider(db(), { name: 'Address Wallet' });
      expect(await listAlertTitles('address')).toEqual([]);
    });

    it.each([
      ['a wallet', '0xdec0de00000000000000000000000000000B3A27', ['0xdec0de00000000000000000000000000000b3a27']],
      [
        'a subdomain',
        'release.fastari-payouts.example',
        ['fastari-payouts.example', 'https://www.fastari-payouts.example/x', 'go to app.fastari-payouts.example now'],
      ],
      [
        'a phone number',
        '0712 345 678',
        ['0712345678', '0712-345-678', '+254 712 345 678', '254712345678', '00254712345678', 'call 0712 345 678 today'],
      ],
      [
        'a chat name',
        '@fastari_release_desk',
        ['fastari_release_desk', '@Fastari_Release_Desk', 't.me/fastari_release_desk'],
      ],
      ['a number with country code', '+267 71 234 567', ['+26771234567', '71234567', '071 234 567']],
    ])('finds the alert that prints %s in any spelling [WARN-07]', async (_, printed, searches) => {
      await deleteAll();
      await makeAlert(db(), {
        title: 'They promise to double a deposit',
        description: `Money goes to ${printed}. Do not send any.`,
        affectedCountries: ['kenya', 'botswana'],
        status: 'approved',
      });
      for (const text of searches)
        expect(await listAlertTitles(text), text).toEqual(['They promise to double a deposit']);
    });

    it('does not confuse numbers of two countries, hosts of one suffix, or the customers of one host [WARN-07]', async () => {
      await deleteAll();
      await makeAlert(db(), {
        title: 'They promise to double a deposit',
        description: 'Call +254 712 345 678, or see bad.co.ke and bad.webflow.io or gmail.com.',
        status: 'approved',
      });
      for (const text of ['+256 712 345 678', 'good.co.ke', 'good.webflow.io', 'webflow.io', 'co.ke', 'gmail.com']) {
        expect(await listAlertTitles(text), text).toEqual([]);
      }
    });
  });

  it('says what a named provider may do in the country of the reader [LIC-07]', async () => {
    await deleteAll();
    await makeProvider(db(), { name: 'Kilima', countries: ['kenya', 'south africa', 'ghana', 'uganda'] });
    const read = async (query: string) => {
      const { named } = await server.json<Lookup>(`/api/lookup?search=kilima${query}`);
      return named[0]!.licences.map(({ country, state }) => [country, state]);
    };
    expect(await read('&country=algeria')).toEqual([['algeria', 'prohibited-here']]);
    expect(await read('')).toEqual([
      ['kenya', 'no-licence-yet'],
      ['south africa', 'not-checked'],
      ['ghana', 'no-licence-yet'],
    ]);
  });

  it('a lookup of symbols and blanks finds nothing, and an invalid search is rejected', async () => {
    await deleteAll();
    await makeProvider(db(), { name: 'Kilima', verificationStatus: 'Flagged' });
    for (const text of ['   ', '%%%', "'; drop table providers --", '...', '@', 'https://']) {
      expect(await lookUp(text), text).toEqual(emptyLookup);
    }
    for (const query of ['', '?search=', `?search=${'x'.repeat(3001)}`, '?search=a%00b']) {
      const response = await server.get(`/api/lookup${query}`);
      expect([response.status, await response.json()]).toEqual([
        query === '?search=' ? 200 : 400,
        query === '?search=' ? emptyLookup : expect.objectContaining({ code: 'INVALID_INPUT' }),
      ]);
    }
  });

  it('a lookup has the same response for everyone and is cached at the edge', async () => {
    const response = await server.get('/api/lookup?search=kilima', { headers: { cookie: 'session=x' } });
    expect(response.headers.get('cache-control')).toMatch(/^public, max-age=0, s-maxage=30/);
  });
});
