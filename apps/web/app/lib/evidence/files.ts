/**
 * Prepares chosen files for the upload: pictures are redrawn in the browser, which makes them smaller and removes
 * camera metadata. The server checks and cleans again.
 */
import { evidenceTypes } from '@hakiki/contract/filing-values';
import { evidenceLimits } from '@hakiki/contract/limits';

const MAX_EDGE = 2000;
const THUMBNAIL_EDGE = 96;
const JPEG_QUALITY = 0.85;

export type WhyRefused = 'type' | 'size' | 'empty';
export type Prepared = { file: File } | { refused: WhyRefused; name: string };

/** Thumbnails of the chosen files, as long as the page holds the file. */
const thumbnails = new WeakMap<File, string>();
export const thumbnailOf = (file: File): string | undefined => thumbnails.get(file);

export async function prepareFile(given: File): Promise<Prepared> {
  const picture = given.type.startsWith('image/') ? await open(given) : undefined;
  const file = picture ? await lighter(given, picture) : given;
  if (picture) thumbnails.set(file, thumbnailFrom(picture));
  picture?.close();
  const refused = whyRefused(file);
  return refused ? { refused, name: given.name } : { file };
}

export function whyRefused({ type, size }: Pick<File, 'type' | 'size'>): WhyRefused | undefined {
  if (!(evidenceTypes as readonly string[]).includes(type)) return 'type';
  if (size === 0) return 'empty';
  return size > evidenceLimits.fileBytes ? 'size' : undefined;
}

/** The size with no edge longer than `edge`; smaller pictures keep theirs. */
export function fitting(width: number, height: number, edge: number): [width: number, height: number] {
  const scale = Math.min(1, edge / Math.max(width, height));
  return [Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale))];
}

/** Returns undefined where the browser cannot decode it. Applies the camera's orientation. */
const open = (file: File): Promise<ImageBitmap | undefined> =>
  createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => undefined);

/** A JPEG of at most 2000 pixels, unless that is larger than the original. */
async function lighter(file: File, picture: ImageBitmap): Promise<File> {
  const jpeg = await new Promise<Blob | null>((resolve) => {
    drawn(picture, MAX_EDGE).toBlob(resolve, 'image/jpeg', JPEG_QUALITY);
  });
  const isGain = jpeg && (jpeg.size < file.size || whyRefused(file) === 'type');
  return isGain ? new File([jpeg], `${file.name.replace(/\.\w+$/, '')}.jpg`, { type: 'image/jpeg' }) : file;
}

const thumbnailFrom = (picture: ImageBitmap): string => drawn(picture, THUMBNAIL_EDGE).toDataURL('image/jpeg');

function drawn(picture: ImageBitmap, edge: number): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = fitting(picture.width, picture.height, edge);
  const pen = canvas.getContext('2d');
  if (!pen) return canvas;
  // JPEG has no transparency, and a black background would hide dark text.
  pen.fillStyle = '#fff';
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return canvas;
}
