/** Generates reviews. A provider's reviews are drawn twice from the same stream: for its rating, and for the rows. */
import type { ReviewState, VerificationStatus } from '@hakiki/contract/directory';
import { type ReviewLocation, reviewIssueTypes } from '@hakiki/contract/review-values';
import { type RowPosition, providerId, type RatingSummary, drawStatus, unrated } from './providers.ts';
import { Random, timedId, toWeighted } from './random.ts';
import { type IssueType, generateReviewText, type Stars } from './review-texts.ts';
import { getTimeAt, timeline } from './timeline.ts';

export interface ReviewRow {
  id: string;
  providerId: string;
  userId: null;
  rating: number;
  experience: string;
  issueType: IssueType;
  userLocation: ReviewLocation;
  language: 'en';
  status: ReviewState;
  createdAt: Date;
}

export interface RatingCountRow {
  providerId: string;
  rating: number;
  n: number;
}

/** A few providers get many reviews and most get few: the index is drawn by the square of a uniform fraction. */
export function countReviewsPerProvider(seed: number, providers: number, reviews: number): Uint32Array {
  const counts = new Uint32Array(providers);
  const canHaveReviews = Uint8Array.from(counts, (_, index) =>
    Number(drawStatus({ seed, index }).reviewState === 'approved'),
  );
  if (!canHaveReviews.includes(1)) return counts;
  const random = new Random(seed, 'review-places');
  const stride = findCoprimeStride(providers);
  for (let review = 0; review < reviews; review += 1) {
    const popularity = Math.floor(random.nextFraction() ** 2 * providers);
    // Multiplying spreads the popular providers over the whole timeline instead of its first days.
    let index = (popularity * stride) % providers;
    while (!canHaveReviews[index]) index = (index + 1) % providers;
    counts[index]! += 1;
  }
  return counts;
}

function findCoprimeStride(total: number): number {
  const divisor = (a: number, b: number): number => (b === 0 ? a : divisor(b, a % b));
  let stride = Math.max(1, Math.floor(total * 0.618));
  while (divisor(stride, total) !== 1) stride += 1;
  return stride;
}

const ratingWeights = {
  Verified: starWeights(4, 6, 14, 36, 40),
  Limited: starWeights(10, 14, 26, 32, 18),
  Pending: starWeights(14, 16, 26, 28, 16),
  Flagged: starWeights(62, 20, 10, 5, 3),
  Suspended: starWeights(72, 16, 7, 3, 2),
};

function starWeights(...shares: [number, number, number, number, number]) {
  return toWeighted<Stars>(shares.map((share, index) => [(index + 1) as Stars, share] as const));
}

const states = toWeighted<ReviewState>([
  ['approved', 88],
  ['pending', 8],
  ['rejected', 4],
]);
const locations = toWeighted<ReviewRow['userLocation']>([
  ['nigeria', 34],
  ['south-africa', 20],
  ['kenya', 18],
  ['ghana', 10],
  ['uganda', 8],
  ['other', 10],
]);
const issueTypes = reviewIssueTypes.filter((issue) => issue !== 'none');

/** The first draws of a review's stream, which decide the rating of its provider. */
const drawRating = (random: Random, status: VerificationStatus): { rating: Stars; status: ReviewState } => ({
  rating: random.weighted(ratingWeights[status]),
  status: random.weighted(states),
});

const createStream = ({ seed, index }: RowPosition, review: number) => new Random(seed, `review-${review}`, index);

function computeRating(reviews: Iterable<{ rating: number; status: ReviewState }>): RatingSummary {
  let sum = 0;
  let reviewCount = 0;
  for (const { rating, status } of reviews) {
    if (status !== 'approved') continue;
    sum += rating;
    reviewCount += 1;
  }
  // Rounded in tenths like the exact mean in PostgreSQL: 4.25 becomes 4.3, which toFixed would not guarantee.
  return reviewCount === 0 ? unrated : { rating: (Math.round((sum * 10) / reviewCount) / 10).toFixed(1), reviewCount };
}

export const summarizeRatings = (position: RowPosition, status: VerificationStatus, count: number): RatingSummary =>
  computeRating(Array.from({ length: count }, (_, review) => drawRating(createStream(position, review), status)));

/** The number of a provider's approved reviews per rating. */
export function* generateRatingCounts(
  position: RowPosition,
  about: VerificationStatus,
  count: number,
): Generator<RatingCountRow> {
  if (count === 0) return;
  const stars = [0, 0, 0, 0, 0];
  for (let review = 0; review < count; review += 1) {
    const { rating, status } = drawRating(createStream(position, review), about);
    if (status === 'approved') stars[rating - 1]! += 1;
  }
  const provider = providerId(position);
  for (const [index, n] of stars.entries()) if (n > 0) yield { providerId: provider, rating: index + 1, n };
}

export function* generateReviews(
  position: RowPosition,
  about: VerificationStatus,
  count: number,
): Generator<ReviewRow> {
  if (count === 0) return;
  const provider = providerId(position);
  const since = getTimeAt(position.index, position.total);
  for (let review = 0; review < count; review += 1) {
    const random = createStream(position, review);
    const { rating, status } = drawRating(random, about);
    const createdAt = since + Math.floor(random.nextFraction() * (timeline.end - since));
    const hasIssue = random.chance(rating >= 4 ? 0.08 : rating === 3 ? 0.5 : 0.92);
    const issueType = hasIssue ? random.pick(issueTypes) : 'none';
    yield {
      id: timedId(random, createdAt),
      providerId: provider,
      userId: null,
      rating,
      experience: generateReviewText(random, rating, issueType),
      issueType,
      userLocation: random.weighted(locations),
      language: 'en',
      status,
      createdAt: new Date(createdAt),
    };
  }
}
