/** Reads the decoded size of a picture from its header, to reject a decompression bomb before anything decodes it. */
import type { EvidenceType } from '@hakiki/contract/filing-values';

export type PictureType = Exclude<EvidenceType, 'application/pdf'>;

export interface PictureSize {
  pixels: number;
  /** The decoded size. */
  bytes: number;
  /** Whether the decoder buffers the whole picture; otherwise it reads row by row. */
  isBuffered: boolean;
}

/** By PNG colour type, including a possible alpha channel. A palette is expanded to colours. */
const pngChannels: Record<number, number> = { 0: 2, 2: 4, 3: 4, 4: 2, 6: 4 };

function readPngSize(file: Buffer): PictureSize | undefined {
  if (file.length < 33 || file.toString('latin1', 12, 16) !== 'IHDR') return undefined;
  const pixels = file.readUInt32BE(16) * file.readUInt32BE(20);
  const channels = pngChannels[file.readUInt8(25)];
  if (!channels) return undefined;
  const depthBytes = file.readUInt8(24) === 16 ? 2 : 1;
  return { pixels, bytes: pixels * channels * depthBytes, isBuffered: file.readUInt8(28) !== 0 };
}

/** Baseline JPEG has one scan, progressive JPEG about ten; each is a pass over the whole picture. */
const MAX_SCANS = 50;
const COEFFICIENT_BYTES = 2;

const isStartOfFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
const isStandaloneMarker = (marker: number) => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8);

/** The next marker that is not part of coded data. */
function findNextMarker(file: Buffer, from: number): number {
  for (let at = file.indexOf(0xff, from); at >= 0 && at + 1 < file.length; at = file.indexOf(0xff, at + 1)) {
    const marker = file[at + 1]!;
    if (marker !== 0x00 && marker !== 0xff && !isStandaloneMarker(marker)) return at;
  }
  return -1;
}

function readJpegSize(file: Buffer): PictureSize | undefined {
  let frame: (PictureSize & { components: number }) | undefined;
  let scans = 0;
  for (let at = findNextMarker(file, 2); at >= 0 && at + 4 <= file.length;) {
    const marker = file[at + 1]!;
    if (marker === 0xd9) break;
    const end = at + 2 + file.readUInt16BE(at + 2);
    if (end > file.length) break;
    if (isStartOfFrame(marker)) {
      if (frame || end - at < 10) return undefined;
      const pixels = file.readUInt16BE(at + 5) * file.readUInt16BE(at + 7);
      const components = file.readUInt8(at + 9);
      frame = { pixels, bytes: pixels * components, isBuffered: marker !== 0xc0 && marker !== 0xc1, components };
      if (frame.isBuffered) frame.bytes = countCoefficients(file, at, end, pixels) * COEFFICIENT_BYTES;
    }
    if (marker === 0xda) {
      scans += 1;
      if (!frame || scans > MAX_SCANS) return undefined;
      // A frame in several scans is buffered until the last one.
      if (!frame.isBuffered && file[at + 4] !== frame.components) {
        frame.isBuffered = true;
        frame.bytes *= COEFFICIENT_BYTES;
      }
    }
    at = findNextMarker(file, end);
  }
  return frame && scans > 0 ? { pixels: frame.pixels, bytes: frame.bytes, isBuffered: frame.isBuffered } : undefined;
}

/** Chroma is often sampled at half the size. */
function countCoefficients(file: Buffer, at: number, end: number, pixels: number): number {
  const samplings: number[] = [];
  for (let offset = at + 11; offset < end; offset += 3) samplings.push((file[offset]! >> 4) * (file[offset]! & 15));
  const largest = Math.max(1, ...samplings);
  return samplings.reduce((sum, sampling) => sum + (pixels * sampling) / largest, 0);
}

const WEBP_BYTES_PER_PIXEL = 4;

function readWebpSize(file: Buffer): PictureSize | undefined {
  if (file.length < 30) return undefined;
  const sides: Record<string, () => [number, number]> = {
    'VP8 ': () => [file.readUInt16LE(26) & 0x3fff, file.readUInt16LE(28) & 0x3fff],
    VP8L: () => [(file.readUInt32LE(21) & 0x3fff) + 1, ((file.readUInt32LE(21) >>> 14) & 0x3fff) + 1],
    VP8X: () => [file.readUIntLE(24, 3) + 1, file.readUIntLE(27, 3) + 1],
  };
  const [width, height] = sides[file.toString('latin1', 12, 16)]?.() ?? [0, 0];
  return { pixels: width * height, bytes: width * height * WEBP_BYTES_PER_PIXEL, isBuffered: true };
}

const readers: Record<PictureType, (file: Buffer) => PictureSize | undefined> = {
  'image/jpeg': readJpegSize,
  'image/png': readPngSize,
  'image/webp': readWebpSize,
};

/** Undefined if the header has no size or looks like a decompression bomb. */
export const readPictureSize = (file: Buffer, type: PictureType): PictureSize | undefined => readers[type](file);
