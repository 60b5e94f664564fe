/** The sizes of letters: one scale, and one size for each kind of heading. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const app = import.meta.dirname;
const css = readFileSync(join(app, 'app.css'), 'utf8');
const ROOT_FONT_SIZE_PX = 16;

/** The console is denser and has sizes of its own. */
const screens = globSync('{screens,components}/**/*.tsx', { cwd: app }).filter(
  (file) => !file.endsWith('.test.tsx') && !/^screens\/admin|^components\/staff/.test(file),
);
const sources = screens.map((file) => ({ file, source: readFileSync(join(app, file), 'utf8') }));

it('letters have the six sizes of the scale and no others', () => {
  const sizes = [...css.matchAll(/--text-\w+: ([\d.]+)rem;/g)].map(([, rem]) => Number(rem) * ROOT_FONT_SIZE_PX);
  expect(sizes).toEqual([14, 16, 18, 22, 28, 36]);
  expect(sources.filter(({ source }) => /\btext-\[[\d.]+(?:px|r?em)\]/.test(source)).map(({ file }) => file)).toEqual(
    [],
  );
});

it('headings of public and personal pages take their size from their kind', () => {
  const headings = sources.flatMap(({ file, source }) =>
    [...source.matchAll(/<(h[1-3])\b[^>]*?className="([^"]*)"/g)].map(([, level, classes]) => ({
      file,
      level,
      classes: classes!,
    })),
  );
  expect(headings.length).toBeGreaterThan(100);
  const isSized = ({ classes }: { classes: string }) => /(?:^|[\s:])text-(?:sm|base|lg|xl|2xl|3xl)\b/.test(classes);
  expect(headings.filter(isSized)).toEqual([]);
  const titles = headings.filter(({ level }) => level === 'h1');
  // The steps of the first hour have a smaller title on a phone, so that the first contact is on the first screen.
  const isTitle = (kind: string) => kind === 'title-page' || kind === 'md:title-page';
  expect(titles.filter(({ classes }) => !classes.split(' ').some(isTitle))).toEqual([]);
});
