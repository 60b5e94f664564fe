/** Places the indicators of a family in its picture: on rings around the one with most links, always the same way. */

export interface Place {
  x: number;
  y: number;
}

const RING_GAP = 90;
const PER_FIRST_RING = 8;
const MARGIN = 70;

/** Those with more links are nearer to the middle. */
export function placeIndicators(
  keys: readonly string[],
  links: readonly { a: string; b: string }[],
): { places: Map<string, Place>; width: number; height: number } {
  const degrees = new Map(keys.map((key) => [key, 0]));
  for (const end of links.flatMap(({ a, b }) => [a, b])) degrees.set(end, (degrees.get(end) ?? 0) + 1);
  const sorted = keys.toSorted((x, y) => degrees.get(y)! - degrees.get(x)! || (x < y ? -1 : 1));
  const rings: string[][] = [sorted.slice(0, 1)];
  for (let start = 1, ring = 1; start < sorted.length; ring += 1) {
    rings.push(sorted.slice(start, start + ring * PER_FIRST_RING));
    start += ring * PER_FIRST_RING;
  }
  const middle = (rings.length - 1) * RING_GAP + MARGIN;
  const places = new Map<string, Place>();
  for (const [ring, ofRing] of rings.entries()) {
    for (const [place, key] of ofRing.entries()) {
      const angle = (2 * Math.PI * place) / ofRing.length + ring / 2;
      places.set(key, {
        x: Math.round(middle + ring * RING_GAP * Math.cos(angle)),
        y: Math.round(middle + ring * RING_GAP * Math.sin(angle)),
      });
    }
  }
  return { places, width: 2 * middle, height: 2 * middle };
}
