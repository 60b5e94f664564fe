/** Public statements about the console's items, and which fields of an edit would weaken a warning. */
import type { AdminAlert } from '@hakiki/contract/alerts-admin';
import type { AdminProvider } from '@hakiki/contract/directory-admin';
import type { AdminReport } from '@hakiki/contract/reports-admin';
import {
  findChanges,
  requiresSecondPerson,
  type AlertStatement,
  type ProviderStatement,
  type PublicStatement,
  type ReportStatement,
} from '@hakiki/contract/public-statements';

export const toAlertStatement = (alert: AdminAlert): AlertStatement => ({
  kind: 'alert',
  status: alert.status,
  severity: alert.severity,
  alertType: alert.alertType,
  title: alert.title,
  description: alert.description,
  advice: alert.advice,
  language: alert.language,
  affectedCountries: alert.affectedCountries,
  affectedProviderId: alert.affectedProvider ?? null,
  affectedProviderName: alert.affectedProviderName,
});

export const toReportStatement = (report: AdminReport): ReportStatement => ({
  kind: 'report',
  status: report.status,
  severity: report.severity,
  reportType: report.reportType,
  description: report.description,
  providerId: report.providerId,
});

export const toProviderStatement = (provider: AdminProvider): ProviderStatement => ({
  kind: 'provider',
  reviewState: provider.reviewState,
  verificationStatus: provider.verificationStatus,
  riskScore: provider.riskScore,
  flaggedReasons: provider.flaggedReasons,
  regulatoryCompliance: provider.regulatoryCompliance,
  userSatisfaction: provider.userSatisfaction,
  securityMeasures: provider.securityMeasures,
  name: provider.name,
  otherNames: provider.otherNames,
  type: provider.type,
  description: provider.description,
  website: provider.website,
  countries: provider.countries,
  licenseInfo: provider.licenseInfo,
  established: provider.established,
  userCount: provider.userCount,
  securityFeatures: provider.securityFeatures,
  insurance: provider.insurance,
});

/** The fields because of which an edit needs a second administrator; empty if it takes effect at once. */
export function findWeakenedFields<Statement extends PublicStatement>(
  before: Statement,
  edit: Partial<Statement>,
): string[] {
  const changes = findChanges(before, edit);
  if (!requiresSecondPerson(before, { ...before, ...changes })) return [];
  const names = Object.keys(changes) as (keyof Statement & string)[];
  const weakenedAlone = names.filter((name) => requiresSecondPerson(before, { ...before, [name]: changes[name] }));
  // Several scores may weaken the statement only together.
  return weakenedAlone.length > 0 ? weakenedAlone : names;
}
