import { compareLimits } from '@hakiki/contract/limits';
import { useRef } from 'react';
import { Link } from 'react-router';
import { m } from '../../paraglide/messages.js';
import { buttonClass } from '../ui/button.ts';
import { Icon } from '../ui/icon.tsx';

export interface TrayEntry {
  id: string;
  /** Unknown while loading. */
  name: string | undefined;
}

interface Props {
  entries: readonly TrayEntry[];
  comparePath: string;
  onRemove: (id: string) => void;
  /** The path without this entry, if the URL contains the selection: then it can be removed without scripts, too. */
  pathWithout?: (id: string) => string;
  className?: string;
}

/** The providers chosen for a comparison so far. */
export function CompareTray({ entries, comparePath, onRemove, pathWithout, className = '' }: Props) {
  const chosen = useRef<HTMLParagraphElement>(null);
  if (entries.length === 0) return null;
  return (
    <section
      aria-label={m.compare_tray()}
      data-testid="compare-tray"
      className={`flex flex-wrap items-center gap-x-3 gap-y-1 rounded-card border border-line-strong bg-surface px-3 py-1 ${className}`}
    >
      <p ref={chosen} tabIndex={-1} aria-live="polite" className="text-sm font-semibold outline-none">
        {m.compare_chosen({ count: entries.length, max: compareLimits.providers })}
      </p>
      {/* One scrollable line, as low as a button. Positioned: otherwise the screen reader texts would widen the page.
       */}
      <ul className="relative order-last flex w-full min-w-0 gap-2 overflow-x-auto md:order-none md:w-auto md:flex-1">
        {entries.map((entry) => (
          <li key={entry.id} className="flex shrink-0 items-center rounded-full bg-brand-soft ps-3 text-sm">
            <span className="max-w-[9rem] truncate md:max-w-[12rem]">{entry.name ?? m.loading_provider()}</span>
            <RemoveEntry
              entry={entry}
              path={pathWithout?.(entry.id)}
              onClick={() => {
                onRemove(entry.id);
                chosen.current?.focus();
              }}
            />
          </li>
        ))}
      </ul>
      <Link to={comparePath} className={buttonClass('primary', 'ms-auto')}>
        <Icon name="compare" className="size-4 max-md:hidden" /> {m.compare_now()}
      </Link>
    </section>
  );
}

function RemoveEntry({ entry, path, onClick }: { entry: TrayEntry; path: string | undefined; onClick: () => void }) {
  const className = 'inline-flex size-11 items-center justify-center rounded-full text-muted hover:text-ink';
  const label = (
    <>
      <Icon name="close" className="size-4" />
      <span className="sr-only">{m.compare_remove_named({ name: entry.name ?? '' })}</span>
    </>
  );
  return path ? (
    <Link to={path} replace preventScrollReset className={className} onClick={onClick}>
      {label}
    </Link>
  ) : (
    <button type="button" className={className} onClick={onClick}>
      {label}
    </button>
  );
}
