/**
 * Rows of a page that has no feed. The page is read as a stream of tags, so that nothing is built of it but the rows asked for; which
 * rows those are says the source, and how many there should be too, so that a changed layout is noticed and nothing is guessed.
 */
import { Parser } from 'htmlparser2';

interface Tag {
  name: string;
  attributes: Readonly<Record<string, string>>;
}

export interface PageRow {
  /** The tag it stands in. */
  attributes: Readonly<Record<string, string>>;
  /** The texts of its cells. */
  cells: string[];
  /** What was said last by an element that heads rows. */
  heading: string;
}

interface Wanted {
  /** Only what stands inside of this. */
  within?: (tag: Tag) => boolean;
  heading?: (tag: Tag) => boolean;
  row: (tag: Tag) => boolean;
  cell: string;
}

/** More of a page is not looked at. */
const MOST_ROWS = 2000;
const LONGEST_TEXT = 4000;
/** The parser looks through all open tags at each new one: a page of nothing but open tags would take minutes. */
const DEEPEST = 500;
const NONE = -1;

const tidy = (text: string) => text.replaceAll(/\s+/g, ' ').trim();

export function rowsOf(page: string, { within, heading, row, cell }: Wanted): PageRow[] {
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
      if (depth > DEEPEST) throw new Error('too deep');
      const tag = { name, attributes };
      if (insideFrom === NONE && within?.(tag)) insideFrom = depth;
      if (insideFrom === NONE || rows.length >= MOST_ROWS) return;
      if (headingFrom === NONE && heading?.(tag)) [headingFrom, text] = [depth, ''];
      else if (rowFrom === NONE && row(tag)) {
        rowFrom = depth;
        rows.push({ attributes, cells: [], heading: lastHeading });
      } else if (rowFrom !== NONE && cellFrom === NONE && name === cell) [cellFrom, text] = [depth, ''];
    },
    ontext(part) {
      if ((cellFrom !== NONE || headingFrom !== NONE) && text.length < LONGEST_TEXT) text += part;
    },
    onclosetag() {
      if (depth === headingFrom) [headingFrom, lastHeading] = [NONE, tidy(text)];
      if (depth === cellFrom) {
        cellFrom = NONE;
        rows.at(-1)!.cells.push(tidy(text));
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
