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
      <LazyNotice flag="outbox" load={loadOutboxNotice} isOnline={isOnline} />
      <LazyNotice flag="filed" load={loadFiledNotice} isOnline={isOnline} />
    </>
  );
}

const loadFiledOnThisPage = () => import('../filings/filed-notice.tsx').then(({ FiledOnThisPage }) => FiledOnThisPage);

/** The receipt of a filing from this page, in the place of its form. */
export const FiledNoticeSlot = () => <LazyNotice flag="filed" load={loadFiledOnThisPage} isOnline />;

export const useNoticeFlag = (flag: NoticeFlag): boolean =>
  useSyncExternalStore(
    noticeFlags.subscribe,
    () => noticeFlags.isSet(flag),
    () => false,
  );

/** Loaded when its flag is set, and retried when the device is online again. */
function LazyNotice({
  flag,
  load,
  isOnline,
}: {
  flag: NoticeFlag;
  load: () => Promise<ComponentType>;
  isOnline: boolean;
}) {
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
