/** Tabs with a URL each: they can be shared and work without scripts; arrow keys, Home and End move between them. */
import type { KeyboardEvent, ReactNode } from 'react';
import { Link } from 'react-router';

interface Tab {
  name: string;
  label: string;
  path: string;
  /** Beside the label, e.g. a count. */
  badge?: ReactNode;
}

interface Props {
  /** Prefix of the ids on the page. */
  id: string;
  label: string;
  tabs: readonly Tab[];
  current: string;
  children: ReactNode;
}

/** Tabs that are wider than the screen wrap: one that is scrolled out of view is not found. */
export function Tabs({ id, label, tabs, current, children }: Props) {
  return (
    <div className="min-w-0">
      <div
        role="tablist"
        aria-label={label}
        onKeyDown={handleArrowKeys}
        className="flex flex-wrap border-b border-line"
      >
        {tabs.map(({ name, label, path, badge }) => (
          <Link
            key={name}
            id={`${id}-tab-${name}`}
            role="tab"
            to={path}
            replace
            preventScrollReset
            aria-selected={name === current}
            aria-controls={name === current ? `${id}-panel` : undefined}
            tabIndex={name === current ? 0 : -1}
            className={`inline-flex min-h-11 grow items-center justify-center border-b-3 px-3 font-medium whitespace-nowrap ${
              name === current ? 'border-brand text-brand' : 'border-transparent text-muted hover:text-ink'
            }`}
          >
            {label}
            {badge}
          </Link>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-tab-${current}`} tabIndex={0} className="pt-6">
        {children}
      </div>
    </div>
  );
}

function handleArrowKeys(event: KeyboardEvent<HTMLDivElement>) {
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=tab]')];
  const position = all.indexOf(document.activeElement as HTMLElement);
  const target = { ArrowRight: position + 1, ArrowLeft: position - 1, Home: 0, End: -1 }[event.key];
  if (target === undefined) return;
  const next = all.at(target % all.length);
  next?.focus();
  next?.click();
  event.preventDefault();
}
