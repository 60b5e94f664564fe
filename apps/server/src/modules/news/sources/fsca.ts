import { hasClass, rowsOf } from '../read-page.ts';
import { takeDate } from '../written-date.ts';
import type { Announced, NewsSource } from './source.ts';

/** Matches '/_api/…' in `window.open('/_api/…')`: its rows are no links. */
const OPENED = /window\.open\(\s*'([^']+)'/;

/** Press releases, one table per year. The date is at the end of the title; rows without a date are skipped. */
export const fsca: NewsSource = {
  id: 'fsca',
  name: 'Financial Sector Conduct Authority',
  country: 'south africa',
  language: 'en',
  address: 'https://www.fsca.co.za/Latest-News/',
  host: 'www.fsca.co.za',
  least: 2,
  greatest: 600,
  category: 'enforcement',
  announced: (page) =>
    rowsOf(page, {
      within: ({ attributes }) => attributes['id'] === 'media-releases',
      heading: ({ name, attributes }) => name === 'button' && hasClass(attributes, 'accordion-button'),
      row: ({ name, attributes }) => name === 'tr' && 'onclick' in attributes,
      cell: 'td',
    }).flatMap(({ attributes, cells: [said = ''], heading }): Announced[] => {
      const dated = takeDate(said);
      const link = OPENED.exec(attributes['onclick'] ?? '')?.[1];
      if (!dated || !link || !/^\d{4}$/.test(heading)) return [];
      return [
        { title: dated.before.replace(/^FSCA Press Release\s*[-_–]\s*/i, ''), summary: '', link, date: dated.date },
      ];
    }),
};
