import { homeCountries } from '@hakiki/contract/countries';
import { checkPath, firstHourPath } from '@hakiki/contract/site';
import { Link } from 'react-router';
import { BrandMark } from '../../components/layout/brand.tsx';
import { buttonClass } from '../../components/ui/button.ts';
import { Options } from '../../components/ui/field.tsx';
import { Icon } from '../../components/ui/icon.tsx';
import { listCountryOptions } from '../../lib/language/country-labels.ts';
import { pathTo } from '../../lib/pages/paths.ts';
import { m } from '../../paraglide/messages.js';

/** The first screen on a phone: one field for any input, or help after losing money. */
export function Hero() {
  return (
    <section className="woven -mx-4 -mt-6 bg-brand-soft/40 px-4 pt-4 pb-2 md:mx-0 md:-mt-4 md:rounded-card md:px-10 md:pt-12 md:pb-10 lg:flex lg:items-center lg:gap-12">
      <div className="min-w-0 flex-1">
        <h1 className="title-page">{m.home_title()}</h1>
        <Search />
        <Link
          to={pathTo(firstHourPath)}
          className="mt-3 flex min-h-12 items-center gap-3 rounded-control border border-accent bg-accent-soft px-3 py-2 font-semibold hover:underline md:mt-5 md:inline-flex"
        >
          <Icon name="warning" className="shrink-0 text-accent" />
          <span className="min-w-0 flex-1">{m.home_lost_money()}</span>
          <Icon name="chevron-right" className="size-4 shrink-0 text-accent" />
        </Link>
      </div>
      <BrandMark className="hidden w-44 shrink-0 lg:block" />
    </section>
  );
}

/**
 * A plain form that works without scripts: the check answers it, or redirects to the directory for a name. With scripts
 * the page handles its submit event (home.tsx).
 */
function Search() {
  return (
    <form
      role="search"
      method="post"
      action={pathTo(checkPath)}
      className="mt-3 grid gap-2 md:mt-6 md:grid-cols-[minmax(0,1fr)_auto] md:gap-3"
    >
      <label>
        <span className="sr-only">{m.search_label()}</span>
        <span aria-hidden="true" className="hidden font-semibold @max-[18rem]/page:block">
          {m.home_search_placeholder()}
        </span>
        <input
          id="search"
          type="search"
          name="search"
          placeholder={m.home_search_placeholder()}
          className="min-h-14 w-full rounded-control border-2 border-brand bg-surface px-3 placeholder:text-muted md:min-h-16 md:px-4 md:text-lg"
        />
      </label>
      <button
        type="submit"
        className={buttonClass('primary', 'min-h-12 @max-[18rem]/page:[&>svg]:hidden md:min-h-16 md:px-8')}
      >
        <Icon name="search" /> {m.search()}
      </button>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 md:col-span-2">
        <label className="w-full min-w-0 md:w-auto">
          <span className="sr-only">{m.filter_country()}</span>
          <select
            name="country"
            className="min-h-11 w-full rounded-control border border-line-strong bg-surface px-3 text-ellipsis"
          >
            <option value="all">{m.all_countries()}</option>
            <Options options={listCountryOptions({ first: homeCountries })} />
          </select>
        </label>
        <p className="text-sm text-muted">{m.home_search_hint()}</p>
      </div>
    </form>
  );
}
