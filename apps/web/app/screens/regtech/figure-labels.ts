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

/** In the order of the columns. */
export const listFigureLabels = (): string[] => [
  m.regtech_complaints(),
  m.regtech_schemes(),
  m.regtech_lost(),
  m.regtech_median(),
  m.regtech_verified(),
  m.regtech_flagged(),
];

export const formatFigures = (figures: RegtechFigures): string[] =>
  figureColumns.map((name) => {
    const value = figures[name];
    if (value === null) return '–';
    return name === 'lostRand' ? formatRand(value) : formatNumber(value);
  });
