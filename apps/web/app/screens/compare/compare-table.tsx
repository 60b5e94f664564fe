import type { Provider } from '@hakiki/contract/directory';
import { Link } from 'react-router';
import { buttonClass } from '../../components/ui/button.ts';
import { Icon } from '../../components/ui/icon.tsx';
import { providerPath } from '../../lib/pages/paths.ts';
import { m } from '../../paraglide/messages.js';
import type { Column } from '../../lib/providers/use-compared-providers.ts';
import { isDifferent, rows, type Row } from './compare-rows.tsx';
import { ExtremeMark, findExtremes, type Extreme } from './best-and-worst.tsx';

interface Props {
  columns: readonly Column[];
  onlyDifferences: boolean;
  pathWithout: (id: string) => string;
  onRemove: (id: string) => void;
}

/** With more columns, a phone shows a part of the table, and the user swipes to the others. */
export const COLUMNS_ON_PHONE = 2;
const gridClasses = [
  '',
  'max-md:grid-cols-1',
  'max-md:grid-cols-2 @max-[18rem]/page:grid-cols-1',
  'max-md:grid-cols-3',
  'max-md:grid-cols-4',
];
const widthClasses = [
  '',
  'md:max-w-[36rem]',
  'md:max-w-[56rem]',
  'max-md:min-w-[28rem] print:min-w-0',
  'max-md:min-w-[37rem] print:min-w-0',
];

/** On a phone, the name of a row is above its values, so that two providers get the full width. */
export function CompareTable({ columns, onlyDifferences, pathWithout, onRemove }: Props) {
  const providers = columns.flatMap(({ provider }) => (provider.status === 'ready' ? provider.data : []));
  const shownRows = rows.filter((row) => !onlyDifferences || isDifferent(row, providers));
  const isScrollable = columns.length > COLUMNS_ON_PHONE;
  const gridClass = `max-md:grid ${gridClasses[columns.length]}`;
  if (shownRows.length === 0 && providers.length === columns.length) {
    return <p className="text-lg font-semibold">{m.compare_no_differences()}</p>;
  }
  return (
    <div
      role={isScrollable ? 'region' : undefined}
      aria-label={isScrollable ? m.compare_table() : undefined}
      // A horizontally scrolling region must be reachable by keyboard.
      tabIndex={isScrollable ? 0 : undefined}
      className={
        isScrollable
          ? 'relative max-md:snap-x max-md:snap-proximity max-md:overflow-x-auto print:overflow-visible'
          : undefined
      }
    >
      <table
        aria-label={m.compare_table()}
        className={`w-full border-separate border-spacing-0 text-start max-md:block md:table-fixed ${widthClasses[columns.length]}`}
      >
        <thead
          className={`z-10 bg-paper max-md:block md:sticky md:top-16 ${isScrollable ? '' : 'max-md:sticky max-md:top-16 @max-[18rem]/page:static!'} print:static`}
        >
          <tr className={gridClass}>
            <td className="border-b-2 border-line-strong max-md:sr-only md:w-40 lg:w-48">
              <span className="sr-only">{m.compare_property()}</span>
            </td>
            {columns.map((column) => (
              <HeadCell
                key={column.id}
                column={column}
                isNarrow={isScrollable}
                removePath={pathWithout(column.id)}
                onRemove={() => onRemove(column.id)}
              />
            ))}
          </tr>
        </thead>
        <tbody className="max-md:block">
          {shownRows.map((row) => (
            <BodyRow
              key={row.name}
              row={row}
              columns={columns}
              differs={isDifferent(row, providers)}
              extremes={findExtremes(row.rank, providers)}
              gridClass={gridClass}
              showsNames={isScrollable}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface HeadProps {
  column: Column;
  /** The space is so narrow that the name takes all of it. */
  isNarrow: boolean;
  removePath: string;
  onRemove: () => void;
}

function HeadCell({ column: { id, provider }, isNarrow, removePath, onRemove }: HeadProps) {
  const name = getName(provider);
  return (
    <th
      scope="col"
      aria-label={name}
      data-provider={id}
      className="snap-start border-b-2 border-line-strong py-2 ps-1 pe-2 text-start align-top font-normal md:px-3"
    >
      <div
        className={`flex items-start justify-between gap-x-1 ${isNarrow ? 'max-lg:flex-col max-lg:justify-start' : ''}`}
      >
        <div className="min-w-0">
          {provider.status === 'loading' && <div className="skeleton mt-3 h-5 w-24" />}
          {provider.status === 'ready' && (
            <Link
              to={providerPath(id)}
              title={name}
              className="block min-h-11 pt-2.5 leading-snug font-semibold underline-offset-4 hover:underline"
            >
              <span className="line-clamp-3">{name}</span>
            </Link>
          )}
          {provider.status === 'failed' && (
            <>
              <p className="pt-2.5 font-semibold">{name}</p>
              <button
                type="button"
                disabled={provider.isRetrying}
                onClick={provider.retry}
                className={buttonClass('secondary', 'needs-scripts mt-1')}
              >
                {m.try_again()}
              </button>
            </>
          )}
        </div>
        <Link
          to={removePath}
          replace
          preventScrollReset
          onClick={onRemove}
          className={`inline-flex size-11 shrink-0 items-center justify-center rounded-control text-muted hover:bg-brand-soft hover:text-ink print:hidden ${isNarrow ? 'max-lg:-ms-3.5' : ''}`}
        >
          <Icon name="close" className="size-4" />
          <span className="sr-only">{m.compare_remove_named({ name })}</span>
        </Link>
      </div>
    </th>
  );
}

function getName(provider: Column['provider']): string {
  if (provider.status === 'ready') return provider.data.name;
  return provider.status === 'loading' ? m.loading_provider() : m.compare_not_loaded();
}

interface BodyRowProps {
  row: Row;
  columns: readonly Column[];
  differs: boolean;
  /** By provider id. */
  extremes: ReadonlyMap<string, Extreme>;
  gridClass: string;
  showsNames: boolean;
}

function BodyRow({ row, columns, differs, extremes, gridClass, showsNames }: BodyRowProps) {
  return (
    <tr data-row={row.name} data-differs={differs || undefined} className={`${gridClass} break-inside-avoid`}>
      <th
        scope="row"
        className="text-start align-top font-semibold max-md:col-span-full max-md:mt-2 max-md:rounded-control max-md:bg-brand-soft max-md:px-2 max-md:py-1 max-md:text-sm md:border-b md:border-line md:px-2 md:py-3"
      >
        <span className="max-md:sticky max-md:start-2">{row.label()}</span>
      </th>
      {columns.map(({ id, provider }) => (
        // With enlarged text the cells are below each other, each with the name (app.css).
        <td
          key={id}
          data-name={showsNames ? undefined : getName(provider)}
          className="min-w-0 border-line py-2 ps-1 pe-2 align-top md:border-b md:px-3 md:py-3"
        >
          {showsNames && provider.status === 'ready' && (
            <span aria-hidden="true" className="block truncate text-sm text-muted md:hidden print:hidden">
              {provider.data.name}
            </span>
          )}
          {provider.status === 'loading' && <div className="skeleton h-5 w-20" />}
          {provider.status === 'ready' && <CellValue row={row} provider={provider.data} extreme={extremes.get(id)} />}
          {provider.status === 'failed' && '–'}
        </td>
      ))}
    </tr>
  );
}

const CellValue = ({ row, provider, extreme }: { row: Row; provider: Provider; extreme: Extreme | undefined }) => (
  <>
    {row.render(provider)}
    {extreme && (
      <span className="mt-1 block">
        <ExtremeMark extreme={extreme} />
      </span>
    )}
  </>
);
