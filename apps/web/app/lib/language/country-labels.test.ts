import { describe, expect, it } from 'vitest';
import { setTestLanguage } from '../../../test/context.ts';
import { listCountryOptions } from './country-labels.ts';

describe('the list of countries', () => {
  it('has all 54 countries of Africa, sorted by name [WARN-16]', () => {
    const labels = listCountryOptions().map(({ label }) => label);
    expect(labels).toHaveLength(54);
    expect(new Set(labels).size).toBe(54);
    expect([labels[0], labels.at(-1)]).toEqual(['Algeria', 'Zimbabwe']);
  });

  it('is sorted by the French names in French [WARN-16]', () => {
    setTestLanguage('fr');
    const options = listCountryOptions();
    expect(options.slice(0, 3)).toEqual([
      { value: 'south africa', label: 'Afrique du Sud' },
      { value: 'algeria', label: 'Algérie' },
      { value: 'angola', label: 'Angola' },
    ]);
    const labels = options.map(({ label }) => label);
    expect(labels.indexOf('Égypte')).toBeLessThan(labels.indexOf('Gabon'));
  });
});
