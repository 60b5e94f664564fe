import type { Alert } from '@hakiki/contract/alerts';
import { alertStorageKeys } from '@hakiki/contract/alert-announcing';
import { alertTiming } from '@hakiki/contract/limits';
import { use } from 'react';
import { Link } from 'react-router';
import { AlertFacts } from '../../components/alert-facts.tsx';
import { SeverityBadge } from '../../components/alert-severity.tsx';
import { buttonClass } from '../../components/ui/button.ts';
import { Icon } from '../../components/ui/icon.tsx';
import { teaserOf } from '../../lib/alert-teaser.ts';
import { Nonce } from '../../lib/nonce.ts';
import { to } from '../../lib/paths.ts';
import type { Page } from '../../lib/reads.ts';
import { m } from '../../paraglide/messages.js';
import type { Chosen } from './chosen-alerts.ts';

interface Props {
  chosen: Chosen;
  onDismiss: (id: string) => void;
}

/** As it stands in the browser. */
export function FraudAlertBanner({ chosen: { shown, more }, onDismiss }: Props) {
  if (shown.length === 0) return null;
  return (
    <section aria-labelledby="fraud-alerts" className={sectionClass}>
      <Heading />
      <ol className={listClass}>
        {shown.map((alert) => (
          <AlertItem key={alert.id} alert={alert} onDismiss={() => onDismiss(alert.id)} />
        ))}
      </ol>
      {more > 0 && <More count={more} />}
    </section>
  );
}

/**
 * As the server sends it to everybody. It holds a few alerts more than are shown: before anything is painted a line of script
 * hides those that this browser has dismissed and lets the next ones take their place, so that nothing moves afterwards.
 */
export function ServedFraudAlertBanner({ alerts: { items, total } }: { alerts: Page<Alert> }) {
  const nonce = use(Nonce);
  if (items.length === 0) return null;
  const more = total - Math.min(items.length, alertTiming.bannerAlerts);
  return (
    <section aria-labelledby="fraud-alerts" className={sectionClass} data-total={total}>
      <Heading />
      <ol className={listClass}>
        {items.map((alert, position) => (
          <AlertItem key={alert.id} alert={alert} isHidden={position >= alertTiming.bannerAlerts} />
        ))}
      </ol>
      <More count={more} isHidden={more < 1} />
      {/* oxlint-disable-next-line react/no-danger -- our own constant, under the page's nonce */}
      <script nonce={nonce} dangerouslySetInnerHTML={{ __html: arrangeBeforePaint }} />
    </section>
  );
}

const arrangeBeforePaint = `(function(s){try{var d=JSON.parse(localStorage.getItem('${alertStorageKeys.dismissed}'))}catch(e){}
if(!Array.isArray(d)||!d.length)return;var n=0,k=0;s.querySelectorAll('[data-alert]').forEach(function(a){var i=d.includes(a.dataset.alert);if(i)k++;a.hidden=i||n>=${alertTiming.bannerAlerts};if(!a.hidden)n++});
var m=s.querySelector('[data-more]'),r=s.dataset.total-k-n;m.hidden=r<1;m.textContent=m.dataset.more.replace('#',r);s.hidden=!n})(document.currentScript.parentElement)`;

const sectionClass = 'mb-6 flex flex-col gap-2 md:mb-8';
/** On a phone they stand side by side and scroll in their place, so that the search stays in sight and the page does not move. */
const listClass = 'relative -mx-4 flex snap-x scroll-px-4 gap-3 overflow-x-auto px-4 pb-1 md:mx-0 md:px-0 lg:gap-4';

const Heading = () => (
  <h2 id="fraud-alerts" className="sr-only">
    {m.banner_title()}
  </h2>
);

function AlertItem({ alert, onDismiss, isHidden }: { alert: Alert; onDismiss?: () => void; isHidden?: boolean }) {
  return (
    <li
      data-alert={alert.id}
      hidden={isHidden}
      className="flex w-[88%] shrink-0 grow snap-start flex-col gap-1 rounded-card border border-line-strong bg-surface p-3 only:w-full md:w-0 md:min-w-60 md:shrink [[hidden]]:hidden"
    >
      <div className="flex items-start justify-between gap-2">
        <SeverityBadge severity={alert.severity} />
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
      <h3 className="line-clamp-2 font-semibold">
        <Link to={to('/reports')} className="hover:underline">
          {alert.title}
        </Link>
      </h3>
      <p className="line-clamp-2 text-sm lg:line-clamp-3">{teaserOf(alert)}</p>
      <div className="mt-auto pt-1">
        <AlertFacts alert={alert} />
      </div>
    </li>
  );
}

function More({ count, isHidden }: { count: number; isHidden?: boolean }) {
  return (
    <p>
      <Link
        to={to('/reports')}
        hidden={isHidden}
        data-more={m.banner_more({ count: '#' })}
        className={buttonClass('quiet', '-mx-4 [[hidden]]:hidden')}
      >
        {m.banner_more({ count })}
      </Link>
    </p>
  );
}
