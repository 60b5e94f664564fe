import { describe, expect, it } from 'vitest';
import { directoryCountries, displayCountry, homeCountries, normaliseCountry } from './countries.ts';

describe('countries', () => {
  it.each(['South-Africa', ' south  africa ', 'SOUTH AFRICA', 'south africa'])(
    'compares %j as south africa [DEC-09]',
    (name) => {
      expect(normaliseCountry(name)).toBe('south africa');
    },
  );

  it('shows capitalised names [DEC-09]', () => {
    expect(displayCountry('south-africa')).toBe('South Africa');
  });

  it('keeps every listed name in the stored spelling [DEC-09]', () => {
    expect(directoryCountries.map(normaliseCountry)).toEqual([...homeCountries, 'tanzania']);
  });
});
