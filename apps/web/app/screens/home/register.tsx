import type { Stats } from '@hakiki/contract/directory';
import { directoryTypes, type ProviderType } from '@hakiki/contract/directory-values';
import { Link } from 'react-router';
import { formatNumber } from '../../lib/language/format.ts';
import { pathTo } from '../../lib/pages/paths.ts';
import { providerTypeLabel } from '../../lib/providers/labels.ts';
import { m } from '../../paraglide/messages.js';

/** Describes the register: what it is, its statistics, and the kinds of service in it. */
export function RegisterIntro({ stats }: { stats: Stats | undefined }) {
  return (
    <div className="mt-6 md:mt-8">
      <p className="max-w-[68ch] text-sm text-pretty text-muted md:text-lg">{m.home_lead()}</p>
      <Statistics stats={stats} />
      <TypeLinks />
    </div>
  );
}

/** A number that could not be loaded is shown as a dash. */
function Statistics({ stats }: { stats: Stats | undefined }) {
  const formatCount = (value: number | undefined) => (value === undefined ? '–' : formatNumber(value));
  const rows = [
    [m.stat_total(), stats?.totalProviders],
    [m.stat_verified(), stats?.verifiedProviders],
    [m.stat_flagged(), stats?.flaggedProviders],
    [m.stat_countries(), stats?.countries],
  ] as const;
  return (
    <dl
      aria-label={m.home_stats()}
      className="mt-4 grid grid-cols-2 @max-[18rem]/page:grid-cols-1 gap-px overflow-hidden rounded-card border border-line bg-line md:mt-6 md:grid-cols-4"
    >
      {rows.map(([label, value]) => (
        <div
          key={label}
          className="flex flex-row-reverse items-baseline justify-between gap-2 bg-surface px-3 py-2 md:flex-col-reverse md:items-start md:px-4 md:py-4"
        >
          <dt className="text-end text-sm text-muted md:text-start">{label}</dt>
          <dd className="shrink-0 text-lg font-bold md:text-2xl">{formatCount(value)}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The kinds of service that individuals check; services for businesses are only in the directory. */
const shownTypes: readonly ProviderType[] = directoryTypes.filter((type) => type !== 'Business Services');

function TypeLinks() {
  return (
    <nav aria-label={m.home_kinds()} className="mt-4 flex flex-wrap items-center gap-2 md:mt-6">
      <span aria-hidden="true" className="me-2 hidden text-muted md:inline">
        {m.home_kinds()}
      </span>
      {shownTypes.map((type) => (
        <Link
          key={type}
          to={`${pathTo('/directory')}?type=${encodeURIComponent(type)}`}
          className="inline-flex min-h-11 items-center rounded-full border border-line-strong bg-surface px-3.5 text-sm font-medium hover:bg-brand-soft"
        >
          {providerTypeLabel(type)}
        </Link>
      ))}
    </nav>
  );
}
