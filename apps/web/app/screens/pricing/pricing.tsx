import { currencyOf } from '@hakiki/contract/currencies';
import { entitlements, type Tier } from '@hakiki/contract/entitlements';
import { compareLimits, premiumMoneyBackDays } from '@hakiki/contract/limits';
import { prices } from '@hakiki/contract/prices';
import type { ReactNode } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { buttonClass, textLinkClass } from '../../components/ui/button.ts';
import { SelectField } from '../../components/ui/field.tsx';
import { Icon } from '../../components/ui/icon.tsx';
import { saveMyCountry, useMyCountry } from '../../lib/browser/my-country.ts';
import { listCountryOptions } from '../../lib/language/country-labels.ts';
import { formatRand } from '../../lib/language/format.ts';
import { formatAbout, formatRatesNote } from '../../lib/language/money.ts';
import { pageHead } from '../../lib/pages/head.ts';
import { pathTo } from '../../lib/pages/paths.ts';
import { planFeatures, listPlanFeatures } from '../../lib/plans/plan-features.ts';
import { m } from '../../paraglide/messages.js';
import type { Route } from './+types/pricing.ts';

export const meta: Route.MetaFunction = (metaArgs) =>
  pageHead(metaArgs, { path: '/pricing', title: m.nav_pricing(), description: m.pricing_description() });

export default function Pricing() {
  const country = useMyCountry(useSearchParams()[0]);
  return (
    <div className="flex flex-col gap-10">
      <div>
        <h1 className="title-page">{m.nav_pricing()}</h1>
        <p className="mt-2 max-w-[68ch] text-lg text-muted">{m.pricing_lead()}</p>
        <a href="#organisations" className={textLinkClass('mt-2')}>
          {m.pricing_to_organisations()}
        </a>
      </div>
      <PlanGroup id="people" title={m.pricing_people()}>
        <FreePlan />
        <PremiumPlan country={country} />
      </PlanGroup>
      <LocalCurrency country={country} />
      <PlanGroup id="organisations" title={m.pricing_organisations()}>
        <ListingPlan country={country} />
        <ApiPlan country={country} />
      </PlanGroup>
      <OffersOnRequest />
      <RightsTable />
    </div>
  );
}

/** Chooses the country whose currency is shown beside the prices. A form, so that it works without scripts. */
function LocalCurrency({ country }: { country: string | undefined }) {
  const navigate = useNavigate();
  const choose = (value: string) => {
    saveMyCountry(value);
    void navigate(pathTo(`/pricing?country=${encodeURIComponent(value)}`), { replace: true, preventScrollReset: true });
  };
  return (
    <form method="get" className="flex max-w-[56rem] flex-col gap-3 rounded-card bg-brand-soft p-4">
      <div className="flex flex-wrap items-end gap-3">
        <div className="min-w-0 flex-1 basis-48 md:max-w-80">
          <SelectField
            key={country}
            id="price-country"
            name="country"
            label={m.pricing_country()}
            options={listCountryOptions()}
            emptyLabel={m.pricing_country_none()}
            defaultValue={country ?? ''}
            onChange={({ currentTarget }) => choose(currentTarget.value)}
          />
        </div>
        <button type="submit" className={buttonClass('secondary', 'without-scripts')}>
          {m.pricing_country_show()}
        </button>
      </div>
      <p className="max-w-[68ch] text-sm text-muted">
        {m.pricing_rand()} {formatRatesNote()}
      </p>
    </form>
  );
}

function PlanGroup({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id} className="flex flex-col gap-4">
      <h2 id={id} className="title-section scroll-mt-24">
        {title}
      </h2>
      <div className="grid max-w-[56rem] gap-4 md:grid-cols-2">{children}</div>
    </section>
  );
}

/** The visitor's country, if it is known. */
interface Reader {
  country: string | undefined;
}

interface PlanProps extends Partial<Reader> {
  name: string;
  rand: number;
  period: string;
  audience: string;
  features: readonly string[];
  isMain?: true;
  children: ReactNode;
}

function Plan({ name, rand, period, country, audience, features, isMain, children }: PlanProps) {
  return (
    <article
      className={`flex flex-col gap-4 rounded-card bg-surface p-5 ${isMain ? 'border-2 border-brand' : 'border border-line'}`}
    >
      <div>
        <h3 className="title-card">{name}</h3>
        <p className="mt-1 text-sm text-muted md:min-h-10">{audience}</p>
      </div>
      <Price rand={rand} period={period} country={country} />
      <ul className="flex flex-col gap-2">
        {features.map((feature) => (
          <li key={feature} className="flex items-start gap-2">
            <Icon name="check-circle" className="mt-0.5 text-brand" />
            {feature}
          </li>
        ))}
      </ul>
      <div className="mt-auto flex flex-col gap-1 pt-2">{children}</div>
    </article>
  );
}

/**
 * The price, and above it the amount in the visitor's currency if their country is known. Two lines also without
 * an estimate, so that little moves when the country becomes known.
 */
function Price({ rand, period, country }: Pick<PlanProps, 'rand' | 'period' | 'country'>) {
  const currency = (country && currencyOf(country)) || 'USD';
  const estimate = rand > 0 && currency !== 'ZAR' ? formatAbout(rand, 'ZAR', currency) : undefined;
  const isLocal = country !== undefined && estimate !== undefined;
  return (
    <div>
      {isLocal && <p className="text-2xl font-bold">{estimate}</p>}
      <p>
        <span className={isLocal ? 'font-semibold' : 'text-3xl font-bold'}>{formatRand(rand)}</span>{' '}
        <span className="text-muted">{period}</span>
      </p>
      {!isLocal && <p className="min-h-6 text-muted">{estimate}</p>}
    </div>
  );
}

const FreePlan = () => (
  <Plan
    name={m.pricing_free()}
    rand={prices.free}
    period={m.pricing_free_period()}
    audience={m.pricing_free_for()}
    features={[
      m.pricing_free_search(),
      m.pricing_free_compare({ count: compareLimits.providers }),
      m.pricing_free_report(),
    ]}
  >
    <Link to={pathTo('/signup')} className={buttonClass('secondary')}>
      {m.pricing_free_action()}
    </Link>
  </Plan>
);

const PremiumPlan = ({ country }: Reader) => (
  <Plan
    name={m.tier_premium()}
    rand={prices.premiumPerMonth}
    country={country}
    isMain
    period={m.pricing_premium_period()}
    audience={m.pricing_premium_for()}
    features={[
      m.pricing_premium_all(),
      ...listPlanFeatures('premium'),
      m.pricing_premium_alerts(),
      m.pricing_premium_no_fee(),
      m.pricing_premium_money_back({ days: premiumMoneyBackDays }),
    ]}
  >
    <Link to={pathTo('/subscribe')} className={buttonClass('primary')}>
      {m.pricing_premium_action()}
    </Link>
  </Plan>
);

const ListingPlan = ({ country }: Reader) => (
  <Plan
    name={m.pricing_listing()}
    rand={prices.providerListingPerYear}
    country={country}
    period={m.pricing_per_year()}
    audience={m.pricing_listing_for()}
    features={[
      m.pricing_listing_page(),
      m.pricing_listing_badge(),
      m.pricing_listing_portal(),
      m.pricing_listing_fair(),
    ]}
  >
    <Link to={pathTo('/signup?tab=business')} className={buttonClass('secondary')}>
      {m.pricing_listing_action()}
    </Link>
  </Plan>
);

const ApiPlan = ({ country }: Reader) => (
  <Plan
    name={m.pricing_api()}
    rand={prices.apiPerYear}
    country={country}
    period={m.pricing_per_year()}
    audience={m.pricing_api_for()}
    features={[m.pricing_api_keys(), m.pricing_api_data()]}
  >
    <Link to={pathTo('/contact')} className={buttonClass('secondary')}>
      {m.pricing_api_action()}
    </Link>
    <p className="text-sm text-muted">
      {m.pricing_api_customer()}{' '}
      <a href="/api/login" className={textLinkClass()}>
        {m.pricing_api_log_in()}
      </a>
    </p>
  </Plan>
);

function OffersOnRequest() {
  const offers = [
    {
      name: m.pricing_consulting(),
      text: m.pricing_consulting_text(),
      price: m.pricing_from({ price: formatRand(prices.consultingFrom) }),
    },
    { name: m.pricing_research(), text: m.pricing_research_text(), price: m.pricing_custom() },
    { name: m.pricing_white_label(), text: m.pricing_white_label_text(), price: m.pricing_custom() },
  ];
  return (
    <section aria-labelledby="on-request" className="flex flex-col gap-4">
      <h2 id="on-request" className="title-section">
        {m.pricing_request()}
      </h2>
      <ul className="rounded-card border border-line bg-surface px-5">
        {offers.map(({ name, text, price }) => (
          <li
            key={name}
            className="grid gap-x-6 gap-y-2 border-b border-line py-4 last:border-0 md:grid-cols-[1fr_10rem_auto] md:items-center"
          >
            <div>
              <h3 className="font-semibold">{name}</h3>
              <p className="max-w-[60ch] text-muted">{text}</p>
            </div>
            <p className="font-semibold">{price}</p>
            <Link to={pathTo('/contact')} className={buttonClass('secondary', 'justify-self-start')}>
              {m.pricing_contact()}
              <span className="sr-only">: {name}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Available to everybody, with or without an account. */
const featuresForAll = [
  m.pricing_free_search,
  () => m.pricing_free_compare({ count: compareLimits.providers }),
  m.pricing_free_report,
];

const columns: readonly { tier: Tier; name: () => string }[] = [
  { tier: 'free', name: m.pricing_free },
  { tier: 'premium', name: m.tier_premium },
  { tier: 'api', name: m.tier_api },
];

function RightsTable() {
  const rows = [
    ...featuresForAll.map((label) => ({ label: label(), isOpen: (_: Tier) => true })),
    ...planFeatures.map(({ name, label }) => ({ label: label(), isOpen: (tier: Tier) => entitlements[tier][name] })),
  ];
  return (
    <section className="flex flex-col gap-4">
      <h2 id="rights" className="title-section">
        {m.pricing_compare_title()}
      </h2>
      {/* With a large font the table is wider than a phone, so it scrolls on its own, also by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrollable region needs keyboard focus */}
      <div role="region" aria-labelledby="rights" tabIndex={0} className="relative overflow-x-auto">
        <table className="w-full max-w-[56rem] border-collapse">
          <thead>
            <tr className="border-b-2 border-line-strong">
              <th scope="col" className="py-2 pe-3 text-start font-semibold">
                {m.pricing_compare_right()}
              </th>
              {columns.map(({ tier, name }) => (
                <th
                  key={tier}
                  scope="col"
                  className="px-1.5 py-2 text-center font-semibold whitespace-nowrap max-md:text-sm md:w-32"
                >
                  {name()}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ label, isOpen }) => (
              <tr key={label} className="border-b border-line">
                <th scope="row" className="py-3 pe-3 text-start font-normal wrap-break-word">
                  {label}
                </th>
                {columns.map(({ tier }) => (
                  <td key={tier} className="px-1 py-3 text-center">
                    <Included isIncluded={isOpen(tier)} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className="max-w-[68ch] text-sm text-muted">{m.pricing_regtech_note()}</p>
    </section>
  );
}

function Included({ isIncluded }: { isIncluded: boolean }) {
  return (
    <>
      {isIncluded ? (
        <Icon name="check-circle" className="mx-auto text-brand" />
      ) : (
        <span aria-hidden="true" className="text-muted">
          –
        </span>
      )}
      <span className="sr-only">{isIncluded ? m.pricing_included() : m.pricing_not_included()}</span>
    </>
  );
}
