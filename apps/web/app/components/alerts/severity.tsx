import { toSeverity, type Severity } from '@hakiki/contract/alert-values';
import { severityLabel } from '../../lib/alerts/labels.ts';
import { Icon, type IconName } from '../ui/icon.tsx';

const severityStyles: Record<Severity, { icon: IconName; className: string }> = {
  Low: { icon: 'info', className: 'bg-pending-soft text-pending' },
  Medium: { icon: 'partial', className: 'bg-limited-soft text-limited' },
  High: { icon: 'flag', className: 'bg-high-soft text-high' },
  Critical: { icon: 'warning', className: 'bg-flagged-soft text-flagged' },
};

export const severityIcon = (severity: Severity): IconName => severityStyles[severity].icon;

/** The severity as a word with an icon; the colour only repeats it. */
export function SeverityBadge({ severity }: { severity: string }) {
  const { icon, className } = severityStyles[toSeverity(severity) ?? 'Low'];
  return (
    <span
      data-severity={severity}
      className={`inline-flex items-center gap-1.5 rounded-full px-2.5 py-0.5 text-sm font-semibold ${className}`}
    >
      <Icon name={icon} className="size-4" />
      {severityLabel(severity)}
    </span>
  );
}
