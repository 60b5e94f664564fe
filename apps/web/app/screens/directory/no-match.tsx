import type { Lookup } from '@hakiki/contract/lookup';
import { Link } from 'react-router';
import { ProviderCard } from '../../components/providers/card.tsx';
import { buttonClass } from '../../components/ui/button.ts';
import { Notice } from '../../components/ui/notice.tsx';
import { formatNumber } from '../../lib/language/format.ts';
import { pathTo } from '../../lib/pages/paths.ts';
import { m } from '../../paraglide/messages.js';

interface Props {
  search: string;
  lookup: Lookup | undefined;
  unfilteredPath: string;
  clearPath: string;
}

/** Shown when no provider matches. Similar names are labelled as similar, never as matches. */
export function NoMatch({ search, lookup, unfilteredPath, clearPath }: Props) {
  if (lookup && lookup.matches > 0) {
    return (
      <Notice icon="empty" title={m.no_providers()}>
        <p className="max-w-[50ch] wrap-break-word text-muted">
          {m.no_entry_filtered({ count: lookup.matches, shown: formatNumber(lookup.matches) })}
        </p>
        <Link to={unfilteredPath} className={buttonClass('primary')}>
          {m.no_entry_unfiltered()}
        </Link>
        <ClearFiltersLink path={clearPath} />
      </Notice>
    );
  }
  return (
    <div className="flex flex-col gap-6">
      {lookup && lookup.similar.length > 0 && <SimilarProviders search={search} similar={lookup.similar} />}
      <Notice icon="empty" title={m.no_providers()}>
        <p className="max-w-[52ch] text-muted">{m.no_providers_hint()}</p>
        <div className="flex flex-wrap justify-center gap-x-3">
          <ClearFiltersLink path={clearPath} />
          <Link to={pathTo('/safety')} className={buttonClass('quiet')}>
            {m.footer_safety_guide()}
          </Link>
        </div>
      </Notice>
    </div>
  );
}

const ClearFiltersLink = ({ path }: { path: string }) => (
  <Link to={path} className={buttonClass('quiet')}>
    {m.filters_clear()}
  </Link>
);

const SimilarProviders = ({ search, similar }: { search: string; similar: Lookup['similar'] }) => (
  <section aria-labelledby="similar-names">
    <h2 id="similar-names" className="title-card wrap-break-word">
      {m.no_entry_similar({ search })}
    </h2>
    <p className="mt-1 max-w-[60ch] text-muted">{m.no_entry_similar_text()}</p>
    <ul className="mt-3 grid grid-cols-1 gap-4 md:grid-cols-2">
      {similar.map((provider) => (
        <li key={provider.id}>
          <ProviderCard provider={provider} />
        </li>
      ))}
    </ul>
  </section>
);
