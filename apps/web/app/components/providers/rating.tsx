import { formatNumber, formatRating } from '../../lib/language/format.ts';
import { m } from '../../paraglide/messages.js';
import { Icon } from '../ui/icon.tsx';

/** '4.3' with one star, and the number of reviews. */
export function Rating({ rating, reviewCount }: { rating: string; reviewCount: number }) {
  if (reviewCount === 0) return <span className="text-muted">{m.no_reviews_yet()}</span>;
  const shown = formatRating(rating);
  return (
    <span className="inline-flex flex-wrap items-center gap-x-1.5">
      <Icon name="star" filled className="size-4 text-star" />
      <span className="font-semibold">
        <span className="sr-only">{m.rating_of_five({ rating: shown })}</span>
        <span aria-hidden="true">{shown}</span>
      </span>
      <span className="text-muted">{m.review_count({ count: reviewCount, shown: formatNumber(reviewCount) })}</span>
    </span>
  );
}
