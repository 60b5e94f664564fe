/**
 * Computes the keys that assign a report to a case: hashes of what it names, so that one small table stores them all.
 */
import { createHash } from 'node:crypto';
import type { FoundIndicator } from '../indicators/service.ts';
import { textKeyOf } from './text-key.ts';

export interface CaseKeys {
  /** Websites, wallets, phone numbers, chat names. */
  traces: Buffer[];
  /** The provider. A weaker key: different scammers may use the same name. */
  providers: Buffer[];
}

interface About {
  found: readonly FoundIndicator[];
  providerId: string | null;
  /** As typed; used only when it matches no listed provider. */
  providerName: string | null;
}

const KEY_BYTES = 16;

export function caseKeysOf({ found, providerId, providerName }: About): CaseKeys {
  const name = providerName && !providerId ? distinctName(providerName) : undefined;
  return {
    traces: unique(found.map(({ kind, value, key }) => (kind === 'handle' && value ? nameKey(value) : key))),
    providers: [
      ...(providerId ? [hash(`provider:${providerId}`)] : []),
      ...(name ? [hash(`provider-name:${name}`)] : []),
    ],
  };
}

const unique = (keys: readonly Buffer[]): Buffer[] => [
  ...new Map(keys.map((key) => [key.toString('hex'), key])).values(),
];

const hash = (text: string): Buffer => createHash('sha256').update(text).digest().subarray(0, KEY_BYTES);

/** Ignores the network, because not every report states it. */
const nameKey = (handle: string): Buffer => hash(`handle:${handle.slice(handle.search(/[:@]/) + 1)}`);

/** Words that are too common to identify a provider. */
const generalWords = new Set(
  (
    'anonymous app bank binary bitcoin broker brokers btc business chat club coin coins company crypto cryptocurrency currency ' +
    'daily digital dont earn exchange facebook fake finance forex friend fund funds global gmail google group guy international ' +
    'instagram invest investing investment investments know limited live ltd market markets mining money name network none null ' +
    'online options other page person platform pro profit scam scammer scammers site someone telegram test tether tiktok token ' +
    'trade trader traders trading twitter unknown usdt various wallet web website whatsapp women men'
  ).split(' '),
);

/** The normalised name, or undefined when it is too general. */
function distinctName(typed: string): string | undefined {
  const name = textKeyOf(typed);
  return name.split(' ').some((word) => word.length > 3 && !generalWords.has(word)) ? name : undefined;
}
