/** The preview picture of a shared link to an alert: its severity, its title, and our name. */
import type { Severity } from '@hakiki/contract/alert-values';
import type { PublishedAlert } from '@hakiki/contract/alerts';
import type { Language } from '@hakiki/contract/site';
import { addInk, drawable, type Drawing, fill, rectangle, startDrawing, toPng, widthOf, write } from './drawing.ts';

const WIDTH = 1200;
const HEIGHT = 630;
const LEFT = 84;
const LINE_WIDTH = WIDTH - 2 * LEFT;
const MOST_LINES = 4;
/** With fewer drawable characters the title would be misleading. */
const LEAST_DRAWN = 0.9;

const paper = [251, 249, 244] as const;
const ink = [27, 26, 38] as const;
const brand = [50, 44, 133] as const;
const slate = [70, 83, 106] as const;
const colours = {
  Low: slate,
  Medium: [131, 80, 0],
  High: [161, 58, 6],
  Critical: [174, 28, 40],
} as const satisfies Record<Severity, readonly [number, number, number]>;

interface Words {
  severities: Record<Severity, string>;
  withdrawn: string;
  line: string;
}

const words: Record<Language, Words> = {
  en: {
    severities: {
      Low: 'Fraud alert: Low',
      Medium: 'Fraud alert: Medium',
      High: 'Fraud alert: High',
      Critical: 'Fraud alert: Critical',
    },
    withdrawn: 'This alert was withdrawn',
    line: 'Verify before you trust.',
  },
  fr: {
    severities: {
      Low: 'Alerte à la fraude : faible',
      Medium: 'Alerte à la fraude : moyenne',
      High: 'Alerte à la fraude : élevée',
      Critical: 'Alerte à la fraude : critique',
    },
    withdrawn: 'Cette alerte a été retirée',
    line: 'Vérifiez avant de faire confiance.',
  },
};

export async function drawAlert({ alert }: PublishedAlert, language: Language): Promise<Buffer> {
  const { severities, withdrawn, line } = words[language];
  const drawing = startDrawing(WIDTH, HEIGHT, paper);
  const accent = addInk(drawing, alert ? colours[alert.severity] : slate);
  fill(drawing, [rectangle(0, 0, 28, HEIGHT)], accent);
  write(drawing, alert ? severities[alert.severity] : withdrawn, { x: LEFT, y: 128, size: 46, ink: accent });
  if (alert) writeTitle(drawing, alert.title);
  const signature = addInk(drawing, brand);
  write(drawing, 'Hakiki', { x: LEFT, y: HEIGHT - 60, size: 54, ink: signature });
  write(drawing, line, { x: LEFT + widthOf('Hakiki', 54) + 32, y: HEIGHT - 60, size: 28, ink: addInk(drawing, slate) });
  return toPng(drawing);
}

/** A title with too many unknown characters is left out. */
function writeTitle(drawing: Drawing, title: string): void {
  const shown = drawable(title);
  if (shown.length < title.length * LEAST_DRAWN) return;
  const size = [64, 56, 48].find((one) => linesOf(shown, one).length <= MOST_LINES) ?? 48;
  const lines = linesOf(shown, size);
  const dark = addInk(drawing, ink);
  for (const [place, line] of lines.slice(0, MOST_LINES).entries()) {
    const isCut = place === MOST_LINES - 1 && lines.length > MOST_LINES;
    write(drawing, isCut ? shortened(line, size) : line, {
      x: LEFT,
      y: 170 + size + place * size * 1.3,
      size,
      ink: dark,
    });
  }
}

function linesOf(text: string, size: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ').flatMap((one) => pieces(one, size))) {
    const last = lines.at(-1);
    if (last !== undefined && widthOf(`${last} ${word}`, size) <= LINE_WIDTH)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

/** Splits a word that is wider than a line. */
function pieces(word: string, size: number): string[] {
  const all = [''];
  for (const letter of word) {
    if (widthOf(all.at(-1) + letter, size) > LINE_WIDTH) all.push('');
    all[all.length - 1] += letter;
  }
  return all;
}

function shortened(line: string, size: number): string {
  let kept = line;
  while (kept && widthOf(`${kept}…`, size) > LINE_WIDTH) kept = kept.slice(0, -1);
  return `${kept.trimEnd()}…`;
}
