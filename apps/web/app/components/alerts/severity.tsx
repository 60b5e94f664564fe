import { toSeverity, type Severity } from '@hakiki/contract/alert-values';
import { severityLabel } from '../../lib/alerts/labels.ts';
import { Badge } from '../ui/badge.tsx';
import type { IconName } from '../ui/icon.tsx';

const severityStyles: Record<Severity, { icon: IconName; className: string }> = {
  Low: { icon: 'info', className: 'bg-pending-soft text-pending' },
  Medium: { icon: 'partial', className: 'bg-limited-soft text-limited' },
  High: { icon: 'flag', className: 'bg-high-soft text-high' },
  Critical: { icon: 'warning', className: 'bg-flagged-soft text-flagged' },
};

/** The colours of a severity in charts, whose legends name it. */
export const severityColours: Record<Severity, { fill: string; dot: string }> = {
  Low: { fill: 'fill-line-strong', dot: 'bg-line-strong' },
  Medium: { fill: 'fill-bar-yellow', dot: 'bg-bar-yellow' },
  High: { fill: 'fill-high', dot: 'bg-high' },
  Critical: { fill: 'fill-bar-red', dot: 'bg-bar-red' },
};

export const severityIcon = (severity: Severity): IconName => severityStyles[severity].icon;

/** The severity as a word with an icon; the colour only repeats it. */
export function SeverityBadge({ severity }: { severity: string }) {
  const { icon, className } = severityStyles[toSeverity(severity) ?? 'Low'];
  return (
    <Badge data-severity={severity} icon={icon} className={className}>
      {severityLabel(severity)}
    </Badge>
  );
}
