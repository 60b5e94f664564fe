/** Shared experiences for developers: two that the home page shows, a pending and a rejected one. */
import type { ReviewState } from '@hakiki/contract/directory';
import type { IssueType, Stars } from './review-texts.ts';

interface DemoExperience {
  providerName: string;
  rating: Stars;
  experience: string;
  issueType: IssueType;
  status: ReviewState;
}

/** Oldest first. */
export const demoExperiences: readonly DemoExperience[] = [
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
