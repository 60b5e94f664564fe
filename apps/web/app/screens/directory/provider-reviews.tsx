import type { Provider } from '@hakiki/contract/directory';
import { isFlaggedOrSuspended } from '@hakiki/contract/directory-values';
import type { PublicReview, ReviewSummary } from '@hakiki/contract/reviews';
import { Link } from 'react-router';
import { LanguageLabel } from '../../components/language-label.tsx';
import { BusinessReply } from '../../components/replies/business-reply.tsx';
import { QueryFailure } from '../../components/query-states.tsx';
import { buttonClass } from '../../components/ui/button.ts';
import { Icon } from '../../components/ui/icon.tsx';
import { Notice } from '../../components/ui/notice.tsx';
import { formatDate } from '../../lib/language/format.ts';
import type { ItemPage } from '../../lib/api/queries.ts';
import { issueLabel, locationLabel, reviewSortLabel, reviewSorts } from '../../lib/providers/review-labels.ts';
import type { QueryState } from '../../lib/api/use-query.ts';
import { getStoredTextLang } from '../../lib/language/stored-language.ts';
import { m } from '../../paraglide/messages.js';
import { Pagination } from '../../components/lists/pagination.tsx';
import { RatingDistribution } from './rating-distribution.tsx';
import { ReviewGate, REVIEW_ANCHOR } from './review-gate.tsx';
import { countReviewPages, reviewsPath, type ReviewsView } from './reviews-url.ts';

const REVIEWS_ANCHOR = 'reviews';

interface Props {
  provider: Provider;
  view: ReviewsView;
  reviews: QueryState<ItemPage<PublicReview>>;
  summary: QueryState<ReviewSummary>;
}

/**
 * The form comes last: the user is known only after the page has rendered, and the reviews must not move then. The
 * ratings stand here only if the page warns: otherwise they stand beside the verdict.
 */
export function Reviews({ provider, view, reviews, summary }: Props) {
  const isWarned = isFlaggedOrSuspended(provider.verificationStatus);
  const hasFailed = reviews.status === 'failed' && summary.status === 'failed';
  return (
    <div className="flex flex-col gap-8">
      {provider.reviewCount > 0 && (
        <div className="flex flex-col gap-4">
          {isWarned && !hasFailed && <RatingDistribution summary={summary} />}
          <p className="flex flex-wrap items-center gap-x-4 text-sm text-muted">
            {m.review_checked()}
            {provider.verificationStatus !== 'Suspended' && (
              <a
                href={`#${REVIEW_ANCHOR}`}
                className="inline-flex min-h-11 items-center text-base font-semibold text-brand underline underline-offset-4"
              >
                {m.review_write()}
              </a>
            )}
          </p>
        </div>
      )}
      <section id={REVIEWS_ANCHOR} aria-label={m.tab_reviews()}>
        {provider.reviewCount > 1 && <SortLinks providerId={provider.id} current={view.sort} />}
        <ReviewList provider={provider} view={view} reviews={reviews} />
      </section>
      <ReviewGate provider={provider} />
    </div>
  );
}

function SortLinks({ providerId, current }: { providerId: string; current: ReviewsView['sort'] }) {
  return (
    <nav aria-label={m.review_sort_label()} className="mb-4 flex flex-wrap gap-2">
      {reviewSorts.map((sort) => (
        <Link
          key={sort}
          to={reviewsPath(providerId, { sort, page: 1 })}
          preventScrollReset
          aria-current={sort === current ? 'true' : undefined}
          className={`inline-flex min-h-11 items-center rounded-full border px-4 text-sm font-semibold ${
            sort === current ? 'border-brand bg-brand-soft text-brand' : 'border-line-strong hover:bg-brand-soft'
          }`}
        >
          {reviewSortLabel(sort)}
        </Link>
      ))}
    </nav>
  );
}

function ReviewList({ provider, view, reviews }: Omit<Props, 'summary'>) {
  if (reviews.status === 'loading') return <LoadingSkeleton />;
  if (reviews.status === 'failed') return <QueryFailure message={m.reviews_failed()} query={reviews} />;
  const { items, total } = reviews.data;
  const pages = countReviewPages(total);
  const toPagePath = (page: number) => `${reviewsPath(provider.id, { ...view, page })}#${REVIEWS_ANCHOR}`;
  if (items.length === 0 && view.page > 1) {
    return (
      <Notice icon="empty" title={m.page_missing({ page: view.page })}>
        <Link to={toPagePath(pages)} className={buttonClass('secondary')}>
          {m.page_last({ page: pages })}
        </Link>
      </Notice>
    );
  }
  if (items.length === 0) return <p className="text-lg">{m.no_reviews_yet()}</p>;
  return (
    <>
      <ul className="flex flex-col gap-4">
        {items.map((review) => (
          <li key={review.id} className="rounded-card border border-line bg-surface p-4">
            <ReviewText review={review} />
          </li>
        ))}
      </ul>
      {pages > 1 && <Pagination page={view.page} pages={pages} toPath={toPagePath} label={m.review_pages()} />}
    </>
  );
}

function ReviewText({ review }: { review: PublicReview }) {
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Stars rating={review.rating} />
        <span className="flex flex-wrap items-center gap-2 text-sm text-muted">
          <LanguageLabel language={review.language} />
          {locationLabel(review.userLocation)} · {formatDate(review.createdAt)}
        </span>
      </div>
      <p lang={getStoredTextLang(review.language)} className="mt-2 max-w-[68ch] whitespace-pre-line">
        {review.experience}
      </p>
      {review.issueType !== 'none' && (
        <p className="mt-2 text-sm text-muted">{m.review_issue({ issue: issueLabel(review.issueType) })}</p>
      )}
      {review.reply && <BusinessReply reply={review.reply} className="mt-3" />}
    </>
  );
}

function Stars({ rating }: { rating: number }) {
  return (
    <span className="inline-flex items-center gap-0.5 text-star">
      <span className="sr-only">{m.rating_of_five({ rating: String(rating) })}</span>
      {[1, 2, 3, 4, 5].map((star) => (
        <Icon key={star} name="star" filled={star <= rating} className="size-4" />
      ))}
    </span>
  );
}

function LoadingSkeleton() {
  return (
    <div role="status" aria-label={m.loading_reviews()} className="flex flex-col gap-4">
      {[1, 2, 3].map((index) => (
        <div key={index} className="skeleton h-28" />
      ))}
    </div>
  );
}
