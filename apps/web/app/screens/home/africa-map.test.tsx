import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { getLinks, getText, getAttributeValues } from '../../../test/dom-queries.ts';
import { setTestLanguage } from '../../../test/context.ts';
import { parseMarkup, renderInBrowser } from '../../../test/render.tsx';
import { africanCountries } from '@hakiki/contract/country-codes';
import { AfricaMap, MapLegend } from './africa-map.tsx';

describe('the map of Africa', () => {
  it('the map has a shape for each of the 54 countries, and no shape without a name', async () => {
    const shapes = await readFile(join(import.meta.dirname, '../../components/africa.svg'), 'utf8');
    const drawnIds = getAttributeValues(parseMarkup(shapes), 'id').filter((id) => id !== 'western-sahara');
    expect(africanCountries).toHaveLength(54);
    expect(drawnIds.toSorted()).toEqual(africanCountries.map((name) => name.replaceAll(' ', '-')).toSorted());
  });

  it('the map links each country to its providers and shows its name and number', () => {
    const links = getLinks(renderInBrowser(<AfricaMap counts={new Map([['south africa', 1200]])} />));
    expect(links).toHaveLength(54);
    expect(links).toContainEqual({ href: '/directory?country=south%20africa', text: 'South Africa: 1,200' });
    expect(links).toContainEqual({ href: '/directory?country=kenya', text: 'Kenya: 0' });
  });

  it('the map is not in the tab order, since a table has the same data', () => {
    const page = renderInBrowser(<AfricaMap counts={new Map()} />);
    expect(new Set([...page.querySelectorAll('a')].map(({ tabIndex }) => tabIndex))).toEqual(new Set([-1]));
    expect(within(page).queryAllByRole('link')).toEqual([]);
  });

  it('the map colours a country by its step', () => {
    const counts = new Map([
      ['ghana', 10],
      ['kenya', 11],
      ['nigeria', 1000],
    ]);
    const page = renderInBrowser(<AfricaMap counts={counts} />);
    const getStep = (country: string) => page.querySelector(`[href$="#${country}"]`)?.getAttribute('data-step');
    expect(['egypt', 'ghana', 'kenya', 'nigeria'].map(getStep)).toEqual(['0', '1', '2', '3']);
  });

  it('the map names countries in the language of the page', () => {
    setTestLanguage('fr');
    expect(getText(renderInBrowser(<AfricaMap counts={new Map()} />))).toContain('Tanzanie: 0');
  });
});

describe('the colour steps of the map', () => {
  it.each([
    [0, 'Flagged None'],
    [1, 'Flagged None 1'],
    [2, 'Flagged None 1 2'],
    [3, 'Flagged None 1 2 3'],
    [8, 'Flagged None 1–2 3–4 5–8'],
    [1000, 'Flagged None 1–10 11–100 101–1,000'],
    [8000, 'Flagged None 1–20 21–400 401–8,000'],
  ])('the map legend for numbers up to %i is “%s”', (highest, legendText) => {
    expect(getText(renderInBrowser(<MapLegend label="Flagged" largest={highest} />))).toBe(legendText);
  });
});
