import { hasClass, parseRows } from '../import/parse-page.ts';
import { splitTrailingDate } from '../import/written-date.ts';
import type { Announcement, NewsSource } from './source.ts';

/** Matches '/_api/…' in `window.open('/_api/…')`: its rows are no links. */
const WINDOW_OPEN = /window\.open\(\s*'([^']+)'/;

/** Press releases, one table per year. The date is at the end of the title; rows without a date are skipped. */
export const fsca: NewsSource = {
  id: 'fsca',
  name: 'Financial Sector Conduct Authority',
  country: 'south africa',
  language: 'en',
  address: 'https://www.fsca.co.za/Latest-News/',
  host: 'www.fsca.co.za',
  minItems: 2,
  maxItems: 600,
  category: 'enforcement',
  parse: (page) =>
    parseRows(page, {
      within: ({ attributes }) => attributes['id'] === 'media-releases',
      heading: ({ name, attributes }) => name === 'button' && hasClass(attributes, 'accordion-button'),
      row: ({ name, attributes }) => name === 'tr' && 'onclick' in attributes,
      cell: 'td',
    }).flatMap(({ attributes, cells: [said = ''], heading }): Announcement[] => {
      const title = splitTrailingDate(said);
      const link = WINDOW_OPEN.exec(attributes['onclick'] ?? '')?.[1];
      if (!title || !link || !/^\d{4}$/.test(heading)) return [];
      return [
        { title: title.before.replace(/^FSCA Press Release\s*[-_–]\s*/i, ''), summary: '', link, date: title.date },
      ];
    }),
};
