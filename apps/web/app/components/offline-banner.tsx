import { useEffect, useState, useSyncExternalStore, type ComponentType } from 'react';
import { filedStore } from '../lib/filed.ts';
import { outboxFlag } from '../lib/outbox-flag.ts';
import { m } from '../paraglide/messages.js';
import { Icon } from './ui/icon.tsx';

function subscribe(listener: () => void) {
  addEventListener('online', listener);
  addEventListener('offline', listener);
  return () => {
    removeEventListener('online', listener);
    removeEventListener('offline', listener);
  };
}

const loadFiledNotice = () => import('./filed-notice.tsx').then(({ FiledNotice }) => FiledNotice);
export const loadOutboxNotice = () => import('./outbox-notice.tsx').then(({ OutboxNotice }) => OutboxNotice);

/**
 * Says that the line is down and that what stands on the page was loaded before. Under it stands what the person still has to
 * know on whatever page they are: what waits to be sent, and the receipt of what was. Few ever do, so it comes when needed.
 */
export function OfflineBanner() {
  const isOnline = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
  const isWaiting = useSyncExternalStore(outboxFlag.subscribe, outboxFlag.isUp, outboxFlag.isUpOnServer);
  const filed = useSyncExternalStore(filedStore.subscribe, filedStore.current, filedStore.onServer);
  return (
    <>
      <div role="status">
        {!isOnline && (
          <p className="flex items-center justify-center gap-2 bg-accent-soft px-4 py-2 text-accent">
            <Icon name="offline" /> {m.offline_banner()}
          </p>
        )}
      </div>
      {isWaiting && <Late load={loadOutboxNotice} isOnline={isOnline} />}
      {filed.length > 0 && <Late load={loadFiledNotice} isOnline={isOnline} />}
    </>
  );
}

const loadFiledHere = () => import('./filed-notice.tsx').then(({ FiledHere }) => FiledHere);

/** The receipt of what was filed on this page, where its form stands. */
export function FiledPlace() {
  const filed = useSyncExternalStore(filedStore.subscribe, filedStore.current, filedStore.onServer);
  return filed.length > 0 && <Late load={loadFiledHere} isOnline />;
}

/** Tried again when the line is back. */
function Late({ load, isOnline }: { load: () => Promise<ComponentType>; isOnline: boolean }) {
  const [Part, setPart] = useState<ComponentType>();
  useEffect(() => {
    load().then(
      (loaded) => setPart(() => loaded),
      () => undefined,
    );
  }, [load, isOnline]);
  return Part && <Part />;
}
