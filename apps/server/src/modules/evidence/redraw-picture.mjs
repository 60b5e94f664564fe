/**
 * A separate program that the sandbox runs for one picture: reads it from stdin and writes it re-encoded to stdout,
 * without metadata and anything hidden in it. Plain JavaScript: type stripping needs WebAssembly, which the sandbox
 * does not have.
 */
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';

const LONGEST_SIDE_PX = 2560;
/** The exit code that tells the sandbox that the file cannot be read. */
const DATA_ERROR = 65;

// Allows only the three decoders we need.
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
