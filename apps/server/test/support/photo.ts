/** Photos as phones take them, with location and camera in the metadata. */
import sharp from 'sharp';

/** Metadata that must be removed from every upload. */
export const PHOTO_CAMERA_MAKE = 'CanaryCamera';

export const makePhoto = ({ width = 2600, height = 1300 } = {}): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: '#8a5a2b' } })
    .withExif({
      IFD0: { Make: PHOTO_CAMERA_MAKE },
      IFD3: { GPSLatitudeRef: 'S', GPSLatitude: '1/1 17/1 31/1' },
    })
    .jpeg()
    .toBuffer();

export async function readImageMetadata(image: Buffer): Promise<{ width: number; hasExif: boolean }> {
  const { width, exif } = await sharp(image).metadata();
  return { width, hasExif: exif !== undefined };
}
