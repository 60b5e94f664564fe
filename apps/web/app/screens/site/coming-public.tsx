import { Link, useLocation } from 'react-router';
import { buttonClass } from '../../components/ui/button.ts';
import { pageHead } from '../../lib/pages/head.ts';
import { inLanguage } from '../../lib/language/language.ts';
import { to } from '../../lib/pages/paths.ts';
import { m } from '../../paraglide/messages.js';
import type { Route } from './+types/coming-signed-in.ts';

/** Addresses that are promised and not built yet say so, and lead on to what works today. */
const titles: Record<string, () => string> = {
  business: m.nav_business,
};

export const titleOf = (pathname: string): string => (titles[inLanguage(pathname, 'en').slice(1)] ?? m.site_name)();

export const meta: Route.MetaFunction = (from) => {
  const path = inLanguage(from.location.pathname, 'en');
  return pageHead(from, { path, title: titleOf(path), description: m.coming_text(), isIndexed: false });
};

export function ComingPublic() {
  const { pathname } = useLocation();
  return (
    <div className="flex max-w-[68ch] flex-col gap-4 py-8">
      <h1 className="text-2xl font-bold">{titleOf(pathname)}</h1>
      <p className="text-lg text-muted">{m.coming_text()}</p>
      <div className="flex flex-wrap gap-3">
        <Link to={to('/directory')} className={buttonClass('primary')}>
          {m.home_browse()}
        </Link>
        <Link to={to('/safety')} className={buttonClass('secondary')}>
          {m.footer_safety_guide()}
        </Link>
      </div>
    </div>
  );
}
