import { getCountryLicences, listLicenceChanges, listProviderLicences, listRegimes } from '@hakiki/contract/licences';
import { handle } from '../../platform/http/route.ts';
import type { LicencesService } from './service.ts';

export const licencesRoutes = ({ licences }: { licences: LicencesService }) => [
  handle(listRegimes, () => licences.listRegimes()),
  handle(getCountryLicences, ({ params }) => licences.getCountry(params.country)),
  handle(listLicenceChanges, () => licences.listChanges()),
  handle(listProviderLicences, ({ params, query }) => licences.listForProvider(params.id, query.country)),
];
