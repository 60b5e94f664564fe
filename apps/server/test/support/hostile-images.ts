/** Decompression bombs and files that are slow to decode, generated here so that none is in the repository. */
import { constants, crc32, deflateRawSync } from 'node:zlib';
import sharp from 'sharp';

const PNG_SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');

export function pngChunk(type: string, data: Buffer): Buffer {
  const typeAndData = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(typeAndData));
  return Buffer.concat([length, typeAndData, sum]);
}

const BLOCK_BYTES = 1024 * 1024;
const block = deflateRawSync(Buffer.alloc(BLOCK_BYTES), { finishFlush: constants.Z_FULL_FLUSH });

/** Returns this many zeros in zlib's format, without holding them in memory. */
function deflatedZeros(bytes: number): Buffer {
  const sum = Buffer.alloc(4);
  sum.writeUInt16BE(bytes % 65_521, 0);
  sum.writeUInt16BE(1, 2);
  const blocks = Array.from({ length: Math.floor(bytes / BLOCK_BYTES) }, () => block);
  return Buffer.concat([Buffer.from([0x78, 0x9c]), ...blocks, deflateRawSync(Buffer.alloc(bytes % BLOCK_BYTES)), sum]);
}

interface Png {
  width: number;
  height: number;
  depth?: 1 | 8 | 16;
  /** PNG colour type: 0 grey, 2 RGB, 3 palette, 6 RGBA. */
  colour?: 0 | 2 | 3 | 6;
  isInterlaced?: boolean;
  chunks?: Buffer[];
  /** Uncompressed size of the image data. Default: what the header implies. */
  bytes?: number;
}

const channels = { 0: 1, 2: 3, 3: 1, 6: 4 };
/** Origin and step of each pass of an interlaced image. */
const passes = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

function computeUncompressedSize({ width, height, depth = 8, colour = 2, isInterlaced = false }: Png): number {
  const computeRowBytes = (pixels: number) => 1 + Math.ceil((pixels * channels[colour] * depth) / 8);
  if (!isInterlaced) return height * computeRowBytes(width);
  return passes
    .map(([x, y, stepX, stepY]) => Math.ceil((height - y) / stepY) * computeRowBytes(Math.ceil((width - x) / stepX)))
    .reduce((sum, bytes) => sum + bytes, 0);
}

/** Creates a black image. */
export function makePng(png: Png): Buffer {
  const {
    width,
    height,
    depth = 8,
    colour = 2,
    isInterlaced = false,
    chunks = [],
    bytes = computeUncompressedSize(png),
  } = png;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.writeUInt8(depth, 8);
  header.writeUInt8(colour, 9);
  header.writeUInt8(isInterlaced ? 1 : 0, 12);
  const data = pngChunk('IDAT', deflatedZeros(bytes));
  return Buffer.concat([PNG_SIGNATURE, pngChunk('IHDR', header), ...chunks, data, pngChunk('IEND', Buffer.alloc(0))]);
}

/** A chunk of a few kilobytes that decompresses to this size. */
export const bombChunk = (type: 'iCCP' | 'zTXt' | 'iTXt', bytes: number): Buffer => {
  const head = { iCCP: 'icc\0\0', zTXt: 'note\0\0', iTXt: 'note\0\x01\0\0\0' }[type];
  return pngChunk(type, Buffer.concat([Buffer.from(head, 'latin1'), deflatedZeros(bytes)]));
};

/** EXIF orientation that rotates by 90°, which needs the whole image in memory. */
export const rotatedExifChunk = pngChunk(
  'eXIf',
  Buffer.from('4d4d002a00000008000101120003000000010006000000000000', 'hex'),
);

const createPlainImage = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#336699' } });

export const progressiveJpeg = (width: number, height: number): Promise<Buffer> =>
  createPlainImage(width, height).jpeg({ progressive: true, chromaSubsampling: '4:4:4' }).toBuffer();

/** A small file whose header claims this size. */
export async function jpegWithFakeSize(width: number, height: number, { progressive = false } = {}): Promise<Buffer> {
  const file = await createPlainImage(64, 64).jpeg({ progressive }).toBuffer();
  const frame = file.indexOf(Buffer.from([0xff, progressive ? 0xc2 : 0xc0]));
  file.writeUInt16BE(height, frame + 5);
  file.writeUInt16BE(width, frame + 7);
  return file;
}

export async function webpWithFakeSize(width: number, height: number): Promise<Buffer> {
  const file = await createPlainImage(64, 64).webp().toBuffer();
  file.writeUInt16LE(width, 26);
  file.writeUInt16LE(height, 28);
  return file;
}

/** A progressive image whose last scan is repeated. */
export function jpegWithRepeatedScan(jpeg: Buffer, times: number): Buffer {
  const last = jpeg.lastIndexOf(Buffer.from([0xff, 0xda]));
  const pass = jpeg.subarray(last, -2);
  return Buffer.concat([jpeg.subarray(0, -2), ...Array.from({ length: times }, () => pass), jpeg.subarray(-2)]);
}

/** An animated image. */
export const animatedWebp = (side: number, frames: number): Promise<Buffer> =>
  sharp(Buffer.alloc(side * side * frames * 4, 200), {
    raw: { width: side, height: side * frames, channels: 4, pageHeight: side },
  })
    .webp({ loop: 0, delay: Array.from({ length: frames }, () => 40) })
    .toBuffer();
