import { Icon } from './icon.tsx';

/** The top of a panel that slides in: what it is, and the way to close it. */
export function DrawerHead({
  drawerId,
  title,
  closeLabel,
  className = '',
}: {
  drawerId: string;
  title: string;
  closeLabel: string;
  className?: string;
}) {
  return (
    <div className={`flex items-center justify-between ${className}`}>
      <p className="text-lg font-semibold">{title}</p>
      <button
        type="button"
        popoverTarget={drawerId}
        popoverTargetAction="hide"
        className="inline-flex size-11 items-center justify-center rounded-control border border-line-strong"
      >
        <Icon name="close" />
        <span className="sr-only">{closeLabel}</span>
      </button>
    </div>
  );
}
