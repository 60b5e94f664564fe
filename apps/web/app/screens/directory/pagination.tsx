import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Icon } from '../../components/ui/icon.tsx';
import { to } from '../../lib/paths.ts';
import { m } from '../../paraglide/messages.js';
import { filtersToQuery, type Filters } from './filters.ts';

const box = 'inline-flex min-h-11 min-w-11 items-center justify-center gap-1 rounded-control px-3';

export function Pagination({ filters, pages }: { filters: Filters; pages: number }) {
  const current = Math.min(filters.page, pages);
  return (
    <nav aria-label={m.pages()} className="mt-8 flex flex-wrap items-center justify-center gap-1">
      <Step page={current > 1 ? current - 1 : undefined} filters={filters} rel="prev">
        <Icon name="chevron-left" className="size-4" /> {m.previous()}
      </Step>
      {shownPages(current, pages).map((page, position) =>
        page === 'gap' ? (
          <span key={`gap${position}`} className="px-1 text-muted">
            …
          </span>
        ) : (
          <Link
            key={page}
            to={address(filters, page)}
            aria-label={m.page_number({ page })}
            aria-current={page === filters.page ? 'page' : undefined}
            className={`${box} ${page === filters.page ? 'bg-brand font-semibold text-on-brand' : 'hover:bg-brand-soft'}`}
          >
            {page}
          </Link>
        ),
      )}
      <Step page={current < pages ? current + 1 : undefined} filters={filters} rel="next">
        {m.next()} <Icon name="chevron-right" className="size-4" />
      </Step>
    </nav>
  );
}

const address = (filters: Filters, page: number) => to('/directory') + filtersToQuery({ ...filters, page });

function Step({
  page,
  filters,
  rel,
  children,
}: {
  page: number | undefined;
  filters: Filters;
  rel: string;
  children: ReactNode;
}) {
  if (page === undefined) {
    return (
      <span role="link" aria-disabled="true" className={`${box} cursor-not-allowed text-muted opacity-70`}>
        {children}
      </span>
    );
  }
  return (
    <Link to={address(filters, page)} rel={rel} className={`${box} font-medium hover:bg-brand-soft`}>
      {children}
    </Link>
  );
}

/** The first, the last, the current and its neighbours. */
export function shownPages(current: number, pages: number): (number | 'gap')[] {
  const shown = [...new Set([1, current - 1, current, current + 1, pages])]
    .filter((page) => page >= 1 && page <= pages)
    .sort((a, b) => a - b);
  return shown.flatMap((page, position) => {
    const previous = shown[position - 1];
    return previous !== undefined && page > previous + 1 ? (['gap', page] as const) : [page];
  });
}
