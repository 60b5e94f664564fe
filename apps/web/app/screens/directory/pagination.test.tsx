import { within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { getLinks, getText } from '../../../test/dom-queries.ts';
import { setTestLanguage } from '../../../test/context.ts';
import { renderInBrowser } from '../../../test/render.tsx';
import { pathTo } from '../../lib/pages/paths.ts';
import { filtersToQuery, parseFilters } from './filters.ts';
import { Pagination } from '../../components/lists/pagination.tsx';

function renderPagination(query: string, pages: number) {
  const filters = parseFilters(new URLSearchParams(query));
  const addressOf = (page: number) => pathTo('/directory') + filtersToQuery({ ...filters, page });
  return renderInBrowser(<Pagination page={filters.page} pages={pages} toPath={addressOf} />);
}

const listDisabled = (body: HTMLElement) => [...body.querySelectorAll('span[aria-disabled="true"]')].map(getText);
const listCurrent = (body: HTMLElement) => within(body).getAllByRole('link', { current: 'page' }).map(getText);

describe('pagination', () => {
  it('the pagination of a single page shows page 1 with Previous and Next disabled [DIR-17] [REAL-13]', () => {
    const body = renderPagination('', 1);
    expect(listDisabled(body)).toEqual(['Previous', 'Next']);
    expect(getLinks(body)).toEqual([{ text: '1', href: '/directory' }]);
    expect(listCurrent(body)).toEqual(['1']);
  });

  it('the pagination links lead to the previous, next and numbered pages and keep the search [REAL-13]', () => {
    const body = renderPagination('search=a&page=2', 3);
    expect(getLinks(body)).toEqual([
      { text: 'Previous', href: '/directory?search=a' },
      { text: '1', href: '/directory?search=a' },
      { text: '2', href: '/directory?search=a&page=2' },
      { text: '3', href: '/directory?search=a&page=3' },
      { text: 'Next', href: '/directory?search=a&page=3' },
    ]);
    expect(listDisabled(body)).toEqual([]);
    expect(listCurrent(body)).toEqual(['2']);
  });

  it('the pagination of the first page has no Previous and the last page no Next [REAL-13]', () => {
    expect(listDisabled(renderPagination('', 3))).toEqual(['Previous']);
    expect(listDisabled(renderPagination('page=3', 3))).toEqual(['Next']);
  });

  it('the pagination links stay in the language of the page', () => {
    setTestLanguage('fr');
    expect(getLinks(renderPagination('', 2)).map(({ href }) => href)).toContain('/fr/directory?page=2');
  });
});

it.each([
  [1, 1, [1]],
  [1, 2, [1, 2]],
  [1, 9, [1, 2, '…', 9]],
  [2, 9, [1, 2, 3, '…', 9]],
  [5, 9, [1, '…', 4, 5, 6, '…', 9]],
  [8, 9, [1, '…', 7, 8, 9]],
  [9, 9, [1, '…', 8, 9]],
  [3, 5, [1, 2, 3, 4, 5]],
  [25_000, 50_000, [1, '…', 24_999, 25_000, 25_001, '…', 50_000]],
])('page %i of %i offers %j [REAL-13]', (current, pages, expectedItems) => {
  const nav = within(renderInBrowser(<Pagination page={current} pages={pages} toPath={String} />)).getByRole(
    'navigation',
  );
  expect([...nav.children].slice(1, -1).map(getText)).toEqual(expectedItems.map(String));
});
