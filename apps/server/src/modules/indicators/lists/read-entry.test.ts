import { describe, expect, it } from 'vitest';
import { readEntry, readSafeEntry } from './read-entry.ts';

describe('an entry of a list', () => {
  it('is read into the spelling of the check', () => {
    const read = (form: 'address' | 'wallet', text: string) => readEntry({ form, text });
    expect(read('address', 'https://www.Airdrop-Demo.example/claim')).toEqual({
      kind: 'website',
      value: 'airdrop-demo.example',
    });
    expect(read('address', 'drop.shared-demo.vercel.app')).toEqual({
      kind: 'website',
      value: 'drop.shared-demo.vercel.app',
    });
    expect(read('address', 'x.com/StakeDemoAccount')).toEqual({ kind: 'handle', value: 'x:stakedemoaccount' });
    expect(read('wallet', ' 0x52908400098527886E0F7030069857D2E4169EE7 ')).toEqual({
      kind: 'evm',
      value: '0x52908400098527886e0f7030069857d2e4169ee7',
    });
  });

  it('accuses no public suffix, common service, contract of a coin or mistyped wallet', () => {
    for (const text of [
      'github.io',
      'vercel.app',
      'co.za',
      'google.com',
      'localhost',
      '127.0.0.1',
      'bit.ly',
      '0.5',
      '',
    ]) {
      expect(readEntry({ form: 'address', text }), text).toBeUndefined();
    }
    for (const text of [
      '0x0000000000000000000000000000000000000000',
      '0xdAC17F958D2ee523a2206206994597C13D831ec7',
      '0x52908400098527886E0F7030069857D2E4169Ee7',
      'see 0x52908400098527886e0f7030069857d2e4169ee7',
    ]) {
      expect(readEntry({ form: 'wallet', text }), text).toBeUndefined();
    }
  });

  it('of a snapshot file must be in our own spelling', () => {
    const entries = [
      { kind: 'website', value: 'line-demo.example' },
      { kind: 'handle', value: 'x:stakedemoaccount' },
      { kind: 'evm', value: '0x52908400098527886e0f7030069857d2e4169ee7' },
    ] as const;
    expect(entries.map(({ kind, value }) => readEntry({ form: kind, text: value }))).toEqual(entries);
    expect(readEntry({ form: 'website', text: 'https://LINE-demo.example' })).toBeUndefined();
    expect(readEntry({ form: 'evm', text: 'line-demo.example' })).toBeUndefined();
    expect(readEntry({ form: 'phone', text: '+254700000000' })).toBeUndefined();
  });

  it('of a safelist is a host, also one that many owners share', () => {
    const read = (text: string) => readSafeEntry({ form: 'address', text })?.value;
    expect(['.bank-demo.example', 'github.io', 'WWW.Shop-Demo.example', 'com'].map(read)).toEqual([
      'bank-demo.example',
      'github.io',
      'shop-demo.example',
      undefined,
    ]);
  });
});
