/**
 * Draws text and shapes on a small palette-based canvas and encodes it as PNG, with Node's own modules only: no font,
 * no image library. Each ink has a few shades towards the background, for smooth edges and small files.
 */
import { promisify } from 'node:util';
import { crc32, deflate } from 'node:zlib';
import { glyphs } from './glyphs.ts';

const compress = promisify(deflate);

type Colour = readonly [red: number, green: number, blue: number];
type Point = readonly [x: number, y: number];

const SHADES = 15;
/** Horizontal samples per pixel row (anti-aliasing). */
const SAMPLES_PER_PIXEL = 4;
const CURVE_STEPS = 6;

export interface Drawing {
  width: number;
  height: number;
  pixels: Uint8Array;
  /** The background first, then the shades of each ink, faintest first. */
  palette: Colour[];
}

export const createDrawing = (width: number, height: number, background: Colour): Drawing => ({
  width,
  height,
  pixels: new Uint8Array(width * height),
  palette: [background],
});

/** Returns the palette index of its first shade. */
export function addInk(drawing: Drawing, ink: Colour): number {
  const [background] = drawing.palette as [Colour];
  const first = drawing.palette.length;
  for (let shade = 1; shade <= SHADES; shade += 1) {
    const fraction = shade / SHADES;
    drawing.palette.push(
      ink.map((value, place) => Math.round(value * fraction + background[place]! * (1 - fraction))) as never,
    );
  }
  return first;
}

/** Fills the area inside the outlines by the non-zero winding rule. */
export function fill(drawing: Drawing, outlines: readonly (readonly Point[])[], ink: number): void {
  const { width, height, pixels } = drawing;
  const edges = outlines.flatMap((points) =>
    points.map((from, place) => [from, points[(place + 1) % points.length]!] as const),
  );
  const box = toBoundingBox(edges.map(([from]) => from));
  const [left, right] = [Math.max(0, Math.floor(box.left)), Math.min(width, Math.ceil(box.right))];
  const [top, bottom] = [Math.max(0, Math.floor(box.top)), Math.min(height, Math.ceil(box.bottom))];
  if (right <= left) return;
  const coverage = new Float32Array(right - left);
  for (let row = top; row < bottom; row += 1) {
    coverage.fill(0);
    for (let line = 0; line < SAMPLES_PER_PIXEL; line += 1)
      addScanline(coverage, edges, { y: row + (line + 0.5) / SAMPLES_PER_PIXEL, left });
    for (const [place, fraction] of coverage.entries()) {
      const shade = Math.round(Math.min(1, fraction / SAMPLES_PER_PIXEL) * SHADES);
      if (shade > 0) pixels[row * width + left + place] = ink + shade - 1;
    }
  }
}

const toBoundingBox = (points: readonly Point[]) => ({
  left: Math.min(...points.map(([x]) => x)),
  right: Math.max(...points.map(([x]) => x)),
  top: Math.min(...points.map(([, y]) => y)),
  bottom: Math.max(...points.map(([, y]) => y)),
});

/** Adds how much of each pixel is covered along one sample line. */
function addScanline(
  coverage: Float32Array,
  edges: readonly (readonly [Point, Point])[],
  { y, left }: { y: number; left: number },
): void {
  const crossings: { x: number; winding: number }[] = [];
  for (const [[x1, y1], [x2, y2]] of edges) {
    if (y1 <= y === y2 <= y) continue;
    crossings.push({ x: x1 + ((y - y1) * (x2 - x1)) / (y2 - y1) - left, winding: y1 < y2 ? 1 : -1 });
  }
  crossings.sort((one, other) => one.x - other.x);
  let windingNumber = 0;
  for (const [place, { x, winding }] of crossings.entries()) {
    windingNumber += winding;
    const end = crossings[place + 1]?.x;
    if (windingNumber !== 0 && end !== undefined) addSpan(coverage, Math.max(0, x), Math.min(coverage.length, end));
  }
}

function addSpan(coverage: Float32Array, from: number, to: number): void {
  for (let x = Math.floor(from); x < to; x += 1) coverage[x]! += Math.min(to, x + 1) - Math.max(from, x);
}

export const rectangle = (left: number, top: number, width: number, height: number): Point[] => [
  [left, top],
  [left + width, top],
  [left + width, top + height],
  [left, top + height],
];

/** Drops accents of unknown characters, and characters without a glyph. */
export const toDrawableText = (text: string): string =>
  [...text.normalize('NFC').replaceAll(/\s+/g, ' ')]
    .map((character) => (character in glyphs ? character : ([...character.normalize('NFD')][0] ?? '')))
    .filter((character) => character in glyphs)
    .join('');

export const measureWidth = (text: string, size: number): number =>
  [...text].reduce((sum, character) => sum + (glyphs[character]?.[0] ?? 0), 0) * (size / 1000);

export function drawText(
  drawing: Drawing,
  text: string,
  at: { x: number; y: number; size: number; ink: number },
): void {
  let left = at.x;
  for (const character of text) {
    const [advance, outline] = glyphs[character] ?? [0, ''];
    const scale = at.size / 1000;
    if (outline)
      fill(
        drawing,
        toPolygons(outline, (x, y) => [left + x * scale, at.y - y * scale]),
        at.ink,
      );
    left += advance * scale;
  }
}

/** Curves become short straight lines. */
function toPolygons(outline: string, transform: (x: number, y: number) => Point): Point[][] {
  return outline
    .split('M')
    .slice(1)
    .map((contour) => {
      const points: Point[] = [];
      let last: Point = [0, 0];
      for (const [, command = 'M', coordinates = ''] of `M${contour}`.matchAll(/([MLQ])([^MLQ]+)/g)) {
        const [a = 0, b = 0, c = 0, d = 0] = coordinates.split(' ').map(Number);
        const end: Point = command === 'Q' ? [c, d] : [a, b];
        const steps = command === 'Q' ? CURVE_STEPS : 1;
        for (let step = 1; step <= steps; step += 1) {
          const t = step / steps;
          const interpolate = ([from, by, to]: [number, number, number]) =>
            (1 - t) ** 2 * from + 2 * (1 - t) * t * by + t ** 2 * to;
          points.push(
            command === 'Q' ? transform(interpolate([last[0], a, c]), interpolate([last[1], b, d])) : transform(...end),
          );
        }
        last = end;
      }
      return points;
    });
}

function chunk(kind: string, body: Uint8Array): Buffer {
  const typedBody = Buffer.concat([Buffer.from(kind, 'latin1'), body]);
  const frame = Buffer.alloc(typedBody.length + 8);
  frame.writeUInt32BE(body.length, 0);
  typedBody.copy(frame, 4);
  frame.writeUInt32BE(crc32(typedBody), typedBody.length + 4);
  return frame;
}

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const [BIT_DEPTH, INDEXED_COLOUR] = [8, 3];

export async function toPng({ width, height, pixels, palette }: Drawing): Promise<Buffer> {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([BIT_DEPTH, INDEXED_COLOUR, 0, 0, 0], 8);
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
