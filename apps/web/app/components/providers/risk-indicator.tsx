import type { RiskLevel } from '@hakiki/contract/risk';
import { m } from '../../paraglide/messages.js';

const levels: Record<RiskLevel, { label: () => string; filled: number; className: string }> = {
  Low: { label: m.risk_low, filled: 1, className: 'text-verified' },
  Medium: { label: m.risk_medium, filled: 2, className: 'text-limited' },
  High: { label: m.risk_high, filled: 3, className: 'text-flagged' },
};

export const riskLabel = (level: RiskLevel): string => levels[level].label();

/** The level as text, with three steps beside it. */
export function RiskIndicator({ level }: { level: RiskLevel }) {
  const { label, filled, className } = levels[level];
  return (
    <span data-risk={level} className={`inline-flex items-center gap-2 font-semibold ${className}`}>
      <span aria-hidden="true" className="inline-flex items-end gap-0.5">
        {[1, 2, 3].map((step) => (
          <span
            key={step}
            className={`w-1.5 rounded-full ${step <= filled ? 'bg-current' : 'bg-line'} ${['h-2', 'h-3', 'h-4'][step - 1]}`}
          />
        ))}
      </span>
      {label()}
    </span>
  );
}
