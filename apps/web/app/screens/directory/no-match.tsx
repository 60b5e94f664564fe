import type { Lookup } from '@hakiki/contract/lookup';
import { Link } from 'react-router';
import { buttonClass } from '../../components/ui/button.ts';
import { Notice } from '../../components/ui/notice.tsx';
import { formatNumber } from '../../lib/language/format.ts';
import { pathTo } from '../../lib/pages/paths.ts';
import { m } from '../../paraglide/messages.js';

interface Props {
  lookup: Lookup | undefined;
  unfilteredPath: string;
  clearPath: string;
}

/** Shown when no provider matches. */
export function NoMatch({ lookup, unfilteredPath, clearPath }: Props) {
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
    <Notice icon="empty" title={m.no_providers()}>
      <p className="max-w-[52ch] text-muted">{m.no_providers_hint()}</p>
      <div className="flex flex-wrap justify-center gap-x-3">
        <ClearFiltersLink path={clearPath} />
        <Link to={pathTo('/safety')} className={buttonClass('quiet')}>
          {m.footer_safety_guide()}
        </Link>
      </div>
    </Notice>
  );
}

const ClearFiltersLink = ({ path }: { path: string }) => (
  <Link to={path} className={buttonClass('quiet')}>
    {m.filters_clear()}
  </Link>
);
