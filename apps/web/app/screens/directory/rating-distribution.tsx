import type { ReviewSummary } from '@hakiki/contract/reviews';
import { QueryFailure, Skeleton } from '../../components/query-states.tsx';
import { formatNumber } from '../../lib/language/format.ts';
import type { QueryState } from '../../lib/api/use-query.ts';
import { issueLabel } from '../../lib/providers/review-labels.ts';
import { m } from '../../paraglide/messages.js';

/**
 * Shows how many people gave each number of stars, since the average above can hide two extremes, and the problems
 * that they name.
 */
export function RatingDistribution({ summary }: { summary: QueryState<ReviewSummary> }) {
  if (summary.status === 'loading') return <Skeleton label={m.review_summary_loading()} className="h-44" />;
  if (summary.status === 'failed') return <QueryFailure message={m.review_summary_failed()} query={summary} />;
  const { reviewCount, distribution, issues } = summary.data;
  const stars = distribution.map((count, index) => ({ label: m.review_stars({ count: index + 1 }), count }));
  return (
    <div className="flex flex-col gap-x-8 gap-y-3 rounded-card border border-line bg-surface p-4 md:flex-row md:items-start">
      <BarTable title={m.review_distribution()} rows={stars.toReversed()} total={reviewCount} fill="fill-star" />
      {issues.length > 0 && (
        <BarTable
          title={m.review_issues()}
          isTitleShown
          rows={issues.map(({ issueType, count }) => ({ label: issueLabel(issueType), count }))}
          total={reviewCount}
          fill="fill-line-strong"
        />
      )}
    </div>
  );
}

interface BarTableProps {
  title: string;
  isTitleShown?: boolean;
  rows: readonly { label: string; count: number }[];
  total: number;
  fill: string;
}

function BarTable({ title, isTitleShown = false, rows, total, fill }: BarTableProps) {
  return (
    <table className="w-full flex-1 text-sm">
      <caption className={isTitleShown ? 'text-start font-semibold' : 'sr-only'}>{title}</caption>
      <tbody>
        {rows.map(({ label, count }) => (
          <tr key={label}>
            <th scope="row" className="w-px py-0.5 pe-3 text-start font-normal whitespace-nowrap">
              {label}
            </th>
            <td aria-hidden="true">
              <svg className="h-2 w-full rounded-full bg-line" preserveAspectRatio="none" viewBox="0 0 100 1">
                <rect width={total === 0 ? 0 : (100 * count) / total} height="1" className={fill} />
              </svg>
            </td>
            <td className="w-px ps-3 text-end font-semibold whitespace-nowrap">{formatNumber(count)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
