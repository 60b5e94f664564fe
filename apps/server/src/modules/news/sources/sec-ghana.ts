import { parseRows } from '../import/parse-page.ts';
import { splitTrailingDate } from '../import/written-date.ts';
import type { Announcement, NewsSource } from './source.ts';

/** Suspended, revoked or returned licences: one page of tables, so each row links to its own text. */
export const secGhana: NewsSource = {
  id: 'sec-ghana',
  name: 'Securities and Exchange Commission Ghana',
  country: 'ghana',
  language: 'en',
  address: 'https://sec.gov.gh/suspension-revocation-cessation-of-licenses/',
  host: 'sec.gov.gh',
  keepsFragment: true,
  minItems: 2,
  maxItems: 1000,
  category: 'enforcement',
  parse: (page) =>
    parseRows(page, { row: ({ name }) => name === 'tr', cell: 'td' }).flatMap(
      ({ cells: [company = '', status = '', effective = ''] }): Announcement[] => {
        const dated = splitTrailingDate(effective);
        if (!company || !status || !dated) return [];
        return [
          {
            title: `${company}: licence ${status.toLowerCase()}`,
            summary: `The Securities and Exchange Commission of Ghana lists the licence of ${company} as ${status.toLowerCase()}, effective ${effective}.`,
            link: `#:~:text=${encodeURIComponent(company)}`,
            date: dated.date,
          },
        ];
      },
    ),
};
