/** Names the colour in which a text is painted, by its Tailwind class and the tokens of the stylesheet. */
import { readFileSync } from 'node:fs';

const stylesheet = readFileSync(new URL('../app/app.css', import.meta.url), 'utf8');

type ColourName = 'red' | 'yellow' | 'green' | 'blue' | 'grey';

/** The names in light and in dark mode: ['green', 'green']. Throws where the element sets no known text colour. */
export function nameTextColours(element: Element): [ColourName, ColourName] {
  for (const name of element.className.split(' ').flatMap((one) => /^text-([a-z-]+)$/.exec(one)?.[1] ?? [])) {
    const token = new RegExp(`--${name}: light-dark\\(#([\\da-f]{6}), #([\\da-f]{6})\\)`).exec(stylesheet);
    const [, light, dark] = token ?? [];
    if (light && dark && stylesheet.includes(`--color-${name}: var(--${name});`))
      return [nameColour(light), nameColour(dark)];
  }
  throw new Error(`No text colour in '${element.className}'`);
}

function nameColour(hex: string): ColourName {
  const [red = 0, green = 0, blue = 0] = hex.match(/../g)!.map((digits) => Number.parseInt(digits, 16));
  const most = Math.max(red, green, blue);
  const spread = most - Math.min(red, green, blue);
  if (spread < 40) return 'grey';
  const sector =
    most === red
      ? ((green - blue) / spread + 6) % 6
      : most === green
        ? (blue - red) / spread + 2
        : (red - green) / spread + 4;
  const hue = sector * 60;
  return hue < 20 || hue > 330 ? 'red' : hue < 70 ? 'yellow' : hue < 170 ? 'green' : 'blue';
}
