/**
 * Extracts rows from an HTML page without a feed. The page is parsed as a stream, so that only the requested rows are
 * built; the source defines the rows and their expected number, so that a changed layout is detected.
 */
import { Parser } from 'htmlparser2';

interface Tag {
  name: string;
  attributes: Readonly<Record<string, string>>;
}

export interface PageRow {
  /** Attributes of the row's tag. */
  attributes: Readonly<Record<string, string>>;
  /** Texts of the cells. */
  cells: string[];
  /** Text of the last heading before the row. */
  heading: string;
}

interface RowSelectors {
  /** Only rows inside this tag. */
  within?: (tag: Tag) => boolean;
  heading?: (tag: Tag) => boolean;
  row: (tag: Tag) => boolean;
  cell: string;
}

/** Limits: more of a page is ignored. */
const MAX_ROWS = 2000;
const MAX_TEXT_LENGTH = 4000;
/** The parser checks all open tags at each new one: a page of only open tags would take minutes. */
const MAX_DEPTH = 500;
const NONE = -1;

const collapseWhitespace = (text: string) => text.replaceAll(/\s+/g, ' ').trim();

export function parseRows(page: string, { within, heading, row, cell }: RowSelectors): PageRow[] {
  const rows: PageRow[] = [];
  let depth = 0;
  let insideFrom = within ? NONE : 0;
  let headingFrom = NONE;
  let rowFrom = NONE;
  let cellFrom = NONE;
  let lastHeading = '';
  let text = '';
  const parser = new Parser({
    onopentag(name, attributes) {
      depth += 1;
      if (depth > MAX_DEPTH) throw new Error('too deep');
      const tag = { name, attributes };
      if (insideFrom === NONE && within?.(tag)) insideFrom = depth;
      if (insideFrom === NONE || rows.length >= MAX_ROWS) return;
      if (headingFrom === NONE && heading?.(tag)) [headingFrom, text] = [depth, ''];
      else if (rowFrom === NONE && row(tag)) {
        rowFrom = depth;
        rows.push({ attributes, cells: [], heading: lastHeading });
      } else if (rowFrom !== NONE && cellFrom === NONE && name === cell) [cellFrom, text] = [depth, ''];
    },
    ontext(chunk) {
      if ((cellFrom !== NONE || headingFrom !== NONE) && text.length < MAX_TEXT_LENGTH) text += chunk;
    },
    onclosetag() {
      if (depth === headingFrom) [headingFrom, lastHeading] = [NONE, collapseWhitespace(text)];
      if (depth === cellFrom) {
        cellFrom = NONE;
        rows.at(-1)!.cells.push(collapseWhitespace(text));
      }
      if (depth === rowFrom) rowFrom = NONE;
      if (within && depth === insideFrom) insideFrom = NONE;
      depth -= 1;
    },
  });
  parser.write(page);
  parser.end();
  return rows;
}

export const hasClass = (attributes: Readonly<Record<string, string>>, name: string): boolean =>
  (attributes['class'] ?? '').split(/\s+/).includes(name);
