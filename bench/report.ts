/** Formats all results of a run as one table. */
export interface Goal {
  text: string;
  isReached: (value: number) => boolean;
}

export const atLeast = (bound: number): Goal => ({ text: `≥ ${bound}`, isReached: (value) => value >= bound });
export const atMost = (bound: number): Goal => ({ text: `≤ ${bound}×`, isReached: (value) => value <= bound });

export interface Result {
  what: string;
  /** Per size, in the order of the run; undefined where it does not apply. */
  values: (number | undefined)[];
  show: (value: number) => string;
  goal?: Goal;
}

export const asRatio = (value: number): string => value.toFixed(2);
export const asGrowth = (value: number): string => `${value.toFixed(2)}×`;
export const asMilliseconds = (value: number): string => `${value < 10 ? value.toFixed(2) : value.toFixed(1)} ms`;
export const asPerSecond = (value: number): string => `${value < 10 ? value.toFixed(2) : value.toFixed(0)}/s`;

export const sizeName = (size: number): string =>
  size >= 1_000_000 ? `${size / 1_000_000}M` : size >= 1000 ? `${size / 1000}k` : String(size);

export function formatVerdict({ values, goal }: Result): string {
  if (!goal) return '';
  const known = values.filter((value) => value !== undefined);
  return known.every((value) => goal.isReached(value)) ? 'reached' : 'missed';
}

function table(figures: readonly Result[], sizes: readonly number[]): string {
  const rows = [
    ['', ...sizes.map(sizeName), 'goal', ''],
    ...figures.map((figure) => [
      figure.what,
      ...figure.values.map((value) => (value === undefined ? '' : figure.show(value))),
      figure.goal?.text ?? '',
      formatVerdict(figure),
    ]),
  ];
  const widths = rows[0]!.map((_, column) => Math.max(3, ...rows.map((row) => row[column]!.length)));
  const line = (cells: string[]) =>
    `| ${cells.map((cell, column) => (column === 0 ? cell.padEnd(widths[0]!) : cell.padStart(widths[column]!))).join(' | ')} |`;
  const [head, ...body] = rows;
  const rule = widths.map((width, column) => (column === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`));
  return [line(head!), line(rule), ...body.map(line)].join('\n');
}

export function median(values: readonly number[]): number {
  if (values.length === 0) throw new Error('An empty list has no median.');
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** Collects results as they are measured, in the order in which they were first written. */
export class ResultTable {
  readonly #figures = new Map<string, Result>();
  readonly sizes: readonly number[];

  constructor(sizes: readonly number[]) {
    this.sizes = sizes;
  }

  write(what: string, size: number, value: number, { show, goal }: Pick<Result, 'show' | 'goal'>): void {
    const figure = this.#figures.get(what) ?? {
      what,
      values: this.sizes.map(() => undefined),
      show,
      ...(goal && { goal }),
    };
    figure.values[this.sizes.indexOf(size)] = value;
    this.#figures.set(what, figure);
  }

  table(): string {
    return table([...this.#figures.values()], this.sizes);
  }
}

/** Replaces the text between the two marks with the results, and leaves the notes around them. */
export function replaceMeasured(document: string, part: string, measured: string): string {
  const [start, end] = [`<!-- measured: ${part} -->`, `<!-- /measured: ${part} -->`];
  const before = document.indexOf(start);
  const after = document.indexOf(end);
  if (before === -1 || after < before) throw new Error(`The document has no place between ${start} and ${end}`);
  return `${document.slice(0, before + start.length)}\n\n${measured}\n\n${document.slice(after)}`;
}
