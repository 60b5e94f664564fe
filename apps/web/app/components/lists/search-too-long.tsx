import { textLimits } from '@hakiki/contract/limits';
import { useLocation } from 'react-router';
import { formatNumber } from '../../lib/language/format.ts';
import { parseSearch } from '../../lib/pages/search-text.ts';
import { m } from '../../paraglide/messages.js';
import { Icon } from '../ui/icon.tsx';

/** Shown beside a search box when the search text in the URL was cut. */
export function SearchTooLong({ max = textLimits.search }: { max?: number }) {
  const { written, text } = parseSearch(new URLSearchParams(useLocation().search), max);
  if (written === text.length) return null;
  return (
    <p role="status" className="flex items-start gap-1.5 text-sm font-semibold text-flagged">
      <Icon name="warning" className="mt-0.5 size-4" />
      {m.search_too_long({ given: formatNumber(written), max: formatNumber(max) })}
    </p>
  );
}
