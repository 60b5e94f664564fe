/** Generates the texts of reviews: an opening by rating, details by issue, and sometimes advice. */
import type { reviewIssueTypes } from '@hakiki/contract/review-values';
import type { Random } from './random.ts';

export type IssueType = (typeof reviewIssueTypes)[number];

export type Stars = 1 | 2 | 3 | 4 | 5;

const openings: Record<Stars, readonly string[]> = {
  1: ['I regret opening an account.', 'A very bad experience.', 'I would not go back.', 'Please be careful.'],
  2: ['Not what I hoped for.', 'It worked at first, then it got worse.', 'More trouble than it is worth.'],
  3: ['It does the job.', 'Some good, some bad.', 'Average compared with others I tried.', 'Fine for small amounts.'],
  4: ['Good on the whole.', 'I am mostly happy.', 'It works well for me.', 'Better than I expected.'],
  5: ['I have had no trouble at all.', 'Very good service.', 'Quick and honest with me.', 'I use it every week.'],
};

const details: Record<IssueType, readonly string[]> = {
  none: [
    'My first withdrawal took eleven minutes.',
    'The price I saw was the price I paid.',
    'Deposits by mobile money arrive at once.',
    'The app is simple enough for my mother.',
    'They explained each step when I was new.',
    'I send money to my brother with it every month.',
    'The fees were shown before I confirmed.',
  ],
  withdrawal: [
    'My withdrawal was pending for nine days.',
    'They asked for one more document each time I wanted to withdraw.',
    'The money came, but three weeks late.',
    'My withdrawal was cancelled twice without a message.',
  ],
  fees: [
    'The fee at the end was higher than the one shown.',
    'There is a fee for keeping the account that nobody mentioned.',
    'The exchange rate is worse than the one they print.',
  ],
  support: [
    'Support sends the same answer every time.',
    'I waited four days for a reply.',
    'The phone number is never answered.',
    'The chat closes before anyone writes back.',
  ],
  scam: [
    'Someone who said he worked there asked me for my code.',
    'They told me to pay a tax before I could get my money out.',
    'The returns they promised stopped after the second month.',
    'My account was closed when I asked for my savings.',
  ],
  other: [
    'The app crashed during a payment and I had to call.',
    'My name was spelled wrongly and took a week to correct.',
    'The text messages arrive late on my network.',
  ],
};

const advice = {
  happy: ['I have told my friends about it.', 'Read the fee page first all the same.', 'I would use it again.'],
  unhappy: [
    'Start with a small amount.',
    'Keep a screenshot of every payment.',
    'I hope they improve.',
    'I moved the rest of my money elsewhere.',
  ],
};

export function generateReviewText(random: Random, rating: Stars, issue: IssueType): string {
  const parts = [random.pick(openings[rating]), ...random.sample(details[issue], random.between(1, 2))];
  if (random.chance(0.4)) parts.push(random.pick(rating > 3 ? advice.happy : advice.unhappy));
  return parts.join(' ');
}
