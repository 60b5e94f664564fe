import { firstHourPath } from '@hakiki/contract/site';
import { useEffect } from 'react';
import { Link } from 'react-router';
import { buttonClass } from '../../components/ui/button.ts';
import { Icon, type IconName } from '../../components/ui/icon.tsx';
import { unlistedPage } from '../../lib/pages/head.ts';
import { pathTo } from '../../lib/pages/paths.ts';
import { useBrowserValue } from '../../lib/browser/use-browser-value.ts';
import { m } from '../../paraglide/messages.js';

export const meta = unlistedPage('/offline', m.offline_title, m.offline_text);

/** The service worker shows this page instead of one that is not cached; the URL hash contains the requested path. */
export default function Offline() {
  const requestedPath = useBrowserValue(getRequestedPath);
  useEffect(() => (requestedPath ? onReconnect(() => location.replace(requestedPath)) : undefined), [requestedPath]);
  return (
    <div className="mx-auto flex max-w-[68ch] flex-col gap-4 py-8">
      <h1 className="text-2xl font-bold md:text-3xl">{m.offline_title()}</h1>
      <p className="text-lg">{m.offline_text()}</p>
      <p className="font-semibold">{m.offline_do_not_pay()}</p>
      <h2 className="mt-4 text-lg font-semibold">{m.offline_kept()}</h2>
      <ul className="flex flex-col gap-3">
        <GuideLink path={firstHourPath} icon="clock" label={m.offline_first_hour()} />
        <GuideLink path="/safety" icon="file-check" label={m.footer_safety_guide()} />
      </ul>
      <p className="mt-4">
        {/* A full page load, since the scripts of the other page are not cached. */}
        <a href={requestedPath ?? pathTo('/')} className={buttonClass('secondary')}>
          {m.try_again()}
        </a>
      </p>
    </div>
  );
}

function GuideLink({ path, icon, label }: { path: `/${string}`; icon: IconName; label: string }) {
  return (
    <li>
      <Link
        to={pathTo(path)}
        className="flex min-h-14 items-center gap-3 rounded-card border border-line-strong bg-surface p-4 font-semibold text-brand underline underline-offset-4"
      >
        <Icon name={icon} /> {label}
      </Link>
    </li>
  );
}

const ONLINE_DELAY_MS = 100;
const INITIAL_DELAY_MS = 1000;
const MAX_DELAY_MS = 30_000;

/**
 * The browser's `online` event fires as soon as there is radio, often before any request succeeds, and only once. So
 * this polls with a tiny request and back-off, and only while the page is visible.
 */
function onReconnect(callback: () => void): () => void {
  const abortController = new AbortController();
  const { signal } = abortController;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const schedulePing = (delayMs: number) => {
    clearTimeout(timer);
    if (!signal.aborted) timer = setTimeout(() => void ping(Math.min(2 * delayMs, MAX_DELAY_MS)), delayMs);
  };
  const ping = async (nextDelayMs: number) => {
    if (navigator.onLine && document.visibilityState === 'visible') {
      const response = await fetch('/robots.txt', { method: 'HEAD', cache: 'no-store', signal }).catch(() => undefined);
      if (response?.ok) return callback();
    }
    schedulePing(nextDelayMs);
  };
  addEventListener('online', () => schedulePing(ONLINE_DELAY_MS), { signal });
  document.addEventListener('visibilitychange', () => schedulePing(ONLINE_DELAY_MS), { signal });
  schedulePing(INITIAL_DELAY_MS);
  return () => {
    clearTimeout(timer);
    abortController.abort();
  };
}

/** Accepts only a path of this site, since the link may come from anybody. */
function getRequestedPath(): string | undefined {
  const path = location.hash.slice(1);
  return /^\/(?![/\\])/.test(path) ? path : undefined;
}
