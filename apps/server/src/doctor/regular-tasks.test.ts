import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { formatRegularTasks, regularTasks } from './regular-tasks.ts';

const page = readFileSync(new URL('../../../../docs/runbooks/small-team.md', import.meta.url), 'utf8');

/** The entries of the list below a heading, without the line breaks of the wrapped text. */
const listEntries = (title: string): string[] => {
  const [, section = ''] = page.split(`\n## ${title}\n`);
  const [list = ''] = section.split('\n## ');
  return [...list.matchAll(/^- ((?:.|\n {2})+)$/gm)].map(([, entry = '']) => entry.replaceAll(/\n +/g, ' '));
};

it('the page for a small team lists the same regular tasks as the doctor prints [OPS-02]', () => {
  const listed = Object.fromEntries(Object.keys(regularTasks).map((title) => [title, listEntries(title)]));
  expect(listed).toEqual(regularTasks);
  expect(formatRegularTasks().match(/^  - .+$/gm)).toHaveLength(Object.values(regularTasks).flat().length);
});
