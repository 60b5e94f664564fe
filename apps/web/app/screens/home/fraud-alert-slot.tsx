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
import { selectBannerAlerts, isSameSelection } from './select-banner-alerts.ts';
import type * as Banner from './fraud-alert-banner.tsx';

let banner: typeof Banner | undefined = import.meta.env.SSR ? await import('./fraud-alert-banner.tsx') : undefined;

/** The dismissed alerts are not known yet, as on the server. */
const NOT_KNOWN_YET: readonly string[] = [];

export function FraudAlertSlot() {
  const store = useQueryStore();
  const isMember = useAuth().status === 'signed-in';
  const publicState = useQuery(publicAlerts);
  const memberState = useQuery(fullTextAlerts, { enabled: isMember });
  // Until the full texts are loaded, a member sees the public version.
  const alerts = isMember && memberState.status === 'ready' ? memberState : publicState;
  const dismissed = useSyncExternalStore(onDismissed, getDismissedAlerts, () => NOT_KNOWN_YET);
  const [bannerModule, setBannerModule] = useState(() => (import.meta.env.SSR ? undefined : banner));
  const [isOpen, setIsOpen] = useState(false);
  const containerElement = useRef<HTMLDivElement>(null);
  const linkHandlers = useRouterLinks();

  const polledQuery = isMember ? fullTextAlerts : publicAlerts;
  useEffect(() => startPolling(store, polledQuery, alertTiming.bannerPollMs), [store, polledQuery]);

  const selection = selectBannerAlerts(alerts, dismissed);
  const servedSelection = useServedSelection();
  const isOutdated = dismissed !== NOT_KNOWN_YET && !isSameSelection(selection, servedSelection);
  useEffect(() => {
    if (!isOutdated || bannerModule) return;
    void loadBanner().then(
      (module) => {
        setIsOpen(containerElement.current?.querySelector('details')?.open ?? false);
        setBannerModule(module);
      },
      () => undefined,
    );
  }, [isOutdated, bannerModule]);

  const dismiss = (id: string) => {
    dismissAlert(id);
    // The button is gone, so the focus moves to the banner.
    containerElement.current?.focus();
  };
  const onServedClick = (event: MouseEvent) => {
    const button = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-dismiss]') : null;
    if (!button) return linkHandlers.onClick(event);
    button.closest<HTMLElement>('[data-alert]')?.setAttribute('hidden', '');
    dismiss(button.dataset['dismiss'] ?? '');
  };

  return (
    <div ref={containerElement} tabIndex={-1} className="outline-none">
      {import.meta.env.SSR && banner ? (
        <div>{publicState.status === 'ready' && <banner.ServedFraudAlertBanner alerts={publicState.data} />}</div>
      ) : bannerModule ? (
        <bannerModule.FraudAlertBanner selection={selection} isOpen={isOpen} onDismiss={dismiss} />
      ) : (
        <ServerMarkup onClick={onServedClick} />
      )}
    </div>
  );
}

const loadBanner = async (): Promise<typeof Banner> => (banner ??= await import('./fraud-alert-banner.tsx'));

/** The selection in the served markup: the alerts of the page without those already dismissed in this browser. */
function useServedSelection() {
  const isServerRendered = useIsServerRendered();
  const serverOutcome = useQueryStore().getServerOutcome(publicAlerts);
  const [selection] = useState(() =>
    isServerRendered && serverOutcome.status === 'ready'
      ? selectBannerAlerts(serverOutcome, getDismissedAlerts())
      : { shown: [], more: 0 },
  );
  return selection;
}
