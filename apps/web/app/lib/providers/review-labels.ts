/** Labels of the options of a review, in the order of the form. */
import type { Review, ReviewSort } from '@hakiki/contract/reviews';
import { m } from '../../paraglide/messages.js';
import { countryName } from '../language/country-labels.ts';

type IssueType = Review['issueType'];
type Location = Review['userLocation'];

const issueLabels: Record<IssueType, () => string> = {
  none: m.issue_none,
  withdrawal: m.issue_withdrawal,
  fees: m.issue_fees,
  support: m.issue_support,
  scam: m.issue_scam,
  other: m.issue_other,
};

const sortLabels: Record<ReviewSort, () => string> = {
  newest: m.review_sort_newest,
  highest: m.review_sort_highest,
  lowest: m.review_sort_lowest,
};

export const issueLabel = (issue: IssueType): string => issueLabels[issue]();
export const issueTypes = Object.keys(issueLabels) as IssueType[];

export const locationLabel = (location: Location): string => countryName(location);

export const reviewSortLabel = (sort: ReviewSort): string => sortLabels[sort]();
export const reviewSorts = Object.keys(sortLabels) as ReviewSort[];
