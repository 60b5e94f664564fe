import { expect, it } from 'vitest';
import { localisePath } from './site.ts';

it('puts every language but English before the path', () => {
  expect(localisePath('en', '/directory')).toBe('/directory');
  expect(localisePath('fr', '/directory')).toBe('/fr/directory');
  expect(localisePath('fr', '/')).toBe('/fr');
});
