import { describe, expect, it } from 'vitest';
import { scamCountriesWithoutOther } from './alert-values.ts';
import { directoryCountries, displayCountry, homeCountries, normaliseCountry } from './countries.ts';
import { africanCountries, countryCodes, isAfricanCountry } from './country-codes.ts';
import { newsCountries } from './news-values.ts';
import { reviewLocations } from './review-values.ts';
import { submissionCountries } from './submission-values.ts';

describe('country names', () => {
  it.each(['South-Africa', ' south  africa ', 'SOUTH AFRICA', 'south africa'])(
    '%j is normalised to south africa [DEC-09]',
    (name) => {
      expect(normaliseCountry(name)).toBe('south africa');
    },
  );

  it('country names are displayed capitalised [DEC-09]', () => {
    expect(displayCountry('south-africa')).toBe('South Africa');
  });

  it('each of the 54 countries occurs once, as it is stored, with its ISO code [DEC-09]', () => {
    expect(africanCountries).toHaveLength(54);
    expect(africanCountries.map(normaliseCountry)).toEqual(africanCountries);
    expect(new Set(Object.values(countryCodes)).size).toBe(54);
    const englishNames = new Intl.DisplayNames('en', { type: 'region' });
    expect(['kenya', 'south africa'].map((name) => englishNames.of(countryCodes[name as 'kenya']))).toEqual([
      'Kenya',
      'South Africa',
    ]);
  });

  it.each([
    ['the directory', directoryCountries],
    ['news', newsCountries],
    ['scam reports', scamCountriesWithoutOther],
    ['proposals', submissionCountries],
    ['reviews', reviewLocations],
  ])('every list offers only countries of the table: %s [DEC-09]', (_, options) => {
    const unknown = options.map(normaliseCountry).filter((name) => !isAfricanCountry(name));
    expect(unknown.filter((name) => name !== 'other')).toEqual([]);
  });

  it('every list has its names in the stored form [DEC-09]', () => {
    expect(directoryCountries.map(normaliseCountry)).toEqual([...homeCountries, 'tanzania']);
  });
});
