/**
 * The preview picture of a shared link to an alert: its severity, its title, and our name. Text becomes outlines of our
 * own font, because the image library would use the fonts of the machine.
 */
// oxlint-disable-next-line typescript/triple-slash-reference -- An ambient declaration cannot be imported.
/// <reference path="./fontkit.d.ts" />
import { readFile } from 'node:fs/promises';
import type { Severity } from '@hakiki/contract/alert-values';
import type { PublishedAlert } from '@hakiki/contract/alerts';
import type { Language } from '@hakiki/contract/site';
import type { Font, GlyphPosition } from 'fontkit';
import { getTexts } from '../../platform/texts.ts';

const WIDTH = 1200;
const HEIGHT = 630;
const LEFT = 84;
const LINE_WIDTH = WIDTH - 2 * LEFT;
const MAX_LINES = 4;
/** With fewer drawable characters the title would be misleading. */
const MIN_DRAWN_RATIO = 0.9;

const FONT_UNITS_PER_EM = 2048;
const fontFile = new URL('../../../assets/dejavu-sans-bold.ttf', import.meta.url);
/** Right-to-left titles need a bidirectional layout, which the font library does not have. */
const drawableScripts = /^[\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]$/u;

const paper = '#fbf9f4';
const ink = '#1b1a26';
const brand = '#322c85';
const slate = '#46536a';
const colours: Record<Severity, string> = { Low: slate, Medium: '#835000', High: '#a13a06', Critical: '#ae1c28' };

/** In font units, with the y axis upwards. */
interface PlacedGlyph {
  outline: string;
  isSpace: boolean;
  position: GlyphPosition;
}

let libraries: ReturnType<typeof loadLibraries> | undefined;

/** Loaded for the first picture: they take 40 MB, and most processes draw none. */
async function loadLibraries() {
  const [{ create }, { default: sharp }, font] = await Promise.all([
    import('fontkit'),
    import('sharp'),
    readFile(fontFile),
  ]);
  // Finished pictures are in the reply cache.
  sharp.cache(false);
  return { font: create(font), sharp };
}

export async function drawAlert({ alert }: PublishedAlert, language: Language): Promise<Buffer> {
  const { font, sharp } = await (libraries ??= loadLibraries());
  const { severities, withdrawn, line } = getTexts(language).alertPicture;
  const accent = alert ? colours[alert.severity] : slate;
  const heading = alert ? severities[alert.severity] : withdrawn;
  const name = shape(font, 'Hakiki');
  const x = LEFT + measureWidth(name, 54) + 32;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">
    <rect width="${WIDTH}" height="${HEIGHT}" fill="${paper}"/>
    <rect width="28" height="${HEIGHT}" fill="${accent}"/>
    ${drawText(shape(font, heading), { x: LEFT, y: 128, size: 46, fill: accent })}
    ${alert ? drawTitle(font, alert.title) : ''}
    ${drawText(name, { x: LEFT, y: HEIGHT - 60, size: 54, fill: brand })}
    ${drawText(shape(font, line), { x, y: HEIGHT - 60, size: 28, fill: slate })}
  </svg>`;
  return sharp(Buffer.from(svg)).png({ colours: 16, dither: 0, compressionLevel: 9 }).toBuffer();
}

/** A title with too many unknown characters is left out. */
function drawTitle(font: Font, title: string): string {
  const drawable = [...title.normalize('NFC').replaceAll(/\s/g, ' ')]
    .filter((character) => drawableScripts.test(character) && font.hasGlyphForCodePoint(character.codePointAt(0)!))
    .join('')
    .replaceAll(/ +/g, ' ');
  if (drawable.length < title.length * MIN_DRAWN_RATIO) return '';
  const glyphs = shape(font, drawable);
  const size = [64, 56, 48].find((one) => wrapLines(glyphs, one).length <= MAX_LINES) ?? 48;
  const lines = wrapLines(glyphs, size);
  const last = lines[MAX_LINES - 1];
  if (last && lines.length > MAX_LINES) lines[MAX_LINES - 1] = truncate(last, shape(font, '…'), size);
  return lines
    .slice(0, MAX_LINES)
    .map((line, index) => drawText(line, { x: LEFT, y: 170 + size + index * size * 1.3, size, fill: ink }))
    .join('');
}

function shape(font: Font, text: string): PlacedGlyph[] {
  const { glyphs, positions } = font.layout(text);
  return glyphs.map(({ path, codePoints }, index) => ({
    outline: path.toSVG(),
    isSpace: codePoints[0] === 0x20,
    position: positions[index]!,
  }));
}

function drawText(
  glyphs: readonly PlacedGlyph[],
  { x, y, size, fill }: { x: number; y: number; size: number; fill: string },
): string {
  const scale = size / FONT_UNITS_PER_EM;
  let left = 0;
  const paths = glyphs.map(({ outline, position: { xOffset, yOffset, xAdvance } }) => {
    const path = `<path transform="translate(${left + xOffset} ${yOffset})" d="${outline}"/>`;
    left += xAdvance;
    return path;
  });
  return `<g fill="${fill}" transform="translate(${x} ${y}) scale(${scale} ${-scale})">${paths.join('')}</g>`;
}

const measureWidth = (glyphs: readonly PlacedGlyph[], size: number): number =>
  (glyphs.reduce((width, { position }) => width + position.xAdvance, 0) * size) / FONT_UNITS_PER_EM;

/** Counts the glyphs that fit on a line. */
function countFitting(glyphs: readonly PlacedGlyph[], size: number, lineWidth = LINE_WIDTH): number {
  let width = 0;
  const first = glyphs.findIndex((glyph) => (width += measureWidth([glyph], size)) > lineWidth);
  return first === -1 ? glyphs.length : first;
}

/** Breaks lines at spaces, and inside a word only if it is wider than a line. */
function wrapLines(glyphs: readonly PlacedGlyph[], size: number): (readonly PlacedGlyph[])[] {
  const lines: (readonly PlacedGlyph[])[] = [];
  let rest = glyphs;
  while (rest.length > 0) {
    const fitting = countFitting(rest, size);
    const space = rest.slice(0, fitting + 1).findLastIndex(({ isSpace }) => isSpace);
    const end = fitting < rest.length && space > 0 ? space : fitting;
    lines.push(rest.slice(0, end));
    rest = rest.slice(rest[end]?.isSpace ? end + 1 : end);
  }
  return lines;
}

function truncate(line: readonly PlacedGlyph[], ellipsis: readonly PlacedGlyph[], size: number): PlacedGlyph[] {
  const fitting = line.slice(0, countFitting(line, size, LINE_WIDTH - measureWidth(ellipsis, size)));
  const lastLetter = fitting.findLastIndex(({ isSpace }) => !isSpace);
  return [...fitting.slice(0, lastLetter + 1), ...ellipsis];
}
