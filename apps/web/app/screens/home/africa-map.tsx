import { AfricaShapes } from '../../components/africa-shapes.tsx';
import { countryName } from '../../lib/language/country-labels.ts';
import { formatNumber } from '../../lib/language/format.ts';
import { pathTo } from '../../lib/pages/paths.ts';
import { m } from '../../paraglide/messages.js';

/** From no colour to the strongest. */
const fillClasses = ['fill-line', 'fill-flagged-line/35', 'fill-flagged-line/70', 'fill-flagged'] as const;

/**
 * The upper bound of each step. The steps are a geometric series, so that a very large number does not make all other
 * countries look the same.
 */
function computeStepBounds(largest: number): number[] {
  const ratio = Math.cbrt(largest);
  const bounds = [Math.floor(ratio), Math.floor(ratio ** 2), largest];
  return [...new Set(bounds)].filter((upperBound) => upperBound > 0);
}

const findStep = (count: number, stepBounds: readonly number[]): number =>
  count === 0 ? 0 : stepBounds.findIndex((upperBound) => count <= upperBound) + 1;

export const countryPath = (country: string): string =>
  `${pathTo('/directory')}?country=${encodeURIComponent(country)}`;

/** A map of Africa with each country in the colour of its number. */
export function AfricaMap({ counts }: { counts: ReadonlyMap<string, number> }) {
  const stepBounds = computeStepBounds(Math.max(0, ...counts.values()));
  return (
    <AfricaShapes
      otherClassName={fillClasses[0]}
      describe={(country) => {
        const count = counts.get(country) ?? 0;
        const step = findStep(count, stepBounds);
        return {
          path: countryPath(country),
          title: `${countryName(country)}: ${formatNumber(count)}`,
          className: fillClasses[step] ?? fillClasses[0],
          step,
        };
      }}
    />
  );
}

export function MapLegend({ label, largest }: { label: string; largest: number }) {
  const stepBounds = computeStepBounds(largest);
  const ranges = stepBounds.map((upperBound, index) => {
    const first = (stepBounds[index - 1] ?? 0) + 1;
    return first === upperBound ? formatNumber(upperBound) : `${formatNumber(first)}–${formatNumber(upperBound)}`;
  });
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm">
      <span className="font-semibold">{label}</span>
      {[m.home_map_none(), ...ranges].map((range, step) => (
        <span key={range} className="inline-flex items-center gap-1.5">
          <svg viewBox="0 0 16 16" className="size-4" aria-hidden="true">
            <rect width="16" height="16" rx="4" className={fillClasses[step]} />
          </svg>
          {range}
        </span>
      ))}
    </div>
  );
}
