/** Each connector against a recorded answer in the shape of its source; the entries in them are invented. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readEntry, readSafeEntry } from '../indicators/lists/read-entry.ts';
import { listSources } from './list-sources.ts';
import { type ParserName, parsers, UnreadableListError } from './parsers.ts';
import { formatSnapshotEntry, parseSnapshotEntries } from './snapshot-entries.ts';

const recorded: Record<ParserName, string> = {
  hostArray: 'host-array',
  walletArray: 'wallet-array',
  polkadot: 'polkadot',
  spmedia: 'spmedia',
  myEtherWallet: 'my-ether-wallet',
  scamSniffer: 'scam-sniffer',
  mispWarningList: 'misp-warning-list',
};
const readRecorded = (name: ParserName) => readFileSync(new URL(`answers/${recorded[name]}.json`, import.meta.url));
const names = Object.keys(parsers) as ParserName[];
const isSafe = (name: ParserName) => name === 'mispWarningList';

const readAll = (name: ParserName, content: Buffer) =>
  [...parsers[name](content)].map((entry) => {
    const indicator = isSafe(name) ? readSafeEntry(entry) : readEntry(entry);
    return indicator && [indicator.kind, indicator.value, ...(entry.reference ? [entry.reference] : [])].join(' ');
  });

describe('the connectors', () => {
  it('read the recorded answers of their sources in our spelling [CHECK-13]', () => {
    expect(Object.fromEntries(names.map((name) => [name, readAll(name, readRecorded(name))]))).toEqual({
      hostArray: [
        'website walletfix-demo.example',
        'website airdrop-demo.example',
        'website drop.shared-demo.vercel.app',
        undefined,
      ],
      walletArray: [
        'evm 0x52908400098527886e0f7030069857d2e4169ee7',
        'evm 0x8617e340b3d01fa5f11f306f4090fd50e238070d',
        undefined,
      ],
      polkadot: ['website polka-demo.example', 'website stake-demo.example', 'handle x:stakedemoaccount'],
      spmedia: ['website broker-demo.example', 'website miner-demo.example'],
      myEtherWallet: ['evm 0xde709f2102306220921060314715629080e2fb77'],
      scamSniffer: [
        'website mint-demo.example',
        'evm 0x27b1fdb04752bbc536007a920d24acb045561c26 mint-demo.example',
        undefined,
        'evm 0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed',
        'website mint-demo.example',
        'evm 0x27b1fdb04752bbc536007a920d24acb045561c26 www.mint-demo.example',
      ],
      mispWarningList: ['website bank-demo.example', 'website github.io', 'website shop-demo.example', undefined],
    });
  });

  it('refuse another layout, a page instead of data, and a file that was cut off [CHECK-13]', () => {
    const odd = (name: ParserName) => [
      Buffer.from('<!doctype html><title>Sign in</title>'),
      readRecorded(name).subarray(0, -5),
      Buffer.alloc(0),
      Buffer.from([0xff, 0xfe, 0x00]),
      Buffer.from('{"data":[1,2,3]}'),
      Buffer.from('[{"domain":"layout-demo.example"}]'),
      Buffer.from('null'),
    ];
    for (const name of names) {
      for (const content of odd(name)) {
        expect(() => [...parsers[name](content)], `${name}: ${content.toString()}`).toThrow(UnreadableListError);
      }
    }
  });

  it('read a long list of hosts text by text as JSON does', () => {
    const texts = ['plain-demo.example', 'quote\\"demo', 'back\\\\slash\\', '"', '\\', 'é\u2028\n', ''];
    for (const list of [texts, [], ['one']]) {
      for (const spaces of [0, 2]) {
        const content = Buffer.from(` ${JSON.stringify(list, undefined, spaces)}\n`);
        expect([...parsers.hostArray(content)].map(({ text }) => text)).toEqual(list);
      }
    }
    for (const odd of [
      '["a" "b"]',
      '["a",]',
      '["a"',
      '["a"] x',
      '"a"',
      '[["a"]]',
      '["a",1]',
      '[1]',
      '{"a":"b"}',
      '["a\\"]',
    ]) {
      expect(() => [...parsers.hostArray(Buffer.from(odd))], odd).toThrow(UnreadableListError);
    }
  });

  it('accuse no public suffix, common service or contract of a coin', () => {
    for (const text of ['github.io', 'vercel.app', 'co.za', 'google.com', 'localhost', '127.0.0.1', 'bit.ly']) {
      expect(readEntry({ form: 'address', text }), text).toBeUndefined();
    }
    for (const text of ['0x0000000000000000000000000000000000000000', '0xdAC17F958D2ee523a2206206994597C13D831ec7']) {
      expect(readEntry({ form: 'wallet', text }), text).toBeUndefined();
    }
  });
});

describe('the sources', () => {
  it('have a licence that allows what they say, and GPL lists need a file of their own [CHECK-12]', () => {
    expect(new Set(listSources.map(({ slug }) => slug)).size).toBe(listSources.length);
    expect(listSources.filter(({ needsOwnFile }) => needsOwnFile).map(({ slug }) => slug)).toEqual(['scamsniffer']);
    for (const { slug, licence, needsOwnFile, mayShow, isSafelist, fileUrl } of listSources) {
      expect(needsOwnFile, slug).toBe(licence.startsWith('GPL'));
      expect(['MIT', 'Apache-2.0', 'CC0-1.0', 'Public domain', 'GPL-3.0'], slug).toContain(licence);
      expect(mayShow, slug).toBe(!isSafelist);
      expect(new URL(fileUrl).protocol, slug).toBe('https:');
    }
  });
});

describe('the lines of a snapshot file', () => {
  it('give back what was written, in our own spelling only', () => {
    const lines = [
      { kind: 'website', value: 'line-demo.example', reference: 'a', category: 'b' },
      { kind: 'handle', value: 'x:stakedemoaccount' },
      { kind: 'evm', value: '0x52908400098527886e0f7030069857d2e4169ee7' },
    ] as const;
    const entries = [...parseSnapshotEntries(Buffer.from(lines.map(formatSnapshotEntry).join('')))];
    expect(entries.map(readEntry)).toEqual(lines.map(({ kind, value }) => ({ kind, value })));
    expect(readEntry({ form: 'website', text: 'https://LINE-demo.example' })).toBeUndefined();
    expect(readEntry({ form: 'phone', text: '+254700000000' })).toBeUndefined();
    for (const text of ['{"kind":"website","value":"cut.example"}', '{}\n', '{"kind":"face","value":"x"}\n', '<p>\n']) {
      expect(() => [...parseSnapshotEntries(Buffer.from(text))], text).toThrow(UnreadableListError);
    }
  });
});
