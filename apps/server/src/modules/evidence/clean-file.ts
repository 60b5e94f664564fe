/**
 * Detects a file's type by its content. Pictures are re-encoded in a sandboxed process (`platform/jail`), which removes
 * metadata and hidden data. A PDF is stored as it was sent and never opened here.
 */
import { fileURLToPath } from 'node:url';
import type { EvidenceType } from '@hakiki/contract/filing-values';
import { evidenceLimits } from '@hakiki/contract/limits';
import type { LogoSize } from '@hakiki/contract/logos';
import { AppError, unavailable } from '../../platform/app-error.ts';
import { createSandbox, FileRejected } from '../../platform/sandbox/sandbox.ts';
import { createBoundedQueue } from '../../platform/bounded-queue.ts';
import { type PictureType, readPictureSize } from './picture-size.ts';

const MB = 1024 * 1024;

/** The largest pictures that phones take; a small file that expands to more is a decompression bomb. */
const limits = { pixels: 110_000_000, bytes: 330_000_000, bufferedBytes: 80_000_000 };
/** The first bytes of a file, enough to detect its type. */
const HEAD_BYTES = 12;

/** Re-encoding a picture takes one core. */
const MAX_CONCURRENT_REDRAWS = 2;
/** Far above the rate limit of the endpoint. */
const MAX_QUEUED_REDRAWS = 100;

interface CleanFile {
  type: EvidenceType;
  bytes: Buffer;
}

function detectType(bytes: Buffer): EvidenceType | undefined {
  const head = bytes.subarray(0, HEAD_BYTES).toString('latin1');
  if (head.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (head.startsWith('RIFF') && head.endsWith('WEBP')) return 'image/webp';
  if (head.startsWith('%PDF-')) return 'application/pdf';
  return undefined;
}

/** In pixels: twice the largest size of each in CSS pixels. */
const logoSides: Record<LogoSize, number> = { small: 96, large: 160 };

/** `sender` is for fair queueing: the files of one sender wait for each other, not for those of other senders. */
export function createFileCleaner() {
  const runQueued = createBoundedQueue(MAX_CONCURRENT_REDRAWS, MAX_QUEUED_REDRAWS);
  const redraw = createSandbox({
    program: fileURLToPath(new URL('redraw-picture.mjs', import.meta.url)),
    usedPackage: 'sharp',
    memoryBytes: 220 * MB,
    cpuSeconds: 6,
    seconds: 9,
    resultBytes: 24 * MB,
  });

  async function redrawPicture(
    bytes: Buffer,
    type: PictureType,
    sender: string,
    options: readonly string[] = [],
  ): Promise<Buffer> {
    const size = readPictureSize(bytes, type);
    const isWithinLimits =
      size &&
      size.pixels > 0 &&
      size.pixels <= limits.pixels &&
      size.bytes <= (size.isBuffered ? limits.bufferedBytes : limits.bytes);
    if (!isWithinLimits) throw new AppError('FILE_REFUSED');
    try {
      return await runQueued(() => redraw(bytes, [type, String(limits.pixels), ...options]), sender);
    } catch (cause) {
      if (cause instanceof AppError) throw cause;
      throw cause instanceof FileRejected ? new AppError('FILE_REFUSED', { cause }) : unavailable(cause);
    }
  }

  async function clean(input: Uint8Array, sender: string): Promise<CleanFile> {
    const bytes = Buffer.from(input.buffer, input.byteOffset, input.byteLength);
    const type = detectType(bytes);
    if (!type || bytes.length > evidenceLimits.fileBytes) throw new AppError('FILE_REFUSED');
    return { type, bytes: type === 'application/pdf' ? bytes : await redrawPicture(bytes, type, sender) };
  }

  /** A square WebP picture of each size. */
  async function drawLogo(input: Uint8Array, sender: string): Promise<Record<LogoSize, Buffer>> {
    const bytes = Buffer.from(input.buffer, input.byteOffset, input.byteLength);
    const type = detectType(bytes);
    if (!type || type === 'application/pdf') throw new AppError('FILE_REFUSED');
    const draw = (size: LogoSize) => redrawPicture(bytes, type, sender, [String(logoSides[size])]);
    return { small: await draw('small'), large: await draw('large') };
  }

  /** A picture, and no document. */
  async function drawPicture(input: Uint8Array, sender: string): Promise<CleanFile> {
    if (detectType(Buffer.from(input.subarray(0, HEAD_BYTES))) === 'application/pdf')
      throw new AppError('FILE_REFUSED');
    return clean(input, sender);
  }

  return { clean, drawLogo, drawPicture };
}
