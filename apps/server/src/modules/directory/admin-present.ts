/** Presents a provider in the console: the public fields and its review state. */
import type { AdminProvider } from '@hakiki/contract/directory-admin';
import type { BadgeName, Provider, ReviewState } from '@hakiki/contract/directory';

export interface AdminProviderRow extends Provider {
  reviewState: ReviewState;
  badges: BadgeName[];
  createdAt: Date;
}

export const presentAdminProvider = (row: AdminProviderRow): AdminProvider => ({
  id: row.id,
  name: row.name,
  otherNames: row.otherNames,
  type: row.type,
  description: row.description,
  logoUrl: row.logoUrl,
  website: row.website,
  verificationStatus: row.verificationStatus,
  flaggedReasons: row.flaggedReasons,
  riskScore: row.riskScore,
  rating: row.rating,
  reviewCount: row.reviewCount,
  countries: row.countries,
  established: row.established,
  userCount: row.userCount,
  licenseInfo: row.licenseInfo,
  regulatoryCompliance: row.regulatoryCompliance,
  userSatisfaction: row.userSatisfaction,
  securityMeasures: row.securityMeasures,
  certifications: row.certifications,
  securityFeatures: row.securityFeatures,
  insurance: row.insurance,
  reviewState: row.reviewState,
  badges: row.badges,
  createdAt: row.createdAt.toISOString(),
});
