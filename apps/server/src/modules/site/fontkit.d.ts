/** The part of fontkit that we use; the library has no types of its own. */
declare module 'fontkit' {
  export interface GlyphPosition {
    xAdvance: number;
    xOffset: number;
    yOffset: number;
  }

  interface Glyph {
    path: { toSVG: () => string };
    codePoints: number[];
  }

  export interface Font {
    hasGlyphForCodePoint: (codePoint: number) => boolean;
    layout: (text: string) => { glyphs: Glyph[]; positions: GlyphPosition[] };
  }

  export function create(file: Uint8Array): Font;
}
