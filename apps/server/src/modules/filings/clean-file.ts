/**
 * What a file is, told by its content and not by its name. Pictures are drawn anew: where and with what they were taken, and
 * whatever else was hidden in them, stays behind.
 */
import type { EvidenceType } from '@hakiki/contract/alert-values';
import { evidenceLimits } from '@hakiki/contract/limits';
import type { Sharp } from 'sharp';
import { AppError } from '../../platform/app-error.ts';

const LONGEST_SIDE_PX = 2560;
/** The largest pictures that phones take; a small file that unfolds to more is a trap. */
const MOST_PIXELS = 110_000_000;
/** How far into a picture its kind can be told. */
const HEAD_BYTES = 12;
const JPEG_QUALITY = 88;
const WEBP_QUALITY = 88;

export interface CleanFile {
  type: EvidenceType;
  bytes: Buffer;
}

function typeOf(bytes: Buffer): EvidenceType | undefined {
  const head = bytes.subarray(0, HEAD_BYTES).toString('latin1');
  if (head.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (head.startsWith('RIFF') && head.endsWith('WEBP')) return 'image/webp';
  if (head.startsWith('%PDF-')) return 'application/pdf';
  return undefined;
}

const encoders: Record<Exclude<EvidenceType, 'application/pdf'>, (picture: Sharp) => Sharp> = {
  'image/jpeg': (picture) => picture.jpeg({ quality: JPEG_QUALITY }),
  'image/png': (picture) => picture.png(),
  'image/webp': (picture) => picture.webp({ quality: WEBP_QUALITY }),
};

/** Loaded by the first picture: most processes never see one. Of its many readers only ours stay. */
async function loadSharp() {
  const { default: sharp } = await import('sharp');
  sharp.cache(false);
  sharp.concurrency(1);
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({
    operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
  });
  return sharp;
}
let loading: ReturnType<typeof loadSharp> | undefined;

export async function cleanFile(given: Uint8Array): Promise<CleanFile> {
  const bytes = Buffer.from(given.buffer, given.byteOffset, given.byteLength);
  const type = typeOf(bytes);
  if (!type || bytes.length > evidenceLimits.fileBytes) throw new AppError('FILE_REFUSED');
  if (type === 'application/pdf') return { type, bytes };
  const sharp = await (loading ??= loadSharp());
  try {
    const picture = sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn: 'error' })
      .autoOrient()
      .resize({ width: LONGEST_SIDE_PX, height: LONGEST_SIDE_PX, fit: 'inside', withoutEnlargement: true })
      .timeout({ seconds: 20 });
    return { type, bytes: await encoders[type](picture).toBuffer() };
  } catch (cause) {
    throw new AppError('FILE_REFUSED', { cause });
  }
}
