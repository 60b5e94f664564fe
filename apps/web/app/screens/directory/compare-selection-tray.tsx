import { CompareTray } from '../../components/providers/compare-tray.tsx';
import { comparePath, saveSelection, useSelection } from '../../lib/providers/compare-selection.ts';
import { getColumnName, useComparedProviders } from '../../lib/providers/use-compared-providers.ts';

/**
 * The providers chosen for the comparison. It is placed at the end of the results and sticks to the bottom of the
 * window only while results continue below, so that it never covers the last ones.
 */
export function CompareSelectionTray() {
  const ids = useSelection();
  const columns = useComparedProviders(ids);
  return (
    <CompareTray
      entries={columns.map((column) => ({ id: column.id, name: getColumnName(column) }))}
      comparePath={comparePath(ids)}
      onRemove={(id) => saveSelection(ids.filter((other) => other !== id))}
      className="sticky bottom-2 z-20 mt-6 shadow-lg print:hidden"
    />
  );
}
