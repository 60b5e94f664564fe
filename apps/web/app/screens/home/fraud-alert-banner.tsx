import type { Alert } from '@hakiki/contract/alerts';
import { alertStorageKeys } from '@hakiki/contract/alert-announcing';
import { alertTiming, listLimits } from '@hakiki/contract/limits';
import { alertPath } from '@hakiki/contract/site';
import { use, type ReactNode } from 'react';
import { Link } from 'react-router';
import { AlertFacts } from '../../components/alerts/facts.tsx';
import { LanguageLabel } from '../../components/language-label.tsx';
import { SeverityBadge } from '../../components/alerts/severity.tsx';
import { LongText } from '../../components/long-text.tsx';
import { buttonClass } from '../../components/ui/button.ts';
import { Icon } from '../../components/ui/icon.tsx';
import { sortBySeverity } from '../../lib/alerts/queries.ts';
import { toTeaser } from '../../lib/alerts/teaser.ts';
import { formatNumber } from '../../lib/language/format.ts';
import { NonceContext } from '../../lib/pages/nonce.ts';
import { pathTo } from '../../lib/pages/paths.ts';
import type { ItemPage } from '../../lib/api/queries.ts';
import { getStoredTextLang } from '../../lib/language/stored-language.ts';
import { m } from '../../paraglide/messages.js';
import type { BannerSelection } from './select-banner-alerts.ts';

interface Props {
  selection: BannerSelection;
  /** Whether it was expanded before it was rendered again. */
  isOpen?: boolean;
  onDismiss: (id: string) => void;
}

/** The banner as the browser renders it. */
export function FraudAlertBanner({ selection: { shown, more }, isOpen, onDismiss }: Props) {
  const [mostSevere] = shown;
  if (!mostSevere) return null;
  return (
    <section aria-labelledby="fraud-alerts" className={sectionClass}>
      <Heading />
      <CollapsibleBanner mostSevere={mostSevere} count={shown.length + more} isOpen={isOpen}>
        <ol className={listClass}>
          {shown.map((alert) => (
            <AlertItem key={alert.id} alert={alert} onDismiss={() => onDismiss(alert.id)} />
          ))}
        </ol>
        {more > 0 && <MoreLink count={more} />}
      </CollapsibleBanner>
    </section>
  );
}

/**
 * The banner as the server renders it for everybody. It contains more alerts than it shows: before the first paint, an
 * inline script hides those that this browser dismissed and shows the next ones, so that nothing moves afterwards.
 */
export function ServedFraudAlertBanner({ alerts: { items, total } }: { alerts: ItemPage<Alert> }) {
  const nonce = use(NonceContext);
  const embeddedAlerts = sortBySeverity(items).slice(0, listLimits.reportsPageAlerts);
  const [mostSevere] = embeddedAlerts;
  if (!mostSevere) return null;
  const more = total - Math.min(embeddedAlerts.length, alertTiming.bannerAlerts);
  return (
    <section aria-labelledby="fraud-alerts" className={sectionClass} data-total={total}>
      <Heading />
      <CollapsibleBanner mostSevere={mostSevere} count={total}>
        <ol className={listClass}>
          {embeddedAlerts.map((alert, position) => (
            <AlertItem key={alert.id} alert={alert} isHidden={position >= alertTiming.bannerAlerts} />
          ))}
        </ol>
        <MoreLink count={more} isHidden={more < 1} />
      </CollapsibleBanner>
      {/* oxlint-disable-next-line react/no-danger -- our own constant, marked as the server's */}
      <script nonce={nonce} dangerouslySetInnerHTML={{ __html: prePaintScript }} />
    </section>
  );
}

// Contains no less-than sign, so that it is parsed as text: lib/browser/trusted-types.ts.
const prePaintScript = `(function(s){try{var d=JSON.parse(localStorage.getItem('${alertStorageKeys.dismissed}'))}catch(e){}
if(!Array.isArray(d)||!d.length)return;var n=0,k=0,f;s.querySelectorAll('[data-alert]').forEach(function(a){var i=d.includes(a.dataset.alert);if(i)k++;a.hidden=i||n>=${alertTiming.bannerAlerts};if(!a.hidden){n++;f=f||a}});
var q=function(p,x){return(x||s).querySelector(p)},m=q('[data-more]'),r=s.dataset.total-k-n;m.hidden=1>r;m.textContent=m.dataset.more.replace('#',r);s.hidden=!n;
if(f&&k){q('[data-line] [data-severity]').replaceWith(q('[data-severity]',f).cloneNode(true));var t=q('[data-line-title]'),h=q('h3',f);t.textContent=h.textContent;t.lang=h.lang;q('[data-count]').textContent=n+r}})(document.currentScript.parentElement)`;

const sectionClass = 'mt-3 md:mt-6';
const listClass = 'relative mt-2 flex flex-col gap-2 md:mt-0 md:flex-row md:gap-3 lg:gap-4';

const Heading = () => (
  <h2 id="fraud-alerts" className="sr-only">
    {m.banner_title()}
  </h2>
);

interface CollapsibleBannerProps {
  mostSevere: Alert;
  count: number;
  isOpen?: boolean | undefined;
  children: ReactNode;
}

/** On a phone a line that expands: the most severe alert and the count. Wider screens show all alerts. */
function CollapsibleBanner({ mostSevere, count, isOpen, children }: CollapsibleBannerProps) {
  return (
    <details open={isOpen} className="fold group">
      <summary
        data-line
        className="flex min-h-12 cursor-pointer list-none items-center gap-2 rounded-control border border-line-strong bg-surface px-3 py-1.5"
      >
        <SeverityBadge severity={mostSevere.severity} />
        <span
          data-line-title
          lang={getStoredTextLang(mostSevere.language)}
          className="min-w-0 flex-1 truncate font-semibold"
        >
          {mostSevere.title}
        </span>
        <span className="shrink-0 text-sm text-muted">
          <span className="sr-only">{m.banner_count()} </span>
          <span data-count>{formatNumber(count)}</span>
        </span>
        <Icon name="chevron-right" className="size-4 shrink-0 rotate-90 text-muted group-open:-rotate-90" />
      </summary>
      {children}
    </details>
  );
}

const COLLAPSE_AFTER_CHARACTERS = 120;

function AlertItem({ alert, onDismiss, isHidden }: { alert: Alert; onDismiss?: () => void; isHidden?: boolean }) {
  return (
    <li
      data-alert={alert.id}
      hidden={isHidden}
      className="flex flex-col gap-1 rounded-card border border-line-strong bg-surface p-3 md:w-0 md:grow [[hidden]]:hidden"
    >
      <div className="flex items-start justify-between gap-2">
        <p className="flex flex-wrap items-center gap-2">
          <SeverityBadge severity={alert.severity} />
          <LanguageLabel language={alert.language} />
        </p>
        <button
          type="button"
          data-dismiss={alert.id}
          onClick={onDismiss}
          className="needs-scripts -m-3 inline-flex size-11 items-center justify-center rounded-control text-muted hover:text-ink"
        >
          <Icon name="close" className="size-4" />
          <span className="sr-only">{m.banner_dismiss({ title: alert.title })}</span>
        </button>
      </div>
      <h3 lang={getStoredTextLang(alert.language)} className="font-semibold">
        <Link
          to={pathTo(alertPath(alert.id))}
          className="inline-flex min-h-11 items-center underline-offset-4 hover:underline md:min-h-0"
        >
          {alert.title}
        </Link>
      </h3>
      <div lang={getStoredTextLang(alert.language)}>
        <LongText text={toTeaser(alert)} previewLength={COLLAPSE_AFTER_CHARACTERS} className="text-sm" />
      </div>
      <div className="mt-auto pt-1">
        <AlertFacts alert={alert} />
      </div>
    </li>
  );
}

function MoreLink({ count, isHidden }: { count: number; isHidden?: boolean }) {
  return (
    <p>
      <Link
        to={pathTo('/alerts')}
        hidden={isHidden}
        data-more={m.banner_more({ count: '#' })}
        className={buttonClass('quiet', '-mx-4 mt-1 [[hidden]]:hidden')}
      >
        {m.banner_more({ count })}
      </Link>
    </p>
  );
}
