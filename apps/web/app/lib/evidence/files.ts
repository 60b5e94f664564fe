/**
 * Prepares chosen files for the upload: pictures are redrawn in the browser, which makes them smaller and removes
 * camera metadata. The server checks and cleans again.
 */
import { evidenceTypes } from '@hakiki/contract/filing-values';
import { evidenceLimits } from '@hakiki/contract/limits';

const MAX_EDGE_PX = 2000;
const THUMBNAIL_EDGE_PX = 96;
const JPEG_QUALITY = 0.85;

export type RejectReason = 'type' | 'size' | 'empty';
export type PreparedFile = { file: File } | { refused: RejectReason; name: string };

/** Thumbnails of the chosen files, as long as the page holds the file. */
const thumbnails = new WeakMap<File, string>();
export const getThumbnail = (file: File): string | undefined => thumbnails.get(file);

export async function prepareFile(original: File): Promise<PreparedFile> {
  const picture = original.type.startsWith('image/') ? await decodeImage(original) : undefined;
  const file = picture ? await compressImage(original, picture) : original;
  if (picture) thumbnails.set(file, createThumbnail(picture));
  picture?.close();
  const rejectReason = getRejectReason(file);
  return rejectReason ? { refused: rejectReason, name: original.name } : { file };
}

export function getRejectReason({ type, size }: Pick<File, 'type' | 'size'>): RejectReason | undefined {
  if (!(evidenceTypes as readonly string[]).includes(type)) return 'type';
  if (size === 0) return 'empty';
  return size > evidenceLimits.fileBytes ? 'size' : undefined;
}

/** The size with no edge longer than `edge`; smaller pictures keep theirs. */
export function fitSize(width: number, height: number, edge: number): [width: number, height: number] {
  const scale = Math.min(1, edge / Math.max(width, height));
  return [Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale))];
}

/** Returns undefined where the browser cannot decode it. Applies the camera's orientation. */
const decodeImage = (file: File): Promise<ImageBitmap | undefined> =>
  createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => undefined);

/** A JPEG of at most 2000 pixels, unless that is larger than the original. */
async function compressImage(file: File, picture: ImageBitmap): Promise<File> {
  const jpeg = await new Promise<Blob | null>((resolve) => {
    drawToCanvas(picture, MAX_EDGE_PX).toBlob(resolve, 'image/jpeg', JPEG_QUALITY);
  });
  const isWorthIt = jpeg && (jpeg.size < file.size || getRejectReason(file) === 'type');
  return isWorthIt ? new File([jpeg], `${file.name.replace(/\.\w+$/, '')}.jpg`, { type: 'image/jpeg' }) : file;
}

const createThumbnail = (picture: ImageBitmap): string =>
  drawToCanvas(picture, THUMBNAIL_EDGE_PX).toDataURL('image/jpeg');

function drawToCanvas(picture: ImageBitmap, edge: number): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = fitSize(picture.width, picture.height, edge);
  const context = canvas.getContext('2d');
  if (!context) return canvas;
  // JPEG has no transparency, and a black background would hide dark text.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return canvas;
}
