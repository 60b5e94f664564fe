/**
 * Computes the keys that assign a report to a case: hashes of what it names, so that one small table stores them all.
 */
import { createHash } from 'node:crypto';
import type { FoundIndicator } from '../../indicators/service.ts';
import { toTextKey } from './text-key.ts';

export interface CaseKeys {
  /** Websites, wallets, phone numbers, chat names. */
  indicatorKeys: Buffer[];
  /** The provider. A weaker key: different scammers may use the same name. */
  providerKeys: Buffer[];
}

interface CaseKeyInput {
  foundIndicators: readonly FoundIndicator[];
  providerId: string | null;
  /** As typed; used only when it matches no listed provider. */
  providerName: string | null;
}

const KEY_BYTES = 16;

export function computeCaseKeys({ foundIndicators, providerId, providerName }: CaseKeyInput): CaseKeys {
  const name = providerName && !providerId ? normalizeDistinctName(providerName) : undefined;
  return {
    indicatorKeys: uniqueKeys(
      foundIndicators.map(({ kind, value, key }) => (kind === 'handle' && value ? handleKey(value) : key)),
    ),
    providerKeys: [
      ...(providerId ? [hash(`provider:${providerId}`)] : []),
      ...(name ? [hash(`provider-name:${name}`)] : []),
    ],
  };
}

const uniqueKeys = (keys: readonly Buffer[]): Buffer[] => [
  ...new Map(keys.map((key) => [key.toString('hex'), key])).values(),
];

const hash = (text: string): Buffer => createHash('sha256').update(text).digest().subarray(0, KEY_BYTES);

/** Ignores the network, because not every report states it. */
const handleKey = (handle: string): Buffer => hash(`handle:${handle.slice(handle.search(/[:@]/) + 1)}`);

/** Words that are too common to identify a provider. */
const generalNameWords = new Set(
  (
    'anonymous app bank binary bitcoin broker brokers btc business chat club coin coins company crypto cryptocurrency currency ' +
    'daily digital dont earn exchange facebook fake finance forex friend fund funds global gmail google group guy international ' +
    'instagram invest investing investment investments know limited live ltd market markets mining money name network none null ' +
    'online options other page person platform pro profit scam scammer scammers site someone telegram test tether tiktok token ' +
    'trade trader traders trading twitter unknown usdt various wallet web website whatsapp women men'
  ).split(' '),
);

/** The normalised name, or undefined when it is too general. */
function normalizeDistinctName(typedName: string): string | undefined {
  const name = toTextKey(typedName);
  return name.split(' ').some((word) => word.length > 3 && !generalNameWords.has(word)) ? name : undefined;
}
