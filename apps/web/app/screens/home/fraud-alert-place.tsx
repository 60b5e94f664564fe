/**
 * The fraud alert banner, right under the search. It comes with the page, so that nothing moves, and as markup: its code is fetched
 * when something has to be rendered again, because an alert was dismissed, is new, or is over.
 */
import { alertTiming } from '@hakiki/contract/limits';
import { useEffect, useRef, useState, useSyncExternalStore, type MouseEvent } from 'react';
import { AsServed, useFollowedLinks, useIsServed } from '../../components/layout/still.tsx';
import { dismissAlert, dismissedAlerts, onDismissed } from '../../lib/alerts/memory.ts';
import { keepFresh } from '../../lib/alerts/polling.ts';
import { publicAlerts, wholeAlerts } from '../../lib/alerts/reads.ts';
import { useAuth } from '../../lib/api/auth.ts';
import { useRead, useReadStore } from '../../lib/api/use-read.ts';
import { chooseAlerts, isSameChoice } from './chosen-alerts.ts';
import type * as Banner from './fraud-alert-banner.tsx';

let banner: typeof Banner | undefined = import.meta.env.SSR ? await import('./fraud-alert-banner.tsx') : undefined;

/** Stands for not knowing yet, as on the server. */
const unknown: readonly string[] = [];

export function FraudAlertPlace() {
  const store = useReadStore();
  const isMember = useAuth().status === 'signed-in';
  const everyones = useRead(publicAlerts);
  const whole = useRead(wholeAlerts, { enabled: isMember });
  // Until the whole texts are there a member sees what everybody sees.
  const alerts = isMember && whole.status === 'ready' ? whole : everyones;
  const dismissed = useSyncExternalStore(onDismissed, dismissedAlerts, () => unknown);
  const [loaded, setLoaded] = useState(() => (import.meta.env.SSR ? undefined : banner));
  const [isOpen, setIsOpen] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const follow = useFollowedLinks();

  const polled = isMember ? wholeAlerts : publicAlerts;
  useEffect(() => keepFresh(store, polled, alertTiming.bannerPollMs), [store, polled]);

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
    // The button is gone; the keyboard stays where it was.
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
        <AsServed onClick={onServedClick} />
      )}
    </div>
  );
}

const loadBanner = async (): Promise<typeof Banner> => (banner ??= await import('./fraud-alert-banner.tsx'));

/** What the markup shows: what came with the page, without what this browser had dismissed by then. */
function useServedChoice() {
  const isServed = useIsServed();
  const received = useReadStore().receivedOf(publicAlerts);
  const [choice] = useState(() =>
    isServed && received.status === 'ready' ? chooseAlerts(received, dismissedAlerts()) : { shown: [], more: 0 },
  );
  return choice;
}
