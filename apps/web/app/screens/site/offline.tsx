import { firstHourPath } from '@hakiki/contract/site';
import { useEffect } from 'react';
import { Link } from 'react-router';
import { buttonClass } from '../../components/ui/button.ts';
import { Icon, type IconName } from '../../components/ui/icon.tsx';
import { pageHead } from '../../lib/head.ts';
import { to } from '../../lib/paths.ts';
import { useInBrowser } from '../../lib/use-in-browser.ts';
import { m } from '../../paraglide/messages.js';
import type { Route } from './+types/offline.ts';

export const meta: Route.MetaFunction = (from) =>
  pageHead(from, { path: '/offline', title: m.offline_title(), description: m.offline_text(), isIndexed: false });

/** What the service worker shows in place of a page that is not on the device; the address says which one it was. */
export default function Offline() {
  const asked = useInBrowser(askedPath) ?? to('/');
  useEffect(() => {
    const goOn = () => location.replace(asked);
    addEventListener('online', goOn);
    return () => removeEventListener('online', goOn);
  }, [asked]);
  return (
    <div className="mx-auto flex max-w-[68ch] flex-col gap-4 py-8">
      <h1 className="text-2xl font-bold md:text-3xl">{m.offline_title()}</h1>
      <p className="text-lg">{m.offline_text()}</p>
      <p className="font-semibold">{m.offline_do_not_pay()}</p>
      <h2 className="mt-4 text-lg font-semibold">{m.offline_kept()}</h2>
      <ul className="flex flex-col gap-3">
        <Guide path={firstHourPath} icon="clock" label={m.offline_first_hour()} />
        <Guide path="/safety" icon="file-check" label={m.footer_safety_guide()} />
      </ul>
      <p className="mt-4">
        {/* A document of its own: the scripts of the other page are not on the device. */}
        <a href={asked} className={buttonClass('secondary')}>
          {m.try_again()}
        </a>
      </p>
    </div>
  );
}

function Guide({ path, icon, label }: { path: `/${string}`; icon: IconName; label: string }) {
  return (
    <li>
      <Link
        to={to(path)}
        className="flex min-h-14 items-center gap-3 rounded-card border border-line-strong bg-surface p-4 font-semibold text-brand underline underline-offset-4"
      >
        <Icon name={icon} /> {label}
      </Link>
    </li>
  );
}

/** Only a path of this site: whoever made the link is not believed. */
function askedPath(): string | undefined {
  const path = location.hash.slice(1);
  return /^\/(?![/\\])/.test(path) ? path : undefined;
}
