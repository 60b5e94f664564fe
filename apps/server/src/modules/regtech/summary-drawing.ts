/** Renders a published summary as a PDF: each figure with its explanation, in English like the stored text. */
import type { RegtechFigures, RegtechReport } from '@hakiki/contract/regtech';
import { regtechLeastKnown } from '@hakiki/contract/regtech-values';
import { drawPdf, colours, pageLayout } from '../../platform/pdf/pdf-page.ts';

const AUTHOR = 'Hakiki';
const numbers = new Intl.NumberFormat('en');
const days = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

const figures: readonly { name: keyof RegtechFigures; title: string; means: string }[] = [
  {
    name: 'complaints',
    title: 'Complaints',
    means:
      'Alerts and reports about the country that first became public in the month. One that concerns several countries is counted in each.',
  },
  {
    name: 'schemes',
    title: 'New schemes',
    means: 'Alerts among them. Further reports of the same thing are counted into its alert and not here.',
  },
  {
    name: 'lostRand',
    title: 'Losses in rand',
    means: `Sum of what the alerts of the month say was lost, where it was told in rand, from ${regtechLeastKnown} alerts on.`,
  },
  {
    name: 'medianHours',
    title: 'Median hours to a decision',
    means: `Half of the month's complaints were decided in less time. Told from ${regtechLeastKnown} complaints on.`,
  },
  { name: 'providers', title: 'Listed providers', means: 'Of the country, on the last night of the month.' },
  { name: 'verified', title: 'Verified', means: 'Of those.' },
  { name: 'flagged', title: 'Flagged', means: 'Of those.' },
];

const words = (name: keyof RegtechFigures, value: number | null): string => {
  if (value === null) return 'not told';
  return name === 'lostRand' ? `R${numbers.format(value)}` : numbers.format(value);
};

export function drawSummary({ id, title, priority, figures: told, createdAt }: RegtechReport): Promise<Buffer> {
  const at = new Date(createdAt);
  return drawPdf({ title, author: AUTHOR, at }, ({ write, drawLine }) => {
    let y = write(title, pageLayout.left, pageLayout.top, { size: 22, width: pageLayout.width });
    const heading = `Monthly summary, published ${days.format(at)}. Priority: ${priority}.`;
    y = write(heading, pageLayout.left, y, { size: 11, colour: colours.faint, width: pageLayout.width }) + 18;
    for (const { name, title: called, means } of figures) {
      drawLine(y);
      write(words(name, told[name]), pageLayout.left + pageLayout.width - 140, y + 10, { size: 13, width: 140 });
      y = write(called, pageLayout.left, y + 10, { size: 13 });
      y = write(means, pageLayout.left, y, { size: 9, colour: colours.faint, width: pageLayout.width - 160 }) + 10;
    }
    drawLine(y);
    const small = { size: 8, colour: colours.faint, width: pageLayout.width };
    const from = 'From what is public in the register of Hakiki. It holds nothing about the people who report.';
    y = write(from, pageLayout.left, y + 12, small);
    write(`Summary ${id}`, pageLayout.left, y, small);
  });
}
