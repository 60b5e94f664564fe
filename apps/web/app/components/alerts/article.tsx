/** The public page of an alert, or of a withdrawn alert. */
import type { AlertDetail, PublicIndicator, PublishedAlert } from '@hakiki/contract/alerts';
import { firstHourPath } from '@hakiki/contract/site';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { getAdvice } from '../../lib/alerts/advice.ts';
import { alertTypeLabel } from '../../lib/alerts/labels.ts';
import { countryName } from '../../lib/language/country-labels.ts';
import { formatDate, formatNumber } from '../../lib/language/format.ts';
import { indicatorLabels } from '../../lib/alerts/indicator-labels.ts';
import { providerPath, pathTo } from '../../lib/pages/paths.ts';
import { getStoredTextLang } from '../../lib/language/stored-language.ts';
import { m } from '../../paraglide/messages.js';
import { SeverityBadge } from './severity.tsx';
import { AppealNotice } from '../filings/appeal.tsx';
import { CopyButton } from '../copy-button.tsx';
import { LanguageLabel } from '../language-label.tsx';
import { BusinessReply } from '../replies/business-reply.tsx';
import { buttonClass } from '../ui/button.ts';

interface Props {
  published: PublishedAlert;
  /** Ways to share it, on its page. */
  children?: ReactNode;
}

export const AlertArticle = ({ published, children }: Props) =>
  published.alert ? (
    <ActiveAlert alert={published.alert} published={published}>
      {children}
    </ActiveAlert>
  ) : (
    <WithdrawnAlert published={published} />
  );

/** The advice comes first: the reader may be about to pay. */
function ActiveAlert({ alert, published, children }: Props & { alert: AlertDetail }) {
  const lang = getStoredTextLang(alert.language);
  return (
    <>
      <header className="flex flex-col gap-3 rounded-card border-2 border-flagged-line bg-flagged-soft p-4 md:p-5">
        <p className="flex flex-wrap items-center gap-3">
          <SeverityBadge severity={alert.severity} />
          <LanguageLabel language={alert.language} />
        </p>
        <h1 lang={lang} className="text-2xl font-bold text-balance wrap-anywhere md:text-3xl">
          {alert.title}
        </h1>
        <FactList facts={listMainFacts(alert)} className="md:grid-cols-4" />
      </header>
      <AppealNotice since={published.appealSince} />
      <Advice alert={alert} />
      {children}
      <Indicators indicators={alert.indicators} />
      <section aria-labelledby="account" className="flex flex-col gap-3">
        <h2 id="account" className="text-xl font-bold">
          {m.alert_what_is_reported()}
        </h2>
        <p lang={lang} className="max-w-[68ch] whitespace-pre-line wrap-anywhere">
          {alert.description}
        </p>
        {alert.reply && <BusinessReply reply={alert.reply} />}
      </section>
      <Facts alert={alert} publishedAt={published.publishedAt} />
    </>
  );
}

function Advice({ alert }: { alert: AlertDetail }) {
  const { text, lang } = getAdvice(alert);
  return (
    <section
      aria-labelledby="advice"
      className="flex flex-col gap-4 rounded-card border-2 border-flagged-line p-4 md:p-5"
    >
      <div className="flex flex-col gap-2">
        <h2 id="advice" className="text-lg font-bold">
          {m.alert_advice_title()}
        </h2>
        <p lang={lang} className="text-lg whitespace-pre-line">
          {text}
        </p>
      </div>
      <div className="flex flex-wrap gap-3">
        <Link to={pathTo(firstHourPath)} className={buttonClass('primary')}>
          {m.alert_already_paid()}
        </Link>
        <Link to={pathTo('/report-scam')} className={buttonClass('secondary')}>
          {m.alert_happened_to_me()}
        </Link>
      </div>
    </section>
  );
}

/** Text to compare and copy, never a link, so that nobody opens a scam site by a click. */
function Indicators({ indicators }: { indicators: readonly PublicIndicator[] }) {
  if (indicators.length === 0) return null;
  return (
    <section aria-labelledby="indicators" className="flex flex-col gap-3">
      <h2 id="indicators" className="text-xl font-bold">
        {m.alert_indicators()}
      </h2>
      <p className="text-muted">{m.alert_indicators_hint()}</p>
      <ul className="flex flex-col divide-y divide-line rounded-card border border-line bg-surface">
        {indicators.map(({ kind, value }) => (
          <li key={kind + value} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-4 py-2">
            <span className="min-w-0 flex-1">
              <span className="block text-sm text-muted">{indicatorLabels[kind]()}</span>
              <code translate="no" className="font-semibold wrap-anywhere">
                {value}
              </code>
            </span>
            <span className="needs-scripts">
              <CopyButton text={value} what={value} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

type Fact = readonly [string, ReactNode];

/** Who, how, where and how often. */
const listMainFacts = ({ alertType, affectedCountries, provider, reportCount }: AlertDetail): Fact[] => [
  ...(provider ? [[m.alert_fact_provider(), <ProviderName key="provider" provider={provider} />] as const] : []),
  [m.alert_fact_kind(), alertTypeLabel(alertType)],
  [
    m.alert_fact_countries(),
    affectedCountries.length > 0 ? affectedCountries.map(countryName).join(', ') : m.alert_no_country(),
  ],
  [m.alert_fact_reports(), m.alert_reported_by({ count: reportCount, shown: formatNumber(reportCount) })],
];

const FactList = ({ facts, className }: { facts: readonly Fact[]; className: string }) => (
  <dl className={`grid gap-x-6 gap-y-3 ${className}`}>
    {facts.map(([name, value]) => (
      <div key={name} className="min-w-0">
        <dt className="text-sm text-muted">{name}</dt>
        <dd className="font-semibold wrap-anywhere">{value}</dd>
      </div>
    ))}
  </dl>
);

function Facts({ alert, publishedAt }: { alert: AlertDetail; publishedAt: string }) {
  const facts: Fact[] = [
    [m.alert_fact_checked_by(), m.alert_checked_by_team()],
    [m.alert_fact_checked(), <Day key="checked" at={alert.checkedAt} />],
    [m.alert_fact_published(), <Day key="published" at={publishedAt} />],
    [m.alert_fact_reported(), <Day key="reported" at={alert.createdAt} />],
  ];
  return (
    <section aria-labelledby="facts" className="flex flex-col gap-3">
      <h2 id="facts" className="text-xl font-bold">
        {m.alert_facts()}
      </h2>
      <FactList facts={facts} className="md:grid-cols-2" />
    </section>
  );
}

const Day = ({ at }: { at: string }) => <time dateTime={at}>{formatDate(at)}</time>;

const ProviderName = ({ provider: { id, name } }: { provider: NonNullable<AlertDetail['provider']> }) =>
  id ? (
    <Link to={providerPath(id)} className="text-brand underline">
      {name}
    </Link>
  ) : (
    name
  );

function WithdrawnAlert({ published: { publishedAt, withdrawnAt } }: { published: PublishedAlert }) {
  return (
    <div className="flex flex-col gap-3">
      <h1 className="text-2xl font-bold md:text-3xl">{m.alert_withdrawn_title()}</h1>
      <p className="text-lg">
        {m.alert_withdrawn_when({
          published: formatDate(publishedAt),
          withdrawn: formatDate(withdrawnAt ?? publishedAt),
        })}
      </p>
      <p className="max-w-[68ch] text-muted">{m.alert_withdrawn_text()}</p>
    </div>
  );
}
