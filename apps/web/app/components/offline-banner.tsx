import { useSyncExternalStore } from 'react';
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

/** Says that the line is down and that what stands on the page was loaded before. */
export function OfflineBanner() {
  const isOnline = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
  return (
    <div role="status">
      {!isOnline && (
        <p className="flex items-center justify-center gap-2 bg-accent-soft px-4 py-2 text-accent">
          <Icon name="offline" /> {m.offline_banner()}
        </p>
      )}
    </div>
  );
}
