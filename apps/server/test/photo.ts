/** Photos as phones take them, with location and camera in the metadata. */
import sharp from 'sharp';

/** Metadata that must be removed from every upload. */
export const HIDDEN_IN_PHOTO = 'CanaryCamera';

export const makePhoto = ({ width = 2600, height = 1300 } = {}): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: '#8a5a2b' } })
    .withExif({
      IFD0: { Make: HIDDEN_IN_PHOTO },
      IFD3: { GPSLatitudeRef: 'S', GPSLatitude: '1/1 17/1 31/1' },
    })
    .jpeg()
    .toBuffer();

export async function lookInto(picture: Buffer): Promise<{ width: number; hasExif: boolean }> {
  const { width, exif } = await sharp(picture).metadata();
  return { width, hasExif: exif !== undefined };
}
