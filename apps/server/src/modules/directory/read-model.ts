/** The data of this module that other modules may read. */
import { publishTable } from '../../platform/db/published-table.ts';
import {
  providerCounts as providerCountsTable,
  providerEvidence as providerEvidenceTable,
  providers as providersTable,
} from './tables.ts';

export { ALL_COUNTRIES, hasPageCondition } from './tables.ts';

export const providerCounts = publishTable(providerCountsTable);
export const providers = publishTable(
  providersTable,
  'countries',
  'description',
  'established',
  'id',
  'insurance',
  'licenseInfo',
  'logoUrl',
  'name',
  'namesKey',
  'rating',
  'reviewCount',
  'reviewState',
  'riskScore',
  'securityFeatures',
  'userCount',
  'verificationStatus',
  'website',
  'websiteSite',
);
export const providerEvidence = publishTable(providerEvidenceTable, 'kind', 'providerId', 'withdrawnAt');
