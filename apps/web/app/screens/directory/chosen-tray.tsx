import { CompareTray } from '../../components/providers/compare-tray.tsx';
import { comparePath, keepSelection, useSelection } from '../../lib/providers/compare-selection.ts';
import { nameOfColumn, useCompared } from '../../lib/providers/use-compared.ts';

/**
 * The providers chosen for the comparison. It is placed at the end of the results and sticks to the bottom of the
 * window only while results continue below, so that it never covers the last ones.
 */
export function ChosenTray() {
  const ids = useSelection();
  const columns = useCompared(ids);
  return (
    <CompareTray
      entries={columns.map((column) => ({ id: column.id, name: nameOfColumn(column) }))}
      comparePath={comparePath(ids)}
      onRemove={(id) => keepSelection(ids.filter((other) => other !== id))}
      className="sticky bottom-2 z-20 mt-6 shadow-lg print:hidden"
    />
  );
}
