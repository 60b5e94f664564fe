/**
 * STIX 2.1 (OASIS). An indicator has the same id as long as it is listed: `revoked` ends it permanently, and a dispute
 * or an expiry ends its validity, which a new version can begin again. There is no object for wallets, so an extension
 * of ours defines one.
 */
import type { IndicatorKind } from '@hakiki/contract/indicator-values';
import { type Entry, isWallet, toTier } from '../entry.ts';
import type { PublishedRecord } from '../state-file.ts';
import type { Item } from '../writer.ts';
import { toPageUrl } from './records.ts';
import { HAKIKI_NAMESPACE, uuidv5 } from './uuid-v5.ts';

const IDENTITY_ID = `identity--${uuidv5(HAKIKI_NAMESPACE, 'identity')}`;
const EXTENSION_ID = `extension-definition--${uuidv5(HAKIKI_NAMESPACE, 'x-hakiki-wallet')}`;
/** The time of the definitions below; a later version needs a later one. */
export const DEFINED_AT = '2026-11-19T00:00:00.000Z';

export interface StixObject {
  type: string;
  id: string;
  modified: string;
  [property: string]: unknown;
}

const confidences: Record<Entry['tier'], number> = { official: 95, checked: 85, trusted: 60, community: 30 };

export const toStixDefinitions = (publicUrl: string): readonly StixObject[] => [
  {
    type: 'identity',
    spec_version: '2.1',
    id: IDENTITY_ID,
    created: DEFINED_AT,
    modified: DEFINED_AT,
    name: 'Hakiki',
    identity_class: 'organization',
    contact_information: `${publicUrl}/contact`,
  },
  {
    type: 'extension-definition',
    spec_version: '2.1',
    id: EXTENSION_ID,
    created_by_ref: IDENTITY_ID,
    created: DEFINED_AT,
    modified: DEFINED_AT,
    name: 'Wallets, chat names and apps',
    description:
      'Observable objects that patterns of Hakiki name: x-hakiki-wallet (chain, value), x-hakiki-handle (value) and x-hakiki-app (value).',
    schema: `${publicUrl}/open-data`,
    version: '1.0.0',
    extension_types: ['new-sco'],
  },
];

/** Quotes and backslashes of a pattern's string. */
const quote = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

function toPattern(kind: IndicatorKind, value: string): string {
  if (kind === 'website')
    return value.includes('/') ? `[url:value = ${quote(`https://${value}`)}]` : `[domain-name:value = ${quote(value)}]`;
  if (isWallet(kind)) return `[x-hakiki-wallet:chain = ${quote(kind)} AND x-hakiki-wallet:value = ${quote(value)}]`;
  return `[x-hakiki-${kind === 'app' ? 'app' : 'handle'}:value = ${quote(value)}]`;
}

export const toStixId = ({ key, generation }: Pick<PublishedRecord, 'key' | 'generation'>): string =>
  `indicator--${uuidv5(HAKIKI_NAMESPACE, generation === 0 ? key.toString('hex') : `${key.toString('hex')}:${generation}`)}`;

export function toStixIndicator({ record, kind, value, entry }: Item, publicUrl: string): StixObject {
  const created = new Date(record.createdAt).toISOString();
  const modified = new Date(record.changedAt).toISOString();
  const isRevoked = record.state === 'withdrawn';
  return {
    type: 'indicator',
    spec_version: '2.1',
    id: toStixId(record),
    created_by_ref: IDENTITY_ID,
    created,
    modified,
    ...(isRevoked && { revoked: true }),
    name: `${kind}: ${value}`,
    indicator_types: ['malicious-activity'],
    labels: [toTier(record.tierCode), ...(entry ? entry.sources.map((source) => `source:${source}`) : [record.state])],
    confidence: confidences[toTier(record.tierCode)],
    pattern: toPattern(kind, value),
    pattern_type: 'stix',
    valid_from: created,
    // A moment later at least, because an interval of no length is not valid.
    ...(!entry &&
      !isRevoked && { valid_until: new Date(Math.max(record.changedAt, record.createdAt + 1)).toISOString() }),
    external_references: [{ source_name: 'Hakiki', url: toPageUrl(publicUrl, kind, value) }],
  };
}
