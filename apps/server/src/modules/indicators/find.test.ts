import { describe, expect, it } from 'vitest';
import { measureCpuMs } from '../../../test/support/cpu-time.ts';
import { findIndicators } from './find.ts';
import { isMistypedWallet } from './wallets.ts';

const findValues = (kind: string, text: string, countries: string[] = []) =>
  findIndicators(text, countries).flatMap((found) => (found.kind === kind ? [found.value] : []));

describe('finding websites', () => {
  it.each([
    ['http://quick-gain-demo.com', 'quick-gain-demo.com'],
    ['https://WWW.Quick-Gain-Demo.COM/login?next=1#top', 'quick-gain-demo.com'],
    ['the site quickgaindemo.com took it', 'quickgaindemo.com'],
    ['Go to quickgaindemo.com.', 'quickgaindemo.com'],
    ['(quickgaindemo.com)', 'quickgaindemo.com'],
    ['"quickgaindemo.co.za", they said', 'quickgaindemo.co.za'],
    ['QUICKGAINDEMO.NG', 'quickgaindemo.ng'],
    ['hxxps://quickgaindemo[.]com/pay', 'quickgaindemo.com'],
    ['hxxp[://]quickgaindemo(dot)net', 'quickgaindemo.net'],
    ['https[:]//quickgaindemo{.}top', 'quickgaindemo.top'],
    ['quickgaindemo [dot] com', 'quickgaindemo.com'],
    ['it is quickgaindemo dot com they told me', 'quickgaindemo.com'],
    ['quick\u200Bgaindemo.com', 'quickgaindemo.com'],
    ['ｑｕｉｃｋｇａｉｎｄｅｍｏ.com', 'quickgaindemo.com'],
    ['https://bücher-demo.com/', 'xn--bcher-demo-9db.com'],
    ['bücher-demo.com', 'xn--bcher-demo-9db.com'],
    ['https://quickgaindemo.com:8443/x', 'quickgaindemo.com'],
    ['https://binance.com@quickgaindemo.com/login', 'quickgaindemo.com'],
    ['https://quickgaindemo.example/pay', 'quickgaindemo.example'],
    ['www.quickgaindemo.in', 'quickgaindemo.in'],
    ['quickgaindemo.me/join', 'quickgaindemo.me'],
    ['quick-gain.live', 'quick-gain.live'],
    ['quickgain.pages.dev', 'quickgain.pages.dev'],
    ['[pay here](https://quickgaindemo.com/a)', 'quickgaindemo.com'],
    ['login.secure.quickgaindemo.com', 'login.secure.quickgaindemo.com'],
  ])('the text %s names the website %s', (text, host) => {
    expect(findValues('website', text)).toEqual([host]);
  });

  it.each([
    ['a mail address', 'write to help@quickgaindemo.com or help [at] quickgaindemo [dot] com'],
    ['the end of a sentence', 'They took my money.It was all I had.They laughed'],
    ['the end of a sentence in lower case', 'they took my money.it was all i had.so i cried.my wife too'],
    ['a file', 'see contract.pdf, proof.jpg, app.apk, script.sh and archive.zip'],
    ['an abbreviation', 'e.g. i.e. a.m. p.m. U.S.A. Ltd. Inc. etc.'],
    ['a title', 'Ask Mrs.Ng or Dr.Co'],
    ['an amount', 'R1.500.000 and 2.5k and 10.00'],
    ['a version', 'v1.2.3 of the app'],
    ['another scheme', 'ftp://files.quickgaindemo.com and tel:+27'],
    [
      'a place that belongs to everybody',
      'https://www.facebook.com/a https://play.google.com/x bit.ly/2xyz wa.me/1 m.facebook.com',
    ],
    ['a host where anybody opens a site', 'https://blogspot.com and vercel.app'],
    ['an unfinished address', 'https:// http://. www. .com http://localhost http://-a-.com'],
  ])('a text with %s names no website', (_, text) => {
    expect(findValues('website', text)).toEqual([]);
  });
});

describe('finding wallets', () => {
  it.each([
    ['P2PKH', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'],
    ['P2SH', '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy', '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy'],
    ['segwit', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'],
    ['segwit in capitals', 'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'],
    [
      'taproot',
      'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
      'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
    ],
  ])('a Bitcoin address of the kind %s is found', (_, address, value) => {
    expect(findValues('bitcoin', `I sent it to ${address}.`)).toEqual([value]);
  });

  it.each([
    ['a wrong letter', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb'],
    ['a wrong letter in segwit', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5'],
    ['both cases in segwit', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3T4'],
    ['the checksum of the other version', 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd'],
    ['the first version with a later checksum', 'bc1q0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq24jc47'],
    ['a testnet', 'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn 2MzQwSSnBHWHqSAqtTVQ6v47XtaisrJa1Vc'],
    ['a testnet of segwit', 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx'],
    ['part of a longer word', 'x1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'],
  ])('a text with %s has no Bitcoin address', (_, text) => {
    expect(findValues('bitcoin', text)).toEqual([]);
  });

  it.each([
    '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed',
    '0x5AAEB6053F3E94C9B9A09F33669435E7EF1BEAED',
  ])('the EVM address %s is found in lower case', (address) => {
    expect(findValues('evm', `to ${address}, twice ${address}`)).toEqual([
      '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed',
    ]);
  });

  it.each([
    ['a wrong capital', '0x5AAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'],
    ['a transaction', `0x${'5a'.repeat(32)}`],
    ['too short', '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beae'],
    ['the contract of a coin', '0xdAC17F958D2ee523a2206206994597C13D831ec7 0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'],
    ['another contract of a coin', '0x55d398326f99059fF775485246999027B3197955'],
  ])('a text with %s has no EVM address of a scam', (_, text) => {
    expect(findValues('evm', text)).toEqual([]);
  });

  it('a Tron address is found by its checksum and its prefix', () => {
    const address = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8';
    expect(findValues('tron', `USDT to ${address}`)).toEqual([address]);
    expect(findValues('tron', `USDT to ${address.slice(0, -1)}9`)).toEqual([]);
    expect(findValues('tron', 'the coin itself is TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t')).toEqual([]);
  });
});

describe('finding wallets of other networks', () => {
  it.each([
    ['litecoin', 'LLF7bd1B1kHfYQYbxbFTBvYM1LoegXHn7P'],
    ['litecoin', 'M8vKZqbkS7DRBGpn1Rv6AB5vGMKY9dGGgC'],
    ['litecoin', 'ltc1qpvc9275lcn5suv6c0k3v0mq3xedcpfw24vvr3x'],
    ['xrp', 'rppwLQ6LAascHbiS8TG9uu72o3S4dsSfKp'],
  ])('a %s address is found by its checksum: %s [CHECK-01]', (kind, address) => {
    expect(findIndicators(`Send it to ${address}.`)).toEqual([{ kind, value: address }]);
    expect(findValues(kind, `Send it to ${address.slice(0, -1)}2.`)).toEqual([]);
  });

  it('a Solana address is found by its length, and the contract of a coin is not one of a scam [CHECK-01]', () => {
    const address = 'D6BCPRfH2MaC8DtVQ5XNaQP1vMHrJexrcG3B4fDXSJjG';
    expect(findIndicators(`solana:${address}?amount=1`)).toEqual([{ kind: 'solana', value: address }]);
    expect(findIndicators(`${address}${address}`)).toEqual([]);
    expect(findIndicators('EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v')).toEqual([]);
    expect(findIndicators('abcdefghijkmnopqrstuvwxyzabcdefghijkmnopqrst')).toEqual([]);
  });

  it('both spellings of a TON address are one indicator, and a test address is none [CHECK-01]', () => {
    const value = 'UQDu25l2-8hQZ53jepMOZoXV19tup8cjrzTfUoqotvpG342r';
    const bounceable = 'EQDu25l2-8hQZ53jepMOZoXV19tup8cjrzTfUoqotvpG39Bu';
    expect(findIndicators(`${value} ${bounceable} ${bounceable.replace('-', '+')}`)).toEqual([{ kind: 'ton', value }]);
    expect(findIndicators(`${value.slice(0, -1)}s`)).toEqual([]);
    expect(findIndicators('kQDu25l2-8hQZ53jepMOZoXV19tup8cjrzTfUoqotvpG32vk')).toEqual([]);
  });
});

describe('a mistyped wallet address', () => {
  it.each([
    '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb',
    'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5',
    'bitcoin:1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb?amount=1',
    '0x5AAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beae',
    'TJRabPrwbZy45sbavfcjinPJC18kjpRTv9',
    'LLF7bd1B1kHfYQYbxbFTBvYM1LoegXHn7Q',
    'rppwLQ6LAascHbiS8TG9uu72o3S4dsSfKq',
    'UQDu25l2-8hQZ53jepMOZoXV19tup8cjrzTfUoqotvpG342s',
    // The letter O for a zero, a zero for an o, a character too few.
    '0x5AAeb6O53F3E94C9b9AO9f33669435E7Ef1BeAed',
    'TJRabPrwbZy45sbavfcjinPJC18kjpRTv0',
    'TJRabPrwbZy45sbavfcjinPJC18kjpRT8',
  ])('%s has a wrong checksum or length [CHECK-05]', (query) => {
    expect(isMistypedWallet(query)).toBe(true);
  });

  it.each([
    ['a right address', ' 1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa '],
    ['the contract of a coin', '0xdAC17F958D2ee523a2206206994597C13D831ec7'],
    ['a transaction', `0x${'5a'.repeat(32)}`],
    ['an address without checksum', 'D6BCPRfH2MaC8DtVQ5XNaQP1vMHrJexrcG3B4fDXSJjG'],
    ['a name', 'Wanjaro'],
    ['a long word', 'TheInternationalCryptoExchangeGroup'],
    ['a link to a file', '0xThisIsNotAnAddressButALongNameOfAFile001'],
    ['a message with a wrong address', 'send to 1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb'],
  ])('%s is not called mistyped [CHECK-05]', (_, query) => {
    expect(isMistypedWallet(query)).toBe(false);
  });
});

describe('finding tills and paybills', () => {
  it.each([
    ['Lipa na M-Pesa till 543210', [], 'till', ['ke:543210']],
    ['Lipa na till 543210 jina MARY', [], 'till', ['ke:543210']],
    ['pay TILL NUMBER: 123456 now', ['kenya'], 'till', ['ke:123456']],
    ['Buy goods till no. 9876543', [], 'till', ['ke:9876543']],
    ['till 123456', [], 'till', ['ke:123456']],
    ['Tuma kwa till 5523411', [], 'till', ['ke:5523411']],
    ['lipa namba 543210', ['tanzania'], 'till', ['tz:543210']],
    ['Paybill 998877', [], 'paybill', ['ke:998877']],
    ['Pay bill number 998877 account number GAIN-7', [], 'paybill', ['ke:998877#GAIN-7', 'ke:998877']],
    ['Paybill 522522, acc 77881 at the bank', [], 'paybill', ['ke:522522#77881']],
  ])('the text %s of a report from %j names the %s %j [CHECK-01]', (text, countries, kind, values) => {
    expect(findValues(kind, text, countries)).toEqual(values);
  });

  it.each([
    ['a count after the word till', 'we waited till 20000 people had joined, till 2026'],
    ['an amount', 'my till 12345.50 and paybill 12,345'],
    ['the paybill of a bank without an account', 'Paybill 522522'],
    ['a phone number', 'my till 0712345678'],
  ])('%s is neither a till nor a paybill', (_, text) => {
    expect(findIndicators(text)).toEqual([]);
  });
});

describe('finding email addresses and apps', () => {
  it.each([
    ['Coin.King+vip@GoogleMail.com', ['coinking@gmail.com']],
    ['write to (help@gain-vault.example).', ['help@gain-vault.example']],
    ['help@gain-vault.co.ke or HELP@gain-vault.co.ke', ['help@gain-vault.co.ke']],
    ['I wrote to support@binance.com', []],
    ['https://binance.com@gain-vault.example/login', []],
    ['user@localhost, @coin_king, a@b', []],
  ])('the text %s names the email addresses %j [CHECK-01]', (text, emails) => {
    expect(findValues('email', text)).toEqual(emails);
  });

  it.each([
    ['https://play.google.com/store/apps/details?hl=en&id=com.fast.gain', ['android:com.fast.gain']],
    ['apps.apple.com/ke/app/fast-gain/id1234567', ['ios:1234567']],
    ['https://play.google.com/store/apps/details?id=com.whatsapp', []],
    ['https://play.google.com/store/search?q=gain', []],
  ])('the link %s leads to the apps %j [CHECK-01]', (text, apps) => {
    expect(findValues('app', text)).toEqual(apps);
  });
});

describe('finding phone numbers', () => {
  it.each([
    ['+234 803 123 4567', [], '+2348031234567'],
    ['+27 (82) 123-4567', [], '+27821234567'],
    ['+254712345678.', ['nigeria'], '+254712345678'],
    ['call 0803 123 4567 now', ['Nigeria'], '+2348031234567'],
    ['call 2348031234567', ['nigeria'], '+2348031234567'],
    ['082-123-4567', ['south-africa'], '+27821234567'],
    ['71 234 567', ['botswana'], '+26771234567'],
    ['https://wa.me/2348031234567?text=hi', [], '+2348031234567'],
    ['https://api.whatsapp.com/send?phone=2348031234567', [], '+2348031234567'],
    ['t.me/+2348031234567', [], '+2348031234567'],
  ])('the phone number %s in a report of %j is read as %s', (text, countries, phone) => {
    expect(findValues('phone', text, countries)).toEqual([phone]);
  });

  it('several phone numbers in a row are found', () => {
    expect(findValues('phone', '0803 123 4567 0805 123 4567, 08061234567 / +254 712 345 678', ['nigeria'])).toEqual([
      '+2348031234567',
      '+2348051234567',
      '+2348061234567',
      '+254712345678',
    ]);
  });

  it.each([
    ['a national number, with no country given', '0803 123 4567', []],
    ['a national number, with two countries given', '0803 123 4567', ['nigeria', 'ghana']],
    ['a national number, with an unknown country', '0803 123 4567', ['Other']],
    ['an account number', 'account 0123456789 at the bank', ['nigeria']],
    ['an amount', 'R 821 234 567 or R150 000 000', ['south africa']],
    ['a date', '2026-11-15 10:30 and 15.11.2026', ['nigeria', 'kenya']],
    ['part of a code', 'REF0803123456 7 x08031234567', ['nigeria']],
    ['part of a link', 'https://quickgaindemo.com/08031234567', ['nigeria']],
  ])('a text with %s has no phone number', (_, text, countries) => {
    expect(findValues('phone', text, countries)).toEqual([]);
  });
});

describe('finding chat names', () => {
  it.each([
    ['write to @Coin_King', '@coin_king'],
    ['Telegram: @Coin_King', 'telegram:coin_king'],
    ['a man on telegram called @coin_king', 'telegram:coin_king'],
    ['@coin_king on Telegram', 'telegram:coin_king'],
    ['Telegram username: coin_king99', 'telegram:coin_king99'],
    ['IG @coin.king', 'instagram:coin.king'],
    ['https://t.me/Coin_King', 'telegram:coin_king'],
    ['t.me/s/coin_king/42', 'telegram:coin_king'],
    ['t.me/+AbCdEfGhIjKlMnOp', 'telegram:+AbCdEfGhIjKlMnOp'],
    ['https://t.me/joinchat/AbCdEfGhIjKlMnOp', 'telegram:+AbCdEfGhIjKlMnOp'],
    ['https://www.instagram.com/Coin.King/?hl=en', 'instagram:coin.king'],
    ['https://m.facebook.com/coinking', 'facebook:coinking'],
    ['https://facebook.com/profile.php?id=100012345678', 'facebook:100012345678'],
    ['https://x.com/CoinKing/status/1', 'x:coinking'],
    ['tiktok.com/@coinking', 'tiktok:coinking'],
    ['https://chat.whatsapp.com/AbCdEf123456', 'whatsapp:AbCdEf123456'],
    ['Suivez @coin_king.', '@coin_king'],
  ])('the text %s names %s', (text, handle) => {
    expect(findValues('handle', text)).toEqual([handle]);
  });

  it.each([
    ['a mail address', 'help@coinking.com help@coin_king'],
    ['a mail host', 'they have @gmail.com addresses'],
    ['a word after a network', 'WhatsApp: they told me to pay'],
    ['a post', 'https://facebook.com/groups/12 instagram.com/p/abc t.me/c/123/4'],
    ['a price', '5 coins @ R200, @12'],
  ])('a text with %s has no chat name', (_, text) => {
    expect(findValues('handle', text)).toEqual([]);
  });
});

describe('limits of the extraction', () => {
  it('each indicator is found once, in one spelling, and at most fifty are found', () => {
    expect(findIndicators('quickgaindemo.com https://www.QUICKGAINDEMO.com/a hxxp://quickgaindemo[.]com')).toEqual([
      { kind: 'website', value: 'quickgaindemo.com' },
    ]);
    const many = Array.from({ length: 80 }, (_, index) => `https://quick${index}demo.com @name_${index}`).join(' ');
    expect(findIndicators(many)).toHaveLength(50);
  });

  const repeatTo = (part: string, characters: number) =>
    part.repeat(Math.ceil(characters / part.length)).slice(0, characters);
  const hostileParts = [
    'a', '1', '+', '@', '.', '(', '[', ' ', '-', '0x', 'a.', 'a@', '@a', '+1 ', '(1)-', '0803 123 4567 ', '1.', 'http://', 'http://a.',
    'bc1q', '1A', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa ', `0x${'aB'.repeat(20)} `, 't.me/+', 'telegram ', 'telegram @abc ', 'whatsapp: ',
    'wa.me/2348031234567 ', 'till number ', 'paybill 12345 ', 'a@a.', 'a.b+', 'r9', 'EQ', '[.', ' [ dot', 'ü.', 'xn--', '\u200B', '漢', 'quickgaindemo.com/', 'hxxp[:]//', '@a.b', '𝒶.',
  ]; // prettier-ignore

  it.each(hostileParts)('5,000 characters of %j are searched in less than 50 ms', (part) => {
    const text = repeatTo(part, 5000);
    expect(measureCpuMs(() => findIndicators(text, ['nigeria']))).toBeLessThan(50);
  });
});
