/**
 * The fraud alert banner below the search. It is part of the server's markup, so that nothing moves. Its code is loaded
 * only when it has to render again because an alert was dismissed, is new, or has ended.
 */
import { alertTiming } from '@hakiki/contract/limits';
import { useEffect, useRef, useState, useSyncExternalStore, type MouseEvent } from 'react';
import { ServerMarkup, useRouterLinks, useIsServerRendered } from '../../components/layout/server-only.tsx';
import { dismissAlert, getDismissedAlerts, onDismissed } from '../../lib/alerts/alert-storage.ts';
import { startPolling } from '../../lib/alerts/polling.ts';
import { publicAlerts, fullTextAlerts } from '../../lib/alerts/queries.ts';
import { useAuth } from '../../lib/api/auth.ts';
import { useQuery, useQueryStore } from '../../lib/api/use-query.ts';
import { chooseAlerts, isSameChoice } from './chosen-alerts.ts';
import type * as Banner from './fraud-alert-banner.tsx';

let banner: typeof Banner | undefined = import.meta.env.SSR ? await import('./fraud-alert-banner.tsx') : undefined;

/** The dismissed alerts are not known yet, as on the server. */
const unknown: readonly string[] = [];

export function FraudAlertPlace() {
  const store = useQueryStore();
  const isMember = useAuth().status === 'signed-in';
  const everyones = useQuery(publicAlerts);
  const whole = useQuery(fullTextAlerts, { enabled: isMember });
  // Until the full texts are loaded, a member sees the public version.
  const alerts = isMember && whole.status === 'ready' ? whole : everyones;
  const dismissed = useSyncExternalStore(onDismissed, getDismissedAlerts, () => unknown);
  const [loaded, setLoaded] = useState(() => (import.meta.env.SSR ? undefined : banner));
  const [isOpen, setIsOpen] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const follow = useRouterLinks();

  const polled = isMember ? fullTextAlerts : publicAlerts;
  useEffect(() => startPolling(store, polled, alertTiming.bannerPollMs), [store, polled]);

  const chosen = chooseAlerts(alerts, dismissed);
  const served = useServedChoice();
  const isOutdated = dismissed !== unknown && !isSameChoice(chosen, served);
  useEffect(() => {
    if (!isOutdated || loaded) return;
    void loadBanner().then(
      (fetched) => {
        setIsOpen(place.current?.querySelector('details')?.open ?? false);
        setLoaded(fetched);
      },
      () => undefined,
    );
  }, [isOutdated, loaded]);

  const dismiss = (id: string) => {
    dismissAlert(id);
    // The button is gone, so the focus moves to the banner.
    place.current?.focus();
  };
  const onServedClick = (event: MouseEvent) => {
    const button = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-dismiss]') : null;
    if (!button) return follow.onClick(event);
    button.closest<HTMLElement>('[data-alert]')?.setAttribute('hidden', '');
    dismiss(button.dataset['dismiss'] ?? '');
  };

  return (
    <div ref={place} tabIndex={-1} className="outline-none">
      {import.meta.env.SSR && banner ? (
        <div>{everyones.status === 'ready' && <banner.ServedFraudAlertBanner alerts={everyones.data} />}</div>
      ) : loaded ? (
        <loaded.FraudAlertBanner chosen={chosen} isOpen={isOpen} onDismiss={dismiss} />
      ) : (
        <ServerMarkup onClick={onServedClick} />
      )}
    </div>
  );
}

const loadBanner = async (): Promise<typeof Banner> => (banner ??= await import('./fraud-alert-banner.tsx'));

/** The selection in the served markup: the alerts of the page without those already dismissed in this browser. */
function useServedChoice() {
  const isServed = useIsServerRendered();
  const received = useQueryStore().getServerOutcome(publicAlerts);
  const [choice] = useState(() =>
    isServed && received.status === 'ready' ? chooseAlerts(received, getDismissedAlerts()) : { shown: [], more: 0 },
  );
  return choice;
}
