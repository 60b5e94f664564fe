/** The tables of the console: a sticky head, and arrow keys that move from row to row. */
import type { KeyboardEvent, ReactNode } from 'react';
import { DataTable, type DataTableProps } from '../../../components/ui/data-table.tsx';

export type { Column } from '../../../components/ui/data-table.tsx';

export const AdminTable = <Row extends { id: string }>(props: DataTableProps<Row>) => (
  <DataTable {...props} headClass="sticky top-13 z-10 bg-paper" onRowKeyDown={moveBetweenRows} />
);

/** Enter on a row clicks its first button or link. */
function moveBetweenRows(event: KeyboardEvent<HTMLTableSectionElement>) {
  const row = event.target;
  if (!(row instanceof HTMLTableRowElement)) return;
  const all = [...event.currentTarget.rows];
  const next = {
    ArrowDown: row.nextElementSibling,
    ArrowUp: row.previousElementSibling,
    Home: all[0],
    End: all.at(-1),
  }[event.key];
  if (next instanceof HTMLElement) next.focus();
  else if (event.key === 'Enter') row.querySelector<HTMLElement>('button, a')?.click();
  else return;
  event.preventDefault();
}

/** Classes for a button in a row: low on wide screens, a full touch target on a phone. */
export const rowButtonClass = (variant: 'plain' | 'danger' = 'plain'): string =>
  `inline-flex min-h-8 items-center justify-center gap-1 rounded-control border px-2.5 text-sm font-semibold whitespace-nowrap disabled:cursor-not-allowed disabled:opacity-60 max-md:min-h-11 ${
    variant === 'danger'
      ? 'border-flagged-line text-flagged hover:bg-flagged-soft'
      : 'border-line-strong bg-surface text-ink hover:bg-brand-soft'
  }`;

export const RowActions = ({ children }: { children: ReactNode }) => (
  <div className="flex flex-wrap gap-2 md:justify-end">{children}</div>
);

/** A short value without line breaks. */
export const NoWrap = ({ children }: { children: ReactNode }) => <span className="whitespace-nowrap">{children}</span>;

/** Placeholder of a table while its rows load. */
export const TableSkeleton = ({ label, rows = 10 }: { label: string; rows?: number }) => (
  <div role="status" aria-label={label} className="flex flex-col gap-1">
    <div className="skeleton h-10" />
    {Array.from({ length: rows }, (_, row) => (
      <div key={row} className="skeleton h-9" />
    ))}
  </div>
);
