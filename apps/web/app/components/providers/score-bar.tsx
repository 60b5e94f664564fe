import { barColour } from '@hakiki/contract/risk';
import { m } from '../../paraglide/messages.js';

const fills = { green: 'fill-bar-green', yellow: 'fill-bar-yellow', red: 'fill-bar-red' } as const;
export const scoreLabels = { green: m.bar_good, yellow: m.bar_fair, red: m.bar_poor } as const;

/** A score from 0 to 100 as a number, a word and a bar. */
export function ScoreBar({ label, value }: { label: string; value: number }) {
  return (
    <div>
      <span className="font-semibold">{m.compare_percent({ value })}</span>{' '}
      <span className="text-muted">{scoreLabels[barColour(value)]()}</span>
      <Meter label={label} value={value} className="mt-1 h-2 max-w-40" />
    </div>
  );
}

interface MeterProps {
  label: string;
  value: number;
  /** For position and height. */
  className: string;
}

export function Meter({ label, value, className }: MeterProps) {
  const colour = barColour(value);
  return (
    <div
      role="meter"
      aria-label={label}
      aria-valuenow={value}
      aria-valuemin={0}
      aria-valuemax={100}
      data-colour={colour}
      className={`overflow-hidden rounded-full bg-line ${className}`}
    >
      <svg className="h-full w-full" preserveAspectRatio="none" viewBox="0 0 100 1" aria-hidden="true">
        <rect width={value} height="1" className={fills[colour]} />
      </svg>
    </div>
  );
}
