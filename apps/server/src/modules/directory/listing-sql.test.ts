import { describe, expect, it } from 'vitest';
import { listStatements, searchStatements } from './listing-sql.ts';

/** The hottest SQL of the product, kept where a change of it is seen in review. */
describe('the SQL of the provider list', () => {
  const tidy = (text: string) => text.replaceAll(/\s+/g, ' ').trim();

  it.each(['relevance', 'rating'] as const)('walks an index when nothing is filtered: %s', (sort) => {
    expect(tidy(listStatements.walk[sort].text)).toMatchSnapshot();
  });

  it('merges the heads of cells when filtered', () => {
    expect(tidy(listStatements.cells.relevance.text)).toMatchSnapshot();
  });

  it('walks to common words and gathers rare ones', () => {
    expect(tidy(searchStatements.estimate.text)).toMatchSnapshot('estimate');
    expect(tidy(searchStatements.gather.relevance.text)).toMatchSnapshot('gather');
    expect(tidy(searchStatements.seek.relevance.text)).toMatchSnapshot('seek');
  });

  it('has a bounded number of prepared statements', () => {
    const names = Object.values(listStatements.walk).map(({ name }) => name);
    expect(new Set(names).size).toBe(5);
    expect(names).not.toContain(undefined);
  });
});
