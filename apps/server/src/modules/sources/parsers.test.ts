/** Each connector against a recorded answer in the shape of its source; the entries in them are invented. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
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
const readAll = (name: ParserName, content: Buffer) =>
  [...parsers[name](content)].map(({ form, text, reference }) =>
    [form, text, ...(reference ? [reference] : [])].join(' '),
  );

describe('the parsers of lists', () => {
  it('each parser reads the recorded response of its source [CHECK-13]', () => {
    expect(Object.fromEntries(names.map((name) => [name, readAll(name, readRecorded(name))]))).toEqual({
      hostArray: [
        'address walletfix-demo.example',
        'address https://Airdrop-Demo.example/claim',
        'address drop.shared-demo.vercel.app',
        'address 0.512752',
      ],
      walletArray: [
        'wallet 0x52908400098527886E0F7030069857D2E4169EE7',
        'wallet 0x8617E340B3D01FA5F11F306F4090FD50E238070D',
        'wallet not an address',
      ],
      polkadot: ['address polka-demo.example', 'address stake-demo.example', 'address x.com/StakeDemoAccount'],
      spmedia: ['address broker-demo.example', 'address miner-demo.example'],
      myEtherWallet: ['wallet 0xde709f2102306220921060314715629080e2fb77'],
      scamSniffer: [
        'address mint-demo.example',
        'wallet 0x27b1fdb04752bbc536007a920d24acb045561c26 mint-demo.example',
        'address ',
        'wallet 0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed',
        'address www.mint-demo.example',
        'wallet 0x27b1fdb04752bbc536007a920d24acb045561c26 www.mint-demo.example',
      ],
      mispWarningList: ['address .bank-demo.example', 'address github.io', 'address Shop-Demo.example', 'address com'],
    });
  });

  it('each parser rejects another layout, a page instead of data, and a truncated file [CHECK-13]', () => {
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

  it('the streaming parser of host lists returns the same as JSON.parse', () => {
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
});

describe('the sources', () => {
  it('each source has a licence that allows its declared use, and GPL lists need a separate file [CHECK-12]', () => {
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
  it('lines of a snapshot file are parsed as they were written, and other text throws', () => {
    const lines = [
      { kind: 'website', value: 'line-demo.example', reference: 'a', category: 'b' },
      { kind: 'handle', value: 'x:stakedemoaccount' },
      { kind: 'evm', value: '0x52908400098527886e0f7030069857d2e4169ee7' },
    ] as const;
    expect([...parseSnapshotEntries(Buffer.from(lines.map(formatSnapshotEntry).join('')))]).toEqual(
      lines.map(({ kind, value, ...notes }) => ({
        form: kind,
        text: value,
        category: undefined,
        reference: undefined,
        ...notes,
      })),
    );
    for (const text of ['{"kind":"website","value":"cut.example"}', '{}\n', '{"kind":"face","value":"x"}\n', '<p>\n']) {
      expect(() => [...parseSnapshotEntries(Buffer.from(text))], text).toThrow(UnreadableListError);
    }
  });
});
