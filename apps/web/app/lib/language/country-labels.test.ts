import { describe, expect, it } from 'vitest';
import { setTestLanguage } from '../../../test/context.ts';
import { listCountryOptions } from './country-labels.ts';

type Options = ReturnType<typeof listCountryOptions>;
const flatten = (options: Options) => options.flatMap((item) => ('options' in item ? item.options : [item]));
const findGroup = (options: Options) => options.find((item) => 'options' in item);

describe('the list of countries', () => {
  it('has the countries of the screen first, in its order, then all others by name, then "other" [DEC-87]', () => {
    const options = listCountryOptions({ first: ['Kenya', 'South Africa', 'Other'] });
    expect(options.map(({ label }) => label)).toEqual(['Kenya', 'South Africa', 'Other African countries', 'Other']);
    expect(options[1]).toEqual({ value: 'south africa', label: 'South Africa' });
    const rest = findGroup(options)!.options.map(({ label }) => label);
    expect([rest.length, rest[0], rest.at(-1)]).toEqual([52, 'Algeria', 'Zimbabwe']);
    expect(new Set(flatten(options).map(({ value }) => value)).size).toBe(55);
  });

  it('has the countries where French is spoken first in French, and all lists sorted by the French names [DEC-87] [WARN-16]', () => {
    setTestLanguage('fr');
    const options = listCountryOptions({ first: ['kenya', 'Other'] });
    expect(options.map(({ label }) => label)).toEqual([
      ...['Algérie', 'Bénin', 'Burkina Faso', 'Cameroun', 'Congo-Kinshasa', 'Côte d’Ivoire', 'Guinée', 'Mali', 'Maroc'],
      ...['Sénégal', 'Togo', 'Tunisie', 'Autres pays d’Afrique', 'Autre'],
    ]);
    expect(new Set(flatten(options).map(({ value }) => value)).size).toBe(55);
    const rest = findGroup(options)!;
    expect(rest.label).toBe('Autres pays d’Afrique');
    expect(rest.options.slice(0, 3)).toEqual([
      { value: 'south africa', label: 'Afrique du Sud' },
      { value: 'angola', label: 'Angola' },
      { value: 'botswana', label: 'Botswana' },
    ]);
    const labels = rest.options.map(({ label }) => label);
    expect(labels.indexOf('Égypte')).toBeGreaterThan(labels.indexOf('Djibouti'));
    expect(labels.indexOf('Égypte')).toBeLessThan(labels.indexOf('Gabon'));
    const byCollator = labels.toSorted((a, b) => a.localeCompare(b, 'fr', { sensitivity: 'base' }));
    expect(labels).toEqual(byCollator);
  });

  it('keeps a selected country of a shared URL, and spells values as the screen does [DEC-87]', () => {
    const options = listCountryOptions({
      toValue: (country) => country.replaceAll(' ', '-'),
      selected: ['atlantis', 'south-africa', ''],
    });
    const values = flatten(options).map(({ value }) => value);
    expect(values.filter((value) => value === 'south-africa')).toHaveLength(1);
    expect(values).toContain('atlantis');
    expect(values).not.toContain('');
    expect(values).toHaveLength(55);
  });
});
