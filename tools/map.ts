/**
 * Draws the map of Africa once, from Natural Earth by world-atlas, into an SVG sprite of shapes that the site colours.
 * Borders are simplified line by line, so that two neighbouring countries still share one line without a gap.
 *
 *   node tools/map.ts
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { geoAzimuthalEqualArea } from 'd3-geo';
import { feature, mergeArcs } from 'topojson-client';
import { africanCountries, type AfricanCountry } from '../packages/contract/src/country-codes.ts';

type Point = [number, number];
type Topology = Parameters<typeof mergeArcs>[0];
type Shape = Extract<Parameters<typeof mergeArcs>[1], readonly unknown[]>[number];
interface Atlas extends Topology {
  objects: { countries: { type: 'GeometryCollection'; geometries: (Shape & { properties: { name: string } })[] } };
}

const WIDTH = 600;
const HEIGHT = 552;
/** A corner is removed when the triangle with its neighbours is smaller than this. */
const MIN_CORNER_AREA = 3.5;
const MIN_ISLAND_AREA = 30;
const DOT_RADIUS = 7;

const target = join(import.meta.dirname, '../apps/web/app/screens/home/africa.svg');

/** Countries whose name the atlas spells differently. */
const atlasNames: Record<string, string | undefined> = {
  'cape verde': 'Cabo Verde',
  'central african republic': 'Central African Rep.',
  'democratic republic of the congo': 'Dem. Rep. Congo',
  'equatorial guinea': 'Eq. Guinea',
  'guinea bissau': 'Guinea-Bissau',
  'ivory coast': "Côte d'Ivoire",
  'sao tome and principe': 'São Tomé and Principe',
  'south sudan': 'S. Sudan',
  'western sahara': 'W. Sahara',
} satisfies Partial<Record<AfricanCountry | 'western sahara', string>>;

/** Small island states, drawn as dots. */
const dots: ReadonlySet<string> = new Set<AfricanCountry>([
  'cape verde',
  'comoros',
  'mauritius',
  'sao tome and principe',
  'seychelles',
]);

/** An equal-area projection, so that the sizes of countries are comparable. */
const projection = geoAzimuthalEqualArea()
  .rotate([-17, -1])
  .fitExtent(
    [
      [8, 8],
      [WIDTH - 8, HEIGHT - 8],
    ],
    {
      type: 'MultiPoint',
      coordinates: [
        [-25.2, 15],
        [57.7, -20.2],
        [9.8, 37.4],
        [20, -34.9],
      ],
    },
  );

function project(position: readonly number[]): Point {
  const [longitude = 0, latitude = 0] = position;
  const projected = projection([longitude, latitude]);
  if (!projected) throw new Error(`Not on the map: ${longitude}, ${latitude}`);
  return projected;
}

/** Decodes, projects and simplifies the lines of the atlas. */
function projectAtlas(atlas: Atlas): Atlas {
  const { scale, translate } = atlas.transform ?? { scale: [1, 1], translate: [0, 0] };
  const arcs = atlas.arcs.map((arc) => {
    let x = 0;
    let y = 0;
    const points = arc.map(([dx = 0, dy = 0]) => {
      x += dx;
      y += dy;
      return project([x * scale[0] + translate[0], y * scale[1] + translate[1]]);
    });
    return simplifyLine(points);
  });
  const { transform: _, ...rest } = atlas;
  return { ...rest, arcs };
}

/**
 * Visvalingam's algorithm: removes the corner that changes the line least. The ends stay, since other lines start
 * there.
 */
function simplifyLine(points: readonly Point[]): Point[] {
  const kept = [...points];
  const fewest = isRing(points) ? 5 : 2;
  while (kept.length > fewest) {
    let place = 0;
    let smallest = MIN_CORNER_AREA;
    for (let candidate = 1; candidate < kept.length - 1; candidate++) {
      const area = Math.abs(computeArea([kept[candidate - 1]!, kept[candidate]!, kept[candidate + 1]!]));
      if (area < smallest) [place, smallest] = [candidate, area];
    }
    if (place === 0) break;
    kept.splice(place, 1);
  }
  return kept;
}

const isRing = (points: readonly Point[]): boolean => points.length > 2 && String(points[0]) === String(points.at(-1));

function computeArea(ring: readonly Point[]): number {
  return (
    ring.reduce((sum, [x, y], place) => {
      const [nextX, nextY] = ring[(place + 1) % ring.length]!;
      return sum + x * nextY - nextX * y;
    }, 0) / 2
  );
}

/** Biggest first. Lesotho lies in South Africa, whose second outline is the hole for it. */
function listOutlines(atlas: Atlas, shapes: Shape[]): Point[][] {
  const { coordinates } = feature(atlas, { ...mergeArcs(atlas, shapes), properties: {} }).geometry;
  return (coordinates as Point[][][])
    .flat()
    .toSorted((one, other) => Math.abs(computeArea(other)) - Math.abs(computeArea(one)));
}

/** Integers, each step relative to the previous point. */
function toPath(outline: readonly Point[]): string {
  const [start, ...rest] = outline.slice(0, -1).map(([x, y]): Point => [Math.round(x), Math.round(y)]);
  if (!start) return '';
  let [x, y] = start;
  const steps = rest.flatMap(([nextX, nextY]) => {
    const step: Point = [nextX - x, nextY - y];
    [x, y] = [nextX, nextY];
    return step[0] === 0 && step[1] === 0 ? [] : [step];
  });
  const line = steps.flat().join(' ').replaceAll(' -', '-');
  return `M${start.join(' ').replaceAll(' -', '-')}l${line}z`;
}

function findShapes(atlas: Atlas, country: string): Shape[] {
  // The atlas draws Somaliland separately; the register lists it as part of Somalia.
  const wanted = country === 'somalia' ? ['somalia', 'somaliland'] : [(atlasNames[country] ?? country).toLowerCase()];
  const shapes = atlas.objects.countries.geometries.filter(({ properties }) =>
    wanted.includes(properties.name.toLowerCase()),
  );
  if (shapes.length !== wanted.length) throw new Error(`Not in the atlas: ${country}`);
  return shapes;
}

/**
 * The atlas draws Western Sahara along the line of control. The United Nations list all of it, south of this parallel,
 * as a separate territory, and so does this map.
 */
const saharaBorder: [Point, Point] = [project([-13.17, 27.667]), project([-8.67, 27.667])];

/** The part of an outline on one side of a line. */
function cutAt([from, to]: [Point, Point], outline: readonly Point[], side: 1 | -1): Point[] {
  const depth = ([x, y]: Point) => side * ((to[0] - from[0]) * (y - from[1]) - (to[1] - from[1]) * (x - from[0]));
  const open = outline.slice(0, -1);
  const cut = open.flatMap((point, place) => {
    const next = open[(place + 1) % open.length]!;
    const [here, there] = [depth(point), depth(next)];
    const share = here / (here - there);
    const crossing: Point = [point[0] + share * (next[0] - point[0]), point[1] + share * (next[1] - point[1])];
    return [...(here >= 0 ? [point] : []), ...(here >= 0 === there >= 0 ? [] : [crossing])];
  });
  return [...cut, cut[0]!];
}

function listCountryOutlines(atlas: Atlas, country: string): Point[][] {
  if (country !== 'morocco' && country !== 'western sahara') return listOutlines(atlas, findShapes(atlas, country));
  const both = listOutlines(atlas, [...findShapes(atlas, 'morocco'), ...findShapes(atlas, 'western sahara')]);
  return [cutAt(saharaBorder, both[0]!, country === 'morocco' ? -1 : 1)];
}

function draw(atlas: Atlas, country: string): string {
  const id = country.replaceAll(' ', '-');
  const [biggest = [], ...others] = listCountryOutlines(atlas, country);
  if (dots.has(country)) {
    const [x, y] = computeCentre(biggest);
    return `<circle id="${id}" cx="${x}" cy="${y}" r="${DOT_RADIUS}"/>`;
  }
  const drawn = [biggest, ...others.filter((outline) => Math.abs(computeArea(outline)) > MIN_ISLAND_AREA)];
  return `<path id="${id}" d="${drawn.map(toPath).join('')}"/>`;
}

const computeCentre = (outline: readonly Point[]): Point =>
  [0, 1].map((axis) => Math.round(outline.reduce((sum, point) => sum + point[axis]!, 0) / outline.length)) as Point;

const file = fileURLToPath(import.meta.resolve('world-atlas/countries-50m.json'));
const atlas = projectAtlas(JSON.parse(readFileSync(file, 'utf8')) as Atlas);
const names = [...africanCountries, 'western sahara'].toSorted();
writeFileSync(
  target,
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}">\n${names.map((name) => draw(atlas, name)).join('\n')}\n</svg>\n`,
);
console.log(`${names.length} shapes drawn`);
