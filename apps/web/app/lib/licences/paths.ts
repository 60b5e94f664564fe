import { licencesPath } from '@hakiki/contract/site';
import { pathTo } from '../pages/paths.ts';

export const countryLicencesPath = (country: string): string =>
  pathTo(`${licencesPath}/${country.replaceAll(' ', '-')}`);
