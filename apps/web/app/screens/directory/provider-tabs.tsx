import { countryName } from '../../lib/country-words.ts';
import type { Provider } from '@hakiki/contract/directory';
import type { Review } from '@hakiki/contract/reviews';
import { barColour } from '@hakiki/contract/risk';
import { useEffect, useRef, type KeyboardEvent } from 'react';
import { Link, useLocation } from 'react-router';
import { ReadFailure } from '../../components/read-failure.tsx';
import { buttonClass } from '../../components/ui/button.ts';
import { Icon } from '../../components/ui/icon.tsx';
import { formatDate } from '../../lib/format.ts';
import { providerPath, to } from '../../lib/paths.ts';
import type { Page } from '../../lib/reads.ts';
import type { ReadState } from '../../lib/use-read.ts';
import { m } from '../../paraglide/messages.js';

const tabs = {
  overview: m.tab_overview,
  reviews: m.tab_reviews,
  compliance: m.tab_compliance,
  security: m.tab_security,
  report: m.tab_report,
} as const;
type Tab = keyof typeof tabs;
const tabNames = Object.keys(tabs) as Tab[];

export const REPORT_ANCHOR = 'report-issue';

export const parseTab = (params: URLSearchParams): Tab =>
  tabNames.find((name) => name === params.get('tab')) ?? 'overview';

interface Props {
  provider: Provider;
  current: Tab;
  reviews: ReadState<Page<Review>>;
}

/** Each tab is an address, so it can be shared and works without scripts; arrow keys move between tabs. */
export function ProviderTabs({ provider, current, reviews }: Props) {
  return (
    <div className="min-w-0">
      <div
        role="tablist"
        aria-label={m.tabs_label({ name: provider.name })}
        onKeyDown={moveByArrow}
        className="flex gap-1 overflow-x-auto border-b border-line"
      >
        {tabNames.map((name) => (
          <Link
            key={name}
            id={`tab-${name}`}
            role="tab"
            to={providerPath(provider.id, name === 'overview' ? undefined : name)}
            preventScrollReset
            aria-selected={name === current}
            aria-controls={name === current ? 'panel' : undefined}
            tabIndex={name === current ? 0 : -1}
            className={`inline-flex min-h-11 items-center border-b-3 px-3 font-medium whitespace-nowrap ${
              name === current ? 'border-brand text-brand' : 'border-transparent text-muted hover:text-ink'
            }`}
          >
            {tabs[name]()}
          </Link>
        ))}
      </div>
      <div role="tabpanel" id="panel" aria-labelledby={`tab-${current}`} tabIndex={0} className="pt-6">
        {current === 'overview' && <Overview provider={provider} />}
        {current === 'reviews' && <Reviews reviews={reviews} />}
        {current === 'compliance' && <Compliance provider={provider} />}
        {current === 'security' && <Security provider={provider} />}
        {current === 'report' && <ReportIssues provider={provider} />}
      </div>
    </div>
  );
}

function moveByArrow(event: KeyboardEvent<HTMLDivElement>) {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (!step) return;
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=tab]')];
  const position = all.indexOf(document.activeElement as HTMLElement);
  const next = all[(position + step + all.length) % all.length];
  next?.focus();
  next?.click();
  event.preventDefault();
}

function Overview({ provider }: { provider: Provider }) {
  const bars = [
    [m.bar_regulatory_compliance(), provider.regulatoryCompliance],
    [m.bar_user_satisfaction(), provider.userSatisfaction],
    [m.bar_security_measures(), provider.securityMeasures],
  ] as const;
  return (
    <div className="flex flex-col gap-8">
      <section>
        <h2 className="text-xl font-semibold">{m.about_provider({ name: provider.name })}</h2>
        <p className="mt-2 max-w-[68ch]">{provider.description}</p>
        <dl className="mt-4 grid gap-4 md:grid-cols-2">
          <div>
            <dt className="text-sm text-muted">{m.service_areas()}</dt>
            <dd>{provider.countries.map(countryName).join(', ') || m.unknown()}</dd>
          </div>
          <div>
            <dt className="text-sm text-muted">{m.founded()}</dt>
            <dd>{provider.established ?? m.unknown()}</dd>
          </div>
        </dl>
      </section>
      <section>
        <h2 className="text-xl font-semibold">{m.risk_assessment()}</h2>
        <p className="mt-1 max-w-[68ch] text-sm text-muted">{m.risk_assessment_hint()}</p>
        <div className="mt-4 flex flex-col gap-4">
          {bars.map(([label, value]) => (
            <Bar key={label} label={label} value={value} />
          ))}
        </div>
      </section>
    </div>
  );
}

const fills = { green: 'fill-bar-green', yellow: 'fill-bar-yellow', red: 'fill-bar-red' } as const;
const barWords = { green: m.bar_good, yellow: m.bar_fair, red: m.bar_poor } as const;

function Bar({ label, value }: { label: string; value: number }) {
  const colour = barColour(value);
  return (
    <div>
      <div className="flex justify-between gap-4">
        <span>{label}</span>
        <span className="font-semibold">{m.bar_value({ value, word: barWords[colour]() })}</span>
      </div>
      <div
        role="meter"
        aria-label={label}
        aria-valuenow={value}
        aria-valuemin={0}
        aria-valuemax={100}
        data-colour={colour}
        className="mt-1.5 h-3 overflow-hidden rounded-full bg-line"
      >
        <svg className="h-full w-full" preserveAspectRatio="none" viewBox="0 0 100 1" aria-hidden="true">
          <rect width={value} height="1" className={fills[colour]} />
        </svg>
      </div>
    </div>
  );
}

function Reviews({ reviews }: { reviews: Props['reviews'] }) {
  if (reviews.status === 'loading')
    return <div className="skeleton h-40" role="status" aria-label={m.loading_reviews()} />;
  if (reviews.status === 'failed') return <ReadFailure sentence={m.reviews_failed()} read={reviews} />;
  if (reviews.data.items.length === 0) return <p className="text-lg">{m.no_reviews_yet()}</p>;
  return (
    <ul className="flex flex-col gap-4">
      {reviews.data.items.map((review) => (
        <li key={review.id} className="rounded-card border border-line bg-surface p-4">
          <div className="flex flex-wrap items-center justify-between gap-2">
            <Stars rating={review.rating} />
            <span className="text-sm text-muted">
              {countryName(review.userLocation)} · {formatDate(review.createdAt)}
            </span>
          </div>
          <p className="mt-2 whitespace-pre-line">{review.experience}</p>
          {review.issueType !== 'none' && (
            <p className="mt-2 text-sm text-muted">{m.review_issue({ issue: issueLabels[review.issueType]() })}</p>
          )}
        </li>
      ))}
    </ul>
  );
}

const issueLabels: Record<Review['issueType'], () => string> = {
  none: m.issue_none,
  withdrawal: m.issue_withdrawal,
  fees: m.issue_fees,
  support: m.issue_support,
  scam: m.issue_scam,
  other: m.issue_other,
};

function Stars({ rating }: { rating: number }) {
  return (
    <span className="inline-flex items-center gap-0.5 text-star">
      <span className="sr-only">{m.rating_of_five({ rating: String(rating) })}</span>
      {[1, 2, 3, 4, 5].map((star) => (
        <Icon key={star} name="star" filled={star <= rating} className="size-4" />
      ))}
    </span>
  );
}

function Compliance({ provider }: { provider: Provider }) {
  return (
    <div className="flex flex-col gap-6">
      {provider.verificationStatus === 'Verified' && (
        <p className="flex gap-3 rounded-card bg-verified-soft p-4 text-verified">
          <Icon name="check-circle" className="mt-0.5" /> {m.verified_notice()}
        </p>
      )}
      <dl className="flex flex-col gap-5">
        <div>
          <dt className="font-semibold">{m.license_info()}</dt>
          <dd className="mt-1">{provider.licenseInfo || m.not_provided()}</dd>
        </div>
        <div>
          <dt className="font-semibold">{m.operating_countries()}</dt>
          <dd className="mt-2">
            <ul className="flex flex-wrap gap-2">
              {provider.countries.map((country) => (
                <li key={country} className="rounded-full border border-line px-3 py-1 text-sm">
                  {countryName(country)}
                </li>
              ))}
            </ul>
          </dd>
        </div>
      </dl>
    </div>
  );
}

function Security({ provider }: { provider: Provider }) {
  return (
    <div className="flex flex-col gap-6">
      <section>
        <h2 className="text-xl font-semibold">{m.security_features()}</h2>
        {provider.securityFeatures.length === 0 ? (
          <p className="mt-2 text-muted">{m.security_none()}</p>
        ) : (
          <ul className="mt-3 flex flex-col gap-2">
            {provider.securityFeatures.map((feature) => {
              const isConfirmed = feature.state === 'confirmed';
              return (
                <li key={feature.name} className="flex items-center gap-3">
                  <Icon
                    name={isConfirmed ? 'check-circle' : 'clock'}
                    className={isConfirmed ? 'text-verified' : 'text-pending'}
                  />
                  <span className="flex-1">{feature.name}</span>
                  <span className="text-sm text-muted">
                    {isConfirmed ? m.feature_confirmed() : m.feature_not_confirmed()}
                  </span>
                </li>
              );
            })}
          </ul>
        )}
      </section>
      <dl>
        <dt className="font-semibold">{m.insurance()}</dt>
        <dd className="mt-1">{provider.insurance || m.insurance_not_disclosed()}</dd>
      </dl>
    </div>
  );
}

/** Opened by the 'Report Issue' button, the focus goes to where the report is written. */
function ReportIssues({ provider }: { provider: Provider }) {
  const place = useRef<HTMLElement>(null);
  const { hash, key } = useLocation();
  useEffect(() => {
    if (hash === `#${REPORT_ANCHOR}`) place.current?.focus();
  }, [hash, key]);
  return (
    <section
      ref={place}
      id={REPORT_ANCHOR}
      tabIndex={-1}
      aria-labelledby="report-heading"
      className="flex flex-col gap-4"
    >
      <h2 id="report-heading" className="text-xl font-semibold">
        {m.report_heading({ name: provider.name })}
      </h2>
      <p className="max-w-[68ch]">{m.report_prepare()}</p>
      <div className="flex flex-wrap gap-3">
        <Link to={to('/report')} className={buttonClass('primary')}>
          {m.report_continue()}
        </Link>
        <Link to={to('/safety')} className={buttonClass('secondary')}>
          {m.report_first_hour()}
        </Link>
      </div>
    </section>
  );
}
