import { firstHourPath, isKeptWhenVisited, visitedPagesCache } from '@hakiki/contract/site';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { buttonClass, textLinkClass } from '../../components/ui/button.ts';
import { Icon, type IconName } from '../../components/ui/icon.tsx';
import { formatDate } from '../../lib/language/format.ts';
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
      <h1 className="title-page">{m.offline_title()}</h1>
      <p className="text-lg">{m.offline_text()}</p>
      <p className="font-semibold">{m.offline_do_not_pay()}</p>
      <h2 className="title-card mt-4">{m.offline_kept()}</h2>
      <ul className="flex flex-col gap-3">
        {/* Past the buttons of the countries, which lead back here unless they were visited. */}
        <GuideLink path={`${firstHourPath}#now`} icon="clock" label={m.offline_any_country()} />
        <GuideLink path="/safety" icon="file-check" label={m.footer_safety_guide()} />
        <GuideLink path="/report-scam" icon="flag" label={m.offline_report()} />
      </ul>
      {/* What only the browser knows comes last, so that no link moves under a finger. */}
      <p className="mt-4">
        {/* A full page load, since the scripts of the other page are not cached. */}
        <a href={requestedPath ?? pathTo('/')} className={buttonClass('secondary')}>
          {m.try_again()}
        </a>
      </p>
      {requestedPath && <p>{formatWaiting(requestedPath)}</p>}
      <SavedPages />
    </div>
  );
}

/** What happens by itself when the connection is back. */
function formatWaiting(path: string): string {
  const search = new URL(path, location.origin).searchParams.get('search');
  return search ? m.offline_search({ search }) : m.offline_opens();
}

interface SavedPage {
  path: string;
  title: string;
  savedAt: string;
}

/** The pages that were visited on this device, newest first. */
function SavedPages() {
  const [pages, setPages] = useState<SavedPage[]>([]);
  useEffect(
    () =>
      void listSavedPages().then(setPages, () => {
        // Without storage there are none.
      }),
    [],
  );
  if (pages.length === 0) return null;
  return (
    <>
      <h2 className="title-card mt-4">{m.offline_visited()}</h2>
      <ul className="flex flex-col">
        {pages.map(({ path, title, savedAt }) => (
          <li key={path} className="flex flex-col items-start py-1">
            <a href={path} className={textLinkClass()}>
              {title}
            </a>
            <span className="text-sm text-muted">{m.offline_saved_on({ date: formatDate(savedAt) })}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

async function listSavedPages(): Promise<SavedPage[]> {
  const cache = await caches.open(visitedPagesCache.name);
  const paths = (await cache.keys()).map(({ url }) => new URL(url).pathname).filter(isKeptWhenVisited);
  return Promise.all(
    paths.toReversed().map(async (path) => {
      const page = await cache.match(path);
      const [, title = path] = /<title>([^<]*)<\/title>/.exec((await page?.text()) ?? '') ?? [];
      const savedAt = new Date(page?.headers.get('Date') ?? Date.now()).toISOString();
      const name = decodeText(title).replace(` | ${m.site_name()}`, '');
      return { path, title: path === pathTo('/') ? m.nav_home() : name, savedAt };
    }),
  );
}

const characters: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#x27;': "'", '&amp;': '&' };
/** The characters that React escapes in a text. */
const decodeText = (text: string): string =>
  text.replaceAll(/&(?:lt|gt|quot|#x27|amp);/g, (code) => characters[code] ?? code);

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
