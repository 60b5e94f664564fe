import { firstReviewLocations, reviewIssueTypes, reviewLocations } from '@hakiki/contract/review-values';
import * as contract from '@hakiki/contract/reviews';
import { describe, expect, it } from 'vitest';
import { setTestLanguage } from '../../../test/context.ts';
import { issueLabel, issueTypes, locationLabel, reviewSortLabel, reviewSorts } from './review-labels.ts';

describe('options of a review', () => {
  it('are exactly those of the server, in its order [REVIEW-05] [REVIEW-06] [DEC-87]', () => {
    expect(issueTypes).toEqual(['none', 'withdrawal', 'fees', 'support', 'scam', 'other']);
    expect(issueTypes).toEqual(reviewIssueTypes);
    expect(firstReviewLocations).toEqual(['nigeria', 'south-africa', 'kenya', 'ghana', 'uganda']);
    expect(reviewLocations).toHaveLength(54 + 1);
    expect(reviewLocations).toEqual(expect.arrayContaining([...firstReviewLocations, 'burkina-faso', 'other']));
    expect(reviewSorts).toEqual(contract.reviewSorts);
  });

  it('have a distinct label in both languages', () => {
    const listLabels = () => [
      issueTypes.map(issueLabel),
      [...firstReviewLocations, 'other' as const].map(locationLabel),
      reviewSorts.map(reviewSortLabel),
    ];
    const english = listLabels();
    expect(english).toEqual([
      ['None', 'Withdrawal', 'Fees', 'Support', 'Scam', 'Other'],
      ['Nigeria', 'South Africa', 'Kenya', 'Ghana', 'Uganda', 'Other'],
      ['Newest', 'Highest rated', 'Lowest rated'],
    ]);
    setTestLanguage('fr');
    for (const list of listLabels()) expect(new Set(list).size).toBe(list.length);
    expect(listLabels()).not.toEqual(english);
  });
});
