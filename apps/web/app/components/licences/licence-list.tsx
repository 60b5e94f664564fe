import type { ProviderLicence } from '@hakiki/contract/licences';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { countryName } from '../../lib/language/country-labels.ts';
import { countryLicencesPath } from '../../lib/licences/paths.ts';
import { LicenceBadge } from './badges.tsx';

interface Props {
  licences: readonly ProviderLicence[];
  /** Holder and source of the first state. */
  firstDetail?: ReactNode;
}

/** The state of a provider in each country, in the order of the list. */
export const LicenceList = ({ licences, firstDetail }: Props) => (
  <ul className="flex flex-col gap-1">
    {licences.map((licence, index) => (
      <li key={licence.country} className="flex flex-wrap items-center gap-x-3">
        <Link to={countryLicencesPath(licence.country)} className="inline-flex min-h-11 items-center underline">
          {countryName(licence.country)}
        </Link>
        <LicenceBadge licence={licence} />
        {index === 0 && firstDetail && <div className="w-full">{firstDetail}</div>}
      </li>
    ))}
  </ul>
);
