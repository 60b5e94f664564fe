/** A dense table with 40 px rows and a sticky head. Arrow keys move from row to row; on a phone each row is a card. */
import type { KeyboardEvent, ReactNode } from 'react';

export interface Column<Row> {
  /** In the head, and beside the value on a phone. */
  heading: string;
  cell: (row: Row) => ReactNode;
  /** For widths, e.g. `md:w-40`. */
  className?: string;
  /** Cells with buttons have no heading beside them. */
  isActions?: boolean;
}

interface Props<Row> {
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  /** Dims a row, e.g. because it cannot be changed any more. */
  isDimmed?: (row: Row) => boolean;
}

/** Renders nothing without rows. */
export function AdminTable<Row extends { id: string }>({ label, columns, rows, isDimmed }: Props<Row>) {
  if (rows.length === 0) return null;
  return (
    <table aria-label={label} className="w-full border-separate border-spacing-0 text-sm max-md:block">
      <thead className="max-md:sr-only">
        <tr>
          {columns.map(({ heading, className = '', isActions }) => (
            <th
              key={heading}
              scope="col"
              className={`sticky top-13 z-10 h-10 border-b border-line-strong bg-paper px-2 font-semibold wrap-normal text-muted lg:whitespace-nowrap ${isActions ? 'text-end' : 'text-start'} ${className}`}
            >
              {heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody onKeyDown={moveBetweenRows} className="max-md:flex max-md:flex-col max-md:gap-3">
        {rows.map((row) => (
          <tr
            key={row.id}
            tabIndex={0}
            className={`bg-surface hover:bg-brand-soft focus-visible:bg-brand-soft max-md:flex max-md:flex-col max-md:gap-1 max-md:rounded-card max-md:border max-md:border-line max-md:p-3 ${
              isDimmed?.(row) ? 'text-muted' : ''
            }`}
          >
            {columns.map((column) => (
              <Cell key={column.heading} column={column} row={row} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** On a phone an empty cell is hidden. */
function Cell<Row>({ column: { heading, cell, isActions }, row }: { column: Column<Row>; row: Row }) {
  const value = cell(row);
  const isEmpty = value === null || value === undefined || value === false || value === '';
  return (
    <td
      className={`h-10 px-2 py-1 wrap-break-word max-md:h-auto max-md:flex-wrap max-md:items-center max-md:justify-between max-md:gap-x-3 max-md:px-0 md:border-b md:border-line ${
        isEmpty ? 'max-md:hidden' : 'max-md:flex'
      }`}
    >
      {!isActions && (
        <span aria-hidden="true" className="text-muted md:hidden">
          {heading}
        </span>
      )}
      {value}
    </td>
  );
}

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
