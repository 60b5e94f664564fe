/** Renders a published summary as a PDF: each figure with its explanation, in English like the stored text. */
import type { RegtechFigures, RegtechReport } from '@hakiki/contract/regtech';
import { minComplaintsForStatistics } from '@hakiki/contract/regtech-values';
import { normaliseCountry } from '@hakiki/contract/countries';
import { figuresPath } from '@hakiki/contract/site';
import { drawPdf, colours, pageLayout } from '../../platform/pdf/pdf-page.ts';

const AUTHOR = 'Hakiki';
const METHOD =
  'Method: counted from the register when the month had closed, and not changed afterwards. Months are in UTC. A figure with too few people behind it is not published.';
const numberFormat = new Intl.NumberFormat('en');
const dateFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

const figureTexts: readonly { name: keyof RegtechFigures; title: string; explanation: string }[] = [
  {
    name: 'complaints',
    title: 'Complaints',
    explanation:
      'Alerts and reports about the country that first became public in the month. One that concerns several countries is counted in each.',
  },
  {
    name: 'schemes',
    title: 'New schemes',
    explanation: 'Alerts among them. Further reports of the same thing are counted into its alert and not here.',
  },
  {
    name: 'lostRand',
    title: 'Losses in rand',
    explanation: `Sum of what the alerts of the month say was lost, where it was told in rand, from ${minComplaintsForStatistics} alerts on.`,
  },
  {
    name: 'medianHours',
    title: 'Median hours to a decision',
    explanation: `Half of the month's complaints were decided in less time. Told from ${minComplaintsForStatistics} complaints on.`,
  },
  { name: 'providers', title: 'Listed providers', explanation: 'Of the country, on the last night of the month.' },
  { name: 'verified', title: 'Verified', explanation: 'Of those.' },
  { name: 'flagged', title: 'Flagged', explanation: 'Of those.' },
];

const formatFigure = (name: keyof RegtechFigures, value: number | null): string => {
  if (value === null) return 'not told';
  return name === 'lostRand' ? `R${numberFormat.format(value)}` : numberFormat.format(value);
};

export function renderSummaryPdf(report: RegtechReport, publicUrl: string): Promise<Buffer> {
  const { id, title, period, priority, country, figures: values, createdAt } = report;
  const publishedAt = new Date(createdAt);
  return drawPdf({ title, author: AUTHOR, at: publishedAt }, ({ write, drawLine }) => {
    let y = write(title, pageLayout.left, pageLayout.top, { size: 22, width: pageLayout.width });
    const heading = `Monthly summary, published ${dateFormat.format(publishedAt)}. Priority: ${priority}.`;
    y = write(heading, pageLayout.left, y, { size: 11, colour: colours.faint, width: pageLayout.width }) + 18;
    for (const { name, title: label, explanation } of figureTexts) {
      drawLine(y);
      write(formatFigure(name, values[name]), pageLayout.left + pageLayout.width - 140, y + 10, {
        size: 13,
        width: 140,
      });
      y = write(label, pageLayout.left, y + 10, { size: 13 });
      y =
        write(explanation, pageLayout.left, y, { size: 9, colour: colours.faint, width: pageLayout.width - 160 }) + 10;
    }
    drawLine(y);
    const small = { size: 8, colour: colours.faint, width: pageLayout.width };
    const sourceNote = 'From what is public in the register of Hakiki. It holds nothing about the people who report.';
    y = write(sourceNote, pageLayout.left, y + 12, small);
    y = write(`${METHOD} Definitions: ${publicUrl}${figuresPath}#regtech`, pageLayout.left, y + 4, small);
    const address = `${publicUrl}/regtech?${new URLSearchParams({ tab: 'reports', country: normaliseCountry(country) }).toString()}`;
    const citation = `Cite as: Hakiki, monthly summary ${country} ${period}, published ${dateFormat.format(publishedAt)}.`;
    y = write(citation, pageLayout.left, y + 4, small);
    y = write(address, pageLayout.left, y, small);
    write(`Summary ${id}`, pageLayout.left, y + 4, small);
  });
}
