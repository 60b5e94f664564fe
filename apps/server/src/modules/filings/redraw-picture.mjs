/**
 * A program of its own, run by the jail for one picture: takes it on stdin and gives it back on stdout, drawn anew. Where and with
 * what it was taken, and whatever else was hidden in it, stays behind. Plain JavaScript: reading TypeScript needs WebAssembly,
 * which the jail does not have.
 */
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';

const LONGEST_SIDE_PX = 2560;
/** As the jail knows it: the file cannot be read. */
const DATA_ERROR = 65;

// Of its many readers only ours stay.
sharp.cache(false);
sharp.concurrency(1);
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'] });

/** @type {Record<string, (picture: import('sharp').Sharp) => import('sharp').Sharp>} */
const encoders = {
  'image/jpeg': (picture) => picture.jpeg({ quality: 88 }),
  'image/png': (picture) => picture.png(),
  'image/webp': (picture) => picture.webp({ quality: 88 }),
};

const [type, mostPixels] = process.argv.slice(2);
const given = await buffer(process.stdin);
try {
  const picture = sharp(given, { limitInputPixels: Number(mostPixels), failOn: 'error' })
    .autoOrient()
    .resize({ width: LONGEST_SIDE_PX, height: LONGEST_SIDE_PX, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb');
  process.stdout.write(await encoders[type](picture).toBuffer());
} catch {
  process.exitCode = DATA_ERROR;
}
