/**
 * The fraud alert banner, above everything else. It comes with the page, so that nothing moves, and as markup: its code is
 * fetched when something has to be drawn anew, because an alert was dismissed, is new, or is over.
 */
import { alertTiming } from '@hakiki/contract/limits';
import { useEffect, useRef, useState, useSyncExternalStore, type MouseEvent } from 'react';
import { AsServed, useFollowedLinks, useIsServed } from '../../components/still.tsx';
import { dismissAlert, dismissedAlerts, onDismissed } from '../../lib/alert-memory.ts';
import { keepFresh } from '../../lib/alert-polling.ts';
import { publicAlerts } from '../../lib/alert-reads.ts';
import { useRead, useReadStore } from '../../lib/use-read.ts';
import { chooseAlerts, isSameChoice } from './chosen-alerts.ts';
import type * as Banner from './fraud-alert-banner.tsx';

let banner: typeof Banner | undefined = import.meta.env.SSR ? await import('./fraud-alert-banner.tsx') : undefined;

/** Stands for not knowing yet, as on the server. */
const unknown: readonly string[] = [];

export function FraudAlertPlace() {
  const store = useReadStore();
  const alerts = useRead(publicAlerts);
  const dismissed = useSyncExternalStore(onDismissed, dismissedAlerts, () => unknown);
  const [loaded, setLoaded] = useState(() => (import.meta.env.SSR ? undefined : banner));
  const place = useRef<HTMLDivElement>(null);
  const follow = useFollowedLinks();

  useEffect(() => keepFresh(store, publicAlerts, alertTiming.bannerPollMs), [store]);

  const chosen = chooseAlerts(alerts, dismissed);
  const served = useServedChoice();
  const isOutdated = dismissed !== unknown && !isSameChoice(chosen, served);
  useEffect(() => {
    if (isOutdated && !loaded) void loadBanner().then(setLoaded, () => undefined);
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
        <div>{alerts.status === 'ready' && <banner.ServedFraudAlertBanner alerts={alerts.data} />}</div>
      ) : loaded ? (
        <loaded.FraudAlertBanner chosen={chosen} onDismiss={dismiss} />
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
