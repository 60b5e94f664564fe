import { licenceStates } from '@hakiki/contract/licence-values';
import type { ProviderLicence } from '@hakiki/contract/licences';
import { describe, expect, it } from 'vitest';
import { getText } from '../../../test/dom-queries.ts';
import { setTestLanguage } from '../../../test/context.ts';
import { renderInBrowser } from '../../../test/render.tsx';
import { LicenceBadge } from './badges.tsx';

const aLicence = (overrides: Partial<ProviderLicence> = {}): ProviderLicence => ({
  country: 'kenya',
  state: 'licensed-here',
  isOld: false,
  scope: ['custody', 'exchange'],
  holder: 'Kilima Ltd',
  number: '7',
  source: 'Demo register',
  sourceUrl: 'https://authority.example',
  asOf: '2026-11-01',
  checkedOn: '2026-11-10',
  elsewhere: [],
  ...overrides,
});
const isGreen = (licence: ProviderLicence) =>
  renderInBrowser(<LicenceBadge licence={licence} />).innerHTML.includes('text-verified');

describe('the state of a licence', () => {
  it('is green only for a licence here that was checked recently [LIC-02] [LIC-03]', () => {
    expect(licenceStates.filter((state) => isGreen(aLicence({ state })))).toEqual(['licensed-here']);
    expect(isGreen(aLicence({ isOld: true }))).toBe(false);
  });

  it('names its scope, and says what was so when it is old [LIC-03]', () => {
    const read = (licence: ProviderLicence) => getText(renderInBrowser(<LicenceBadge licence={licence} />));
    expect(read(aLicence())).toBe('Licensed here (custody, exchange)');
    expect(read(aLicence({ isOld: true, scope: [] }))).toBe('Was “Licensed here” on Nov 10, 2026, not looked at since');
    expect(read(aLicence({ state: 'claim-not-found', scope: [] }))).toBe('Claims a licence we cannot find');
    setTestLanguage('fr');
    expect(read(aLicence({ state: 'not-checked', scope: [] }))).toBe('Pas vérifié');
  });
});
