import type { ReviewSummary } from '@hakiki/contract/reviews';
import { QueryFailure, Skeleton } from '../../components/query-states.tsx';
import { Icon } from '../../components/ui/icon.tsx';
import { formatNumber, formatRating } from '../../lib/language/format.ts';
import type { QueryState } from '../../lib/api/use-query.ts';
import { m } from '../../paraglide/messages.js';

/** Shows the average and how many people gave each number of stars, since an average can hide two extremes. */
export function RatingDistribution({ summary }: { summary: QueryState<ReviewSummary> }) {
  if (summary.status === 'loading') return <Skeleton label={m.review_summary_loading()} className="h-44" />;
  if (summary.status === 'failed') return <QueryFailure message={m.review_summary_failed()} query={summary} />;
  const { reviewCount, distribution } = summary.data;
  const rating = formatRating(summary.data.rating);
  return (
    <div className="flex flex-col gap-x-8 gap-y-4 rounded-card border border-line bg-surface p-4 md:flex-row md:items-center">
      <p className="flex items-center gap-3 md:flex-col md:gap-1">
        <span className="sr-only">{m.rating_of_five({ rating })}</span>
        <span aria-hidden="true" className="flex items-center gap-2 text-3xl font-bold">
          <Icon name="star" filled className="size-8 text-star" />
          {rating}
        </span>
        <span className="text-muted">{m.review_count({ count: reviewCount, shown: formatNumber(reviewCount) })}</span>
      </p>
      <table className="w-full flex-1">
        <caption className="sr-only">{m.review_distribution()}</caption>
        <tbody>
          {distribution
            .map((count, index) => <DistributionRow key={index} stars={index + 1} count={count} total={reviewCount} />)
            .toReversed()}
        </tbody>
      </table>
    </div>
  );
}

function DistributionRow({ stars, count, total }: { stars: number; count: number; total: number }) {
  return (
    <tr>
      <th scope="row" className="w-px py-1 pe-3 text-start font-normal whitespace-nowrap">
        {m.review_stars({ count: stars })}
      </th>
      <td aria-hidden="true" className="py-1">
        <svg className="h-3 w-full rounded-full bg-line" preserveAspectRatio="none" viewBox="0 0 100 1">
          <rect width={total === 0 ? 0 : (100 * count) / total} height="1" className="fill-star" />
        </svg>
      </td>
      <td className="w-px py-1 ps-3 text-end font-semibold whitespace-nowrap">{formatNumber(count)}</td>
    </tr>
  );
}
