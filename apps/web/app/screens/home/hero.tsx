import { homeCountries } from '@hakiki/contract/countries';
import type { Stats } from '@hakiki/contract/directory';
import { directoryTypes, type ProviderType } from '@hakiki/contract/directory-values';
import { textLimits } from '@hakiki/contract/limits';
import { Link } from 'react-router';
import { buttonClass } from '../../components/ui/button.ts';
import { Icon } from '../../components/ui/icon.tsx';
import { countryName } from '../../lib/country-words.ts';
import { formatNumber } from '../../lib/format.ts';
import { to } from '../../lib/paths.ts';
import { providerTypeLabel } from '../../lib/provider-words.ts';
import { m } from '../../paraglide/messages.js';

/** The question people come with, and the numbers that say what stands behind the answer. */
export function Hero({ stats }: { stats: Stats | undefined }) {
  return (
    <section className="woven -mx-4 -mt-6 bg-brand-soft/40 px-4 pt-10 pb-6 md:mx-0 md:-mt-4 md:rounded-card md:px-10 md:pt-14 md:pb-10">
      <h1 className="text-2xl font-bold tracking-tight md:text-3xl">{m.home_title()}</h1>
      <p className="mt-4 max-w-[64ch] text-pretty md:text-lg">{m.home_lead()}</p>
      <Search />
      <p className="mt-2 text-sm text-muted">{m.home_search_hint()}</p>
      <Figures stats={stats} />
    </section>
  );
}

const controlClass = 'min-h-12 md:min-h-14 w-full rounded-control border border-line-strong bg-surface px-4';

/** A plain form that works by itself; where there are scripts the page sends it (home.tsx). */
function Search() {
  return (
    <form
      role="search"
      method="get"
      action={to('/directory')}
      className="mt-5 grid gap-3 md:grid-cols-[1fr_13rem_auto]"
    >
      <label>
        <span className="sr-only">{m.search_label()}</span>
        <input
          type="search"
          name="search"
          maxLength={textLimits.search}
          placeholder={m.search_placeholder()}
          className={`${controlClass} placeholder:text-muted`}
        />
      </label>
      <label>
        <span className="sr-only">{m.filter_country()}</span>
        <select name="country" className={controlClass}>
          <option value="all">{m.all_countries()}</option>
          {homeCountries.map((country) => (
            <option key={country} value={country}>
              {countryName(country)}
            </option>
          ))}
        </select>
      </label>
      <button type="submit" className={buttonClass('primary', 'min-h-12 md:min-h-14 md:px-8')}>
        <Icon name="search" /> {m.search()}
      </button>
    </form>
  );
}

/** A figure that could not be read is a dash: the search works all the same. */
function Figures({ stats }: { stats: Stats | undefined }) {
  const shown = (value: number | undefined) => (value === undefined ? '–' : formatNumber(value));
  const figures = [
    [m.stat_total(), stats?.totalProviders],
    [m.stat_verified(), stats?.verifiedProviders],
    [m.stat_flagged(), stats?.flaggedProviders],
    [m.stat_countries(), stats?.countries],
  ] as const;
  return (
    <dl
      aria-label={m.home_stats()}
      className="mt-7 grid grid-cols-2 gap-px overflow-hidden rounded-card border border-line bg-line md:grid-cols-4"
    >
      {figures.map(([label, value]) => (
        <div key={label} className="flex flex-col-reverse bg-surface px-4 py-3 md:py-4">
          <dt className="text-sm text-muted">{label}</dt>
          <dd className="text-xl font-bold md:text-2xl">{shown(value)}</dd>
        </div>
      ))}
    </dl>
  );
}

/** What people come to check; services for businesses are found in the directory itself. */
const kinds: readonly ProviderType[] = directoryTypes.filter((type) => type !== 'Business Services');

export function Kinds() {
  return (
    <nav aria-label={m.home_kinds()} className="mt-6 flex flex-wrap items-center gap-2">
      <span aria-hidden="true" className="me-2 hidden text-muted md:inline">
        {m.home_kinds()}
      </span>
      {kinds.map((type) => (
        <Link
          key={type}
          to={`${to('/directory')}?type=${encodeURIComponent(type)}`}
          className="inline-flex min-h-11 items-center rounded-full border border-line-strong bg-surface px-4 text-sm font-medium hover:bg-brand-soft"
        >
          {providerTypeLabel(type)}
        </Link>
      ))}
    </nav>
  );
}
