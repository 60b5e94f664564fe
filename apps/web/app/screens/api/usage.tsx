/** Shows the measured usage of the API: quota of the month, calls per day, per endpoint and per key. */
import type { ApiOutcome } from '@hakiki/contract/api-key-values';
import type { ApiUsage } from '@hakiki/contract/api-keys';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { NumberTable, MonthChart } from '../../components/month-chart.tsx';
import { QueryFailure, Skeleton } from '../../components/query-states.tsx';
import { buttonClass } from '../../components/ui/button.ts';
import { Notice } from '../../components/ui/notice.tsx';
import { useQuery } from '../../lib/api/use-query.ts';
import { formatDate, formatNumber } from '../../lib/language/format.ts';
import { m } from '../../paraglide/messages.js';
import { usagePath, usagePeriods, tabPath } from './api-url.ts';
import { usageQuery } from './api-queries.ts';

export function Usage({ days }: { days: number }) {
  const usage = useQuery(usageQuery(days));
  if (usage.status === 'loading') return <Skeleton label={m.api_loading()} className="h-48" />;
  if (usage.status === 'failed') return <QueryFailure message={m.api_usage_failed()} query={usage} />;
  return (
    <div className="flex flex-col gap-6">
      <Quota usage={usage.data} />
      <nav aria-label={m.api_usage_span()} className="flex flex-wrap gap-2">
        {usagePeriods.map((period) => (
          <Link
            key={period}
            to={usagePath(period)}
            replace
            preventScrollReset
            aria-current={period === days ? 'true' : undefined}
            className={buttonClass(period === days ? 'primary' : 'secondary')}
          >
            {m.api_usage_days({ days: period })}
          </Link>
        ))}
      </nav>
      {usage.data.outcomes.length === 0 ? <NoUsage /> : <UsageCharts usage={usage.data} />}
    </div>
  );
}

function Quota({ usage: { quota, used, remaining, resets } }: { usage: ApiUsage }) {
  const usedPercent = Math.min(100, (used / quota) * 100);
  return (
    <section className="flex flex-col gap-2 rounded-card border border-line bg-surface p-4">
      <h3 className="title-card">{m.api_quota()}</h3>
      <p>
        <span className="text-2xl font-bold tabular-nums">{formatNumber(used)}</span>{' '}
        <span className="text-muted">{m.api_quota_of({ quota: formatNumber(quota) })}</span>
      </p>
      <div
        role="meter"
        aria-label={m.api_quota()}
        aria-valuemin={0}
        aria-valuemax={quota}
        aria-valuenow={used}
        className="h-3 overflow-hidden rounded-full bg-line"
      >
        <svg viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true" className="h-full w-full">
          <rect width={usedPercent} height="1" className={usedPercent >= 80 ? 'fill-star' : 'fill-brand'} />
        </svg>
      </div>
      <p className="text-sm text-muted">
        {m.api_quota_left({ left: formatNumber(remaining), date: formatDate(resets) })}
      </p>
    </section>
  );
}

const NoUsage = () => (
  <Notice icon="empty" title={m.api_usage_none()}>
    <p className="max-w-[60ch] text-muted">{m.api_usage_none_text()}</p>
    <Link to={tabPath('documentation')} className={buttonClass('secondary')}>
      {m.api_tab_documentation()}
    </Link>
  </Notice>
);

const outcomeLabels: Record<ApiOutcome, () => string> = {
  done: m.api_outcome_done,
  unchanged: m.api_outcome_unchanged,
  wrong: m.api_outcome_wrong,
  failed: m.api_outcome_failed,
};

const DAY_MS = 86_400_000;
const addDays = (firstDay: string, days: number): string =>
  new Date(Date.parse(firstDay) + days * DAY_MS).toISOString().slice(0, 'YYYY-MM-DD'.length);

function UsageCharts({ usage }: { usage: ApiUsage }) {
  const { calls, failed } = usage.days;
  return (
    <>
      <MonthChart
        title={m.api_usage_by_day()}
        months={calls.map((_, index) => addDays(usage.since, index))}
        series={[
          { label: m.api_calls(), values: calls },
          { label: m.api_outcome_failed(), values: failed },
        ]}
        axis={{ head: m.api_day, format: formatDate }}
      />
      <ChartCard title={m.api_usage_by_call()}>
        <NumberTable
          title={m.api_usage_by_call()}
          heads={[m.api_call(), m.api_calls(), m.api_outcome_failed(), m.api_median(), m.api_slow()]}
          rows={usage.endpoints.map(({ endpoint, calls, failed, medianMs, slowMs }) => [
            endpoint,
            formatNumber(calls),
            formatNumber(failed),
            m.api_ms({ ms: formatNumber(medianMs) }),
            m.api_ms({ ms: formatNumber(slowMs) }),
          ])}
        />
      </ChartCard>
      <div className="grid gap-6 md:grid-cols-2">
        <ChartCard title={m.api_usage_by_key()}>
          <NumberTable
            title={m.api_usage_by_key()}
            heads={[m.api_key(), m.api_calls()]}
            rows={usage.keys.map(({ name, calls }) => [name, formatNumber(calls)])}
          />
        </ChartCard>
        <ChartCard title={m.api_usage_by_outcome()}>
          <NumberTable
            title={m.api_usage_by_outcome()}
            heads={[m.api_outcome(), m.api_calls()]}
            rows={usage.outcomes.map(({ outcome, calls }) => [outcomeLabels[outcome](), formatNumber(calls)])}
          />
        </ChartCard>
      </div>
      <p className="max-w-[68ch] text-sm text-muted">{m.api_usage_note()}</p>
    </>
  );
}

const ChartCard = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="flex min-w-0 flex-col gap-2 rounded-card border border-line bg-surface p-4">
    <h3 className="font-semibold">{title}</h3>
    {children}
  </section>
);
