import type { Locator } from '@playwright/test';

/** Names the colour in which the browser paints a text or a shape. */
export const nameColourOf = (element: Locator, property: 'color' | 'fill' = 'color') =>
  element.evaluate((node, name) => {
    const [red = 0, green = 0, blue = 0] = (getComputedStyle(node)[name].match(/[\d.]+/g) ?? []).map(Number);
    const most = Math.max(red, green, blue);
    const spread = most - Math.min(red, green, blue);
    if (spread < 30) return 'grey';
    const turn =
      most === red
        ? ((green - blue) / spread + 6) % 6
        : most === green
          ? (blue - red) / spread + 2
          : (red - green) / spread + 4;
    const hue = turn * 60;
    return hue < 20 || hue > 330 ? 'red' : hue < 70 ? 'yellow' : hue < 170 ? 'green' : 'blue';
  }, property);
