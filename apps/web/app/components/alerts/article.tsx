/** The public page of an alert, or of a withdrawn alert. */
import type { Severity } from '@hakiki/contract/alert-values';
import type { AlertDetail, PublicIndicator, PublishedAlert } from '@hakiki/contract/alerts';
import { firstHourPath } from '@hakiki/contract/site';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { getAdvice } from '../../lib/alerts/advice.ts';
import { alertTypeLabel, severityLabel } from '../../lib/alerts/labels.ts';
import { listCountryNames } from '../../lib/language/country-labels.ts';
import { formatDate, formatNumber, formatRand } from '../../lib/language/format.ts';
import { indicatorLabels } from '../../lib/alerts/indicator-labels.ts';
import { providerPath, pathTo } from '../../lib/pages/paths.ts';
import { getStoredTextLang } from '../../lib/language/stored-language.ts';
import { m } from '../../paraglide/messages.js';
import { severityIcon } from './severity.tsx';
import { DisputeLink } from '../filings/dispute-link.tsx';
import { AppealNotice } from '../filings/appeal.tsx';
import { CopyButton } from '../copy-button.tsx';
import { LanguageLabel } from '../language-label.tsx';
import { BusinessReply } from '../replies/business-reply.tsx';
import { buttonClass, textLinkClass } from '../ui/button.ts';
import { Icon, type IconName } from '../ui/icon.tsx';

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

const bandColours: Record<Severity, string> = {
  Low: 'bg-pending',
  Medium: 'bg-limited',
  High: 'bg-high',
  Critical: 'bg-flagged',
};

/** The advice comes first: the visitor may be about to pay. */
function ActiveAlert({ alert, published, children }: Props & { alert: AlertDetail }) {
  const lang = getStoredTextLang(alert.language);
  return (
    <>
      <header className="overflow-hidden rounded-card border border-line-strong bg-surface">
        <p
          data-severity={alert.severity}
          className={`flex items-center gap-2 px-4 py-2 font-bold tracking-wide text-surface md:px-6 ${bandColours[alert.severity]}`}
        >
          <Icon name={severityIcon(alert.severity)} className="size-6 shrink-0" />{' '}
          {m.alert_band({ severity: severityLabel(alert.severity) })}
        </p>
        <div className="flex flex-col gap-4 p-4 md:px-6">
          <div className="flex flex-col gap-2">
            <h1 lang={lang} className="title-page text-balance wrap-anywhere">
              {alert.title}
            </h1>
            <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
              <LanguageLabel language={alert.language} />
              <span>{m.alert_checked_on({ date: formatDate(alert.checkedAt) })}</span>
            </p>
          </div>
          <Advice alert={alert} />
        </div>
        <FactStrip alert={alert} />
      </header>
      <AppealNotice since={published.appealSince} />
      {children}
      <Indicators indicators={alert.indicators} />
      <section aria-labelledby="account" className="flex flex-col gap-3">
        <h2 id="account" className="title-section">
          {m.alert_what_is_reported()}
        </h2>
        <LanguageLabel language={alert.language} />
        <p lang={lang} className="max-w-[68ch] whitespace-pre-line wrap-anywhere">
          {alert.description}
        </p>
        {alert.reply && <BusinessReply reply={alert.reply} />}
      </section>
    </>
  );
}

/** One action for those who have paid; reporting is for later. */
function Advice({ alert }: { alert: AlertDetail }) {
  const { text, isGeneral } = getAdvice(alert);
  return (
    <section aria-labelledby="advice" className="flex flex-col gap-2">
      <h2 id="advice" className="font-bold">
        {m.alert_advice_title()}
      </h2>
      <p className="max-w-[68ch] text-lg whitespace-pre-line">{text}</p>
      {isGeneral && (
        <>
          <p className="text-sm text-muted">{m.alert_advice_general()}</p>
          <p className="max-w-[68ch] whitespace-pre-line">
            <LanguageLabel language={alert.language} /> <span lang={alert.language}>{alert.advice}</span>
          </p>
        </>
      )}
      <p className="mt-2 flex flex-col gap-x-6 gap-y-1 md:flex-row md:items-center">
        <Link to={pathTo(firstHourPath)} className={buttonClass('primary')}>
          {m.alert_already_paid()}
        </Link>
        <Link to={pathTo('/report-scam')} className={textLinkClass()}>
          {m.alert_happened_to_me()}
        </Link>
      </p>
    </section>
  );
}

/** Who, how, where, how many and how much. */
function FactStrip({ alert }: { alert: AlertDetail }) {
  const { provider, alertType, indicators, affectedCountries, reportCount, lostRand } = alert;
  const channels = [...new Set(indicators.map(({ kind }) => indicatorLabels[kind]()))];
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-3 border-t @max-[18rem]/page:grid-cols-1 md:grid-cols-4 border-line bg-paper p-4 md:px-6">
      <Fact icon="users" name={m.alert_fact_who()}>
        {provider ? <ProviderName provider={provider} /> : m.alert_who_unknown()}
      </Fact>
      <Fact icon="warning" name={m.alert_fact_how()}>
        {alertTypeLabel(alertType)}
        {channels.length > 0 && <span className="block text-sm font-normal">{channels.join(', ')}</span>}
      </Fact>
      <Fact icon="globe" name={m.alert_fact_where()}>
        {affectedCountries.length > 0 ? listCountryNames(affectedCountries) : m.alert_no_country()}
      </Fact>
      <Fact icon="flag" name={m.alert_fact_reports()}>
        {m.alert_reported_by({ count: reportCount, shown: formatNumber(reportCount) })}
      </Fact>
      {lostRand !== null && (
        <Fact icon="info" name={m.alert_fact_lost()}>
          {m.alert_lost({ amount: formatRand(lostRand) })}
        </Fact>
      )}
    </dl>
  );
}

const Fact = ({ icon, name, children }: { icon: IconName; name: string; children: ReactNode }) => (
  <div className="min-w-0">
    <dt className="text-sm text-muted">
      <Icon name={icon} className="me-1 inline size-4" /> {name}
    </dt>
    <dd className="font-semibold wrap-anywhere">{children}</dd>
  </div>
);

/** Text to compare and copy, never a link, so that nobody opens a scam site by a click. */
function Indicators({ indicators }: { indicators: readonly PublicIndicator[] }) {
  if (indicators.length === 0) return null;
  return (
    <section aria-labelledby="indicators" className="flex flex-col gap-3">
      <h2 id="indicators" className="title-section">
        {m.alert_indicators()}
      </h2>
      <p className="text-muted">{m.alert_indicators_hint()}</p>
      <ul className="flex flex-col divide-y divide-line rounded-card border border-line bg-surface">
        {indicators.map(({ kind, value }) => (
          <li key={kind + value} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-4 py-2">
            <span className="min-w-0 flex-1 @max-[18rem]/page:basis-full">
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
      <DisputeLink {...(indicators.length === 1 ? indicators[0] : undefined)} />
    </section>
  );
}

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
      <h1 className="title-page">{m.alert_withdrawn_title()}</h1>
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
