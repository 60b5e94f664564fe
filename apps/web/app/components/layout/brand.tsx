import type { SVGProps } from 'react';
import { Link } from 'react-router';
import { pathTo } from '../../lib/pages/paths.ts';
import { m } from '../../paraglide/messages.js';

/** A check inside a shield. */
export const BrandMark = (attributes: SVGProps<SVGSVGElement>) => (
  <svg viewBox="0 0 32 32" aria-hidden="true" {...attributes}>
    <path d="M16 2.5l11.5 4.2v8.6c0 7-4.7 12-11.5 14.2C9.2 27.3 4.5 22.3 4.5 15.3V6.7z" className="fill-brand" />
    <path
      d="M10.5 15.8l4 4 7.5-8.3"
      fill="none"
      strokeWidth="3"
      strokeLinecap="round"
      strokeLinejoin="round"
      className="stroke-on-brand"
    />
  </svg>
);

/** The logo with our name. Its text is hidden where space is short; on a phone it gives way to a toast. */
export function Brand() {
  return (
    <Link to={pathTo('/')} className="inline-flex min-h-11 items-center gap-2.5 rounded-control">
      <BrandMark className="size-9" />
      <span className="flex flex-col leading-tight @max-[16rem]:sr-only max-lg:in-[header:has([data-toast])]:sr-only">
        <span className="text-lg font-bold tracking-tight">{m.site_name()}</span>
        <span className="text-sm text-muted @max-[28rem]:hidden lg:hidden">{m.site_line()}</span>
        <span className="sr-only">{m.nav_home()}</span>
      </span>
    </Link>
  );
}
