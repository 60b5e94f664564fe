/** The lines of a snapshot file: one normalized entry each, as JSON. */
import { type IndicatorKind, indicatorKinds } from '@hakiki/contract/indicator-values';
import type { ListedEntry } from '../indicators/service.ts';
import { UnreadableListError } from './parsers.ts';

const NEW_LINE = 10;
const kinds: ReadonlySet<unknown> = new Set(indicatorKinds);

interface Line {
  kind: IndicatorKind;
  value: string;
  category?: string | undefined;
  reference?: string | undefined;
}

export const formatSnapshotEntry = ({ kind, value, category, reference }: Line): string =>
  `${JSON.stringify({ kind, value, category, reference })}\n`;

export function* parseSnapshotEntries(content: Buffer): Generator<ListedEntry> {
  let start = 0;
  while (start < content.length) {
    const end = content.indexOf(NEW_LINE, start);
    if (end < 0) throw new UnreadableListError('the last line has no end');
    yield parseLine(content.toString('utf8', start, end));
    start = end + 1;
  }
}

/** By hand: a schema would take longer than the rest of the import. */
function parseLine(text: string): ListedEntry {
  let line: unknown;
  try {
    line = JSON.parse(text);
  } catch (error) {
    throw new UnreadableListError('no JSON', { cause: error });
  }
  const { kind, value, category, reference } = (line ?? {}) as Partial<Record<keyof Line, unknown>>;
  const isText = (one: unknown) => one === undefined || typeof one === 'string';
  if (!kinds.has(kind) || typeof value !== 'string' || !isText(category) || !isText(reference)) {
    throw new UnreadableListError('no entry');
  }
  return {
    form: kind as IndicatorKind,
    text: value,
    category,
    reference,
  };
}
