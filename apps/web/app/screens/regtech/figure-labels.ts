import type { RegtechFigures } from '@hakiki/contract/regtech';
import { formatNumber, formatRand } from '../../lib/language/format.ts';
import { m } from '../../paraglide/messages.js';

export const figureColumns = [
  'complaints',
  'schemes',
  'lostRand',
  'medianHours',
  'verified',
  'flagged',
] as const satisfies readonly (keyof RegtechFigures)[];
export type FigureName = (typeof figureColumns)[number];

export const figureLabels: Record<FigureName, () => string> = {
  complaints: m.regtech_complaints,
  schemes: m.regtech_schemes,
  lostRand: m.regtech_lost,
  medianHours: m.regtech_median,
  verified: m.regtech_verified,
  flagged: m.regtech_flagged,
};

/** A dash for a figure that is not published. */
export function formatFigure(name: FigureName, value: number | null): string {
  if (value === null) return '–';
  return name === 'lostRand' ? formatRand(value) : formatNumber(value);
}
