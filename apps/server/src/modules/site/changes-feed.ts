/** Changes of the public API as an Atom feed (RFC 4287). */
import { v1Changes, v1ChangesPath } from '@hakiki/contract/v1-changes';

export const ATOM_TYPE = 'application/atom+xml; charset=utf-8';

const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const toTimestamp = (day: string): string => `${day}T00:00:00Z`;

export function createChangesFeed(publicUrl: string): string {
  const self = escapeXml(`${publicUrl}${v1ChangesPath}`);
  const page = escapeXml(`${publicUrl}/api?tab=documentation`);
  const entries = v1Changes.map(({ day, name, text }) =>
    [
      '<entry>',
      `<id>${self}#${escapeXml(name)}</id>`,
      `<title>${escapeXml(text.en)}</title>`,
      `<updated>${toTimestamp(day)}</updated>`,
      `<link href="${page}"/>`,
      '</entry>',
    ].join(''),
  );
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom">',
    `<id>${self}</id><title>Hakiki API</title><author><name>Hakiki</name></author>`,
    `<updated>${toTimestamp(v1Changes[0]?.day ?? '')}</updated>`,
    `<link rel="self" href="${self}"/>`,
    ...entries,
    '</feed>',
    '',
  ].join('\n');
}
