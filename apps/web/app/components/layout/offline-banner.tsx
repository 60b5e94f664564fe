import { useEffect, useState, useSyncExternalStore, type ComponentType } from 'react';
import { noticeFlags, type NoticeFlag } from '../../lib/filings/notice-flags.ts';
import { useOnline } from '../../lib/browser/use-online.ts';
import { m } from '../../paraglide/messages.js';
import { Icon } from '../ui/icon.tsx';

const loadFiledNotice = () => import('../filings/filed-notice.tsx').then(({ FiledNotice }) => FiledNotice);
export const loadOutboxNotice = () => import('../filings/outbox-notice.tsx').then(({ OutboxNotice }) => OutboxNotice);

/**
 * Shows that the device is offline and that the page was loaded before. Below it are notices for every page: the outbox
 * and the receipts. Few people need these, so they are loaded on demand.
 */
export function OfflineBanner() {
  const isOnline = useOnline();
  return (
    <>
      <div role="status">
        {!isOnline && (
          <p className="flex items-center justify-center gap-2 bg-accent-soft px-4 py-2 text-accent">
            <Icon name="offline" /> {m.offline_banner()}
          </p>
        )}
      </div>
      <Late flag="outbox" load={loadOutboxNotice} isOnline={isOnline} />
      <Late flag="filed" load={loadFiledNotice} isOnline={isOnline} />
    </>
  );
}

const loadFiledHere = () => import('../filings/filed-notice.tsx').then(({ FiledHere }) => FiledHere);

/** The receipt of a filing from this page, in the place of its form. */
export const FiledPlace = () => <Late flag="filed" load={loadFiledHere} isOnline />;

export const useNoticeFlag = (flag: NoticeFlag): boolean =>
  useSyncExternalStore(
    noticeFlags.subscribe,
    () => noticeFlags.isUp(flag),
    () => false,
  );

/** Loaded when its flag is set, and retried when the device is online again. */
function Late({ flag, load, isOnline }: { flag: NoticeFlag; load: () => Promise<ComponentType>; isOnline: boolean }) {
  const isUp = useNoticeFlag(flag);
  const [Part, setPart] = useState<ComponentType>();
  useEffect(() => {
    if (!isUp) return;
    load().then(
      (loaded) => setPart(() => loaded),
      () => undefined,
    );
  }, [isUp, load, isOnline]);
  return isUp && Part && <Part />;
}
