import { offlinePath } from '@hakiki/contract/site';
import { useEffect, useState, type ComponentType } from 'react';
import { useLocation } from 'react-router';
import { useNoticeFlag, type NoticeFlag } from '../../lib/filings/notice-flags.ts';
import { useBrowserValue } from '../../lib/browser/use-browser-value.ts';
import { useOnline } from '../../lib/browser/use-online.ts';
import { formatDate } from '../../lib/language/format.ts';
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
  const savedAt = useSavedAt();
  // That page says it itself.
  const { pathname, search } = useLocation();
  const isOfflinePage = pathname.endsWith(offlinePath);
  return (
    <>
      <div role="status">
        {(savedAt || !isOnline) && !isOfflinePage && (
          <p className="flex items-center justify-center gap-2 bg-accent-soft px-4 py-2 text-accent">
            <Icon name="offline" className="shrink-0" />
            {savedAt ? m.offline_saved({ date: formatDate(savedAt) }) : m.offline_banner()}
            {/* Still a copy. It is not replaced by itself: something may have been typed. */}
            {isOnline && (
              <a href={pathname + search} className="underline">
                {m.try_again()}
              </a>
            )}
          </p>
        )}
      </div>
      <LazyNotice flag="outbox" load={loadOutboxNotice} isOnline={isOnline} />
      <LazyNotice flag="filed" load={loadFiledNotice} isOnline={isOnline} />
    </>
  );
}

/** The date of the copy that the service worker shows; undefined for a page that came from the network. */
function useSavedAt(): string | undefined {
  const { pathname } = useLocation();
  const [openedPath] = useState(pathname);
  const savedAt = useBrowserValue(() => document.documentElement.dataset['saved']);
  // A page that was opened from the copy is loaded itself.
  return pathname === openedPath ? savedAt : undefined;
}

const loadFiledOnThisPage = () => import('../filings/filed-notice.tsx').then(({ FiledOnThisPage }) => FiledOnThisPage);

/** The receipt of a filing from this page, in the place of its form. */
export const FiledNoticeSlot = () => <LazyNotice flag="filed" load={loadFiledOnThisPage} isOnline />;

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
