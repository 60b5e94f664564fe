import { directorySorts } from '@hakiki/contract/directory-values';
import { Link, useNavigate } from 'react-router';
import { Icon } from '../../components/ui/icon.tsx';
import { pathTo } from '../../lib/pages/paths.ts';
import { m } from '../../paraglide/messages.js';
import { FILTER_FORM_ID, FilterButton } from './filter-panel.tsx';
import { filtersToQuery, views, withChange, type Filters } from './filters.ts';

const sortLabels = {
  relevance: m.sort_relevance,
  rating: m.sort_rating,
  risk: m.sort_risk,
  name: m.sort_name,
} satisfies Record<Filters['sort'], () => string>;
const viewLabels = { list: m.view_list, grid: m.view_grid } satisfies Record<Filters['view'], () => string>;

export function ResultControls({ filters }: { filters: Filters }) {
  const navigate = useNavigate();
  const toUrl = (change: Partial<Filters>) => pathTo('/directory') + filtersToQuery(withChange(filters, change));
  return (
    <div className="flex w-full items-center gap-3 @max-[18rem]/page:flex-col @max-[18rem]/page:items-stretch md:w-auto">
      <FilterButton filters={filters} className="flex-1 md:flex-none lg:hidden" />
      <label className="flex flex-1 items-center gap-2 md:flex-none">
        <span className="sr-only text-muted md:not-sr-only md:whitespace-nowrap">{m.sort_label()}</span>
        <select
          name="sort"
          form={FILTER_FORM_ID}
          value={filters.sort}
          onChange={(event) =>
            void navigate(toUrl({ sort: event.target.value as Filters['sort'] }), { preventScrollReset: true })
          }
          className="min-h-11 w-full rounded-control md:w-auto border border-line-strong bg-surface px-3"
        >
          {directorySorts.map((sort) => (
            <option key={sort} value={sort}>
              {sortLabels[sort]()}
            </option>
          ))}
        </select>
      </label>
      <div
        role="group"
        aria-label={m.view_label()}
        className="hidden rounded-control border border-line-strong md:flex"
      >
        {views.map((view) => (
          <Link
            key={view}
            to={toUrl({ view })}
            preventScrollReset
            aria-current={filters.view === view ? 'true' : undefined}
            className={`inline-flex size-11 items-center justify-center ${filters.view === view ? 'bg-brand-soft text-brand' : 'text-muted'}`}
          >
            <Icon name={view} />
            <span className="sr-only">{viewLabels[view]()}</span>
          </Link>
        ))}
      </div>
    </div>
  );
}
