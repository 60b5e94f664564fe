/** Every published indicator with its tier, its days and its sources, for programs. */
import type { IndicatorKind } from '@hakiki/contract/indicator-values';
import { type Entry, toId } from '../entry.ts';

/** The public page that says what we know. A path on a shared host keeps its slashes encoded. */
export const toPageUrl = (publicUrl: string, kind: IndicatorKind, value: string): string =>
  `${publicUrl}/check/${kind}/${encodeURIComponent(value)}`;

export const toJsonLine = ({ key, kind, value, tier, firstSeen, lastSeen, sources }: Entry): string =>
  `${JSON.stringify({ id: toId(key), kind, value, tier, firstSeen, lastSeen, sources })}\n`;

export const addressesHeader = 'chain,address,tier,first_seen,last_seen,sources,reference\n';

/** No value starts with a character that a spreadsheet would execute: addresses and slugs are letters and digits. */
export const toAddressLine = (publicUrl: string, { kind, value, tier, firstSeen, lastSeen, sources }: Entry): string =>
  `${[kind, value, tier, firstSeen, lastSeen, sources.join(' '), toPageUrl(publicUrl, kind, value)].map(quote).join(',')}\n`;

const quote = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** `disputed`: not listed until the dispute is decided. `added` again after that. */
export type ChangeKind = 'added' | 'tier' | 'withdrawn' | 'disputed' | 'expired';

export interface Change {
  at: Date;
  change: ChangeKind;
  key: Buffer;
  kind: IndicatorKind;
  /** Null if the row does not exist any more. */
  value: string | null;
  tier: string;
}

export const toChangeLine = ({ at, change, key, kind, value, tier }: Change): string =>
  `${JSON.stringify({ at: at.toISOString(), change, id: toId(key), kind, value, tier })}\n`;
