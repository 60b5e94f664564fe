/**
 * A MISP feed: a manifest, one event for each day on which entries were first published, and the hashes of all values.
 * Gone entries stay for a while as deleted attributes, which removes them where they were imported.
 */
import { createHash } from 'node:crypto';
import type { IndicatorKind } from '@hakiki/contract/indicator-values';
import type { Item } from '../writer.ts';
import { toStixId } from './stix.ts';
import { HAKIKI_NAMESPACE, uuidv5 } from './uuid-v5.ts';

const ORGANISATION = { name: 'Hakiki', uuid: uuidv5(HAKIKI_NAMESPACE, 'identity') };

export const toEventId = (day: string): string => uuidv5(HAKIKI_NAMESPACE, `misp:${day}`);
export const toDay = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
const toSeconds = (ms: number): string => String(Math.floor(ms / 1000));

function toAttributeType(kind: IndicatorKind, value: string): { type: string; category: string } {
  if (kind === 'website') return { type: value.includes('/') ? 'url' : 'hostname', category: 'Network activity' };
  if (kind === 'bitcoin') return { type: 'btc', category: 'Financial fraud' };
  if (kind === 'app') return { type: 'mobile-application-id', category: 'Payload delivery' };
  // MISP has no types for other chains and for chat names.
  return { type: 'text', category: kind === 'handle' ? 'Social network' : 'Financial fraud' };
}

export function toAttribute({ record, kind, value, entry }: Item): object {
  return {
    uuid: toStixId(record).replace('indicator--', ''),
    ...toAttributeType(kind, value),
    value: kind === 'website' && value.includes('/') ? `https://${value}` : value,
    to_ids: entry !== undefined,
    comment: entry ? `${kind}, ${entry.tier}, ${entry.sources.join(' ')}` : `${kind}, ${record.state}`,
    timestamp: toSeconds(record.changedAt),
    ...(!entry && { deleted: true }),
  };
}

export const toHashLine = ({ value, record }: Item): string =>
  `${createHash('md5').update(value).digest('hex')},${toEventId(toDay(record.createdAt))}\n`;

interface EventSummary {
  day: string;
  changedAt: number;
}

const toEventFacts = ({ day, changedAt }: EventSummary) => ({
  info: `Scams against users of crypto services in Africa, first published on ${day}`,
  date: day,
  threat_level_id: '2',
  analysis: '2',
  timestamp: toSeconds(changedAt),
});

export const toManifestEntry = (event: EventSummary): object => ({
  ...toEventFacts(event),
  Orgc: ORGANISATION,
  Tag: [{ colour: '#ffffff', name: 'tlp:clear' }],
});

/** The event around its attributes, which are written before its newest change is known. */
export const eventStart = (day: string): string =>
  `{"Event":{"uuid":${JSON.stringify(toEventId(day))},"published":true,"Orgc":${JSON.stringify(ORGANISATION)},"Tag":[{"colour":"#ffffff","name":"tlp:clear"}],"Attribute":[`;
export const eventEnd = (event: EventSummary): string =>
  `],${JSON.stringify({ ...toEventFacts(event), publish_timestamp: toSeconds(event.changedAt) }).slice(1)}}`;
