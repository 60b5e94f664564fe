import { describe, expect, it } from 'vitest';
import { measureCpuMs } from '../../../test/support/cpu-time.ts';
import { findWebAddresses, normalizeDisguises } from './find-in-text.ts';

const findHosts = (text: string) => findWebAddresses(normalizeDisguises(text)).map(({ host }) => host);

/** Sentences as people write them, with one address each. */
const textsWithAddress: [text: string, host: string][] = [
  ['I put 500 dollars into primefx.cfd and it is gone', 'primefx.cfd'],
  ['primefx.ink took everything', 'primefx.ink'],
  ['They run primefx.zone from Lagos.', 'primefx.zone'],
  ['I lost it on primefx.bond, then they blocked me', 'primefx.bond'],
  ['deposit at primefx.finance', 'primefx.finance'],
  ['primefx.exchange does not pay', 'primefx.exchange'],
  ['see primefx.investments', 'primefx.investments'],
  ['primefx.vip', 'primefx.vip'],
  ['They moved to primefx.sbs last week', 'primefx.sbs'],
  ['then primefx.cyou appeared', 'primefx.cyou'],
  ['primefx.icu is the same people', 'primefx.icu'],
  ['primefx.pics, primefx shows fake charts', 'primefx.pics'],
  ['signed up on primefx.digital', 'primefx.digital'],
  ['primefx.loans charges a fee first', 'primefx.loans'],
  ['it was primefx.forex', 'primefx.forex'],
  ['primefx.capital (London)', 'primefx.capital'],
  ['my cousin sent primefx.shop to me', 'primefx.shop'],
  ['primefx.store and nothing else', 'primefx.store'],
  ['The website primefx.live is down', 'primefx.live'],
  ['Website: primefx.today', 'primefx.today'],
  ['a platform called primefx.world', 'primefx.world'],
  ['le site primefx.ma ne répond plus', 'primefx.ma'],
  ['I was told to visit primefx.me and pay', 'primefx.me'],
  ['primefx.money/login', 'primefx.money'],
  ['prime-fx.live', 'prime-fx.live'],
  ['prime24.life cheated us', 'prime24.life'],
  ['It said:\nprimefx.win\nand then nothing', 'primefx.win'],
  ['primefx.co.ke', 'primefx.co.ke'],
  ['primefx.com.ng is fake', 'primefx.com.ng'],
  ['primefx.co.za', 'primefx.co.za'],
  ['primefx.co.in', 'primefx.co.in'],
  ['PRIMEFX.NG', 'primefx.ng'],
  ['PrimeFX.com', 'primefx.com'],
  ['Primefx.Com', 'primefx.com'],
  ['PRIMEFX.LIVE/JOIN', 'primefx.live'],
  ['www.primefx.it', 'primefx.it'],
  ['https://primefx.py/pay', 'primefx.py'],
  ['primefx.sh/pay', 'primefx.sh'],
  ['bad-scheme.webflow.io', 'bad-scheme.webflow.io'],
  ['primefx.framer.website', 'primefx.framer.website'],
  ['primefx.blogspot.com.ng', 'primefx.blogspot.com.ng'],
  ['primefx dot cfd', 'primefx.cfd'],
  ['primefx [.] zone', 'primefx.zone'],
  ['hxxps://primefx[.]ink/a', 'primefx.ink'],
  ['https://bank.example@primefx.zone:8443/a', 'primefx.zone'],
  ['primefx.com:8080', 'primefx.com'],
  ['primefx.online.', 'primefx.online'],
  ['"primefx.top"', 'primefx.top'],
  ['t.me/primefx', 't.me'],
  ['primefx.рф', 'primefx.xn--p1ai'],
  ['vitalik-demo.eth', 'vitalik-demo.eth'],
];

/** Sentences without an address. */
const textsWithoutAddress: string[] = [
  'see report.pdf and photo.jpg',
  'I read README.md and ran install.sh',
  'main.rs, script.py, notes.pl and letter.ps',
  'proof-1.zip and video-2.mov',
  'screen.mov',
  'archive.zip',
  'they sent primefx_2024.apk',
  'libssl.so was missing',
  'it is a scam.They took all',
  'it is a scam.Please help',
  'they took my money.it was all i had',
  'i cried.my wife too',
  'they blocked me.now i have nothing',
  'no answer.so i called',
  'gone.help me',
  'i paid.no money came',
  'i lost everything.is there hope',
  'they vanished.how can i get it back',
  'they refuse.one man said',
  'we wrote.support never answered',
  'they closed.company is gone',
  'he called the office.bank said no',
  'money is gone.today they called',
  'il a pris mon argent.je suis ruiné',
  'j’ai payé.il ne répond plus',
  'ma banque refuse.la police aussi',
  'perdi tudo.eu quero ajuda',
  'they chop my money.na scam',
  'They Took It.All Of It.Now Gone',
  'STOP.NOW THEY ARE GONE',
  'e.g. i.e. a.m. p.m. etc.',
  'in the U.S. and the U.K. and U.S.A.',
  'Ltd. and Inc. and Co.',
  'Mrs.Ng and Dr.Co and mr.ng',
  'a B.Sc. and a B.Tech',
  'version v1.2.3 and 10.4.1',
  'at 10.30am or 5.pm',
  'R1.500.000 and 2.5k and 0.05btc',
  'USD 1.000,50',
  'No.1 and no.2',
  'com.primefx.app from the store',
  'write to help@primefx.cfd',
  'their handle is @primefx.zone',
  'wait...it was',
  'and/or.in',
  'node.js and app.tsx',
  '192.168.1.1 and 10.0.0.1:8080',
  'ftp://files.primefx.com',
  'http://localhost:3000 http://-a-.com',
  'primefx.notanending',
  'the end.',
  '.com and .co.za',
];

describe('finding web addresses in text', () => {
  it('has at least 100 samples', () => {
    expect(textsWithAddress.length + textsWithoutAddress.length).toBeGreaterThanOrEqual(100);
  });

  it.each(textsWithAddress)('finds in %j the host %s', (text, host) => {
    expect(findHosts(text)).toEqual([host]);
  });

  it.each(textsWithoutAddress)('finds no address in %j', (text) => {
    expect(findHosts(text)).toEqual([]);
  });
});

describe('hostile text', () => {
  const parts = [
    'a.',
    'a.it ',
    'site a.it ',
    '.',
    'http://',
    'www.',
    ' dot com',
    '[.]',
    'ü.',
    'xn--',
    'a/',
    '@',
    ':',
    'hxxp[:]//',
    ' \n',
    'a.b.c.d.webflow.io ',
    `${'.'.repeat(998)}a `,
    `a${'.'.repeat(998)}a${'-'.repeat(900)} `,
    `${'a.'.repeat(120)}com `,
  ];
  it.each(parts)('needs linear time for 200,000 characters of %j', (part) => {
    const text = part.repeat(Math.ceil(200_000 / part.length));
    expect(measureCpuMs(() => findWebAddresses(normalizeDisguises(text)))).toBeLessThan(1500);
  });
});
