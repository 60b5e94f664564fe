import type { AlertId } from '@hakiki/contract/alerts';
import type { ProviderId } from '@hakiki/contract/directory';
import { teaserLengths } from '@hakiki/contract/limits';
import type { Report, ReportId } from '@hakiki/contract/reports';
import { createTeaser } from '../../../platform/teaser.ts';

export interface PublicRow {
  id: ReportId;
  reportType: Report['reportType'];
  severity: Report['severity'];
  description: string;
  language: Report['language'];
  createdAt: Date;
  providerId: ProviderId | null;
  fraudAlertId: AlertId | null;
  status: Report['status'];
  appealSince: Date | null;
  reply: Report['reply'];
}

export interface ReportRow extends PublicRow {
  reporterLocation: string | null;
}

const toCommonFields = (row: PublicRow) => ({
  id: row.id,
  reportType: row.reportType,
  severity: row.severity,
  description: row.description,
  language: row.language,
  createdAt: row.createdAt.toISOString(),
  providerId: row.providerId,
  fraudAlertId: row.fraudAlertId,
  status: row.status,
  appealSince: row.appealSince?.toISOString() ?? null,
  reply: row.reply,
});

/** Visitors do not see the reporter's location. */
export function presentTeaser(row: PublicRow): Report {
  const { text, isCut } = createTeaser(row.description, teaserLengths.report);
  return { ...toCommonFields(row), description: text, ...(isCut && { descriptionCut: true as const }) };
}

export const presentReport = (row: ReportRow): Report => ({
  ...toCommonFields(row),
  reporterLocation: row.reporterLocation,
});
