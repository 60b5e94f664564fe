import { useNavigate } from 'react-router';
import { addToSelection, comparePath, saveSelection, readSelection } from '../../lib/providers/compare-selection.ts';
import { showToast } from '../../lib/browser/toast.ts';
import { m } from '../../paraglide/messages.js';
import { Icon } from '../ui/icon.tsx';

/** Adds a provider to the selection and opens the comparison. Without scripts the comparison starts with this one. */
export function CompareLink({
  providerId,
  label,
  className,
}: {
  providerId: string;
  label: string;
  className: string;
}) {
  const navigate = useNavigate();
  return (
    <a
      href={comparePath([providerId])}
      className={className}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
        event.preventDefault();
        const selected = addToSelection(readSelection(), providerId);
        if (selected.outcome === 'full') {
          showToast({ title: m.compare_full(), isDestructive: true });
          return;
        }
        saveSelection(selected.ids);
        void navigate(comparePath(selected.ids));
      }}
    >
      <Icon name="compare" className="size-4" />
      {label}
    </a>
  );
}
