import { countryName } from '../../lib/country-words.ts';
import { homeCountries } from '@hakiki/contract/countries';
import { textLimits } from '@hakiki/contract/limits';
import { Link } from 'react-router';
import { buttonClass } from '../../components/ui/button.ts';
import { Icon } from '../../components/ui/icon.tsx';
import { formatNumber } from '../../lib/format.ts';
import { pageHead } from '../../lib/head.ts';
import { to } from '../../lib/paths.ts';
import { read } from '../../lib/reads.ts';
import { ensure, prefetch, useRead } from '../../lib/use-read.ts';
import { m } from '../../paraglide/messages.js';
import type { Route } from './+types/home.ts';

const stats = read('/api/stats');

export const loader = ({ context }: Route.LoaderArgs) => prefetch(context, [stats]);
export const clientLoader = ensure(() => [stats]);

export const meta: Route.MetaFunction = (from) =>
  pageHead(from, { path: '/', title: m.site_line(), description: m.home_description() });

export default function Home() {
  const figures = useRead(stats);
  const counted = figures.status === 'ready' ? figures.data : undefined;
  const shown = (value: number | undefined) => (value === undefined ? '–' : formatNumber(value));
  return (
    <>
      <section className="woven -mx-4 -mt-6 px-4 py-12 md:-mt-10 md:rounded-card md:py-20">
        <div className="mx-auto flex max-w-170 flex-col gap-6">
          <h1 className="text-3xl font-bold">{m.home_title()}</h1>
          <p className="text-lg text-muted">{m.home_lead()}</p>
          <form role="search" method="get" action={to('/directory')} className="flex flex-col gap-3 md:flex-row">
            <label className="flex-1">
              <span className="sr-only">{m.search_label()}</span>
              <input
                type="search"
                name="search"
                maxLength={textLimits.search}
                placeholder={m.search_placeholder()}
                className="min-h-12 w-full rounded-control border border-line-strong bg-surface px-4 placeholder:text-muted"
              />
            </label>
            <label>
              <span className="sr-only">{m.filter_country()}</span>
              <select
                name="country"
                className="min-h-12 w-full rounded-control border border-line-strong bg-surface px-3"
              >
                <option value="all">{m.all_countries()}</option>
                {homeCountries.map((country) => (
                  <option key={country} value={country}>
                    {countryName(country)}
                  </option>
                ))}
              </select>
            </label>
            <button type="submit" className={buttonClass('primary', 'min-h-12')}>
              <Icon name="search" /> {m.search()}
            </button>
          </form>
        </div>
      </section>
      <dl className="mt-8 grid grid-cols-2 gap-4 md:grid-cols-4">
        {(
          [
            [m.stat_total(), counted?.totalProviders],
            [m.stat_verified(), counted?.verifiedProviders],
            [m.stat_flagged(), counted?.flaggedProviders],
            [m.stat_countries(), counted?.countries],
          ] as const
        ).map(([label, value]) => (
          <div key={label} className="flex flex-col-reverse rounded-card border border-line bg-surface p-4">
            <dt className="text-sm text-muted">{label}</dt>
            <dd className="text-2xl font-bold">{shown(value)}</dd>
          </div>
        ))}
      </dl>
      <div className="mt-8 flex flex-wrap gap-3">
        <Link to={to('/directory')} className={buttonClass('secondary')}>
          {m.home_browse()}
        </Link>
        <Link to={to('/safety')} className={buttonClass('quiet')}>
          {m.footer_safety_guide()}
        </Link>
      </div>
      <section id="regulators" className="mt-12 max-w-[68ch]">
        <h2 className="text-xl font-bold">{m.home_regulators_title()}</h2>
        <p className="mt-2 text-muted">{m.home_regulators_text()}</p>
      </section>
    </>
  );
}
