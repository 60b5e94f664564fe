/** Providers with rising withdrawal reports: found by the nightly job, and published. */
import type { AdminWatch } from '@hakiki/contract/watches-admin';
import { watchDays } from '@hakiki/contract/watch-values';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Timestamp } from '../../../components/timestamp.tsx';
import { QueryFailure } from '../../../components/query-states.tsx';
import { Icon } from '../../../components/ui/icon.tsx';
import { formatNumber } from '../../../lib/language/format.ts';
import { providerPath } from '../../../lib/pages/paths.ts';
import { useQuery } from '../../../lib/api/use-query.ts';
import { m } from '../../../paraglide/messages.js';
import type { Confirmation } from '../parts/confirm-dialog.tsx';
import { ActionButtons } from '../parts/section.tsx';
import { approveWatch, rejectWatch, watchesQuery } from './queries.ts';

/** Renders nothing without watches, as on most days. */
export function Watches() {
  const pending = useQuery(watchesQuery('waiting'));
  const published = useQuery(watchesQuery('published'));
  const failed = [pending, published].find(({ status }) => status === 'failed');
  if (failed?.status === 'failed') return <QueryFailure message={m.triage_watches_failed()} query={failed} />;
  if (pending.status !== 'ready' || published.status !== 'ready') return null;
  if (pending.data.total + published.data.total === 0) return null;
  const [waiting, shown] = [pending.data.total, published.data.total];
  return (
    <details className="rounded-card border border-line-strong bg-surface px-4">
      <summary className="flex min-h-11 cursor-pointer flex-wrap items-center gap-x-3 font-semibold">
        <Icon name="warning" className={`size-5 ${waiting > 0 ? 'text-flagged' : 'text-muted'}`} />
        {m.triage_watches()}
        <span className="font-normal text-muted">
          {m.triage_watches_counts({ waiting: formatNumber(waiting), shown: formatNumber(shown) })}
        </span>
      </summary>
      <p className="mb-3 max-w-[68ch] text-sm text-muted">{m.triage_watches_lead()}</p>
      <ul className="mb-4 grid gap-4 lg:grid-cols-2">
        {pending.data.items.map((watch) => (
          <Watch key={watch.id} watch={watch} statusText={m.triage_watches_waiting()}>
            <ActionButtons
              id={watch.id}
              successTitle={m.triage_watches_done()}
              approve={approveWatch}
              approveLabel={m.triage_watches_confirm()}
              confirmation={createConfirmation(watch)}
              reject={rejectWatch}
              rejectLabel={m.triage_watches_dismiss()}
            />
          </Watch>
        ))}
        {published.data.items.map((watch) => (
          <Watch key={watch.id} watch={watch} statusText={m.triage_watches_published()} />
        ))}
      </ul>
    </details>
  );
}

/** What the public will read, and when it ends. */
const createConfirmation = ({ providerName, people, calmAt }: AdminWatch): Confirmation => ({
  title: m.triage_watches_publish_title(),
  facts: [
    [m.admin_field_provider(), providerName],
    [m.triage_watches_preview(), m.watch_count({ people: formatNumber(people), days: watchDays })],
  ],
  effect: m.triage_watches_effect({ calm: formatNumber(calmAt) }),
  field: {
    name: 'note',
    label: m.triage_watches_reason(),
    hint: m.triage_watches_reason_hint(),
    missing: m.triage_watches_reason_missing(),
  },
  canUndo: true,
});

function Watch({ watch, statusText, children }: { watch: AdminWatch; statusText: string; children?: ReactNode }) {
  const { providerId, providerName, people, usual, raiseAt, calmAt, withAccount, createdAt, days } = watch;
  return (
    <li className="flex min-w-0 flex-col gap-2 rounded-card border border-line bg-surface p-4">
      <h3 className="font-semibold wrap-anywhere">
        <Link
          to={providerPath(providerId)}
          className="inline-flex min-h-11 items-center text-brand underline underline-offset-4"
        >
          {providerName}
        </Link>
      </h3>
      <p className="flex flex-wrap gap-x-3 text-sm text-muted">
        <span className="font-semibold">{statusText}</span>
        <Timestamp at={createdAt} />
      </p>
      <p>
        {m.triage_watches_people({
          people: formatNumber(people),
          days: watchDays,
          usual: formatNumber(Math.round(usual * 10) / 10),
          raise: formatNumber(raiseAt),
          calm: formatNumber(calmAt),
        })}{' '}
        {m.triage_watches_account({ count: formatNumber(withAccount) })}
      </p>
      <DailyBars days={days} />
      {children}
    </li>
  );
}

const BAR_SIZE = { width: 14, step: 18, height: 48 };

/** Distribution over days: many reports in one afternoon look unlike a provider that stops paying. */
function DailyBars({ days }: { days: readonly number[] }) {
  const most = Math.max(...days, 1);
  return (
    <figure className="flex flex-col gap-1">
      <svg
        role="img"
        aria-label={m.triage_watches_days({ days: days.map(formatNumber).join(', ') })}
        viewBox={`0 0 ${days.length * BAR_SIZE.step} ${BAR_SIZE.height}`}
        className="h-12 w-full max-w-64 text-brand"
        preserveAspectRatio="none"
      >
        {days.map((people, day) => {
          const height = Math.max((people / most) * BAR_SIZE.height, 1);
          return (
            <rect
              key={day}
              x={day * BAR_SIZE.step}
              y={BAR_SIZE.height - height}
              width={BAR_SIZE.width}
              height={height}
              fill="currentColor"
            />
          );
        })}
      </svg>
      <figcaption className="text-sm text-muted">{m.triage_watches_most({ most: formatNumber(most) })}</figcaption>
    </figure>
  );
}
