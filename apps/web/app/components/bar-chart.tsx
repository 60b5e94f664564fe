import type { ReactNode } from 'react';
import { formatNumber } from '../lib/language/format.ts';

/** The frame of a chart. */
export const ChartFigure = ({ title, children }: { title: string; children: ReactNode }) => (
  <figure className="flex min-w-0 flex-col gap-3 rounded-card border border-line bg-surface p-4">
    <figcaption className="font-semibold">{title}</figcaption>
    {children}
  </figure>
);

export interface Bar {
  label: string;
  n: number;
  /** A colour with a meaning, which the label names, too. */
  fill?: string;
}

interface Props {
  title: string;
  bars: readonly Bar[];
  emptyText: string;
  /** Draws only the first bars; the table has all of them. */
  maxBars?: number;
}

/** Horizontal bars, and their numbers in a table for screen readers. */
export function BarChart({ title, bars, emptyText, maxBars }: Props) {
  const max = Math.max(1, ...bars.map(({ n }) => n));
  return (
    <ChartFigure title={title}>
      {bars.length === 0 && <p className="text-muted">{emptyText}</p>}
      <div aria-hidden="true" className="flex flex-col gap-2">
        {bars.slice(0, maxBars).map(({ label, n, fill = 'fill-brand' }) => (
          <div key={label}>
            <p className="flex justify-between gap-3 text-sm">
              <span className="min-w-0 first-letter:uppercase">{label}</span>
              <span className="font-semibold">{formatNumber(n)}</span>
            </p>
            <svg viewBox="0 0 100 1" preserveAspectRatio="none" className="h-2 w-full rounded-full bg-line">
              <rect data-bar={n} width={(n / max) * 100} height="1" className={fill} />
            </svg>
          </div>
        ))}
      </div>
      {/* The wrapper is hidden: a hidden table alone widens a phone's page. */}
      {bars.length > 0 && (
        <div className="sr-only">
          <table>
            <caption>{title}</caption>
            <tbody>
              {bars.map(({ label, n }) => (
                <tr key={label}>
                  <th scope="row">{label}</th>
                  <td>{formatNumber(n)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </ChartFigure>
  );
}
