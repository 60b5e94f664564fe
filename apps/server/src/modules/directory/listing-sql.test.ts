import { describe, expect, it } from 'vitest';
import { listStatements, searchStatements } from './listing-sql.ts';

/** The most used SQL of the product: the snapshots make changes visible in review. */
describe('the SQL of the provider list', () => {
  const tidy = (text: string) => text.replaceAll(/\s+/g, ' ').trim();

  it.each(['relevance', 'rating'] as const)('scans an index without filters: %s', (sort) => {
    expect(tidy(listStatements.scan[sort].text)).toMatchSnapshot();
  });

  it('merges the first rows of the cells with filters', () => {
    expect(tidy(listStatements.cells.relevance.text)).toMatchSnapshot();
  });

  it('scans for common words and sorts all matches of rare ones', () => {
    expect(tidy(searchStatements.estimate.text)).toMatchSnapshot('estimate');
    expect(tidy(searchStatements.sortAll.relevance.text)).toMatchSnapshot('gather');
    expect(tidy(searchStatements.scanUntilFull.relevance.text)).toMatchSnapshot('seek');
  });

  it('has a limited number of prepared statements', () => {
    const names = Object.values(listStatements.scan).map(({ name }) => name);
    expect(new Set(names).size).toBe(5);
    expect(names).not.toContain(undefined);
  });
});
