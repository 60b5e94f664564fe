/** What an open page needs to know to warn someone: little, since every page loads it. */
import { normaliseCountry } from './countries.ts';

/** High-risk, said of an alert or a report. */
export const isHighSeverity = (severity: string): boolean => ['high', 'critical'].includes(severity.toLowerCase());

/** Which alerts are announced to someone who may choose. */
export const announcedSeverities = ['Critical', 'High'] as const;
export type AnnouncedSeverity = (typeof announcedSeverities)[number];

/** Without a country it concerns everybody. */
export const concernsCountries = (affected: readonly string[], chosen: readonly string[]): boolean =>
  chosen.length === 0 ||
  affected.length === 0 ||
  affected.some((country) => chosen.map(normaliseCountry).includes(normaliseCountry(country)));

/** Where a browser remembers which alerts it has shown. */
export const alertStorageKeys = { dismissed: 'dismissedFraudAlerts', lastAnnounced: 'lastAlertNotification' } as const;
