import { describe, expect, it } from 'vitest';
import { attributeOf, elementsOf, linksOf, render, speaking } from '../../../test/render.tsx';
import { to } from '../../lib/pages/paths.ts';
import { filtersToQuery, parseFilters } from './filters.ts';
import { Pagination, shownPages } from '../../components/lists/pagination.tsx';

function paged(query: string, pages: number) {
  const filters = parseFilters(new URLSearchParams(query));
  const addressOf = (page: number) => to('/directory') + filtersToQuery({ ...filters, page });
  return render(<Pagination page={filters.page} pages={pages} addressOf={addressOf} />);
}

const disabledOf = (markup: string) =>
  elementsOf(markup, 'span')
    .filter(({ tag }) => attributeOf(tag, 'aria-disabled') === 'true')
    .map(({ text }) => text);
const currentOf = (markup: string) =>
  elementsOf(markup, 'a')
    .filter(({ tag }) => attributeOf(tag, 'aria-current') === 'page')
    .map(({ text }) => text);

describe('pagination', () => {
  it('of a single page shows page 1 with Previous and Next disabled [DIR-17] [REAL-13]', () => {
    const markup = paged('', 1);
    expect(disabledOf(markup)).toEqual(['Previous', 'Next']);
    expect(linksOf(markup)).toEqual([{ text: '1', href: '/directory' }]);
    expect(currentOf(markup)).toEqual(['1']);
  });

  it('leads back and on and to numbered pages, keeping the search [REAL-13]', () => {
    const markup = paged('search=a&page=2', 3);
    expect(linksOf(markup)).toEqual([
      { text: 'Previous', href: '/directory?search=a' },
      { text: '1', href: '/directory?search=a' },
      { text: '2', href: '/directory?search=a&page=2' },
      { text: '3', href: '/directory?search=a&page=3' },
      { text: 'Next', href: '/directory?search=a&page=3' },
    ]);
    expect(disabledOf(markup)).toEqual([]);
    expect(currentOf(markup)).toEqual(['2']);
  });

  it('has no Previous on the first and no Next on the last page [REAL-13]', () => {
    expect(disabledOf(paged('', 3))).toEqual(['Previous']);
    expect(disabledOf(paged('page=3', 3))).toEqual(['Next']);
  });

  it('stays in the language of the page', () => {
    speaking('fr');
    expect(linksOf(paged('', 2)).map(({ href }) => href)).toContain('/fr/directory?page=2');
  });
});

it.each([
  [1, 1, [1]],
  [1, 2, [1, 2]],
  [1, 9, [1, 2, 'gap', 9]],
  [2, 9, [1, 2, 3, 'gap', 9]],
  [5, 9, [1, 'gap', 4, 5, 6, 'gap', 9]],
  [8, 9, [1, 'gap', 7, 8, 9]],
  [9, 9, [1, 'gap', 8, 9]],
  [3, 5, [1, 2, 3, 4, 5]],
  [25_000, 50_000, [1, 'gap', 24_999, 25_000, 25_001, 'gap', 50_000]],
])('on page %i of %i offers %j [REAL-13]', (current, pages, offered) => {
  expect(shownPages(current, pages)).toEqual(offered);
});
