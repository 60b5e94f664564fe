/** The checks of a provider: licence, warnings, withdrawals, reviews and risk, each with source and date. */
import type { Alert } from '@hakiki/contract/alerts';
import type { ProviderDetails } from '@hakiki/contract/directory';
import { isFlaggedOrSuspended } from '@hakiki/contract/directory-values';
import type { Evidence } from '@hakiki/contract/evidence';
import { getShownRisk } from '@hakiki/contract/risk';
import { riskMethodPath } from '@hakiki/contract/site';
import { watchDays } from '@hakiki/contract/watch-values';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { ItemPage } from '../../lib/api/queries.ts';
import { countryName } from '../../lib/language/country-labels.ts';
import { formatDate, formatNumber } from '../../lib/language/format.ts';
import { pathTo, providerPath } from '../../lib/pages/paths.ts';
import { evidenceKindLabel } from '../../lib/providers/verdict.ts';
import { Icon, type IconName } from '../ui/icon.tsx';
import { m } from '../../paraglide/messages.js';
import { ProviderRisk } from './provider-risk.tsx';
import { Rating } from './rating.tsx';

type Tone = 'good' | 'bad' | 'caution' | 'unknown';
const tones: Record<Tone, { icon: IconName; className: string }> = {
  good: { icon: 'check-circle', className: 'text-verified' },
  bad: { icon: 'warning', className: 'text-flagged' },
  caution: { icon: 'partial', className: 'text-limited' },
  unknown: { icon: 'info', className: 'text-pending' },
};

const linkClass = '-my-2.5 inline-flex min-h-11 items-center underline';

interface Line {
  label: string;
  tone: Tone;
  state: ReactNode;
  source?: ReactNode;
  date?: string;
}

interface Props {
  provider: ProviderDetails;
  /** Undefined while it is not loaded, like the alerts: unknown is not the same as unchecked. */
  evidence: readonly Evidence[] | undefined;
  /** Active alerts about the provider. */
  alerts?: ItemPage<Alert> | undefined;
}

const formatSource = ({ authority, country }: Evidence): string =>
  m.evidence_source_of({ authority, country: countryName(country) });

/** The label of the line says 'Licence' already. */
const formatEntry = ({ kind, reference }: Evidence): string =>
  kind === 'licence' && reference ? reference : [evidenceKindLabel(kind), reference].filter(Boolean).join(' ');

/**
 * The provider's own statements are no check. On a page with a warning a licence is shown as a fact, not as a positive
 * sign.
 */
function toLicenceLine({ provider: { id, licenseInfo, verificationStatus }, evidence }: Props): Line {
  const label = m.check_licence();
  if (!evidence) return { label, tone: 'unknown', state: '…' };
  const found = evidence.find(({ kind }) => kind === 'licence') ?? evidence.find(({ kind }) => kind === 'registration');
  if (found) {
    return {
      label,
      // A registration of the company allows nothing.
      tone: found.kind !== 'licence' || isFlaggedOrSuspended(verificationStatus) ? 'unknown' : 'good',
      state: m.check_in_register({ what: formatEntry(found) }),
      source: formatSource(found),
      date: found.checkedOn,
    };
  }
  return {
    label,
    tone: 'unknown',
    state: m.check_licence_by_country(),
    source: (
      <>
        {licenseInfo && <span className="block">{m.check_licence_claimed({ licence: licenseInfo })}</span>}
        <Link to={`${providerPath(id)}#licences`} className={linkClass}>
          {m.check_licence_see()}
        </Link>
      </>
    ),
  };
}

function toWarningsLine({ evidence, alerts }: Props): Line {
  const label = m.check_warnings();
  const warning = evidence?.find(({ kind }) => kind === 'warning');
  if (warning) {
    const { checkedOn } = warning;
    return { label, tone: 'bad', state: m.check_on_warning_list(), source: formatSource(warning), date: checkedOn };
  }
  const [newest] = alerts?.items ?? [];
  if (alerts && newest) {
    const state = m.check_alerts({ count: alerts.total, shown: formatNumber(alerts.total) });
    return { label, tone: 'bad', state, source: m.check_source_alerts(), date: newest.createdAt };
  }
  if (!alerts) return { label, tone: 'unknown', state: '…' };
  return { label, tone: 'unknown', state: m.check_no_alert(), source: m.check_source_alerts() };
}

const toWithdrawalsLine = ({ withdrawalWatch: watch }: ProviderDetails): Line =>
  watch
    ? {
        label: m.check_withdrawals(),
        tone: 'bad',
        state: m.check_withdrawals_late({ people: formatNumber(watch.people), days: watchDays }),
        source: m.check_source_reports(),
        date: watch.countedAt,
      }
    : {
        label: m.check_withdrawals(),
        tone: 'unknown',
        state: m.check_withdrawals_calm(),
        source: m.check_source_reports(),
      };

const GOOD_RATING = 4;
const POOR_RATING = 3;

function toReviewsLine({ id, rating, reviewCount }: ProviderDetails): Line {
  const stars = Number(rating);
  const tone = stars >= GOOD_RATING ? 'good' : stars < POOR_RATING ? 'bad' : 'caution';
  return {
    label: m.check_reviews(),
    tone: reviewCount === 0 ? 'unknown' : tone,
    state: <Rating rating={rating} reviewCount={reviewCount} />,
    source: reviewCount > 0 && (
      <Link to={providerPath(id, 'reviews')} preventScrollReset className={linkClass}>
        {m.check_read_reviews()}
      </Link>
    ),
  };
}

const toneByRisk = { Low: 'good', Medium: 'caution', High: 'bad' } as const;

function toRiskLine(provider: ProviderDetails): Line {
  const level = getShownRisk(provider);
  return {
    label: m.check_risk(),
    tone: level ? toneByRisk[level] : 'unknown',
    state: <ProviderRisk provider={provider} />,
    source: (
      <Link to={pathTo(riskMethodPath)} className={linkClass}>
        {m.risk_method_link()}
      </Link>
    ),
  };
}

export function Checklist(props: Props) {
  const { provider } = props;
  const isWarned = isFlaggedOrSuspended(provider.verificationStatus);
  // A warning may be about withdrawals: a calm line beside it would contradict it.
  const isCalm = !isWarned && !props.alerts?.total;
  const lines = [
    toLicenceLine(props),
    toWarningsLine(props),
    ...(provider.withdrawalWatch || isCalm ? [toWithdrawalsLine(provider)] : []),
    toReviewsLine(provider),
    toRiskLine(provider),
  ];
  return (
    <ul
      aria-label={m.check_label()}
      className="flex flex-col divide-y divide-line rounded-card bg-surface px-4 text-base"
    >
      {lines.map(({ label, tone, state, source, date }) => {
        // Good marks on a page that says 'Do not pay' would contradict it.
        const { icon, className } = tones[isWarned && tone === 'good' ? 'unknown' : tone];
        return (
          <li key={label} data-tone={tone} className="flex gap-3 py-2.5">
            <Icon name={icon} className={`mt-0.5 ${className}`} />
            <div className="min-w-0">
              <p className="flex flex-wrap gap-x-2">
                <span className="text-muted">{label}</span> <span className="font-semibold">{state}</span>
              </p>
              {(source || date) && (
                <p className="flex flex-wrap gap-x-2 text-sm text-muted">
                  {source && <span className="min-w-0 wrap-break-word">{source}</span>}{' '}
                  {date && <time dateTime={date}>{formatDate(date)}</time>}
                </p>
              )}
            </div>
          </li>
        );
      })}
    </ul>
  );
}
