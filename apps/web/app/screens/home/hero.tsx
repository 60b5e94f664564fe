import { homeCountries } from '@hakiki/contract/countries';
import { firstHourPath } from '@hakiki/contract/site';
import { Link } from 'react-router';
import { buttonClass } from '../../components/ui/button.ts';
import { Icon } from '../../components/ui/icon.tsx';
import { countryName } from '../../lib/language/country-labels.ts';
import { pathTo } from '../../lib/pages/paths.ts';
import { m } from '../../paraglide/messages.js';

/** The first screen on a phone: search for a name, or get help after losing money. */
export function Hero() {
  return (
    <section className="woven -mx-4 -mt-6 bg-brand-soft/40 px-4 pt-5 pb-4 md:mx-0 md:-mt-4 md:rounded-card md:px-10 md:pt-14 md:pb-10">
      <h1 className="text-xl font-bold tracking-tight md:text-3xl">{m.home_title()}</h1>
      <Search />
      <p className="mt-1.5 text-sm text-muted">{m.home_search_hint()}</p>
      <Link
        to={pathTo(firstHourPath)}
        className="mt-3 flex min-h-12 items-center gap-3 rounded-control border border-accent bg-accent-soft px-3 py-2 font-semibold hover:underline md:mt-5 md:inline-flex"
      >
        <Icon name="warning" className="shrink-0 text-accent" />
        <span className="min-w-0 flex-1">{m.home_lost_money()}</span>
        <Icon name="chevron-right" className="size-4 shrink-0 text-accent" />
      </Link>
    </section>
  );
}

const controlClass = 'min-h-12 md:min-h-14 w-full rounded-control border border-line-strong bg-surface px-3 md:px-4';

/** A plain form that works without scripts; with scripts the page handles its submit event (home.tsx). */
function Search() {
  return (
    <form
      role="search"
      method="get"
      action={pathTo('/directory')}
      className="mt-4 grid gap-2 min-[22rem]:grid-cols-[minmax(0,1fr)_auto] md:mt-6 md:grid-cols-[1fr_13rem_auto] md:gap-3"
    >
      <label className="min-[22rem]:col-span-2 md:col-span-1">
        <span className="sr-only">{m.search_label()}</span>
        <input
          id="search"
          type="search"
          name="search"
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
      <button type="submit" className={buttonClass('primary', 'min-h-12 max-md:px-3! md:min-h-14 md:px-8')}>
        <Icon name="search" /> {m.search()}
      </button>
    </form>
  );
}
