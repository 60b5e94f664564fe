/** What a page needs to announce alerts. It is small, since every page loads it. */
import { normaliseCountry } from './countries.ts';

export const isHighSeverity = (severity: string): boolean => ['high', 'critical'].includes(severity.toLowerCase());

/** The severities that a user can choose for announcements. */
export const announcedSeverities = ['Critical', 'High'] as const;
export type AnnouncedSeverity = (typeof announcedSeverities)[number];

/** An alert without a country concerns everybody. */
export const matchesCountries = (affected: readonly string[], selected: readonly string[]): boolean =>
  selected.length === 0 ||
  affected.length === 0 ||
  affected.some((country) => selected.map(normaliseCountry).includes(normaliseCountry(country)));

/** localStorage keys for the alerts that a browser has shown. */
export const alertStorageKeys = { dismissed: 'dismissedFraudAlerts', lastAnnounced: 'lastAlertNotification' } as const;
