import { domainToASCII } from 'node:url';
import { describe, expect, it } from 'vitest';
import { brandSites as sites } from '../../../test/support/brand-sites.ts';
import { measureCpuMs } from '../../../test/support/cpu-time.ts';
import { confusables } from './confusables.ts';
import { countEdits, createLookalikeIndex, fold, type ProtectedName } from './lookalikes.ts';

const toName = (site: string): ProtectedName => ({
  providerId: site,
  name: site,
  labels: [site.split('.')[0]!],
  officialSites: [site],
});
const findLookalike = createLookalikeIndex(sites.map(toName));
const find = (host: string) => {
  const found = findLookalike(domainToASCII(host));
  return found && [found.name.name, found.rule];
};

const vowels = ['a', 'e', 'i', 'o', 'u'];
const letters = Array.from({ length: 26 }, (_, place) => String.fromCodePoint(97 + place));
const keyboard = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm'];
const asciiGlyphs: Record<string, string[]> = {
  b: ['d'],
  d: ['b', 'cl'],
  e: ['c'],
  i: ['1', 'l'],
  l: ['1', 'i'],
  m: ['rn', 'nn'],
  n: ['m', 'r'],
  o: ['0'],
  w: ['vv'],
};
const cut = (label: string, place: number, replacement = '', length = 1) =>
  label.slice(0, place) + replacement + label.slice(place + length);
const isHostLabel = (label: string) => /^[a-z\d\u0080-\u{10ffff}](?:.*[a-z\d\u0080-\u{10ffff}])?$/u.test(label);

/** The kinds of variants that dnstwist makes. */
function generateVariants(label: string, suffix: string): Record<string, string[]> {
  const places = [...label].map((_, place) => place);
  const neighbours = (letter: string) => {
    const row = keyboard.find((keys) => keys.includes(letter)) ?? '';
    const place = row.indexOf(letter);
    return [row[place - 1], row[place + 1]].filter((key) => key !== undefined);
  };
  const glyphs = new Map(confusables.map(([letter, characters]) => [letter, [...characters].slice(0, 3)]));
  const kinds: Record<string, string[]> = {
    addition: letters.map((letter) => label + letter),
    bitsquatting: places.flatMap((place) =>
      [1, 2, 4, 8, 16]
        .map((bit) => String.fromCodePoint(label.codePointAt(place)! ^ bit))
        .filter((letter) => /[a-z\d]/.test(letter))
        .map((letter) => cut(label, place, letter)),
    ),
    homoglyph: places.flatMap((place) => [
      ...(asciiGlyphs[label[place]!] ?? []).map((glyph) => cut(label, place, glyph)),
      ...(glyphs.get(label[place]!) ?? []).map((glyph) => cut(label, place, glyph)),
    ]),
    hyphenation: places.slice(1).map((place) => cut(label, place, '-', 0)),
    insertion: places.flatMap((place) => neighbours(label[place]!).map((key) => cut(label, place, key, 0))),
    omission: places.map((place) => cut(label, place)),
    plural: [`${label}s`],
    repetition: places.map((place) => cut(label, place, label[place], 0)),
    replacement: places.flatMap((place) => neighbours(label[place]!).map((key) => cut(label, place, key))),
    subdomain: places.slice(1).map((place) => cut(label, place, '.', 0)),
    transposition: places.slice(1).map((place) => cut(label, place - 1, label[place]! + label[place - 1]!, 2)),
    'vowel-swap': places
      .filter((place) => vowels.includes(label[place]!))
      .flatMap((place) => vowels.map((vowel) => cut(label, place, vowel))),
    dictionary: ['login', 'support', 'help', 'wallet', 'bonus'].flatMap((word) => [`${label}-${word}`, label + word]),
  };
  const own = `${label}.${suffix}`;
  return {
    ...Object.fromEntries(
      Object.entries(kinds).map(([kind, labels]) => [
        kind,
        [...new Set(labels)]
          .filter(isHostLabel)
          .map((one) => `${one}.${suffix}`)
          .filter((host) => host !== own),
      ]),
    ),
    'tld-swap': ['net', 'org', 'xyz', 'top', 'co.ke', 'com.gh']
      .map((other) => `${label}.${other}`)
      .filter((host) => host !== own),
  };
}

describe('look-alikes of protected names', () => {
  it('finds at least 95 % of the variants that dnstwist would make of 30 names with 6 or more letters [CHECK-06]', () => {
    const long = [
      ...sites,
      'ripple.com',
      'revolut.com',
      'poloniex.com',
      'gemini.com',
      'bitfinex.com',
      'mybucks.com',
      'uphold.com',
      'phantom.app',
      'exodus.com',
    ].filter((site) => site.split('.')[0]!.length >= 6);
    const findLong = createLookalikeIndex(long.map(toName));
    const counts: Record<string, [found: number, all: number]> = {};
    for (const site of long) {
      const [label = '', ...suffix] = site.split('.');
      for (const [kind, hosts] of Object.entries(generateVariants(label, suffix.join('.')))) {
        for (const host of hosts) {
          const count = (counts[kind] ??= [0, 0]);
          count[1] += 1;
          if (findLong(domainToASCII(host))) count[0] += 1;
        }
      }
    }
    const total = Object.values(counts).reduce(([found, all], one) => [found + one[0], all + one[1]], [0, 0]);
    expect(long.length).toBeGreaterThanOrEqual(30);
    expect(total[1]).toBeGreaterThan(3000);
    expect(total[0] / total[1], JSON.stringify(counts)).toBeGreaterThanOrEqual(0.95);
  });

  it.each([
    ['luno.top', 'luno.com', 'sameLabel'],
    ['luno-login.example', 'luno.com', 'asToken'],
    ['luno.com.verify.example', 'luno.com', 'asToken'],
    ['luno-help.netlify.app', 'luno.com', 'asToken'],
    ['pay-stack.example', 'paystack.com', 'asToken'],
    ['mybinancebonus.example', 'binance.com', 'insideLabel'],
    ['binanse.example', 'binance.com', 'oneEdit'],
    ['yelowcards.example', 'yellowcard.io', 'twoEdits'],
    ['b1nance.com', 'binance.com', 'oneEdit'],
    ['bınance.com', 'binance.com', 'sameLabel'],
    ['lun\u043e.com', 'luno.com', 'sameLabel'],
    ['krakеn.com', 'kraken.com', 'sameLabel'],
  ])('takes %s for a look-alike of %s by the rule %s [CHECK-06]', (host, site, rule) => {
    expect(find(host)).toEqual([site, rule]);
  });

  it.each([
    'luno.com',
    'app.luno.com',
    'www.safaricom.co.ke',
    'lunch.example',
    'lune.example',
    'volar.example',
    'finance.example',
    'brakes.example',
    'com.ng',
    'netlify.app',
    'example',
  ])('takes %s for no look-alike: official, or too short for an edit [CHECK-06]', (host) => {
    expect(find(host)).toBeUndefined();
  });

  it('protects no common word, and no name of three letters [CHECK-06]', () => {
    const findCommon = createLookalikeIndex([{ ...toName('trade.example'), labels: ['Trade', 'OKX', 'Capital'] }]);
    for (const host of ['trade-now.example', 'okx.top', 'capital.top']) expect(findCommon(host)).toBeUndefined();
  });

  it('folds what looks alike to the same text', () => {
    expect(['Binаncе', 'BINANCE', 'binánce', 'b\u0131nance'].map(fold)).toEqual(Array(4).fill('binance'));
    expect(fold('m0dern')).toBe(fold('modem'));
  });

  it.each([
    ['luno', 'luno', 0],
    ['luno', 'lnuo', 1],
    ['luno', 'lunno', 1],
    ['binance', 'bimance', 1],
    ['binance', 'bnance', 1],
    ['binance', 'binacne', 1],
    ['binance', 'finanse', 2],
  ])('counts the edits from %s to %s', (a, b, edits) => {
    expect(countEdits(a, b)).toBe(edits);
  });

  it('answers a host of the greatest length within milliseconds', () => {
    const host = `${`${'binanc-'.repeat(8)}a.`.repeat(4)}com`.slice(-253);
    expect(measureCpuMs(() => findLookalike(host))).toBeLessThan(100);
  });
});
