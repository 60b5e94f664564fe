/** A dense table with rows of 40 px; on a phone each row is a card whose values have their headings. */
import type { KeyboardEvent, ReactNode } from 'react';

export interface Column<Row> {
  /** In the head, and beside the value on a phone. */
  heading: string;
  /** Instead of the heading in the head, such as a link that sorts. */
  head?: ReactNode;
  /** Set for the column by which the rows are sorted. */
  sorted?: 'ascending' | 'descending' | undefined;
  cell: (row: Row) => ReactNode;
  /** For widths, e.g. `md:w-40`. */
  className?: string;
  /** Cells with buttons have no heading beside them. */
  isActions?: boolean;
  isNumber?: boolean;
  /** The cell names its row. */
  isName?: boolean;
}

export interface DataTableProps<Row> {
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  /** Dims a row, e.g. because it cannot be changed any more. */
  isDimmed?: (row: Row) => boolean;
  /** Columns keep their widths, and long texts can be cut to one line. */
  isFixed?: boolean;
  /** Class of the cells of the head, e.g. to keep it in view. */
  headClass?: string;
  /** Attributes of the element of a row, such as its anchor. */
  rowAttributes?: (row: Row) => Readonly<Record<string, string | number>>;
  /** Makes rows focusable. */
  onRowKeyDown?: (event: KeyboardEvent<HTMLTableSectionElement>) => void;
}

/** Renders nothing without rows. */
export function DataTable<Row extends { id: string }>({
  label,
  columns,
  rows,
  isDimmed,
  isFixed = false,
  headClass = '',
  rowAttributes,
  onRowKeyDown,
}: DataTableProps<Row>) {
  if (rows.length === 0) return null;
  return (
    <table
      aria-label={label}
      className={`w-full border-separate border-spacing-0 text-sm max-md:block ${isFixed ? 'md:table-fixed' : ''}`}
    >
      <thead className="max-md:hidden">
        <tr>
          {columns.map(({ heading, head, sorted, className = '', isActions, isNumber }) => (
            <th
              key={heading}
              scope="col"
              aria-sort={sorted}
              className={`${headClass} h-10 border-b border-line-strong px-2 font-semibold wrap-normal text-muted lg:whitespace-nowrap ${isActions || isNumber ? 'text-end' : 'text-start'} ${className}`}
            >
              {head ?? heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody onKeyDown={onRowKeyDown} className="max-md:flex max-md:flex-col max-md:gap-3">
        {rows.map((row) => (
          <tr
            key={row.id}
            {...rowAttributes?.(row)}
            tabIndex={onRowKeyDown && 0}
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
function Cell<Row>({ column, row }: { column: Column<Row>; row: Row }) {
  const { heading, cell, isActions, isNumber, isName } = column;
  const value = cell(row);
  const isEmpty = value === null || value === undefined || value === false || value === '';
  const className = `h-10 px-2 py-1 wrap-break-word max-md:h-auto max-md:flex-wrap max-md:items-center max-md:justify-between max-md:gap-x-3 max-md:px-0 md:border-b md:border-line ${
    isEmpty ? 'max-md:hidden' : 'max-md:flex'
  }`;
  if (isName)
    return (
      <th scope="row" className={`${className} text-start font-semibold`}>
        {value}
      </th>
    );
  return (
    <td className={`${className} ${isNumber ? 'text-end tabular-nums md:whitespace-nowrap' : ''}`}>
      {!isActions && (
        <span aria-hidden="true" className="text-muted md:hidden">
          {heading}
        </span>
      )}
      {value}
    </td>
  );
}
