/** The preview picture of a shared link to an alert: its severity, its title, and our name. */
import type { Severity } from '@hakiki/contract/alert-values';
import type { PublishedAlert } from '@hakiki/contract/alerts';
import type { Language } from '@hakiki/contract/site';
import {
  addInk,
  toDrawableText,
  type Drawing,
  fill,
  rectangle,
  createDrawing,
  toPng,
  measureWidth,
  drawText,
} from './drawing.ts';

const WIDTH = 1200;
const HEIGHT = 630;
const LEFT = 84;
const LINE_WIDTH = WIDTH - 2 * LEFT;
const MAX_LINES = 4;
/** With fewer drawable characters the title would be misleading. */
const MIN_DRAWN_RATIO = 0.9;

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

interface PictureTexts {
  severities: Record<Severity, string>;
  withdrawn: string;
  line: string;
}

const texts: Record<Language, PictureTexts> = {
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
  const { severities, withdrawn, line } = texts[language];
  const drawing = createDrawing(WIDTH, HEIGHT, paper);
  const accent = addInk(drawing, alert ? colours[alert.severity] : slate);
  fill(drawing, [rectangle(0, 0, 28, HEIGHT)], accent);
  drawText(drawing, alert ? severities[alert.severity] : withdrawn, { x: LEFT, y: 128, size: 46, ink: accent });
  if (alert) writeTitle(drawing, alert.title);
  const signature = addInk(drawing, brand);
  drawText(drawing, 'Hakiki', { x: LEFT, y: HEIGHT - 60, size: 54, ink: signature });
  drawText(drawing, line, {
    x: LEFT + measureWidth('Hakiki', 54) + 32,
    y: HEIGHT - 60,
    size: 28,
    ink: addInk(drawing, slate),
  });
  return toPng(drawing);
}

/** A title with too many unknown characters is left out. */
function writeTitle(drawing: Drawing, title: string): void {
  const drawableTitle = toDrawableText(title);
  if (drawableTitle.length < title.length * MIN_DRAWN_RATIO) return;
  const size = [64, 56, 48].find((one) => wrapLines(drawableTitle, one).length <= MAX_LINES) ?? 48;
  const lines = wrapLines(drawableTitle, size);
  const dark = addInk(drawing, ink);
  for (const [index, line] of lines.slice(0, MAX_LINES).entries()) {
    const isCut = index === MAX_LINES - 1 && lines.length > MAX_LINES;
    drawText(drawing, isCut ? truncate(line, size) : line, {
      x: LEFT,
      y: 170 + size + index * size * 1.3,
      size,
      ink: dark,
    });
  }
}

function wrapLines(text: string, size: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ').flatMap((one) => splitWord(one, size))) {
    const last = lines.at(-1);
    if (last !== undefined && measureWidth(`${last} ${word}`, size) <= LINE_WIDTH)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

/** Splits a word that is wider than a line. */
function splitWord(word: string, size: number): string[] {
  const parts = [''];
  for (const letter of word) {
    if (measureWidth(parts.at(-1) + letter, size) > LINE_WIDTH) parts.push('');
    parts[parts.length - 1] += letter;
  }
  return parts;
}

function truncate(line: string, size: number): string {
  let truncated = line;
  while (truncated && measureWidth(`${truncated}…`, size) > LINE_WIDTH) truncated = truncated.slice(0, -1);
  return `${truncated.trimEnd()}…`;
}
