/** Labels of the options of a review, in the order of the form. */
import type { Review, ReviewSort } from '@hakiki/contract/reviews';
import { m } from '../../paraglide/messages.js';
import { countryName } from '../language/country-words.ts';

type IssueType = Review['issueType'];
type Location = Review['userLocation'];

const issues: Record<IssueType, () => string> = {
  none: m.issue_none,
  withdrawal: m.issue_withdrawal,
  fees: m.issue_fees,
  support: m.issue_support,
  scam: m.issue_scam,
  other: m.issue_other,
};

const sorts: Record<ReviewSort, () => string> = {
  newest: m.review_sort_newest,
  highest: m.review_sort_highest,
  lowest: m.review_sort_lowest,
};

export const issueLabel = (issue: IssueType): string => issues[issue]();
export const issueTypes = Object.keys(issues) as IssueType[];

export const locationLabel = (location: Location): string => countryName(location);

export const reviewSortLabel = (sort: ReviewSort): string => sorts[sort]();
export const reviewSorts = Object.keys(sorts) as ReviewSort[];
