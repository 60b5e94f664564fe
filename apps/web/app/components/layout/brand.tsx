import { Link } from 'react-router';
import { pathTo } from '../../lib/pages/paths.ts';
import { m } from '../../paraglide/messages.js';

/** The logo: a check inside a shield. Its text is hidden where space is short; on a phone it gives way to a toast. */
export function Brand() {
  return (
    <Link to={pathTo('/')} className="inline-flex min-h-11 items-center gap-2.5 rounded-control">
      <svg viewBox="0 0 32 32" className="size-9" aria-hidden="true">
        <path
          d="M16 2.500l11.500 4.200v8.600c0 7-4.700 12-11.500 14.200C9.200 27.300 4.500 22.300 4.500 15.300V6.700z"
          className="fill-brand"
        />
        <path
          d="M10.500 15.800l4 4 7.500-8.300"
          fill="none"
          strokeWidth="3"
          strokeLinecap="round"
          strokeLinejoin="round"
          className="stroke-on-brand"
        />
      </svg>
      <span className="flex flex-col leading-tight @max-[16rem]:sr-only max-lg:in-[header:has([data-toast])]:sr-only">
        <span className="text-lg font-bold tracking-tight">{m.site_name()}</span>
        <span className="text-sm text-muted @max-[21rem]:hidden @max-[28rem]:in-[:lang(fr)]:hidden lg:hidden">
          {m.site_line()}
        </span>
        <span className="sr-only">{m.nav_home()}</span>
      </span>
    </Link>
  );
}
