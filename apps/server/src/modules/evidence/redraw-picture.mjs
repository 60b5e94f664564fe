/**
 * A separate program that the sandbox runs for one picture: reads it from stdin and writes it re-encoded to stdout,
 * without metadata and anything hidden in it. Plain JavaScript: type stripping needs WebAssembly, which the sandbox
 * does not have.
 */
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';

const LONGEST_SIDE_PX = 2560;
/** The empty space on each side of a transparent logo. */
const LOGO_MARGIN = 0.08;
/** Of 255; a lighter logo would be invisible on white. */
const MAX_LIGHTNESS_ON_WHITE = 190;
/** The exit code for a file that cannot be read. */
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

/** @param {import('sharp').Sharp} picture */
const shrink = (picture) =>
  picture
    .resize({ width: LONGEST_SIDE_PX, height: LONGEST_SIDE_PX, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb');

const white = { r: 255, g: 255, b: 255 };
const black = { r: 0, g: 0, b: 0 };

/**
 * A square on a background of its own, so that a logo is readable in a light and in a dark theme: transparent parts
 * become white, or black behind a white logo; a picture with a background is continued with the colour of its corner.
 * @param {import('sharp').Sharp} picture
 * @param {number} side
 */
async function drawLogo(picture, side) {
  const { data, info } = await picture
    .resize({ width: side, height: side, fit: 'inside' })
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  let lightness = 0;
  let opacity = 0;
  for (let at = 0; at < data.length; at += 4) {
    lightness += (data[at] * 0.3 + data[at + 1] * 0.6 + data[at + 2] * 0.1) * data[at + 3];
    opacity += data[at + 3];
  }
  const isOpaque = opacity === (data.length / 4) * 255;
  const contrasting = opacity > 0 && lightness / opacity > MAX_LIGHTNESS_ON_WHITE ? black : white;
  const background = isOpaque ? { r: data[0], g: data[1], b: data[2] } : contrasting;
  const inner = isOpaque ? side : Math.round(side * (1 - 2 * LOGO_MARGIN));
  const flat = await sharp(data, { raw: { width: info.width, height: info.height, channels: 4 } })
    .flatten({ background })
    .resize({ width: inner, height: inner, fit: 'contain', background })
    .toBuffer({ resolveWithObject: true });
  const before = Math.floor((side - inner) / 2);
  const after = side - inner - before;
  return sharp(flat.data, { raw: { width: inner, height: inner, channels: flat.info.channels } })
    .extend({ top: before, left: before, bottom: after, right: after, background })
    .webp({ quality: 90 });
}

const [type, mostPixels, logoSide] = process.argv.slice(2);
const given = await buffer(process.stdin);
try {
  const picture = sharp(given, { limitInputPixels: Number(mostPixels), failOn: 'error' }).autoOrient();
  const redrawn = logoSide ? await drawLogo(picture, Number(logoSide)) : encoders[type](shrink(picture));
  process.stdout.write(await redrawn.toBuffer());
} catch {
  process.exitCode = DATA_ERROR;
}
