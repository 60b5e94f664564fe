/** Shared experiences for developers: two that the home page shows, a pending and a rejected one. */
import type { ReviewState } from '@hakiki/contract/directory';
import { Random, timedId } from './random.ts';
import type { IssueType, Stars } from './review-texts.ts';
import { timeline } from './timeline.ts';

export interface ExperienceRow {
  id: string;
  providerName: string;
  rating: Stars;
  experience: string;
  issueType: IssueType;
  status: ReviewState;
  createdAt: Date;
}

const shared: Omit<ExperienceRow, 'id' | 'createdAt'>[] = [
  {
    providerName: 'Fastari Daily Gains',
    rating: 1,
    experience:
      'They paid small amounts for two months. When I asked for my savings they wanted a release fee first, and after I paid it the chat was closed.',
    issueType: 'scam',
    status: 'approved',
  },
  {
    providerName: 'Tandiwa Exchange',
    rating: 5,
    experience: 'My withdrawal to mobile money took eleven minutes, and the fee was the one shown before I confirmed.',
    issueType: 'none',
    status: 'approved',
  },
  {
    providerName: 'Obasika P2P',
    rating: 3,
    experience: 'The seller sent the coins late, but support answered the same day and it was settled.',
    issueType: 'support',
    status: 'pending',
  },
  {
    providerName: 'A friend on the phone',
    rating: 2,
    experience: 'Please call me back about my account.',
    issueType: 'other',
    status: 'rejected',
  },
];

export const experienceRows = (seed: number): ExperienceRow[] =>
  shared.map((experience, index) => {
    const createdAt = timeline.end - (shared.length - index) * 3 * timeline.day;
    return {
      id: timedId(new Random(seed, 'experience', index), createdAt),
      ...experience,
      createdAt: new Date(createdAt),
    };
  });
