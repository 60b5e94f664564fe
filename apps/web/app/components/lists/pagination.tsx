import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Icon } from '../ui/icon.tsx';
import { m } from '../../paraglide/messages.js';

const boxClass = 'inline-flex min-h-11 min-w-11 items-center justify-center gap-1 rounded-control px-2 md:px-3';

interface Props {
  /** The requested page, possibly beyond the last. */
  page: number;
  pages: number;
  toPath: (page: number) => string;
  label?: string;
  /** Margin to the list. */
  className?: string;
}

export function Pagination({ page: requestedPage, pages, toPath, label = m.pages(), className = 'mt-8' }: Props) {
  const current = Math.min(requestedPage, pages);
  return (
    <nav aria-label={label} className={`flex flex-wrap items-center justify-center gap-1 ${className}`}>
      <Step address={current > 1 ? toPath(current - 1) : undefined} rel="prev">
        <Icon name="chevron-left" className="size-4" /> {m.previous()}
      </Step>
      {listVisiblePages(current, pages).map((page, position) =>
        page === 'gap' ? (
          <span key={`gap${position}`} className="px-1 text-muted">
            …
          </span>
        ) : (
          <Link
            key={page}
            to={toPath(page)}
            aria-label={m.page_number({ page })}
            aria-current={page === requestedPage ? 'page' : undefined}
            className={`${boxClass} ${page === requestedPage ? 'bg-brand font-semibold text-on-brand' : 'hover:bg-brand-soft'}`}
          >
            {page}
          </Link>
        ),
      )}
      <Step address={current < pages ? toPath(current + 1) : undefined} rel="next">
        {m.next()} <Icon name="chevron-right" className="size-4" />
      </Step>
    </nav>
  );
}

function Step({ address, rel, children }: { address: string | undefined; rel: string; children: ReactNode }) {
  if (address === undefined) {
    return (
      <span role="link" aria-disabled="true" className={`${boxClass} cursor-not-allowed text-muted opacity-70`}>
        {children}
      </span>
    );
  }
  return (
    <Link to={address} rel={rel} className={`${boxClass} font-medium hover:bg-brand-soft`}>
      {children}
    </Link>
  );
}

/** The first, the last, the current and its neighbours. */
function listVisiblePages(current: number, pages: number): (number | 'gap')[] {
  const shown = [...new Set([1, current - 1, current, current + 1, pages])]
    .filter((page) => page >= 1 && page <= pages)
    .sort((a, b) => a - b);
  return shown.flatMap((page, position) => {
    const previous = shown[position - 1];
    return previous !== undefined && page > previous + 1 ? (['gap', page] as const) : [page];
  });
}
