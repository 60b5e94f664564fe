/**
 * Files as people choose them, made ready to be sent: pictures are drawn anew in the browser, which makes them small and leaves
 * behind what a camera hides in them. The server checks and cleans again.
 */
import { evidenceTypes } from '@hakiki/contract/filing-values';
import { evidenceLimits } from '@hakiki/contract/limits';

const MAX_EDGE = 2000;
const THUMBNAIL_EDGE = 96;
const JPEG_QUALITY = 0.85;

export type WhyRefused = 'type' | 'size' | 'empty';
export type Prepared = { file: File } | { refused: WhyRefused; name: string };

/** Little pictures of what was chosen, as long as the page has the file. */
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

/** The size at which nothing is longer than `edge`; small pictures stay as they are. */
export function fitting(width: number, height: number, edge: number): [width: number, height: number] {
  const scale = Math.min(1, edge / Math.max(width, height));
  return [Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale))];
}

/** Nothing where the browser cannot read it. Turned upright as the camera says. */
const open = (file: File): Promise<ImageBitmap | undefined> =>
  createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => undefined);

/** A JPEG of at most 2000 pixels, unless that would be no gain. */
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
  // JPEG knows no transparency, and black would hide dark writing.
  pen.fillStyle = '#fff';
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return canvas;
}
