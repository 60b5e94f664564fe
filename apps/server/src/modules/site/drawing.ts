/**
 * Draws text and shapes on a small palette-based canvas and encodes it as PNG, with Node's own modules only: no font,
 * no image library. Each ink has a few shades towards the background, for smooth edges and small files.
 */
import { promisify } from 'node:util';
import { crc32, deflate } from 'node:zlib';
import { letterShapes } from './letter-shapes.ts';

const compress = promisify(deflate);

type Colour = readonly [red: number, green: number, blue: number];
type Point = readonly [x: number, y: number];

const SHADES = 15;
/** Horizontal samples per pixel row (anti-aliasing). */
const LINES = 4;
const CURVE_STEPS = 6;

export interface Drawing {
  width: number;
  height: number;
  pixels: Uint8Array;
  /** The background first, then the shades of each ink, faintest first. */
  palette: Colour[];
}

export const startDrawing = (width: number, height: number, ground: Colour): Drawing => ({
  width,
  height,
  pixels: new Uint8Array(width * height),
  palette: [ground],
});

/** Returns the palette index of its first shade. */
export function addInk(drawing: Drawing, ink: Colour): number {
  const [ground] = drawing.palette as [Colour];
  const first = drawing.palette.length;
  for (let shade = 1; shade <= SHADES; shade += 1) {
    const part = shade / SHADES;
    drawing.palette.push(ink.map((value, place) => Math.round(value * part + ground[place]! * (1 - part))) as never);
  }
  return first;
}

/** Fills the area inside the outlines by the non-zero winding rule. */
export function fill(drawing: Drawing, outlines: readonly (readonly Point[])[], ink: number): void {
  const { width, height, pixels } = drawing;
  const edges = outlines.flatMap((points) =>
    points.map((from, place) => [from, points[(place + 1) % points.length]!] as const),
  );
  const box = boxOf(edges.map(([from]) => from));
  const [left, right] = [Math.max(0, Math.floor(box.left)), Math.min(width, Math.ceil(box.right))];
  const [top, bottom] = [Math.max(0, Math.floor(box.top)), Math.min(height, Math.ceil(box.bottom))];
  if (right <= left) return;
  const covered = new Float32Array(right - left);
  for (let row = top; row < bottom; row += 1) {
    covered.fill(0);
    for (let line = 0; line < LINES; line += 1) addLine(covered, edges, { y: row + (line + 0.5) / LINES, left });
    for (const [place, part] of covered.entries()) {
      const shade = Math.round(Math.min(1, part / LINES) * SHADES);
      if (shade > 0) pixels[row * width + left + place] = ink + shade - 1;
    }
  }
}

const boxOf = (points: readonly Point[]) => ({
  left: Math.min(...points.map(([x]) => x)),
  right: Math.max(...points.map(([x]) => x)),
  top: Math.min(...points.map(([, y]) => y)),
  bottom: Math.max(...points.map(([, y]) => y)),
});

/** Adds how much of each pixel is covered along one sample line. */
function addLine(
  covered: Float32Array,
  edges: readonly (readonly [Point, Point])[],
  { y, left }: { y: number; left: number },
): void {
  const crossings: { x: number; turn: number }[] = [];
  for (const [[x1, y1], [x2, y2]] of edges) {
    if (y1 <= y === y2 <= y) continue;
    crossings.push({ x: x1 + ((y - y1) * (x2 - x1)) / (y2 - y1) - left, turn: y1 < y2 ? 1 : -1 });
  }
  crossings.sort((one, other) => one.x - other.x);
  let turns = 0;
  for (const [place, { x, turn }] of crossings.entries()) {
    turns += turn;
    const end = crossings[place + 1]?.x;
    if (turns !== 0 && end !== undefined) addSpan(covered, Math.max(0, x), Math.min(covered.length, end));
  }
}

function addSpan(covered: Float32Array, from: number, to: number): void {
  for (let x = Math.floor(from); x < to; x += 1) covered[x]! += Math.min(to, x + 1) - Math.max(from, x);
}

export const rectangle = (left: number, top: number, width: number, height: number): Point[] => [
  [left, top],
  [left + width, top],
  [left + width, top + height],
  [left, top + height],
];

/** Drops accents of unknown characters, and characters without a glyph. */
export const drawable = (text: string): string =>
  [...text.normalize('NFC').replaceAll(/\s+/g, ' ')]
    .map((letter) => (letter in letterShapes ? letter : ([...letter.normalize('NFD')][0] ?? '')))
    .filter((letter) => letter in letterShapes)
    .join('');

export const widthOf = (text: string, size: number): number =>
  [...text].reduce((sum, letter) => sum + (letterShapes[letter]?.[0] ?? 0), 0) * (size / 1000);

export function write(drawing: Drawing, text: string, at: { x: number; y: number; size: number; ink: number }): void {
  let left = at.x;
  for (const letter of text) {
    const [advance, outline] = letterShapes[letter] ?? [0, ''];
    const scale = at.size / 1000;
    if (outline)
      fill(
        drawing,
        pointsOf(outline, (x, y) => [left + x * scale, at.y - y * scale]),
        at.ink,
      );
    left += advance * scale;
  }
}

/** Curves become short straight lines. */
function pointsOf(outline: string, place: (x: number, y: number) => Point): Point[][] {
  return outline
    .split('M')
    .slice(1)
    .map((contour) => {
      const points: Point[] = [];
      let last: Point = [0, 0];
      for (const [, command = 'M', given = ''] of `M${contour}`.matchAll(/([MLQ])([^MLQ]+)/g)) {
        const [a = 0, b = 0, c = 0, d = 0] = given.split(' ').map(Number);
        const end: Point = command === 'Q' ? [c, d] : [a, b];
        const steps = command === 'Q' ? CURVE_STEPS : 1;
        for (let step = 1; step <= steps; step += 1) {
          const t = step / steps;
          const bent = ([from, by, to]: [number, number, number]) =>
            (1 - t) ** 2 * from + 2 * (1 - t) * t * by + t ** 2 * to;
          points.push(command === 'Q' ? place(bent([last[0], a, c]), bent([last[1], b, d])) : place(...end));
        }
        last = end;
      }
      return points;
    });
}

function chunk(kind: string, body: Uint8Array): Buffer {
  const named = Buffer.concat([Buffer.from(kind, 'latin1'), body]);
  const frame = Buffer.alloc(named.length + 8);
  frame.writeUInt32BE(body.length, 0);
  named.copy(frame, 4);
  frame.writeUInt32BE(crc32(named), named.length + 4);
  return frame;
}

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const [BITS, BY_PALETTE] = [8, 3];

export async function toPng({ width, height, pixels, palette }: Drawing): Promise<Buffer> {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([BITS, BY_PALETTE, 0, 0, 0], 8);
  const rows = Buffer.alloc(height * (width + 1));
  for (let row = 0; row < height; row += 1) {
    rows.set(pixels.subarray(row * width, (row + 1) * width), row * (width + 1) + 1);
  }
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', head),
    chunk('PLTE', Buffer.from(palette.flat())),
    chunk('IDAT', await compress(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
