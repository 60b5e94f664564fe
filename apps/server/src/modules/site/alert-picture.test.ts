import type { PublishedAlert } from '@hakiki/contract/alerts';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { drawAlert } from './alert-picture.ts';

const publishedAlert = (title: string) => ({ alert: { severity: 'Critical', title } }) as PublishedAlert;
const withdrawn = { alert: null } as PublishedAlert;

/** Counts the pixels of the title area that are not background. */
async function countInkPixels(picture: Buffer): Promise<number> {
  const titleArea = sharp(picture).extract({ left: 60, top: 150, width: 1080, height: 330 }).greyscale().raw();
  const pixels = await titleArea.toBuffer();
  return pixels.filter((value) => value < 128).length;
}

describe('the preview picture of an alert', () => {
  it('is a PNG of 1200 by 630 that stays small [WARN-03]', async () => {
    const picture = await drawAlert(publishedAlert('Fastari: withdrawals are refused until a fee is paid'), 'en');
    const { format, width, height } = await sharp(picture).metadata();
    expect([format, width, height]).toEqual(['png', 1200, 630]);
    expect(picture.length).toBeLessThan(60_000);
  });

  it('shows the title, and for a withdrawn alert only that it was withdrawn [WARN-03]', async () => {
    expect(await countInkPixels(await drawAlert(publishedAlert('Withdrawals are refused'), 'fr'))).toBeGreaterThan(
      5000,
    );
    expect(await countInkPixels(await drawAlert(withdrawn, 'en'))).toBe(0);
  });

  it('draws accents and hooked letters, and drops unknown characters', async () => {
    const draw = (title: string) => drawAlert(publishedAlert(title), 'en');
    for (const [letters, plain] of [
      ['Œuvre d’été', 'Euvre d’ete'],
      ['Ọyọ́', 'Oyo'],
      ['ɓarna ɗaya ƙudi', 'barna daya kudi'],
    ] as const)
      expect(await countInkPixels(await draw(letters))).toBeGreaterThan(await countInkPixels(await draw(plain)));
    expect(await draw('Win free coins 🦁 for everybody today')).toEqual(
      await draw('Win free coins for everybody today'),
    );
  });

  it.each(['تحذير من منصة مزيفة', 'ማስጠንቀቂያ ሐሰተኛ'])('omits a title that it cannot write: %s', async (title) => {
    expect(await countInkPixels(await drawAlert(publishedAlert(title), 'en'))).toBe(0);
  });

  it('truncates a title that is too long, and draws within the edges', async () => {
    const long = await drawAlert(publishedAlert(`${'Endless '.repeat(60)}${'W'.repeat(300)}`), 'en');
    const edge = await sharp(long).extract({ left: 1150, top: 0, width: 50, height: 630 }).greyscale().raw().toBuffer();
    expect(edge.filter((value) => value < 128)).toHaveLength(0);
  });
});
